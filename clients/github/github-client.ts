import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type {
  ChangedFiles,
  ProviderBlob,
  ProviderPullRequest,
  ProviderRepository,
  RepositoryTree,
} from '../../domain/scm/provider-records.ts';
import { readArchive } from '../scm/read-archive.ts';
import { ScmError } from '../scm/scm-error.ts';
import { changedFilesOf, pullRequestOf, repositoryOf } from './github-records.ts';
import { mapGithubErrors } from './map-github-errors.ts';
import type { AppOctokit } from './octokit-class.ts';
import { readTextBlobs } from './read-text-blobs.ts';
import { readTree } from './read-tree.ts';

export interface Page<T> {
  readonly items: readonly T[];
  readonly nextPage?: number;
}

const perPage = 100;
/** Source: GitHub REST API, "List pull requests files" and "Compare two commits". */
const mostPullRequestFiles = 3000;
const mostComparedFiles = 300;
/** From this number of blobs, one archive costs less than GraphQL queries for 100 blobs each. */
const archiveFrom = 1000;
const archiveTimeoutMs = 5 * 60_000;

export type GithubClient = ReturnType<typeof createGithubClient>;

/** Returns a client for one installation. Every method throws ScmError. */
export function createGithubClient(octokit: AppOctokit) {
  return {
    /** Lists the repositories that the installation may access, 100 a page. */
    async listRepositories(page: number): Promise<Page<ProviderRepository>> {
      return mapGithubErrors(async () => {
        const { data } = await octokit.request('GET /installation/repositories', { per_page: perPage, page });
        return {
          items: data.repositories.map(repositoryOf),
          ...(page * perPage < data.total_count && data.repositories.length > 0
            ? { nextPage: page + 1 }
            : {}),
        };
      });
    },

    /** The commit of a branch, or `undefined` when the branch or the repository's content does not exist. */
    async getHead(fullName: string, branch: string): Promise<string | undefined> {
      try {
        return await mapGithubErrors(async () => {
          const { data } = await octokit.request('GET /repos/{owner}/{repo}/commits/{ref}', {
            ...partsOf(fullName),
            ref: `heads/${branch}`,
            // The SHA alone, without the files of the commit.
            headers: { accept: 'application/vnd.github.sha' },
          });
          return data as unknown as string;
        });
      } catch (error) {
        // 409: the repository is empty. 422: no such branch.
        const status = error instanceof ScmError && error.cause instanceof Error && 'status' in error.cause;
        if (error instanceof ScmError && error.fault === 'not_found') return undefined;
        if (status && [409, 422].includes(Number((error.cause as { status?: unknown }).status)))
          return undefined;
        throw error;
      }
    },

    async readTree(fullName: string, commitSha: string): Promise<RepositoryTree> {
      return mapGithubErrors(() => readTree(octokit, partsOf(fullName), commitSha));
    },

    /** Yields the wanted files of a commit; `wanted` maps paths to blob SHAs. */
    async *readBlobs(
      fullName: string,
      commitSha: string,
      wanted: ReadonlyMap<string, string>,
    ): AsyncGenerator<ProviderBlob, void, undefined> {
      if (wanted.size < archiveFrom) {
        yield* readTextBlobs(octokit, partsOf(fullName), wanted);
        return;
      }
      const body = await mapGithubErrors(async () => {
        const { data } = await octokit.request('GET /repos/{owner}/{repo}/tarball/{ref}', {
          ...partsOf(fullName),
          ref: commitSha,
          request: { parseSuccessResponseBody: false, signal: AbortSignal.timeout(archiveTimeoutMs) },
        });
        return data as unknown as ReadableStream;
      });
      yield* readArchive(Readable.fromWeb(body), wanted);
    },

    /** The files that differ between two commits; GitHub lists at most 300. */
    async compare(fullName: string, base: string, head: string): Promise<ChangedFiles> {
      return mapGithubErrors(async () => {
        const { data } = await octokit.request('GET /repos/{owner}/{repo}/compare/{basehead}', {
          ...partsOf(fullName),
          basehead: `${base}...${head}`,
          per_page: perPage,
        });
        const files = data.files ?? [];
        // After a force push, the comparison starts at the merge base and leaves out files of the old head.
        return {
          files: changedFilesOf(files),
          complete: files.length < mostComparedFiles && data.behind_by === 0,
        };
      });
    },

    /** Lists pull requests by their last update, newest first, 100 a page. */
    async listPullRequests(fullName: string, page: number): Promise<Page<ProviderPullRequest>> {
      return mapGithubErrors(async () => {
        const { data } = await octokit.request('GET /repos/{owner}/{repo}/pulls', {
          ...partsOf(fullName),
          state: 'all',
          sort: 'updated',
          direction: 'desc',
          per_page: perPage,
          page,
        });
        return {
          items: data.map(pullRequestOf),
          ...(data.length === perPage ? { nextPage: page + 1 } : {}),
        };
      });
    },

    async getPullRequest(fullName: string, number: number): Promise<ProviderPullRequest> {
      return mapGithubErrors(async () => {
        const { data } = await octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', {
          ...partsOf(fullName),
          pull_number: number,
        });
        return pullRequestOf(data);
      });
    },

    /** The changed files of a pull request; GitHub lists at most 3,000. */
    async listPullRequestFiles(fullName: string, number: number): Promise<ChangedFiles> {
      return mapGithubErrors(async () => {
        const files = await octokit.paginate('GET /repos/{owner}/{repo}/pulls/{pull_number}/files', {
          ...partsOf(fullName),
          pull_number: number,
          per_page: perPage,
        });
        return { files: changedFilesOf(files), complete: files.length < mostPullRequestFiles };
      });
    },
  };
}

function partsOf(fullName: string): { owner: string; repo: string } {
  const [owner = '', repo = ''] = fullName.split('/');
  return { owner, repo };
}
