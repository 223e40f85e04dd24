import { HttpError, jsonOf } from '../scm-servers/route-table.ts';
import type { RouteTable } from '../scm-servers/route-table.ts';
import { requireInstallation } from './authenticate.ts';
import type { GithubContext } from './context.ts';
import { findByName } from './model.ts';

/** Bytes from which GitHub truncates `text` of a blob. */
const textLimit = 512_000;
const binaryCheckBytes = 8000;

/** The GraphQL API, for the one query of the product: blobs of a repository by alias and SHA. */
export function graphqlRoutes(context: GithubContext): RouteTable {
  return {
    'POST /graphql': async (request) => {
      const { repositories } = requireInstallation(context, request);
      const { query, variables } = jsonOf(request);
      const { owner, name } = (variables ?? {}) as { owner?: string; name?: string };
      const repository = findByName(repositories, `${owner}/${name}`);
      if (repository === undefined)
        return {
          status: 200,
          body: {
            data: { repository: null },
            errors: [
              {
                type: 'NOT_FOUND',
                path: ['repository'],
                locations: [{ line: 1, column: 1 }],
                message: `Could not resolve to a Repository with the name '${owner}/${name}'.`,
              },
            ],
          },
        };
      if (typeof query !== 'string') throw new HttpError(400, 'A query attribute must be specified.');
      const fields = [...query.matchAll(/(\w+): object\(oid: "([0-9a-f]+)"\)/g)];
      const blobs = await repository.git.readBlobs(fields.map(([, , sha = '']) => sha));
      const found = fields.map(([, alias = '', sha = '']) => [alias, blobRecord(blobs.get(sha))] as const);
      return { status: 200, body: { data: { repository: Object.fromEntries(found) } } };
    },
  };
}

function blobRecord(content: Buffer | undefined) {
  if (content === undefined) return null;
  const isBinary = content.subarray(0, binaryCheckBytes).includes(0);
  const isTruncated = content.length > textLimit;
  return { isBinary, isTruncated, text: isBinary ? null : content.subarray(0, textLimit).toString('utf8') };
}
