import { HttpError, jsonOf } from '../scm-servers/route-table.ts';
import type { RouteTable } from '../scm-servers/route-table.ts';
import { pageOf } from '../scm-servers/pages.ts';
import type { GitChange } from '../scm-servers/git-repository.ts';
import { requireRepository } from './authenticate.ts';
import type { GithubContext } from './context.ts';
import type { GithubPull, GithubRepository } from './model.ts';
import { pullRecord } from './records.ts';
import { changedFileRecord } from './repository-routes.ts';

/** Source: GitHub REST API, "List pull requests files". */
const maximumFiles = 3000;

export type OpenPull = (
  repository: GithubRepository,
  fields: {
    readonly title: string;
    readonly head: string;
    readonly base: string;
    readonly body: string;
    readonly isDraft: boolean;
  },
) => Promise<GithubPull>;

/** Routes of pull requests. */
export function pullRoutes(context: GithubContext, openPull: OpenPull): RouteTable {
  const { origin } = context;
  const find = (repository: GithubRepository, number: string | undefined): GithubPull => {
    const pull = repository.pulls.find((one) => one.number === Number(number));
    if (pull === undefined) throw new HttpError(404, 'Not Found');
    return pull;
  };
  return {
    'GET /repos/{owner}/{repo}/pulls': (request) => {
      const repository = requireRepository(context, request, 'pull_requests');
      const { searchParams } = request.url;
      const state = searchParams.get('state') ?? 'open';
      const [head, base] = [searchParams.get('head'), searchParams.get('base')];
      const chosen = repository.pulls
        .filter((pull) => state === 'all' || pull.state === state)
        .filter((pull) => head === null || head === `${pull.head.repository.owner.login}:${pull.head.branch}`)
        .filter((pull) => base === null || base === pull.base.branch)
        .toSorted(byTime(searchParams.get('sort') === 'updated' ? 'updatedAt' : 'createdAt'));
      const ordered = searchParams.get('direction') === 'asc' ? chosen : chosen.toReversed();
      const { items, link } = pageOf(request, origin(), ordered, 30);
      return {
        status: 200,
        ...(link === '' ? {} : { headers: { link } }),
        body: items.map((pull) => pullRecord(context, pull)),
      };
    },

    'POST /repos/{owner}/{repo}/pulls': async (request) => {
      const repository = requireRepository(context, request, 'pull_requests', 'write');
      const { title, head, base, body, draft } = jsonOf(request);
      if (typeof title !== 'string' || typeof head !== 'string' || typeof base !== 'string')
        throw new HttpError(422, 'Validation Failed');
      const text = typeof body === 'string' ? body : '';
      const pull = await openPull(repository, { title, head, base, body: text, isDraft: draft === true });
      return { status: 201, body: pullRecord(context, pull) };
    },

    'GET /repos/{owner}/{repo}/pulls/{pull_number}': (request) => {
      const repository = requireRepository(context, request, 'pull_requests');
      return { status: 200, body: pullRecord(context, find(repository, request.params['pull_number'])) };
    },

    'GET /repos/{owner}/{repo}/pulls/{pull_number}/files': async (request) => {
      const repository = requireRepository(context, request, 'pull_requests');
      const pull = find(repository, request.params['pull_number']);
      const changes = await changesOf(repository, pull);
      const { items, link } = pageOf(request, origin(), changes.slice(0, maximumFiles), 30);
      return {
        status: 200,
        ...(link === '' ? {} : { headers: { link } }),
        body: items.map(changedFileRecord),
      };
    },
  };
}

/** The head is also in the base repository, as `refs/pull/<number>/head`. */
async function changesOf(
  { git }: GithubRepository,
  { base, head }: GithubPull,
): Promise<readonly GitChange[]> {
  const mergeBase = await git.mergeBase(base.sha, head.sha);
  return git.diff(mergeBase ?? base.sha, head.sha);
}

function byTime(field: 'createdAt' | 'updatedAt') {
  return (one: GithubPull, other: GithubPull) =>
    one[field].getTime() - other[field].getTime() || one.number - other.number;
}
