import { HttpError, jsonOf } from '../scm-servers/route-table.ts';
import type { RouteTable, ServerRequest } from '../scm-servers/route-table.ts';
import { pageOf } from '../scm-servers/pages.ts';
import { requireRepository } from './authenticate.ts';
import type { GithubContext } from './context.ts';
import { fullNameOf } from './model.ts';
import type { GithubRepository } from './model.ts';
import { commentRecord, statusRecord } from './records.ts';

/** Source: GitHub REST API, "Create a commit status". */
const maximumDescription = 140;
const statusStates = ['error', 'failure', 'pending', 'success'];

/** Routes that write: comments, commit statuses, branches and files. */
export function writeRoutes(context: GithubContext): RouteTable {
  const { model, app, origin } = context;
  const requireNumber = (repository: GithubRepository, request: ServerRequest): number => {
    const number = Number(request.params['issue_number']);
    if (!repository.pulls.some((pull) => pull.number === number)) throw new HttpError(404, 'Not Found');
    return number;
  };
  const push = async (repository: GithubRepository, branch: string, before: string | undefined) => {
    repository.pushedAt = new Date();
    await context.onPush(repository.id, branch, before);
  };
  return {
    'GET /repos/{owner}/{repo}/issues/{issue_number}/comments': (request) => {
      const repository = requireRepository(context, request, 'pull_requests');
      const issue = requireNumber(repository, request);
      const comments = repository.comments.filter((comment) => comment.issue === issue);
      const { items, link } = pageOf(request, origin(), comments, 30);
      return {
        status: 200,
        ...(link === '' ? {} : { headers: { link } }),
        body: items.map((comment) => commentRecord(context, repository, comment)),
      };
    },

    'POST /repos/{owner}/{repo}/issues/{issue_number}/comments': (request) => {
      const repository = requireRepository(context, request, 'pull_requests', 'write');
      const issue = requireNumber(repository, request);
      const now = new Date();
      const comment = {
        id: model.nextId(),
        issue,
        author: `${app.slug}[bot]`,
        body: textOf(request, 'body'),
        createdAt: now,
        updatedAt: now,
      };
      repository.comments.push(comment);
      return { status: 201, body: commentRecord(context, repository, comment) };
    },

    'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}': (request) => {
      const repository = requireRepository(context, request, 'pull_requests', 'write');
      const comment = repository.comments.find(({ id }) => id === Number(request.params['comment_id']));
      if (comment === undefined) throw new HttpError(404, 'Not Found');
      comment.body = textOf(request, 'body');
      comment.updatedAt = new Date();
      return { status: 200, body: commentRecord(context, repository, comment) };
    },

    'POST /repos/{owner}/{repo}/statuses/{sha}': async (request) => {
      const repository = requireRepository(context, request, 'statuses', 'write');
      const sha = await repository.git.resolve(`${request.params['sha'] ?? ''}^{commit}`);
      if (sha === undefined) throw new HttpError(422, 'No commit found for SHA');
      const { state, description, context: name, target_url: url } = jsonOf(request);
      if (typeof state !== 'string' || !statusStates.includes(state))
        throw new HttpError(422, 'Validation Failed');
      if (typeof description === 'string' && description.length > maximumDescription)
        throw new HttpError(422, 'Validation Failed: description is too long (maximum is 140 characters)');
      const status = {
        id: model.nextId(),
        sha,
        state,
        context: typeof name === 'string' ? name : 'default',
        description: typeof description === 'string' ? description : null,
        targetUrl: typeof url === 'string' ? url : null,
        createdAt: new Date(),
      };
      repository.statuses.push(status);
      return { status: 201, body: statusRecord(context, status) };
    },

    'GET /repos/{owner}/{repo}/commits/{ref}/statuses': async (request) => {
      const repository = requireRepository(context, request, 'statuses');
      const sha = await repository.git.resolve(`${request.params['ref'] ?? ''}^{commit}`);
      const statuses = repository.statuses.filter((status) => status.sha === sha).toReversed();
      return { status: 200, body: statuses.map((status) => statusRecord(context, status)) };
    },

    'GET /repos/{owner}/{repo}/git/ref/{ref*}': async (request) => {
      const repository = requireRepository(context, request, 'contents');
      const ref = `refs/${request.params['ref'] ?? ''}`;
      const sha = await repository.git.resolve(ref);
      if (sha === undefined) throw new HttpError(404, 'Not Found');
      return { status: 200, body: refRecord(ref, sha) };
    },

    'POST /repos/{owner}/{repo}/git/refs': async (request) => {
      const repository = requireRepository(context, request, 'contents', 'write');
      const [ref, sha] = [textOf(request, 'ref'), textOf(request, 'sha')];
      if (!ref.startsWith('refs/heads/') || (await repository.git.resolve(`${sha}^{commit}`)) === undefined)
        throw new HttpError(422, 'Object does not exist');
      if ((await repository.git.resolve(ref)) !== undefined)
        throw new HttpError(422, 'Reference already exists');
      await repository.git.updateRef(ref, sha);
      await push(repository, ref.slice('refs/heads/'.length), undefined);
      return { status: 201, body: refRecord(ref, sha) };
    },

    'DELETE /repos/{owner}/{repo}/git/refs/{ref*}': async (request) => {
      const repository = requireRepository(context, request, 'contents', 'write');
      const ref = `refs/${request.params['ref'] ?? ''}`;
      if ((await repository.git.resolve(ref)) === undefined)
        throw new HttpError(422, 'Reference does not exist');
      await repository.git.deleteRef(ref);
      return { status: 204 };
    },

    'GET /repos/{owner}/{repo}/contents/{path*}': async (request) => {
      const repository = requireRepository(context, request, 'contents');
      const ref = request.url.searchParams.get('ref') ?? repository.defaultBranch;
      const path = request.params['path'] ?? '';
      const sha = await repository.git.resolve(`${ref}:${path}`);
      const content = sha === undefined ? undefined : (await repository.git.readBlobs([sha])).get(sha);
      if (content === undefined) throw new HttpError(404, 'Not Found');
      return {
        status: 200,
        body: {
          type: 'file',
          path,
          sha,
          size: content.length,
          encoding: 'base64',
          content: content.toString('base64'),
        },
      };
    },

    // Requires the SHA of the file that it replaces.
    'PUT /repos/{owner}/{repo}/contents/{path*}': async (request) => {
      const repository = requireRepository(context, request, 'contents', 'write');
      const { branch: given, sha, content } = jsonOf(request);
      const branch = typeof given === 'string' ? given : repository.defaultBranch;
      const path = request.params['path'] ?? '';
      const before = await repository.git.resolve(`refs/heads/${branch}`);
      if (before === undefined && (await repository.git.branches()).size > 0)
        throw new HttpError(404, `Branch ${branch} not found`);
      const current = await repository.git.resolve(`refs/heads/${branch}:${path}`);
      if (current !== undefined && sha === undefined)
        throw new HttpError(422, 'Invalid request.\n\n"sha" wasn\'t supplied.');
      if (sha !== undefined && current !== sha)
        throw new HttpError(409, `${path} does not match the given sha`);
      const bytes = Buffer.from(typeof content === 'string' ? content : '', 'base64');
      const commit = await repository.git.commit({
        branch,
        files: { [path]: bytes },
        message: textOf(request, 'message'),
        author: app.slug,
      });
      await push(repository, branch, before);
      const blob = await repository.git.resolve(`${commit}:${path}`);
      return {
        status: current === undefined ? 201 : 200,
        body: {
          content: { path, sha: blob, size: bytes.length },
          commit: { sha: commit, html_url: `${origin()}/${fullNameOf(repository)}/commit/${commit}` },
        },
      };
    },
  };
}

function textOf(request: ServerRequest, name: string): string {
  const value = jsonOf(request)[name];
  if (typeof value !== 'string' || value === '')
    throw new HttpError(422, `Validation Failed: ${name} is missing`);
  return value;
}

function refRecord(ref: string, sha: string) {
  return { ref, node_id: Buffer.from(ref).toString('base64'), object: { sha, type: 'commit' } };
}
