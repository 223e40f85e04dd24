import { computeEdges } from '../../../domain/graph/compute-edges.ts';
import type {
  ComposedEdge,
  ComputedEdge,
  EdgeEvidence,
  ResolvedReference,
} from '../../../domain/graph/compute-edges.ts';
import type { EdgeRule } from '../../../domain/graph/edge-rule.ts';
import type { Confidence, RelationshipType } from '../../../domain/values.ts';
import { confidences } from '../../../domain/values.ts';
import { rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { distinctPairs, pairKey, selectBetween } from './between-ends.ts';
import type { EndPair } from './between-ends.ts';
import { findEnds } from '../resolve/find-ends.ts';
import { writeEdges } from './write-edges.ts';
import type { EdgeChanges } from './write-edges.ts';

const pairsPerStatement = 2000;
/** References of one end to the other that are read. An edge keeps 50 of them. */
const referencesPerPair = 100;

/**
 * Computes all relationships between pairs of ends again and writes the differences: inserts, updates, marks as stale and
 * active again, with their periods.
 *
 * @param now the time of {@link lockGraph}
 */
export async function recomputeEdges(
  tenant: Tenant,
  given: readonly EndPair[],
  rules: ReadonlyMap<string, EdgeRule>,
  now: string,
): Promise<EdgeChanges> {
  const pairs = distinctPairs(given);
  const total: EdgeChanges = {
    added: 0,
    updated: 0,
    staled: 0,
    changedEnds: new Set(),
    directEnds: new Set(),
  };
  for (let start = 0; start < pairs.length; start += pairsPerStatement) {
    const changes = await recomputePage(tenant, pairs.slice(start, start + pairsPerStatement), rules, now);
    total.added += changes.added;
    total.updated += changes.updated;
    total.staled += changes.staled;
    for (const end of changes.changedEnds) total.changedEnds.add(end);
    for (const end of changes.directEnds) total.directEnds.add(end);
  }
  return total;
}

async function recomputePage(
  tenant: Tenant,
  pairs: readonly EndPair[],
  rules: ReadonlyMap<string, EdgeRule>,
  now: string,
): Promise<EdgeChanges> {
  const references = await readReferences(tenant, pairs);
  const compositions = await readCompositions(tenant, pairs);
  const ends = await findEnds(tenant, [...new Set(pairs.flat())]);
  const computed: ComputedEdge[] = pairs.flatMap((pair) => {
    const key = pairKey(...pair);
    return computeEdges(references.get(key) ?? [], compositions.get(key) ?? [], rules, ends);
  });
  return writeEdges(tenant, pairs, computed, now);
}

/** Reads the references between the ends of each pair, by the key of the pair. */
async function readReferences(
  tenant: Tenant,
  pairs: readonly EndPair[],
): Promise<ReadonlyMap<string, readonly ResolvedReference[]>> {
  const { organizationId } = tenant;
  const rows = await rowsOf<{
    holderId: string;
    otherId: string;
    rule: string;
    path: string;
    value: string;
    hashed: boolean;
    properties: Record<string, unknown>;
  }>(
    tenant,
    sql`select holder_id, other_id, rule, path, value, hashed, properties from (${selectBetween(
      pairs,
      ['holder_id', 'other_id'],
      (isBetween) => sql`select id, holder_id, other_id, rule, path, coalesce(found, value) as value,
          found is not null as hashed, properties,
          row_number() over (partition by holder_id, other_id order by id) as position
        from graph_references where organization_id = ${organizationId} and ${isBetween} and not gone`,
    )}) r where position <= ${referencesPerPair} order by holder_id, id`,
  );
  const holders = await readHolders(tenant, [...new Set(rows.map((row) => row.holderId))]);
  const references = rows.map((row) => ({
    holderId: row.holderId,
    otherId: row.otherId,
    rule: row.rule,
    path: row.path,
    value: row.value,
    hashed: row.hashed,
    properties: row.properties,
    observedAt: holders.get(row.holderId)?.observedAt,
    scanId: holders.get(row.holderId)?.scanId,
  }));
  return Map.groupBy(references, ({ holderId, otherId }) => pairKey(holderId, otherId));
}

interface Revision {
  readonly resourceId: string;
  readonly observedAt: string;
  readonly scanId: string | undefined;
}

async function readHolders(tenant: Tenant, ids: readonly string[]): Promise<ReadonlyMap<string, Revision>> {
  const rows = await rowsOf<Revision>(
    tenant,
    sql`select resource_id, to_char(observed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as observed_at, scan_id
      from graph_holders where organization_id = ${tenant.organizationId} and resource_id = any(${ids}::uuid[])`,
  );
  return new Map(rows.map((row) => [row.resourceId, row]));
}

/** Reads the compositions that give edges between the ends of each pair. Edges that are not active give none. */
async function readCompositions(
  tenant: Tenant,
  pairs: readonly EndPair[],
): Promise<ReadonlyMap<string, readonly ComposedEdge[]>> {
  const { organizationId } = tenant;
  const rows = await rowsOf<{
    sourceId: string;
    targetId: string;
    relationshipType: RelationshipType;
    firstId: string;
    secondId: string;
  }>(
    tenant,
    sql`select source_id, target_id, relationship_type, first_id, second_id from (${selectBetween(
      pairs,
      ['source_id', 'target_id'],
      (isBetween) => sql`select *,
          row_number() over (partition by source_id, target_id order by first_id, second_id, rule) as position
        from relationship_compositions where organization_id = ${organizationId} and ${isBetween}`,
    )}) c where position <= ${referencesPerPair} order by source_id, first_id, second_id, rule`,
  );
  const edges = await readInnerEdges(
    tenant,
    rows.flatMap((row) => [row.firstId, row.secondId]),
  );
  const composed = rows.flatMap((row): ComposedEdge[] => {
    const [first, second] = [edges.get(row.firstId), edges.get(row.secondId)];
    if (first === undefined || second === undefined) return [];
    return [
      {
        sourceId: row.sourceId,
        targetId: row.targetId,
        type: row.relationshipType,
        confidence: lower(first.confidence, second.confidence),
        evidence: [...first.evidence, ...second.evidence],
        holderAccountId: first.holderAccountId,
      },
    ];
  });
  return Map.groupBy(composed, ({ sourceId, targetId }) => pairKey(sourceId, targetId));
}

interface InnerEdge {
  readonly id: string;
  readonly confidence: Confidence;
  readonly evidence: readonly EdgeEvidence[];
  readonly holderAccountId: string | undefined;
}

/** Reads the edges of the list that are active and given by references. */
async function readInnerEdges(
  tenant: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, InnerEdge>> {
  if (ids.length === 0) return new Map();
  const rows = await rowsOf<InnerEdge>(
    tenant,
    sql`select id, confidence, evidence, holder_account_id from relationships
      where organization_id = ${tenant.organizationId} and id = any(${[...new Set(ids)]}::uuid[])
        and status = 'active' and direct`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

function lower(one: Confidence, other: Confidence): Confidence {
  return confidences.indexOf(one) > confidences.indexOf(other) ? one : other;
}
