import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { ChangedFile } from '../../domain/scm/detection/affected-projects.ts';
import { answerLimits } from '../answer-limits.ts';
import type { RepositoryRef, ScmClient } from '../scm/scm-client.ts';
import { readArchiveThenRest } from '../scm/read-archive-then-rest.ts';
import type { AnswerBudget } from '../scm/answer-budget.ts';
import { limitedPage } from '../scm/limited-field.ts';
import { ScmError } from '../scm/scm-error.ts';
import { githubChangedFilesOf, githubPullRequestOf, githubRepositoryOf } from './github-records.ts';
import { findChangedPullRequests } from './find-changed-pull-requests.ts';
import { mapConnectionErrors, mapGithubErrors } from './map-github-errors.ts';
import { shaMediaType } from './octokit-class.ts';
import type { AppOctokit } from './octokit-class.ts';
import { prefersArchive } from './prefer-archive.ts';
import { readTextBlobs } from './read-text-blobs.ts';
import { readTree } from './read-tree.ts';
import type { InstallationAccess } from './installation-access.ts';
import { createGithubBranch, findPull, githubPathExists, openGithubDraft } from './propose-file.ts';
import { nextPageOf } from './next-page.ts';
import { setGithubStatus, upsertGithubComment } from './write-pull-request.ts';

const perPage = 100;
/** Source: GitHub REST API, "Compare two commits". */
const maximumComparedFiles = 300;
const archiveTimeoutMs = 5 * 60_000;

/** Returns the client of one installation. */
export function createGithubClient(
  octokit: AppOctokit,
  access: InstallationAccess,
  budget: AnswerBudget,
): ScmClient {
  return {
    get exceeded() {
      return budget.exceeded;
    },

    async listRepositories(page, search = '') {
      return mapConnectionErrors(async () => {
        const { data, headers } = await octokit.request('GET /installation/repositories', {
          per_page: perPage,
          page,
        });
        const listed = limitedPage('GitHub', data.repositories);
        const repositories = await budget.convert(listed, githubRepositoryOf);
        return {
          items: repositories.filter(({ fullName }) => contains(fullName, search)),
          ...(repositories.length < listed.length ? { omitted: listed.length - repositories.length } : {}),
          ...nextPageOf(headers, page, page * perPage < data.total_count && data.repositories.length > 0),
          total: data.total_count,
        };
      });
    },

    async findRepositories(externalIds) {
      const ids = externalIds.filter((id) => /^[1-9]\d{0,14}$/.test(id)).map(Number);
      return mapGithubErrors(async () => (await access.findRepositories(ids)).map(githubRepositoryOf));
    },

    async getHead(repository, branch) {
      try {
        return await mapGithubErrors(async () => {
          const { data } = await octokit.request('GET /repos/{owner}/{repo}/commits/{ref}', {
            ...partsOf(repository),
            ref: `heads/${branch}`,
            // The SHA alone, without the files of the commit.
            headers: { accept: shaMediaType },
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

    async getRepository(repository) {
      return mapGithubErrors(async () => {
        const { data } = await octokit.request('GET /repos/{owner}/{repo}', partsOf(repository));
        return githubRepositoryOf(data);
      });
    },

    async readTree(repository, commitSha) {
      return mapGithubErrors(() => readTree(octokit, partsOf(repository), commitSha));
    },

    async *readBlobs(repository, commitSha, wanted, treeBytes) {
      const readByQueries = (rest: ReadonlyMap<string, string>) =>
        readTextBlobs(octokit, partsOf(repository), rest);
      if (!prefersArchive(wanted.size, treeBytes)) {
        yield* readByQueries(wanted);
        return;
      }
      const body = await mapGithubErrors(async () => {
        const { data } = await octokit.request('GET /repos/{owner}/{repo}/tarball/{ref}', {
          ...partsOf(repository),
          ref: commitSha,
          request: { parseSuccessResponseBody: false, signal: AbortSignal.timeout(archiveTimeoutMs) },
        });
        return data as unknown as ReadableStream;
      });
      yield* readArchiveThenRest(Readable.fromWeb(body), wanted, readByQueries);
    },

    /** The files that differ between two commits; GitHub lists at most 300. */
    async compare(repository, base, head) {
      return mapGithubErrors(async () => {
        const { data } = await octokit.request('GET /repos/{owner}/{repo}/compare/{basehead}', {
          ...partsOf(repository),
          basehead: `${base}...${head}`,
          per_page: perPage,
        });
        const files = data.files ?? [];
        // After a force push, the comparison starts at the merge base and leaves out files of the old head.
        return {
          files: githubChangedFilesOf(files),
          complete: files.length < maximumComparedFiles && data.behind_by === 0,
        };
      });
    },

    async listPullRequests(repository, page) {
      return mapGithubErrors(async () => {
        const { data, headers } = await octokit.request('GET /repos/{owner}/{repo}/pulls', {
          ...partsOf(repository),
          state: 'all',
          sort: 'updated',
          direction: 'desc',
          per_page: perPage,
          page,
        });
        return {
          items: await budget.convert(limitedPage('GitHub', data), githubPullRequestOf),
          ...nextPageOf(headers, page, data.length === perPage),
        };
      });
    },

    findChangedPullRequests: (repositories) => findChangedPullRequests(octokit, repositories),

    async getPullRequest(repository, number) {
      return mapGithubErrors(async () => {
        const { data } = await octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', {
          ...partsOf(repository),
          pull_number: number,
        });
        return githubPullRequestOf(data);
      });
    },

    /** The changed files of a pull request; GitHub lists at most 3,000. */
    async listPullRequestFiles(repository, number) {
      return mapGithubErrors(async () => {
        const files: ChangedFile[] = [];
        const pages = octokit.paginate.iterator('GET /repos/{owner}/{repo}/pulls/{pull_number}/files', {
          ...partsOf(repository),
          pull_number: number,
          per_page: perPage,
        });
        const complete = await budget.unlessTooLarge(async () => {
          let pageCount = 0;
          for await (const { data } of pages) {
            pageCount += 1;
            files.push(...githubChangedFilesOf(limitedPage('GitHub', data)));
            if (files.length >= answerLimits.changedFiles || pageCount >= answerLimits.pages) return false;
          }
          return true;
        }, false);
        return { files, complete };
      });
    },

    async getMergeBase(repository, number) {
      try {
        return await mapGithubErrors(async () => {
          const { data: pull } = await octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', {
            ...partsOf(repository),
            pull_number: number,
          });
          // The target branch of a merged pull request contains the head, so `base.sha` is used: its commit before.
          const base = pull.state === 'open' ? pull.base.ref : pull.base.sha;
          const { data } = await octokit.request('GET /repos/{owner}/{repo}/compare/{basehead}', {
            ...partsOf(repository),
            basehead: `${base}...${pull.head.sha}`,
            per_page: 1,
          });
          return data.merge_base_commit.sha;
        });
      } catch (error) {
        if (error instanceof ScmError && error.fault === 'not_found') return undefined;
        throw error;
      }
    },

    upsertComment: (repository, number, comment) => upsertGithubComment(access, repository, number, comment),
    setCommitStatus: (repository, sha, status) => setGithubStatus(access, repository, sha, status),

    pathExists: (repository, commitSha, path) =>
      githubPathExists(octokit, partsOf(repository), commitSha, path),
    findPullRequest: (repository, branch) => findPull(octokit, partsOf(repository), branch),
    createBranch: (repository, branch) => createGithubBranch(access, repository, branch),
    openDraft: (repository, draft) => openGithubDraft(access, repository, draft),
  };
}

function partsOf({ fullName }: RepositoryRef): { owner: string; repo: string } {
  const [owner = '', repo = ''] = fullName.split('/');
  return { owner, repo };
}

function contains(fullName: string, search: string): boolean {
  return fullName.toLowerCase().includes(search.toLowerCase());
}
