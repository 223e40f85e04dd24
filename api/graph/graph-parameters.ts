import { z } from 'zod';
import { repeatable } from '../../commands/inventory/parameter-values.ts';
import { readFilter, resourceFilterQuery } from '../../commands/inventory/resource-parameters.ts';
import type { GraphRequest } from '../../db/graph/read/graph.ts';
import { graphLevels } from '../../db/graph/read/graph.ts';
import type { Tenant } from '../../db/tenant.ts';
import { pictureFormats } from '../../domain/graph/draw-graph.ts';
import { errors } from '../../domain/errors.ts';
import { graphRootTypes, relationshipDirections, relationshipTypes } from '../../domain/values.ts';
import { id, wholeNumber } from '../http/schemas.ts';

const defaultLimit = 500;
const defaultPictureLimit = 100;
const maximumLimit = 2000;

export const graphParameters = z.strictObject({
  root_type: z
    .enum(graphRootTypes)
    .optional()
    .describe(
      'Requires `root_id`. With `account` and `organization_unit`, the graph has the relationships between what is in it and others',
    ),
  root_id: z
    .string()
    .min(1)
    .max(1000)
    .optional()
    .describe(
      'Id of the record, or the `ou_path` of accounts in the organizational unit. Requires `root_type`',
    ),
  depth: wholeNumber(1, 5).default(1).describe('Maximum number of edges between the root and a node'),
  direction: repeatable(z.enum(relationshipDirections)).describe(
    'Direction of the edges that are followed from the root. Default: both',
  ),
  relationship_type: repeatable(z.enum(relationshipTypes)),
  level: z
    .enum(graphLevels)
    .default('resource')
    .describe('Merges resources into their applications or owning teams'),
  limit: wholeNumber(1, maximumLimit)
    .optional()
    .describe(`Maximum number of nodes. Default: ${defaultLimit}, of a picture ${defaultPictureLimit}`),
  format: z.enum(['json', ...pictureFormats]).default('json'),
  include: repeatable(z.enum(['groups'])).describe(
    '`groups` adds the account and an application to each node',
  ),
  ...resourceFilterQuery,
});

/**
 * @throws CatalogueError `validation_failed` for a root without its type or its id, and for parameters that cannot be combined
 * with `as_of`, because memberships and owners have no history.
 */
export async function readGraphRequest(
  tenant: Tenant,
  query: z.output<typeof graphParameters>,
  retentionDays: number,
): Promise<GraphRequest> {
  const { root_type: type, root_id: rootId, level, format } = query;
  if (type !== undefined && rootId === undefined)
    throw errors.validationFailed('root_id', 'is required with root_type');
  if (type === undefined && rootId !== undefined)
    throw errors.validationFailed('root_type', 'is required with root_id');
  if (type !== undefined && type !== 'organization_unit' && !id.safeParse(rootId).success)
    throw errors.validationFailed('root_id', 'must be a UUID');
  const isBoundary = type === 'account' || type === 'organization_unit';
  if (isBoundary && level !== 'resource')
    throw errors.validationFailed('level', `${level} cannot be combined with root_type ${type}`);
  if (query.as_of !== undefined) {
    if (type === 'application' || isBoundary)
      throw errors.validationFailed('root_type', `${type} cannot be combined with as_of`);
    if (level !== 'resource')
      throw errors.validationFailed('level', `${level} cannot be combined with as_of`);
  }
  return {
    root: type === undefined || rootId === undefined ? undefined : { type, id: rootId },
    filter: await readFilter(tenant, query, retentionDays),
    types: query.relationship_type,
    directions: query.direction,
    level,
    depth: query.depth,
    limit: query.limit ?? (format === 'json' ? defaultLimit : defaultPictureLimit),
  };
}
