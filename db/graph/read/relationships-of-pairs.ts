import { confidenceRank } from '../../fragments/confidence-rank.ts';
import { rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/**
 * Returns the active relationship between the nodes of each pair, in either direction, with the best confidence: its id by the
 * ids of the pair, `<one> <other>`. Pairs without a relationship have none.
 */
export async function relationshipsOfPairs(
  tenant: Tenant,
  pairs: readonly (readonly [one: string, other: string])[],
): Promise<ReadonlyMap<string, string>> {
  if (pairs.length === 0) return new Map();
  const { organizationId } = tenant;
  const edges = sql`relationships e where e.organization_id = ${organizationId} and e.status = 'active'`;
  const rows = await rowsOf<{ one: string; other: string; id: string }>(
    tenant,
    sql`with pair as materialized (
        select distinct one, other from unnest(${pairs.map(([one]) => one)}::uuid[], ${pairs.map(([, other]) => other)}::uuid[])
          as p (one, other)
      )
      select p.one, p.other, e.id from pair p
      cross join lateral (
        select id from (
          (select e.id, e.confidence from ${edges} and e.source_id = p.one and e.target_id = p.other offset 0)
          union all
          (select e.id, e.confidence from ${edges} and e.source_id = p.other and e.target_id = p.one offset 0)
        ) both_ways order by ${confidenceRank('confidence')}, id limit 1
      ) e`,
  );
  return new Map(rows.map(({ one, other, id }) => [`${one} ${other}`, id]));
}
