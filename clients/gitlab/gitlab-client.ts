import { Gitlab } from '@gitbeaker/rest';
import type { ProjectSchema } from '@gitbeaker/rest';
import { defined } from '../../domain/defined.ts';
import type { ChangedFile } from '../../domain/scm/detection/affected-projects.ts';
import type { ProviderPullRequest } from '../../domain/scm/provider-records.ts';
import { answerLimits } from '../answer-limits.ts';
import { AnswerBudget } from '../scm/answer-budget.ts';
import type { ScmClient } from '../scm/scm-client.ts';
import type { SafeFetch } from '../scm/safe-fetch.ts';
import { ScmError } from '../scm/scm-error.ts';
import { mapConcurrently } from '../../domain/lists/map-concurrently.ts';
import { createGitlabBranch, findMergeRequest, gitlabPathExists, openGitlabDraft } from './propose-file.ts';
import { setGitlabStatus, upsertNote } from './write-merge-request.ts';
import { createGitlabRequester, requestGitlab } from './gitlab-requester.ts';
import {
  gitlabChangedFileOf,
  forkProjectOf,
  isDeletionScheduled,
  gitlabPullRequestOf,
  recordsOf,
  gitlabRepositoryOf,
} from './gitlab-records.ts';
import { gitlabPageOf, readPages } from './gitlab-pages.ts';
import type { ReadPages } from './gitlab-pages.ts';
import { dateField, idField, nameField, textField, textsField } from './gitlab-fields.ts';
import { readGitlabTree } from './read-gitlab-tree.ts';
import type { DiffRecord, MergeRequestRecord } from './gitlab-records.ts';
import { readGitlabBlobs } from './read-blobs.ts';

export interface GitlabToken {
  readonly scopes: readonly string[];
  readonly expiresAt?: Date;
}

export interface GitlabGroup {
  readonly id: string;
  readonly fullPath: string;
}

const perPage = 100;
/** Source: GitLab, "Diff limits administration": at most 3,000 files. */
const maximumDiffPages = 30;
const maximumChangedPages = 20;
const requestsAtOnce = 4;
/** GitLab has about twenty scopes. */
const maximumScopes = 100;
const defaultTimeoutMs = 20_000;

/** The requests of a GitLab connection: those of every provider, and those about the group and the token. */
export interface GitlabClient extends ScmClient {
  /** Source: GitLab, "Get details on a personal access token"; it serves group access tokens as well. */
  describeToken(): Promise<GitlabToken>;
  /** @param path full path or numeric id */
  getGroup(path: string): Promise<GitlabGroup>;
}

/**
 * Returns the client of one GitLab group.
 *
 * The token is sent as `Authorization: Bearer`: fetch removes that header at a cross-origin redirect, but not
 * `PRIVATE-TOKEN`.
 */
export function createGitlabClient(options: {
  readonly baseUrl: string;
  readonly accessToken: string;
  /** Full path or numeric id. */
  readonly group: string;
  readonly safeFetch: SafeFetch;
  readonly requestTimeoutMs?: number;
  readonly budget?: AnswerBudget;
}): GitlabClient {
  const { baseUrl, accessToken, group, safeFetch, requestTimeoutMs = defaultTimeoutMs } = options;
  const { budget = new AnswerBudget('GitLab') } = options;
  const transport = { safeFetch, budget };
  const api = new Gitlab({
    host: baseUrl,
    oauthToken: accessToken,
    // The requester has a timeout for each request; this one is for all pages together.
    queryTimeout: 0,
    requesterFn: createGitlabRequester(transport, requestTimeoutMs),
  });
  const headers = { authorization: `Bearer ${accessToken}` };
  const urlOf = (externalId: string, path: string, query: Readonly<Record<string, string>>): URL => {
    const project = `${baseUrl}/api/v4/projects/${encodeURIComponent(externalId)}`;
    return new URL(`${project}/${path}?${new URLSearchParams(query).toString()}`);
  };
  /** Namespaces of forks by project id; `undefined` when the token cannot read the fork. */
  const namespaces = new Map<number, Promise<string | undefined>>();
  const toPullRequest = async (request: MergeRequestRecord): Promise<ProviderPullRequest> => {
    const fork = forkProjectOf(request);
    if (fork === undefined) return gitlabPullRequestOf(request);
    // The merge requests of a page are converted at the same time.
    const namespace = namespaces.get(fork) ?? findNamespace(api, fork);
    namespaces.set(fork, namespace);
    return gitlabPullRequestOf(request, await namespace);
  };
  const describeToken = async (): Promise<GitlabToken> => {
    const token = await api.PersonalAccessTokens.show({ tokenId: 'self' });
    const expires = token.expires_at as unknown;
    return {
      scopes: textsField(token.scopes, 'scopes')
        .slice(0, maximumScopes)
        .map((scope) => nameField(scope, 'scopes')),
      ...(typeof expires === 'string'
        ? { expiresAt: dateField(`${expires.slice(0, 10)}T00:00:00Z`, 'expires_at') }
        : {}),
    };
  };
  const getGroup = async (path: string): Promise<GitlabGroup> => {
    const { id, full_path: fullPath } = await api.Groups.show(path, { withProjects: false });
    if (typeof id !== 'number' || typeof fullPath !== 'string')
      throw new ScmError('invalid_response', 'GitLab sent no group.');
    return { id: idField(id, 'id'), fullPath: nameField(fullPath, 'full_path') };
  };
  return {
    get exceeded() {
      return budget.exceeded;
    },
    describeToken,
    getGroup,

    async listRepositories(page, search) {
      const projects = api.Groups.allProjects(group, {
        includeSubgroups: true,
        withShared: false,
        orderBy: 'id',
        sort: 'asc',
        perPage,
        page,
        maxPages: 1,
        showExpanded: true,
        ...defined({ search }),
      });
      const { items, nextPage, total } = gitlabPageOf<ProjectSchema>(await projects.catch(throwGroupError));
      const present = items.filter((project) => !isDeletionScheduled(project));
      const repositories = await budget.convert(present, gitlabRepositoryOf);
      return defined({ items: repositories, omitted: items.length - repositories.length, nextPage, total });
    },

    async findRepositories(externalIds) {
      const { full_path: groupPath } = await api.Groups.show(group, { withProjects: false });
      const projects = await mapConcurrently(externalIds, requestsAtOnce, (id) => findProject(api, id));
      return projects
        .filter((project) => project !== undefined)
        .filter((project) => !isDeletionScheduled(project))
        .filter((project) => {
          const path = namespaceOf(project);
          return path === groupPath || path?.startsWith(`${groupPath}/`) === true;
        })
        .map(gitlabRepositoryOf);
    },

    async getHead({ externalId }, branch) {
      try {
        const { commit } = await api.Branches.show(externalId, branch);
        return textField((commit as { readonly id?: unknown } | undefined)?.id, 'commit');
      } catch (error) {
        if (error instanceof ScmError && error.fault === 'not_found') return undefined;
        throw error;
      }
    },

    readTree: ({ externalId }, commitSha) =>
      readGitlabTree(commitSha, (query) =>
        requestGitlab(transport, urlOf(externalId, 'repository/tree', query), {
          timeoutMs: requestTimeoutMs,
          headers,
        }),
      ),

    async getRepository({ externalId }) {
      return gitlabRepositoryOf(await api.Projects.show(externalId));
    },

    readBlobs: ({ externalId }, commitSha, wanted) =>
      readGitlabBlobs(
        { url: `${baseUrl}/api/v4/projects/${encodeURIComponent(externalId)}`, accessToken, transport },
        commitSha,
        wanted,
      ),

    async compare({ externalId }, base, head) {
      const { diffs = [], compare_timeout: timeout } = await api.Repositories.compare(
        externalId,
        base,
        head,
        { straight: true },
      );
      const records = recordsOf<DiffRecord>(diffs).slice(0, answerLimits.changedFiles);
      const files = await budget.convert(records, gitlabChangedFileOf);
      return { files, complete: timeout !== true && files.length === diffs.length };
    },

    async listPullRequests({ externalId }, page) {
      const requests = api.MergeRequests.all({
        projectId: externalId,
        scope: 'all',
        orderBy: 'updated_at',
        sort: 'desc',
        perPage,
        page,
        maxPages: 1,
        showExpanded: true,
      });
      const found = await requests.catch(async (error: unknown) => {
        if (await hasNoMergeRequests(api, externalId, error)) return undefined;
        throw error;
      });
      if (found === undefined) return { items: [] };
      const { items, nextPage } = gitlabPageOf<MergeRequestRecord>(found);
      return defined({ items: await budget.convert(items, toPullRequest), nextPage });
    },

    async findChangedPullRequests(repositories, since) {
      const known = new Map(repositories.map(({ externalId, newestUpdate }) => [externalId, newestUpdate]));
      const changed = new Set<string>();
      for (let page: number | undefined = 1; page !== undefined;) {
        // Many merge requests were updated: lists of each project cost fewer requests than the rest of this one.
        if (page > maximumChangedPages) return new Set(known.keys());
        const listed: unknown = await api.MergeRequests.all({
          groupId: group,
          scope: 'all',
          orderBy: 'updated_at',
          sort: 'desc',
          updatedAfter: since.toISOString(),
          view: 'simple',
          // Otherwise GitLab leaves out archived projects.
          nonArchived: false,
          perPage,
          page,
          maxPages: 1,
          showExpanded: true,
        } as Parameters<typeof api.MergeRequests.all>[0]).catch(throwGroupError);
        const { items, nextPage } = gitlabPageOf<{
          readonly project_id: number;
          readonly updated_at: string;
        }>(listed);
        for (const { project_id: project, updated_at: updatedAt } of items)
          if (Date.parse(updatedAt) > (known.get(String(project))?.getTime() ?? 0))
            changed.add(String(project));
        page = nextPage;
      }
      return changed;
    },

    async getPullRequest({ externalId }, number) {
      const request = await api.MergeRequests.show(externalId, number);
      return toPullRequest(request as unknown as MergeRequestRecord);
    },

    async listPullRequestFiles({ externalId }, number) {
      const {
        items: files,
        pageCount,
        complete,
      } = await budget.unlessTooLarge<ReadPages<ChangedFile>>(
        () =>
          readPages<DiffRecord, ChangedFile>(
            maximumDiffPages,
            (page) =>
              api.MergeRequests.allDiffs(externalId, number, {
                perPage,
                page,
                maxPages: 1,
                showExpanded: true,
              }),
            (records) => records.map(gitlabChangedFileOf),
          ),
        { items: [], pageCount: 1, complete: false },
      );
      // A list of several pages may be cut: GitLab then counts `1000+`, or the limit of the instance.
      const { changes_count: count } =
        pageCount === 1 ? { changes_count: '' } : await api.MergeRequests.show(externalId, number);
      return { files, complete: complete && !String(count).endsWith('+') };
    },

    async getMergeBase({ externalId }, number) {
      const request = await api.MergeRequests.show(externalId, number);
      const { diff_refs: refs } = request as unknown as { diff_refs?: { base_sha?: string | null } | null };
      const base: unknown = refs?.base_sha ?? undefined;
      return base === undefined ? undefined : textField(base, 'base_sha');
    },

    upsertComment: ({ externalId }, number, comment) => upsertNote(api, externalId, number, comment),
    setCommitStatus: ({ externalId }, sha, status) => setGitlabStatus(api, externalId, sha, status),

    pathExists: ({ externalId }, commitSha, path) => gitlabPathExists(api, externalId, commitSha, path),
    async findPullRequest({ externalId }, branch) {
      try {
        return await findMergeRequest(api, externalId, branch);
      } catch (error) {
        if (await hasNoMergeRequests(api, externalId, error))
          throw new ScmError('rejected', 'Merge requests are disabled in the project.');
        throw error;
      }
    },
    createBranch: ({ externalId }, branch) => createGitlabBranch(api, externalId, branch),
    openDraft: ({ externalId }, draft) => openGitlabDraft(api, externalId, draft),
  };
}

/** A group that the token cannot read is a fault of the connection. */
function throwGroupError(error: unknown): never {
  if (error instanceof ScmError && error.fault === 'not_found')
    throw new ScmError('forbidden', 'The group does not exist, or the access token cannot access it.');
  throw error;
}

/** Whether a list failed because merge requests are disabled in the project: GitLab responds 403 then. */
async function hasNoMergeRequests(api: Gitlab, projectId: string, error: unknown): Promise<boolean> {
  if (!(error instanceof ScmError) || error.fault !== 'repository_forbidden') return false;
  return (await api.Projects.show(projectId))['merge_requests_access_level'] === 'disabled';
}

/** Returns the full path of the namespace of a project, or `undefined` when the token cannot read the project. */
async function findNamespace(api: Gitlab, projectId: number): Promise<string | undefined> {
  return namespaceOf(await findProject(api, String(projectId)));
}

/** Returns the full path of the namespace of a project. */
function namespaceOf(project: ProjectSchema | undefined): string | undefined {
  const namespace = project?.namespace as { readonly full_path?: unknown } | null | undefined;
  const path = namespace?.full_path;
  return path === undefined ? undefined : textField(path, 'namespace');
}

/** Finds a project, also outside of the group, by its numeric id. */
async function findProject(api: Gitlab, id: string): Promise<ProjectSchema | undefined> {
  if (!/^\d{1,15}$/.test(id)) return undefined;
  try {
    return await api.Projects.show(id);
  } catch (error) {
    if (error instanceof ScmError && (error.fault === 'not_found' || error.fault === 'repository_forbidden'))
      return undefined;
    throw error;
  }
}
