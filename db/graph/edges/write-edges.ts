import { isEqualJson } from '../../../domain/json/equal.ts';
import type { ComputedEdge } from '../../../domain/graph/compute-edges.ts';
import type { RelationshipStatus } from '../../../domain/values.ts';
import { newId } from '../../new-id.ts';
import { execute, rowsOf } from '../../query.ts';
import { rowset } from '../../rowset.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { selectBetween } from './between-ends.ts';
import type { EndPair } from './between-ends.ts';
import { valuesById } from '../values-by-id.ts';

/** What a computation changed. */
export interface EdgeChanges {
  added: number;
  /** Including edges that are active again. */
  updated: number;
  staled: number;
  /** The ends of the changed edges. */
  readonly changedEnds: Set<string>;
  /** The ends of changed edges that references give. Compositions follow from these. */
  readonly directEnds: Set<string>;
}

interface StoredEdge {
  readonly id: string;
  readonly sourceId: string;
  readonly targetId: string;
  readonly relationshipType: string;
  readonly confidence: string;
  readonly status: RelationshipStatus;
  readonly properties: object;
  readonly evidence: readonly object[];
  readonly direct: boolean;
  readonly holderAccountId: string | undefined;
  readonly sourceFailure: string | undefined;
  readonly targetFailure: string | undefined;
  readonly failureLocal: boolean;
}

type Identified = ComputedEdge & { readonly id: string };

/** Makes the relationships between pairs of ends equal to the computed ones. */
export async function writeEdges(
  tenant: Tenant,
  pairs: readonly EndPair[],
  computed: readonly ComputedEdge[],
  now: string,
): Promise<EdgeChanges> {
  const stored = await readEdges(tenant, pairs);
  const storedByKey = new Map(
    stored.map((edge) => [keyOf(edge.sourceId, edge.targetId, edge.relationshipType), edge]),
  );
  const added: Identified[] = [];
  const updated: Identified[] = [];
  const revived: string[] = [];
  const found = new Set<StoredEdge>();
  for (const edge of computed) {
    const known = storedByKey.get(keyOf(edge.sourceId, edge.targetId, edge.type));
    if (known === undefined) {
      added.push({ ...edge, id: newId() });
      continue;
    }
    found.add(known);
    if (known.status === 'stale') revived.push(known.id);
    if (known.status === 'stale' || differs(known, edge)) updated.push({ ...edge, id: known.id });
  }
  const staled = stored.filter((edge) => edge.status === 'active' && !found.has(edge));
  await insertEdges(tenant, added, now);
  await updateEdges(tenant, updated);
  await openPeriods(tenant, [...added.map(({ id }) => id), ...revived], now);
  await staleEdges(
    tenant,
    staled.map(({ id }) => id),
    now,
  );
  const changed = [
    ...added.map(({ sourceId, targetId, direct }) => ({ ends: [sourceId, targetId], direct })),
    ...updated.map(({ sourceId, targetId, type, direct }) => ({
      ends: [sourceId, targetId],
      direct: direct || storedByKey.get(keyOf(sourceId, targetId, type))?.direct === true,
    })),
    ...staled.map((edge) => ({ ends: [edge.sourceId, edge.targetId], direct: edge.direct })),
  ];
  return {
    added: added.length,
    updated: updated.length,
    staled: staled.length,
    changedEnds: new Set(changed.flatMap(({ ends }) => ends)),
    directEnds: new Set(changed.flatMap(({ ends, direct }) => (direct ? ends : []))),
  };
}

function keyOf(sourceId: string, targetId: string, type: string): string {
  return `${sourceId} ${targetId} ${type}`;
}

function differs(stored: StoredEdge, edge: ComputedEdge): boolean {
  return (
    stored.confidence !== edge.confidence ||
    stored.direct !== edge.direct ||
    stored.holderAccountId !== edge.holderAccountId ||
    stored.sourceFailure !== edge.failure.source ||
    stored.targetFailure !== edge.failure.target ||
    stored.failureLocal !== edge.failure.local ||
    !isEqualJson(stored.properties, edge.properties) ||
    !isEqualJson(stored.evidence, edge.evidence)
  );
}

async function readEdges(tenant: Tenant, pairs: readonly EndPair[]): Promise<readonly StoredEdge[]> {
  return rowsOf<StoredEdge>(
    tenant,
    selectBetween(
      pairs,
      ['source_id', 'target_id'],
      (
        isBetween,
      ) => sql`select id, source_id, target_id, relationship_type, confidence, status, properties, evidence,
          direct, holder_account_id, source_failure, target_failure, failure_local
        from relationships where organization_id = ${tenant.organizationId} and ${isBetween}`,
    ),
  );
}

async function insertEdges(tenant: Tenant, edges: readonly Identified[], now: string): Promise<void> {
  if (edges.length === 0) return;
  const columns = {
    id: 'uuid',
    sourceId: 'uuid',
    targetId: 'uuid',
    type: 'text',
    confidence: 'text',
    properties: 'jsonb',
    evidence: 'jsonb',
    holderAccountId: 'uuid',
    direct: 'boolean',
    sourceFailure: 'text',
    targetFailure: 'text',
    failureLocal: 'boolean',
  } as const;
  await execute(
    tenant,
    sql`insert into relationships (organization_id, id, source_id, target_id, relationship_type, confidence, properties,
        evidence, evidence_count, holder_account_id, direct, source_failure, target_failure, failure_local,
        first_observed_at, last_observed_at)
      select ${tenant.organizationId}, g.id, g.source_id, g.target_id, g.type, g.confidence, g.properties,
        g.evidence, jsonb_array_length(g.evidence), g.holder_account_id, g.direct, g.source_failure, g.target_failure,
        g.failure_local, ${now}::timestamptz, ${now}::timestamptz
      from ${rowset(
        'g',
        columns,
        edges.map(({ failure, ...edge }) => ({
          ...edge,
          sourceFailure: failure.source,
          targetFailure: failure.target,
          failureLocal: failure.local,
        })),
      )}`,
  );
}

async function updateEdges(tenant: Tenant, edges: readonly Identified[]): Promise<void> {
  if (edges.length === 0) return;
  await execute(
    tenant,
    sql`update relationships e set confidence = v.by_id -> e.id::text ->> 'confidence',
        properties = v.by_id -> e.id::text -> 'properties', evidence = v.by_id -> e.id::text -> 'evidence',
        evidence_count = jsonb_array_length(v.by_id -> e.id::text -> 'evidence'),
        holder_account_id = (v.by_id -> e.id::text ->> 'holder_account_id')::uuid,
        direct = (v.by_id -> e.id::text -> 'direct')::boolean,
        source_failure = v.by_id -> e.id::text ->> 'source_failure',
        target_failure = v.by_id -> e.id::text ->> 'target_failure',
        failure_local = (v.by_id -> e.id::text -> 'failure_local')::boolean, status = 'active', stale_at = null
      from ${valuesById(edges, ({ confidence, properties, evidence, holderAccountId, direct, failure }) => ({
        confidence,
        properties,
        evidence,
        holder_account_id: holderAccountId,
        direct,
        source_failure: failure.source,
        target_failure: failure.target,
        failure_local: failure.local,
      }))}
      where e.organization_id = ${tenant.organizationId} and e.id = any(${edges.map(({ id }) => id)}::uuid[])`,
  );
}

async function openPeriods(tenant: Tenant, ids: readonly string[], now: string): Promise<void> {
  if (ids.length === 0) return;
  await execute(
    tenant,
    sql`insert into relationship_periods (organization_id, relationship_id, valid_from)
      select ${tenant.organizationId}, id, ${now}::timestamptz from unnest(${ids}::uuid[]) as g(id)`,
  );
}

/** Marks relationships as stale. They keep evidence and confidence, and were last observed by the account's last run. */
async function staleEdges(tenant: Tenant, ids: readonly string[], now: string): Promise<void> {
  if (ids.length === 0) return;
  const { organizationId } = tenant;
  await execute(
    tenant,
    sql`update relationships e set status = 'stale', stale_at = ${now}::timestamptz,
        last_observed_at = greatest(e.last_observed_at, (select a.last_extracted_at from graph_accounts a
          where a.organization_id = ${organizationId} and a.aws_account_id = e.holder_account_id))
      where e.organization_id = ${organizationId} and e.id = any(${ids}::uuid[])`,
  );
  await execute(
    tenant,
    sql`update relationship_periods p set valid_to = greatest(${now}::timestamptz, p.valid_from + interval '1 microsecond')
      where p.organization_id = ${organizationId} and p.relationship_id = any(${ids}::uuid[])
        and p.valid_to = 'infinity'`,
  );
}
