import { randomBytes } from 'node:crypto';
import { HttpError } from '../scm-servers/route-table.ts';
import type { RouteTable } from '../scm-servers/route-table.ts';
import type { GitChange } from '../scm-servers/git-repository.ts';
import { requireRepository } from './authenticate.ts';
import type { GithubContext } from './context.ts';
import { fullNameOf } from './model.ts';
import type { GithubRepository } from './model.ts';
import { repositoryRecord } from './records.ts';

/** Source: GitHub REST API, "Compare two commits". */
const maximumComparedFiles = 300;

/** Routes that read repositories and their git objects. `tickets` are the secrets of archive addresses. */
export function githubRepositoryRoutes(context: GithubContext, tickets: Map<string, string>): RouteTable {
  const api = () => `${context.origin()}/api/v3`;
  return {
    'GET /repos/{owner}/{repo}': (request) => {
      const repository = requireRepository(context, request, 'metadata');
      return { status: 200, body: repositoryRecord(context, repository) };
    },

    'GET /repos/{owner}/{repo}/commits/{ref*}': async (request) => {
      const repository = requireRepository(context, request, 'contents');
      const sha = await requireCommit(repository, request.params['ref'] ?? '');
      if (request.headers.accept === 'application/vnd.github.sha')
        return {
          status: 200,
          headers: { 'content-type': 'application/vnd.github.sha; charset=utf-8' },
          body: sha,
        };
      return { status: 200, body: { sha, url: `${api()}/repos/${fullNameOf(repository)}/commits/${sha}` } };
    },

    'GET /repos/{owner}/{repo}/git/trees/{tree_sha}': async (request) => {
      const repository = requireRepository(context, request, 'contents');
      const revision = request.params['tree_sha'] ?? '';
      const sha = await repository.git.resolve(`${revision}^{tree}`);
      if (sha === undefined) throw new HttpError(404, 'Not Found');
      // Any value of `recursive` has the effect, also 0.
      const recursive = request.url.searchParams.has('recursive');
      const entries = await repository.git.listTree(sha, recursive);
      const url = `${api()}/repos/${fullNameOf(repository)}/git`;
      const limit = recursive ? repository.treeLimit : Number.POSITIVE_INFINITY;
      return {
        status: 200,
        body: {
          sha,
          url: `${url}/trees/${sha}`,
          tree: entries
            .slice(0, limit)
            .map((entry) => ({
              ...entry,
              ...(entry.type === 'commit' ? {} : { url: `${url}/${entry.type}s/${entry.sha}` }),
            })),
          truncated: entries.length > limit,
        },
      };
    },

    'GET /repos/{owner}/{repo}/git/blobs/{file_sha}': async (request) => {
      const repository = requireRepository(context, request, 'contents');
      const sha = request.params['file_sha'] ?? '';
      const content = (await repository.git.readBlobs([sha])).get(sha);
      if (content === undefined) throw new HttpError(404, 'Not Found');
      const encoded = (content.toString('base64').match(/.{1,60}/g) ?? []).join('\n');
      return {
        status: 200,
        body: { sha, size: content.length, encoding: 'base64', content: `${encoded}\n` },
      };
    },

    // The archive is at another origin; the address contains a secret in place of the token.
    'GET /repos/{owner}/{repo}/tarball/{ref*}': async (request) => {
      const repository = requireRepository(context, request, 'contents');
      const sha = await requireCommit(repository, request.params['ref'] ?? '');
      const ticket = randomBytes(12).toString('hex');
      tickets.set(ticket, sha);
      const location = `${context.archiveOrigin()}/${fullNameOf(repository)}/legacy.tar.gz/${sha}?token=${ticket}`;
      return { status: 302, headers: { location } };
    },

    'GET /repos/{owner}/{repo}/compare/{basehead*}': async (request) => {
      const repository = requireRepository(context, request, 'contents');
      const [base = '', head = ''] = (request.params['basehead'] ?? '').split('...');
      const { git } = repository;
      const [baseSha, headSha] = await Promise.all([
        git.resolve(`${base}^{commit}`),
        git.resolve(`${head}^{commit}`),
      ]);
      if (baseSha === undefined || headSha === undefined) throw new HttpError(404, 'Not Found');
      const mergeBase = await git.mergeBase(baseSha, headSha);
      if (mergeBase === undefined)
        throw new HttpError(404, `No common ancestor between ${base} and ${head}.`);
      const [ahead, behind] = await Promise.all([
        git.commitsBetween(baseSha, headSha),
        git.commitsBetween(headSha, baseSha),
      ]);
      const changes = await git.diff(mergeBase, headSha);
      return {
        status: 200,
        body: {
          status: statusOf(ahead.length, behind.length),
          ahead_by: ahead.length,
          behind_by: behind.length,
          total_commits: ahead.length,
          base_commit: { sha: baseSha },
          merge_base_commit: { sha: mergeBase },
          commits: ahead
            .toReversed()
            .slice(0, 100)
            .map((sha) => ({ sha })),
          files: changes.slice(0, maximumComparedFiles).map(changedFileRecord),
        },
      };
    },
  };
}

/** Routes of the host of archives. */
export function archiveRoutes({ model }: GithubContext, tickets: Map<string, string>): RouteTable {
  return {
    'GET /{owner}/{repo}/legacy.tar.gz/{sha}': (request) => {
      const { owner = '', repo = '', sha = '' } = request.params;
      const repository = [...model.repositories.values()].find(
        (one) => fullNameOf(one) === `${owner}/${repo}`,
      );
      if (repository === undefined || tickets.get(request.url.searchParams.get('token') ?? '') !== sha)
        throw new HttpError(404, 'Not Found');
      return {
        status: 200,
        headers: { 'content-type': 'application/x-gzip' },
        body: repository.git.archive(sha, `${owner}-${repo}-${sha.slice(0, 7)}`),
      };
    },
  };
}

export function changedFileRecord({ status, path, previousPath }: GitChange) {
  return {
    sha: null,
    filename: path,
    status,
    additions: 0,
    deletions: 0,
    changes: 0,
    ...(previousPath === undefined ? {} : { previous_filename: previousPath }),
  };
}

/** @throws HttpError 409 for an empty repository, 422 for a revision that does not exist. */
async function requireCommit({ git }: GithubRepository, revision: string): Promise<string> {
  // GitHub also accepts `heads/<branch>`, as git does below `refs/`.
  const sha = await git.resolve(`${revision}^{commit}`);
  if (sha !== undefined) return sha;
  if ((await git.branches()).size === 0) throw new HttpError(409, 'Git Repository is empty.');
  throw new HttpError(422, `No commit found for SHA: ${revision}`);
}

function statusOf(ahead: number, behind: number): string {
  if (ahead === 0) return behind === 0 ? 'identical' : 'behind';
  return behind === 0 ? 'ahead' : 'diverged';
}
