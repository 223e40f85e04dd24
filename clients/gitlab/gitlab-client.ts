import { Readable } from 'node:stream';
import { Gitlab } from '@gitbeaker/rest';
import type { ProjectSchema } from '@gitbeaker/rest';
import type {
  ChangedFiles,
  ProviderBlob,
  ProviderPullRequest,
  ProviderRepository,
  RepositoryTree,
  TreeEntry,
} from '../../domain/scm/provider-records.ts';
import { readArchive } from '../scm/read-archive.ts';
import type { SafeFetch } from '../scm/safe-fetch.ts';
import { ScmError } from '../scm/scm-error.ts';
import { createGitlabRequester } from './gitlab-requester.ts';
import { changedFilesOf, pullRequestOf, repositoryOf } from './gitlab-records.ts';

export interface GitlabToken {
  readonly scopes: readonly string[];
  readonly expiresAt?: Date;
}

export interface GitlabGroup {
  readonly id: string;
  readonly fullPath: string;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly nextPage?: number;
}

const perPage = 100;
/** Source: GitLab, "Keyset-based pagination"; a tree has no other limit. */
const mostEntries = 100_000;
const archiveTimeoutMs = 5 * 60_000;
const deadlineMs = 20_000;

export type GitlabClient = ReturnType<typeof createGitlabClient>;

/**
 * Returns a client for one GitLab group. Every method throws ScmError.
 *
 * The token is sent as `Authorization: Bearer`: fetch removes that header at a cross-origin redirect, but not
 * `PRIVATE-TOKEN`.
 */
export function createGitlabClient(options: {
  readonly baseUrl: string;
  readonly accessToken: string;
  readonly safeFetch: SafeFetch;
}) {
  const api = new Gitlab({
    host: options.baseUrl,
    oauthToken: options.accessToken,
    queryTimeout: deadlineMs,
    requesterFn: createGitlabRequester(options.safeFetch),
  });
  return {
    /** Source: GitLab, "Get details on a personal access token"; it serves group access tokens as well. */
    async describeToken(): Promise<GitlabToken> {
      const token = await api.PersonalAccessTokens.show({ tokenId: 'self' });
      const expires = token.expires_at as string | null | undefined;
      return {
        scopes: token.scopes ?? [],
        ...(typeof expires === 'string' ? { expiresAt: new Date(`${expires.slice(0, 10)}T00:00:00Z`) } : {}),
      };
    },

    /** @param path full path or numeric id */
    async getGroup(path: string): Promise<GitlabGroup> {
      const group = await api.Groups.show(path, { withProjects: false });
      return { id: String(group.id), fullPath: group.full_path };
    },

    /** Lists the projects of the group and its subgroups by id, 100 a page. */
    async listRepositories(
      groupId: string,
      page: number,
      search?: string,
    ): Promise<Page<ProviderRepository>> {
      const { data, paginationInfo } = await api.Groups.allProjects(groupId, {
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
      };
    },

    async getRepository(externalId: string): Promise<ProviderRepository> {
      return repositoryOf((await api.Projects.show(externalId)) as unknown as ProjectSchema);
    },

    /** The commit of a branch, or `undefined` when the branch does not exist. */
    async getHead(externalId: string, branch: string): Promise<string | undefined> {
      try {
        return (await api.Branches.show(externalId, branch)).commit.id;
      } catch (error) {
        if (error instanceof ScmError && error.fault === 'not_found') return undefined;
        throw error;
      }
    },

    async readTree(externalId: string, commitSha: string): Promise<RepositoryTree> {
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

    /** Yields the wanted files of a commit from its archive. @throws ScmError `too_large`. */
    async *readBlobs(
      externalId: string,
      commitSha: string,
      wanted: ReadonlyMap<string, string>,
    ): AsyncGenerator<ProviderBlob, void, undefined> {
      const response = await options.safeFetch.request(
        new URL(
          `${options.baseUrl}/api/v4/projects/${encodeURIComponent(externalId)}/repository/archive.tar.gz?sha=${encodeURIComponent(commitSha)}`,
        ),
        {
          method: 'GET',
          headers: { authorization: `Bearer ${options.accessToken}` },
          signal: AbortSignal.timeout(archiveTimeoutMs),
        },
      );
      if (!response.ok || response.body === null) {
        await response.body?.cancel();
        throw new ScmError('unavailable', `GitLab responded with status ${response.status} to the archive.`);
      }
      yield* readArchive(Readable.fromWeb(response.body), wanted);
    },

    /** The files that differ between two commits. */
    async compare(externalId: string, base: string, head: string): Promise<ChangedFiles> {
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

    /** Lists merge requests by their last update, newest first, 100 a page. */
    async listPullRequests(
      externalId: string,
      page: number,
      updatedAfter?: Date,
    ): Promise<Page<ProviderPullRequest>> {
      const { data, paginationInfo } = await api.MergeRequests.all({
        projectId: externalId,
        scope: 'all',
        orderBy: 'updated_at',
        sort: 'desc',
        perPage,
        page,
        maxPages: 1,
        showExpanded: true,
        ...(updatedAfter === undefined ? {} : { updatedAfter: updatedAfter.toISOString() }),
      });
      return {
        items: (data as unknown as readonly Parameters<typeof pullRequestOf>[0][]).map(pullRequestOf),
        ...(paginationInfo.next === null ? {} : { nextPage: Number(paginationInfo.next) }),
      };
    },

    async getPullRequest(externalId: string, number: number): Promise<ProviderPullRequest> {
      const request = await api.MergeRequests.show(externalId, number);
      return pullRequestOf(request as unknown as Parameters<typeof pullRequestOf>[0]);
    },

    async listPullRequestFiles(externalId: string, number: number): Promise<ChangedFiles> {
      const diffs = await api.MergeRequests.allDiffs(externalId, number, { perPage, maxPages: 30 });
      return {
        files: changedFilesOf(diffs as unknown as Parameters<typeof changedFilesOf>[0]),
        complete: diffs.length < perPage * 30,
      };
    },
  };
}
