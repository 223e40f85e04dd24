import { Gitlab } from '@gitbeaker/rest';
import type { ProjectSchema } from '@gitbeaker/rest';
import type { ProviderPullRequest } from '../../domain/scm/provider-records.ts';
import { permissionsOfScopes } from '../../domain/scm/grant-permissions.ts';
import type { ScmConnectionClient } from '../scm/scm-client.ts';
import type { SafeFetch } from '../scm/safe-fetch.ts';
import { ScmError } from '../scm/scm-error.ts';
import { createGitlabRequester, requestGitlab } from './gitlab-requester.ts';
import {
  changedFilesOf,
  forkProjectOf,
  isDeletionScheduled,
  pullRequestOf,
  recordsOf,
  repositoryOf,
} from './gitlab-records.ts';
import { readGitlabTree } from './read-gitlab-tree.ts';
import type { MergeRequestRecord } from './gitlab-records.ts';
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
const mostDiffPages = 30;
const defaultTimeoutMs = 20_000;

/** The requests of a GitLab connection: those of every provider, and those about the group and the token. */
export interface GitlabClient extends ScmConnectionClient {
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
}): GitlabClient {
  const { baseUrl, accessToken, group, safeFetch, requestTimeoutMs = defaultTimeoutMs } = options;
  const api = new Gitlab({
    host: baseUrl,
    oauthToken: accessToken,
    // The requester has a timeout for each request; this one is for all pages together.
    queryTimeout: 0,
    requesterFn: createGitlabRequester(safeFetch, requestTimeoutMs),
  });
  const headers = { authorization: `Bearer ${accessToken}` };
  const urlOf = (externalId: string, path: string, query: Readonly<Record<string, string>>): URL => {
    const project = `${baseUrl}/api/v4/projects/${encodeURIComponent(externalId)}`;
    return new URL(`${project}/${path}?${new URLSearchParams(query).toString()}`);
  };
  /** Namespaces of forks by project id; `undefined` when the token cannot read the fork. */
  const namespaces = new Map<number, string | undefined>();
  const toPullRequest = async (request: MergeRequestRecord): Promise<ProviderPullRequest> => {
    const fork = forkProjectOf(request);
    if (fork === undefined) return pullRequestOf(request);
    if (!namespaces.has(fork)) namespaces.set(fork, await findNamespace(api, fork));
    return pullRequestOf(request, namespaces.get(fork));
  };
  const describeToken = async (): Promise<GitlabToken> => {
    const token = await api.PersonalAccessTokens.show({ tokenId: 'self' });
    const expires = token.expires_at as string | null | undefined;
    return {
      scopes: token.scopes ?? [],
      ...(typeof expires === 'string' ? { expiresAt: new Date(`${expires.slice(0, 10)}T00:00:00Z`) } : {}),
    };
  };
  const getGroup = async (path: string): Promise<GitlabGroup> => {
    const { id, full_path: fullPath } = await api.Groups.show(path, { withProjects: false });
    if (typeof id !== 'number' || typeof fullPath !== 'string')
      throw new ScmError('invalid_response', 'GitLab sent no group.');
    return { id: String(id), fullPath };
  };
  return {
    describeToken,
    getGroup,

    async describeAccount() {
      const { scopes, expiresAt } = await describeToken();
      const { fullPath } = await getGroup(group);
      return {
        slug: fullPath,
        permissions: permissionsOfScopes(scopes),
        tokenExpiresAt: expiresAt ?? null,
      };
    },

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
        ...(search === undefined ? {} : { search }),
      });
      const { items, nextPage } = pageOf<ProjectSchema>(await projects.catch(throwGroupError));
      return {
        items: items.filter((project) => !isDeletionScheduled(project)).map(repositoryOf),
        ...(nextPage === undefined ? {} : { nextPage }),
      };
    },

    async getHead({ externalId }, branch) {
      try {
        return (await api.Branches.show(externalId, branch)).commit.id;
      } catch (error) {
        if (error instanceof ScmError && error.fault === 'not_found') return undefined;
        throw error;
      }
    },

    async getRepository({ externalId }) {
      return repositoryOf(await api.Projects.show(externalId));
    },

    readTree: ({ externalId }, commitSha) =>
      readGitlabTree(commitSha, (query) =>
        requestGitlab(safeFetch, urlOf(externalId, 'repository/tree', query), {
          timeoutMs: requestTimeoutMs,
          headers,
        }),
      ),

    readBlobs: ({ externalId }, commitSha, wanted) =>
      readGitlabBlobs(
        { url: `${baseUrl}/api/v4/projects/${encodeURIComponent(externalId)}`, accessToken, safeFetch },
        commitSha,
        wanted,
      ),

    async compare({ externalId }, base, head) {
      const { diffs = [], compare_timeout: timeout } = await api.Repositories.compare(
        externalId,
        base,
        head,
        {
          straight: true,
        },
      );
      return { files: changedFilesOf(diffs), complete: timeout !== true };
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
      const { items, nextPage } = pageOf<MergeRequestRecord>(found);
      return {
        items: await Promise.all(items.map(toPullRequest)),
        ...(nextPage === undefined ? {} : { nextPage }),
      };
    },

    async getPullRequest({ externalId }, number) {
      const request = await api.MergeRequests.show(externalId, number);
      return toPullRequest(request as unknown as MergeRequestRecord);
    },

    async listPullRequestFiles({ externalId }, number) {
      const diffs = await api.MergeRequests.allDiffs(externalId, number, {
        perPage,
        maxPages: mostDiffPages,
      });
      // A list of several pages may be cut: GitLab then counts `1000+`, or the limit of the instance.
      const { changes_count: count } =
        diffs.length < perPage ? { changes_count: '' } : await api.MergeRequests.show(externalId, number);
      return {
        files: changedFilesOf(diffs as unknown as Parameters<typeof changedFilesOf>[0]),
        complete: !String(count).endsWith('+') && diffs.length < perPage * mostDiffPages,
      };
    },
  };
}

/** @throws ScmError `invalid_response` for a page that is no list */
function pageOf<T>(response: unknown): { readonly items: readonly T[]; readonly nextPage?: number } {
  const { data, paginationInfo } = response as {
    readonly data: unknown;
    readonly paginationInfo?: { readonly next?: number | null };
  };
  const next = paginationInfo?.next ?? undefined;
  return { items: recordsOf<T>(data), ...(next === undefined ? {} : { nextPage: next }) };
}

/** A group that the token cannot read is a fault of the connection. */
function throwGroupError(error: unknown): never {
  if (error instanceof ScmError && error.fault === 'not_found')
    throw new ScmError('forbidden', 'The group does not exist, or the access token cannot access it.');
  throw error;
}

/** Whether a list failed because merge requests are disabled in the project: GitLab responds 403 then. */
async function hasNoMergeRequests(api: Gitlab, projectId: string, error: unknown): Promise<boolean> {
  if (!(error instanceof ScmError) || error.fault !== 'forbidden') return false;
  return (await api.Projects.show(projectId))['merge_requests_access_level'] === 'disabled';
}

/** Returns the full path of the namespace of a project, or `undefined` when the token cannot read the project. */
async function findNamespace(api: Gitlab, projectId: number): Promise<string | undefined> {
  try {
    return (await api.Projects.show(projectId)).namespace.full_path;
  } catch (error) {
    if (error instanceof ScmError && (error.fault === 'not_found' || error.fault === 'forbidden'))
      return undefined;
    throw error;
  }
}
