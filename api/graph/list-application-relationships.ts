import { z } from 'zod';
import { getApplication } from '../../db/applications/application-store.ts';
import { listApplicationRelationships as read } from '../../db/graph/read/relationship-read-model.ts';
import { pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { graphTag } from './graph-schemas.ts';
import {
  presentPage,
  readRelationshipFilter,
  relationshipFilters,
  RelationshipList,
} from './relationship-list.ts';

export const listApplicationRelationships = operation({
  id: 'listApplicationRelationships',
  method: 'GET',
  path: '/applications/{id}/relationships',
  tag: graphTag,
  summary: 'List the relationships of an application with resources outside of it',
  description:
    'Returns the relationships of declared, confirmed and inferred members with nodes that are no such members: ' +
    '`via_member` is the member and `peer` the other end. The member is the source of `outgoing` relationships.',
  access: 'graph:read',
  transaction: 'snapshot',
  query: z.strictObject({ ...relationshipFilters, ...pagingParameters }),
  success: [200, RelationshipList],
  async handle(context) {
    const { query, tenant, params } = context;
    const { id } = await getApplication(tenant, params.id);
    return presentPage(context, `relationships of the application ${id}`, (limit, after) =>
      read(tenant, id, readRelationshipFilter(query), limit, after),
    );
  },
});
