import { Readable } from 'node:stream';
import { Gitlab } from '@gitbeaker/rest';
import type { ProjectSchema } from '@gitbeaker/rest';
import type { TreeEntry } from '../../domain/scm/detection/tree-entry.ts';
import type { ScmClient } from '../scm/scm-client.ts';
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

const perPage = 100;
/** Source: GitLab, "Keyset-based pagination"; a tree has no other limit. */
const mostEntries = 100_000;
const archiveTimeoutMs = 5 * 60_000;
const deadlineMs = 20_000;

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
}): GitlabClient {
  const { baseUrl, accessToken, group, safeFetch } = options;
  const api = new Gitlab({
    host: baseUrl,
    oauthToken: accessToken,
    queryTimeout: deadlineMs,
    requesterFn: createGitlabRequester(safeFetch),
  });
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
      if (!response.ok || response.body === null) {
        await response.body?.cancel();
        throw new ScmError('unavailable', `GitLab responded with status ${response.status} to the archive.`);
      }
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
        items: (data as unknown as readonly Parameters<typeof pullRequestOf>[0][]).map(pullRequestOf),
        ...(paginationInfo.next === null ? {} : { nextPage: Number(paginationInfo.next) }),
      };
    },

    async getPullRequest({ externalId }, number) {
      const request = await api.MergeRequests.show(externalId, number);
      return pullRequestOf(request as unknown as Parameters<typeof pullRequestOf>[0]);
    },

    async listPullRequestFiles({ externalId }, number) {
      const diffs = await api.MergeRequests.allDiffs(externalId, number, { perPage, maxPages: 30 });
      return {
        files: changedFilesOf(diffs as unknown as Parameters<typeof changedFilesOf>[0]),
        complete: diffs.length < perPage * 30,
      };
    },
  };
}
