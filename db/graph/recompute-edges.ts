import { computeEdges } from '../../domain/graph/compute-edges.ts';
import type {
  ComposedEdge,
  ComputedEdge,
  EdgeEvidence,
  ResolvedReference,
} from '../../domain/graph/compute-edges.ts';
import type { EdgeRule } from '../../domain/graph/edge-rule.ts';
import { addToGroup } from '../../domain/group-by.ts';
import type { Confidence, RelationshipType } from '../../domain/values.ts';
import { confidences } from '../../domain/values.ts';
import { rowsOf } from '../query.ts';
import { rawSql, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { findEnds } from './find-ends.ts';
import { writeEdges } from './write-edges.ts';
import type { EdgeChanges } from './write-edges.ts';

/** Two ends, in any order. */
export type EndPair = readonly [string, string];

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

function distinctPairs(pairs: readonly EndPair[]): readonly EndPair[] {
  const distinct = new Map<string, EndPair>();
  for (const [one, other] of pairs) {
    const pair: EndPair = one < other ? [one, other] : [other, one];
    distinct.set(pair.join(' '), pair);
  }
  return [...distinct.values()];
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
  const computed: ComputedEdge[] = pairs.flatMap((_, index) =>
    computeEdges(references.get(index + 1) ?? [], compositions.get(index + 1) ?? [], rules, ends),
  );
  return writeEdges(tenant, pairs, computed, now);
}

/** Reads the references between the ends of each pair, by the position of the pair from 1. */
async function readReferences(
  tenant: Tenant,
  pairs: readonly EndPair[],
): Promise<ReadonlyMap<number, readonly ResolvedReference[]>> {
  const { organizationId } = tenant;
  const heldBy = (holderId: Sql, otherId: Sql) =>
    sql`(select r.holder_id, r.other_id, r.rule, r.path, coalesce(r.found, r.value) as value,
        r.found is not null as hashed, r.properties
      from graph_references r where r.organization_id = ${organizationId} and r.other_id = ${otherId}
        and r.holder_id = ${holderId} and not r.gone
      order by r.id limit ${referencesPerPair})`;
  const rows = await rowsOf<{
    n: number;
    holder_id: string;
    other_id: string;
    rule: string;
    path: string;
    value: string;
    hashed: boolean;
    properties: Record<string, unknown>;
    observed_at: string;
    scan_id: string | null;
  }>(
    tenant,
    sql`select p.n, f.*, to_char(h.observed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as observed_at, h.scan_id
      from unnest(${pairs.map(([one]) => one)}::uuid[], ${pairs.map(([, other]) => other)}::uuid[])
        with ordinality as p(a, b, n)
      cross join lateral (${heldBy(rawSql('p.a'), rawSql('p.b'))} union all ${heldBy(rawSql('p.b'), rawSql('p.a'))}) f
      join graph_holders h on h.organization_id = ${organizationId} and h.resource_id = f.holder_id`,
  );
  return groupByPair(rows, (row) => ({
    holderId: row.holder_id,
    otherId: row.other_id,
    rule: row.rule,
    path: row.path,
    value: row.value,
    hashed: row.hashed,
    properties: row.properties,
    observedAt: row.observed_at,
    scanId: row.scan_id,
  }));
}

/** Reads the compositions that give edges between the ends of each pair. Edges that are not active give none. */
async function readCompositions(
  tenant: Tenant,
  pairs: readonly EndPair[],
): Promise<ReadonlyMap<number, readonly ComposedEdge[]>> {
  const { organizationId } = tenant;
  const rows = await rowsOf<{
    n: number;
    source_id: string;
    target_id: string;
    relationship_type: RelationshipType;
    holder_account_id: string | null;
    first: Confidence;
    second: Confidence;
    evidence: EdgeEvidence[];
    counts: boolean;
  }>(
    tenant,
    sql`select p.n, c.source_id, c.target_id, c.relationship_type, f.holder_account_id, f.confidence as first,
        s.confidence as second, f.evidence || s.evidence as evidence,
        f.status = 'active' and f.direct and s.status = 'active' and s.direct as counts
      from unnest(${pairs.map(([one]) => one)}::uuid[], ${pairs.map(([, other]) => other)}::uuid[])
        with ordinality as p(a, b, n)
      cross join lateral (
        (select * from relationship_compositions x where x.organization_id = ${organizationId} and x.source_id = p.a
          and x.target_id = p.b order by x.first_id, x.second_id limit ${referencesPerPair})
        union all
        (select * from relationship_compositions x where x.organization_id = ${organizationId} and x.source_id = p.b
          and x.target_id = p.a order by x.first_id, x.second_id limit ${referencesPerPair})) c
      join relationships f on f.organization_id = ${organizationId} and f.id = c.first_id
      join relationships s on s.organization_id = ${organizationId} and s.id = c.second_id`,
  );
  // As a condition of the statement, it would make the partial index of active edges look cheaper than the primary key.
  const active = rows.filter(({ counts }) => counts);
  return groupByPair(active, (row) => ({
    sourceId: row.source_id,
    targetId: row.target_id,
    type: row.relationship_type,
    confidence: lower(row.first, row.second),
    evidence: row.evidence,
    holderAccountId: row.holder_account_id,
  }));
}

function lower(one: Confidence, other: Confidence): Confidence {
  return confidences.indexOf(one) > confidences.indexOf(other) ? one : other;
}

/** Groups rows by the position of their pair. */
function groupByPair<Row extends { readonly n: number }, T>(
  rows: readonly Row[],
  convert: (row: Row) => T,
): ReadonlyMap<number, readonly T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) addToGroup(groups, row.n, convert(row));
  return groups;
}
