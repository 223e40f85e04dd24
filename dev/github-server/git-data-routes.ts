import { HttpError, jsonOf } from '../scm-servers/route-table.ts';
import type { RouteTable } from '../scm-servers/route-table.ts';
import { requireRepository } from './authenticate.ts';
import type { GithubContext } from './context.ts';

interface TreeEntry {
  readonly path: string;
  readonly mode: '100644';
  readonly type: 'blob';
  readonly content: string;
}

/** Routes that read and write commits and trees. Source: GitHub REST API, "Git database". */
export function gitDataRoutes(context: GithubContext): RouteTable {
  return {
    'GET /repos/{owner}/{repo}/git/commits/{sha}': async (request) => {
      const { git } = requireRepository(context, request, 'contents');
      const sha = await git.resolve(`${request.params['sha'] ?? ''}^{commit}`);
      const tree = await git.resolve(`${request.params['sha'] ?? ''}^{tree}`);
      if (sha === undefined || tree === undefined) throw new HttpError(404, 'Not Found');
      return { status: 200, body: { sha, tree: { sha: tree } } };
    },

    'POST /repos/{owner}/{repo}/git/trees': async (request) => {
      const { git } = requireRepository(context, request, 'contents', 'write');
      const { base_tree: base, tree } = jsonOf(request);
      if (typeof base !== 'string' || !Array.isArray(tree)) throw new HttpError(422, 'Validation Failed');
      if ((await git.resolve(`${base}^{tree}`)) === undefined)
        throw new HttpError(422, 'base_tree is not a valid tree oid');
      const files = (tree as readonly TreeEntry[]).map(({ path, content }) => [path, content] as const);
      const sha = await git.writeTree(base, Object.fromEntries(files));
      return { status: 201, body: { sha, truncated: false } };
    },

    'POST /repos/{owner}/{repo}/git/commits': async (request) => {
      const { git } = requireRepository(context, request, 'contents', 'write');
      const { message, tree, parents = [] } = jsonOf(request);
      if (typeof message !== 'string' || typeof tree !== 'string' || !Array.isArray(parents))
        throw new HttpError(422, 'Validation Failed');
      if ((await git.resolve(`${tree}^{tree}`)) === undefined)
        throw new HttpError(422, 'Tree SHA does not exist');
      const sha = await git.writeCommit(tree, parents as readonly string[], message);
      return { status: 201, body: { sha, tree: { sha: tree }, message } };
    },
  };
}
