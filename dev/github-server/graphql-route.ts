import { HttpError, jsonOf } from '../scm-servers/route-table.ts';
import type { RouteTable, ServerResponse } from '../scm-servers/route-table.ts';
import { requireInstallation } from './authenticate.ts';
import type { GithubContext } from './context.ts';
import { findByName } from './model.ts';
import type { GithubRepository } from './model.ts';
import { secondsOf } from './records.ts';

/** Bytes from which GitHub truncates `text` of a blob. */
const textLimit = 512_000;
const binaryCheckBytes = 8000;

/** The GraphQL API, for the two queries of the product: blobs of a repository, and newest pull requests of repositories. */
export function graphqlRoutes(context: GithubContext): RouteTable {
  return {
    'POST /graphql': async (request) => {
      const { repositories, permissions } = requireInstallation(context, request);
      const { query, variables } = jsonOf(request);
      if (typeof query === 'string' && query.includes('pullRequests(first: 1'))
        return newestPulls(
          permissions['pull_requests'] === undefined ? [] : repositories,
          query,
          (variables ?? {}) as Readonly<Record<string, string>>,
        );
      const { owner, name } = (variables ?? {}) as { owner?: string; name?: string };
      const repository = findByName(repositories, `${owner}/${name}`);
      if (repository === undefined)
        return {
          status: 200,
          body: { data: { repository: null }, errors: [notFound('repository', `${owner}/${name}`)] },
        };
      if (typeof query !== 'string') throw new HttpError(400, 'A query attribute must be specified.');
      const fields = [...query.matchAll(/(\w+): object\(oid: "([0-9a-f]+)"\)/g)];
      const blobs = await repository.git.readBlobs(fields.map(([, , sha = '']) => sha));
      const found = fields.map(([, alias = '', sha = '']) => [alias, blobRecord(blobs.get(sha))] as const);
      return { status: 200, body: { data: { repository: Object.fromEntries(found) } } };
    },
  };
}

/** Returns the last update of the newest pull request of each aliased repository. */
function newestPulls(
  repositories: readonly GithubRepository[],
  query: string,
  variables: Readonly<Record<string, string>>,
): ServerResponse {
  const errors: object[] = [];
  const fields = [...query.matchAll(/(\w+): repository\(owner: \$(\w+), name: \$(\w+)\)/g)].map(
    ([, alias = '', owner = '', name = '']) => {
      const fullName = `${variables[owner]}/${variables[name]}`;
      const repository = findByName(repositories, fullName);
      if (repository === undefined) {
        errors.push(notFound(alias, fullName));
        return [alias, null] as const;
      }
      const times = repository.pulls.map(({ updatedAt }) => updatedAt.getTime());
      const nodes = times.length === 0 ? [] : [{ updatedAt: secondsOf(new Date(Math.max(...times))) }];
      return [alias, { pullRequests: { nodes } }] as const;
    },
  );
  return {
    status: 200,
    body: { data: Object.fromEntries(fields), ...(errors.length === 0 ? {} : { errors }) },
  };
}

function notFound(alias: string, fullName: string) {
  return {
    type: 'NOT_FOUND',
    path: [alias],
    locations: [{ line: 1, column: 1 }],
    message: `Could not resolve to a Repository with the name '${fullName}'.`,
  };
}

function blobRecord(content: Buffer | undefined) {
  if (content === undefined) return null;
  const isBinary = content.subarray(0, binaryCheckBytes).includes(0);
  const isTruncated = content.length > textLimit;
  return { isBinary, isTruncated, text: isBinary ? null : content.subarray(0, textLimit).toString('utf8') };
}
