import { createHash } from 'node:crypto';
import type { Confidence, RelationshipDirection } from '../../../domain/values.ts';
import { confidenceArray, confidenceRank } from '../../fragments/confidence-rank.ts';
import { rowsOf } from '../../query.ts';
import { joinSql, sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { edgeEnds } from '../edges/edge-ends.ts';
import { failureOfTypes, weakestFailing } from '../edges/edge-failure.ts';
import type { GroupLevel } from './group-level.ts';
import type { GraphScope } from './graph-scope.ts';
import { lastObserved } from './relationship-row.ts';
import type { EdgeRow } from './relationship-row.ts';

/** A group depends on another if a member of the first fails with a member of the second. */
export interface Dependency {
  /** The group for which dependencies were read. */
  readonly id: string;
  readonly otherId: string;
  readonly confidence: Confidence;
  readonly lastObservedAt: Date;
}

/**
 * Reads the groups on which groups depend (`outgoing`), or which depend on them (`incoming`), by confidence and id. The
 * confidence is the best of the edges between the members.
 */
export async function readDependencies(
  tenant: Tenant,
  scope: GraphScope,
  level: GroupLevel,
  groupIds: readonly string[],
  direction: RelationshipDirection,
): Promise<readonly Dependency[]> {
  if (groupIds.length === 0) return [];
  const { organizationId } = tenant;
  // Relationships with low confidence count too: the dependency has their confidence.
  // A member depends on the target of edges of which the source fails, and on the source of edges of which the target fails.
  const sides = [
    { ...edgeEnds.outgoing, end: direction === 'outgoing' ? 'source' : 'target' },
    { ...edgeEnds.incoming, end: direction === 'outgoing' ? 'target' : 'source' },
  ] as const;
  const reached = sides.map(
    ({ near, far, end }) => sql`
      select m.group_id, e.far_id, min(e.rank) as rank, max(e.observed_at) as observed_at
      from member m
      cross join lateral (
        select ${far} as far_id, ${confidenceRank('e.confidence')} as rank, ${lastObserved(organizationId)} as observed_at
        from relationships e
        where ${scope.edge} and ${near} = m.resource_id and ${failureOfTypes(end)} <= ${weakestFailing} offset 0) e
      group by m.group_id, e.far_id`,
  );
  const far = sql`select far_id from far`;
  return rowsOf<Dependency>(
    tenant,
    sql`with member as materialized (
        select distinct m.group_id, m.resource_id from (${level.membersOf(organizationId, groupIds)} offset 0) m
        where ${scope.contains('m.resource_id')}
      ), reached as materialized (
        ${joinSql(reached, ' union all ')}
      ), far as materialized (
        select far_id from (select distinct far_id from reached offset 0) f where ${scope.contains('f.far_id')}
      ), other as materialized (
        select distinct o.group_id, o.resource_id from (${level.groupsOf(organizationId, far)}) o
      )
      select r.group_id as id, o.group_id as "otherId",
             (${confidenceArray})[min(r.rank)] as confidence, max(r.observed_at) as "lastObservedAt"
      from reached r join other o on o.resource_id = r.far_id
      where o.group_id <> r.group_id
      group by r.group_id, o.group_id
      order by r.group_id, min(r.rank), o.group_id`,
  );
}

/** Returns the edge of a dependency. Its id is derived from the ends, so that it is the same in every response. */
export function dependencyEdge({ id, otherId, confidence, lastObservedAt }: Dependency): EdgeRow {
  return {
    id: derivedId(`${id} depends_on ${otherId}`),
    sourceId: id,
    targetId: otherId,
    relationshipType: 'depends_on',
    confidence,
    status: 'active',
    lastObservedAt,
  };
}

/** Returns a UUID of version 8 (RFC 9562, section 5.8) from the SHA-256 hash of a text. */
function derivedId(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0b11) | 0b1000).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
