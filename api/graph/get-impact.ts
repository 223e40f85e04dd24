import { z } from 'zod';
import { findImpact } from '../../db/graph/read/impact-read-model.ts';
import { freshnessOf } from '../../db/inventory/search/freshness.ts';
import { errors } from '../../domain/errors.ts';
import { relationshipDirections } from '../../domain/values.ts';
import { operation } from '../http/operation.ts';
import { id, wholeNumber } from '../http/schemas.ts';
import { presentFreshness } from '../inventory/present-freshness.ts';
import { graphTag } from './graph-schemas.ts';
import { Impact, presentImpact } from './impact-schemas.ts';

const defaultDepth = 3;
const maximumDepth = 5;

export const getImpact = operation({
  id: 'getImpact',
  method: 'GET',
  path: '/graph/impact',
  tag: graphTag,
  summary: 'Get the impact of a resource',
  description:
    'Returns the resources that depend on a resource, grouped by application, team and environment, with the path to ' +
    'each. A path ends at a relationship with low confidence, and at one whose source works without its target, such ' +
    'as `logs_to`. Visits at most 10,000 nodes.',
  access: 'graph:read',
  transaction: 'snapshot',
  query: z.strictObject({
    resource_id: id,
    direction: z
      .enum(relationshipDirections)
      .default('incoming')
      .describe('`incoming`: resources that fail with it. `outgoing`: resources that it needs'),
    depth: wholeNumber(1, maximumDepth)
      .default(defaultDepth)
      .describe('Maximum number of relationships on a path'),
  }),
  success: [200, Impact],
  async handle({ query, tenant }) {
    const { resource_id: resourceId, direction, depth } = query;
    const impact = await findImpact(tenant, resourceId, direction, depth);
    if (impact === undefined) throw errors.validationFailed('resource_id', 'does not exist');
    const freshness = presentFreshness(await freshnessOf(tenant));
    return { ...presentImpact(impact), direction, depth, freshness };
  },
});
