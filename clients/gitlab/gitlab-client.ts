import { Readable } from 'node:stream';
import { Gitlab } from '@gitbeaker/rest';
import type { ProjectSchema } from '@gitbeaker/rest';
import type { TreeEntry } from '../../domain/scm/detection/tree-entry.ts';
import type { ProviderPullRequest } from '../../domain/scm/provider-records.ts';
import type { ScmClient } from '../scm/scm-client.ts';
import { readArchive } from '../scm/read-archive.ts';
import type { SafeFetch } from '../scm/safe-fetch.ts';
import { ScmError } from '../scm/scm-error.ts';
import { mapConcurrently } from '../../domain/map-concurrently.ts';
import { createGitlabRequester, errorOf } from './gitlab-requester.ts';
import { changedFilesOf, forkProjectOf, pullRequestOf, repositoryOf } from './gitlab-records.ts';
import type { MergeRequestRecord } from './gitlab-records.ts';
import { setGitlabStatus, upsertNote } from './write-merge-request.ts';

export interface GitlabToken {
  readonly scopes: readonly string[];
  readonly expiresAt?: Date;
}

export interface GitlabGroup {
  readonly id: string;
  readonly fullPath: string;
}

const perPage = 100;
/** Source: GitLab, "Keyset-based pagination"; a tree has no other limit. */
const mostEntries = 100_000;
/** Source: GitLab, "Diff limits administration": at most 3,000 files. */
const mostDiffPages = 30;
const requestsAtOnce = 4;
const archiveTimeoutMs = 5 * 60_000;
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
}): GitlabClient {
  const { baseUrl, accessToken, group, safeFetch, requestTimeoutMs = defaultTimeoutMs } = options;
  const api = new Gitlab({
    host: baseUrl,
    oauthToken: accessToken,
    queryTimeout: requestTimeoutMs,
    requesterFn: createGitlabRequester(safeFetch),
  });
  /** Namespaces of forks by project id; `undefined` when the token cannot read the fork. */
  const namespaces = new Map<number, Promise<string | undefined>>();
  const toPullRequest = async (request: MergeRequestRecord): Promise<ProviderPullRequest> => {
    const fork = forkProjectOf(request);
    if (fork === undefined) return pullRequestOf(request);
    // The merge requests of a page are converted at the same time.
    const namespace = namespaces.get(fork) ?? findNamespace(api, fork);
    namespaces.set(fork, namespace);
    return pullRequestOf(request, await namespace);
  };
  return {
    async describeToken() {
      const token = await api.PersonalAccessTokens.show({ tokenId: 'self' });
      const expires = token.expires_at as string | null | undefined;
      return {
        scopes: token.scopes ?? [],
        ...(typeof expires === 'string' ? { expiresAt: new Date(`${expires.slice(0, 10)}T00:00:00Z`) } : {}),
      };
    },

    async getGroup(path) {
      const { id, full_path: fullPath } = await api.Groups.show(path, { withProjects: false });
      return { id: String(id), fullPath };
    },

    async listRepositories(page, search) {
      const { data, paginationInfo } = await api.Groups.allProjects(group, {
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
      return {
        items: (data as unknown as readonly ProjectSchema[]).map(repositoryOf),
        ...(paginationInfo.next === null ? {} : { nextPage: Number(paginationInfo.next) }),
        // Missing above 10,000 projects.
        ...(page === 1 && paginationInfo.totalPages > 1 ? { lastPage: paginationInfo.totalPages } : {}),
      };
    },

    async findRepositories(externalIds) {
      const { full_path: groupPath } = await api.Groups.show(group, { withProjects: false });
      const projects = await mapConcurrently(externalIds, requestsAtOnce, (id) => findProject(api, id));
      return projects
        .filter((project) => project !== undefined)
        .filter(
          ({ namespace: { full_path: path } }) => path === groupPath || path.startsWith(`${groupPath}/`),
        )
        .map(repositoryOf);
    },

    async getHead({ externalId }, branch) {
      try {
        return (await api.Branches.show(externalId, branch)).commit.id;
      } catch (error) {
        if (error instanceof ScmError && error.fault === 'not_found') return undefined;
        throw error;
      }
    },

    async readTree({ externalId }, commitSha) {
      const entries = (await api.Repositories.allRepositoryTrees(externalId, {
        ref: commitSha,
        recursive: true,
        pagination: 'keyset',
        orderBy: 'id',
        sort: 'asc',
        perPage,
        maxPages: mostEntries / perPage,
      })) as unknown as readonly { id: string; path: string; mode: string; type: TreeEntry['type'] }[];
      return {
        commitSha,
        entries: entries.map(({ id, path, mode, type }) => ({ sha: id, path, mode, type })),
        truncated: entries.length >= mostEntries,
      };
    },

    async *readBlobs({ externalId }, commitSha, wanted) {
      const response = await safeFetch.request(
        new URL(
          `${baseUrl}/api/v4/projects/${encodeURIComponent(externalId)}/repository/archive.tar.gz?sha=${encodeURIComponent(commitSha)}`,
        ),
        {
          method: 'GET',
          headers: { authorization: `Bearer ${accessToken}` },
          signal: AbortSignal.timeout(archiveTimeoutMs),
        },
      );
      if (!response.ok || response.body === null) throw await errorOf(response);
      yield* readArchive(Readable.fromWeb(response.body), wanted);
    },

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
      const { data, paginationInfo } = await api.MergeRequests.all({
        projectId: externalId,
        scope: 'all',
        orderBy: 'updated_at',
        sort: 'desc',
        perPage,
        page,
        maxPages: 1,
        showExpanded: true,
      });
      return {
        items: await Promise.all((data as unknown as readonly MergeRequestRecord[]).map(toPullRequest)),
        ...(paginationInfo.next === null ? {} : { nextPage: Number(paginationInfo.next) }),
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

    async getMergeBase({ externalId }, number) {
      const request = await api.MergeRequests.show(externalId, number);
      const { diff_refs: refs } = request as unknown as { diff_refs?: { base_sha?: string | null } | null };
      return refs?.base_sha ?? undefined;
    },

    upsertComment: ({ externalId }, number, comment) => upsertNote(api, externalId, number, comment),
    setCommitStatus: ({ externalId }, sha, status) => setGitlabStatus(api, externalId, sha, status),
  };
}

/** Returns the full path of the namespace of a project, or `undefined` when the token cannot read the project. */
async function findNamespace(api: Gitlab, projectId: number): Promise<string | undefined> {
  return (await findProject(api, String(projectId)))?.namespace.full_path;
}

/** Finds a project, also outside of the group, by its numeric id. */
async function findProject(api: Gitlab, id: string): Promise<ProjectSchema | undefined> {
  if (!/^\d{1,15}$/.test(id)) return undefined;
  try {
    return await api.Projects.show(id);
  } catch (error) {
    if (error instanceof ScmError && (error.fault === 'not_found' || error.fault === 'forbidden'))
      return undefined;
    throw error;
  }
}
