import { z } from 'zod';
import { resourceExists } from '../../db/inventory/resource-read-model.ts';
import { listResourceRelationships as read } from '../../db/graph/read/relationship-read-model.ts';
import { errors } from '../../domain/errors.ts';
import { pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { graphTag } from './graph-schemas.ts';
import {
  presentPage,
  readRelationshipFilter,
  relationshipFilters,
  RelationshipList,
} from './relationship-list.ts';

export const listResourceRelationships = operation({
  id: 'listResourceRelationships',
  method: 'GET',
  path: '/resources/{id}/relationships',
  tag: graphTag,
  summary: 'List the relationships of a resource',
  description: '`direction` is seen from the resource: it is the source of `outgoing` relationships.',
  access: 'graph:read',
  query: z.strictObject({ ...relationshipFilters, ...pagingParameters }),
  success: [200, RelationshipList],
  async handle(context) {
    const { query, tenant, params } = context;
    if (!(await resourceExists(tenant, params.id))) throw errors.notFound();
    return presentPage(context, `relationships of the resource ${params.id}`, (limit, after) =>
      read(tenant, params.id, readRelationshipFilter(query), limit, after),
    );
  },
});
