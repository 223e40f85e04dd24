import { z } from 'zod';
import type { ListedRelationship, RelationshipFilter } from '../../db/graph/read/relationship-read-model.ts';
import {
  confidences,
  relationshipDirections,
  relationshipStatuses,
  relationshipTypes,
} from '../../domain/values.ts';
import { cutPage, pager, repeatable } from '../http/list.ts';
import type { Principal } from '../http/access/principal.ts';
import type { Services } from '../services.ts';
import { presentRelationship, RelationshipRow } from './graph-schemas.ts';

export const RelationshipList = z.object({
  relationships: z.array(RelationshipRow),
  next_cursor: z.string().optional(),
});

/** The filters of the lists of relationships. */
export const relationshipFilters = {
  relationship_type: repeatable(z.enum(relationshipTypes)),
  direction: repeatable(z.enum(relationshipDirections)),
  confidence: repeatable(z.enum(confidences)),
  status: repeatable(z.enum(relationshipStatuses)).describe('Default: `active`'),
};

type FilterQuery = {
  [K in keyof typeof relationshipFilters]?: z.output<(typeof relationshipFilters)[K]> | undefined;
};

export function readRelationshipFilter(query: FilterQuery): RelationshipFilter {
  return {
    types: query.relationship_type,
    directions: query.direction,
    confidences: query.confidence,
    statuses: query.status ?? ['active'],
  };
}

/**
 * Reads and presents a page of relationships. A page is shorter than its limit if it has relationships with a resource that was
 * removed with its account: these are skipped.
 * @throws CatalogueError `validation_failed` for `cursor`.
 */
export async function presentPage(
  context: {
    readonly principal: Principal;
    readonly services: Services;
    readonly query: FilterQuery & { readonly limit: number; readonly cursor?: string | undefined };
  },
  name: string,
  read: (limit: number, after: string | undefined) => Promise<readonly ListedRelationship[]>,
) {
  const { request, envelope } = pager(context, name, context.query);
  const { limit } = request;
  const { rows, next } = cutPage(await read(limit, request.after?.[0]?.toString()), limit, ({ id }) => [id]);
  const known = rows.flatMap(({ peer, ...row }) => (peer === undefined ? [] : [{ ...row, peer }]));
  const { items: relationships, ...rest } = envelope({ rows: known, next }, presentRelationship);
  return { relationships, ...rest };
}
