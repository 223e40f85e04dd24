import { z } from 'zod';
import { findRelationship } from '../../db/graph/read/relationship-read-model.ts';
import { errors } from '../../domain/errors.ts';
import { operation } from '../http/operation.ts';
import { iso, timestamp } from '../http/schemas.ts';
import {
  EdgeEvidence,
  graphTag,
  presentNode,
  presentRelationship,
  RelationshipNode,
  RelationshipRow,
} from './graph-schemas.ts';

export const getRelationship = operation({
  id: 'getRelationship',
  method: 'GET',
  path: '/graph/relationships/{id}',
  tag: graphTag,
  summary: 'Get a relationship with its evidence',
  description:
    'The relationship is seen from its source: `direction` is `outgoing`, and `peer` is the target.',
  access: 'graph:read',
  success: [
    200,
    RelationshipRow.omit({ via_member: true })
      .extend({
        source: RelationshipNode,
        target: RelationshipNode,
        first_observed_at: timestamp,
        stale_at: timestamp.optional().describe('When an extraction no longer found the relationship'),
        evidence: z.array(EdgeEvidence).describe('At most 50 entries of the last observation'),
      })
      .meta({ id: 'Relationship' }),
  ],
  async handle({ params, tenant }) {
    const found = await findRelationship(tenant, params.id);
    if (found === undefined || found.source === undefined || found.target === undefined)
      throw errors.notFound();
    const { source, target, evidence } = found;
    return {
      ...presentRelationship({ ...found, direction: 'outgoing', peer: target, viaMember: undefined }),
      source: presentNode(source),
      target: presentNode(target),
      first_observed_at: iso(found.firstObservedAt),
      stale_at: iso(found.staleAt),
      evidence: evidence.map((entry) => ({
        kind: entry.kind,
        path: entry.path,
        value: entry.value,
        observed_at: iso(new Date(entry.observed_at)),
        scan_id: entry.scan_id ?? undefined,
      })),
    };
  },
});
