import { addToGroup } from '../../domain/group-by.ts';
import { execute, rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** Holders that are marked at once. Those of an identifier with more references are marked by {@link markChangedKeys}. */
const fewHolders = 20;
const keysPerPage = 50;
const holdersPerKey = 1000;

/** Marks the holders of every account whose references name one of the keys. */
export async function markReferringHolders(tenant: Tenant, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const { organizationId } = tenant;
  const found = await rowsOf<{ key: string; holder_id: string }>(
    tenant,
    sql`select k.key, f.holder_id from unnest(${keys}::text[]) as k(key) cross join lateral (
        (select holder_id from graph_references r
          where r.organization_id = ${organizationId} and r.key = k.key limit ${fewHolders + 1})
        union all
        (select holder_id from graph_references r
          where r.organization_id = ${organizationId} and r.base_key = k.key limit ${fewHolders + 1})) f`,
  );
  const holders = new Map<string, string[]>();
  for (const { key, holder_id: id } of found) addToGroup(holders, key, id);
  const few = [...holders].filter(([, ids]) => ids.length <= fewHolders);
  const many = [...holders].filter(([, ids]) => ids.length > fewHolders);
  await markDue(tenant, [...new Set(few.flatMap(([, ids]) => ids))]);
  if (many.length === 0) return;
  await execute(
    tenant,
    sql`insert into graph_changed_keys (organization_id, key)
      select ${organizationId}, key from unnest(${many.map(([key]) => key)}::text[]) as k(key)
      on conflict (organization_id, key) do update set after_id = null`,
  );
}

/**
 * Marks a page of the holders with references to identifiers that came or went, at most 50,000. Returns false when there
 * is no such identifier.
 */
export async function markChangedKeys(tenant: Tenant): Promise<boolean> {
  const { organizationId } = tenant;
  const keys = await rowsOf<{ key: string; after_id: string | null }>(
    tenant,
    sql`select key, after_id from graph_changed_keys where organization_id = ${organizationId}
      order by key limit ${keysPerPage}`,
  );
  if (keys.length === 0) return false;
  const found = await rowsOf<{ key: string; holder_id: string }>(
    tenant,
    sql`select k.key, f.holder_id
      from unnest(${keys.map(({ key }) => key)}::text[], ${keys.map((row) => row.after_id)}::uuid[]) as k(key, after_id)
      cross join lateral (
        select u.holder_id from (
          (select r.holder_id from graph_references r where r.organization_id = ${organizationId} and r.key = k.key
            and r.holder_id > coalesce(k.after_id, '00000000-0000-0000-0000-000000000000'::uuid)
            order by r.holder_id limit ${holdersPerKey})
          union all
          (select r.holder_id from graph_references r where r.organization_id = ${organizationId} and r.base_key = k.key
            and r.holder_id > coalesce(k.after_id, '00000000-0000-0000-0000-000000000000'::uuid)
            order by r.holder_id limit ${holdersPerKey})) u
        order by u.holder_id limit ${holdersPerKey}) f
      order by k.key, f.holder_id`,
  );
  await markDue(tenant, [...new Set(found.map((row) => row.holder_id))]);
  const lastOf = new Map(found.map((row) => [row.key, row.holder_id]));
  const counts = new Map<string, number>();
  for (const { key } of found) counts.set(key, (counts.get(key) ?? 0) + 1);
  const unfinished = [...lastOf].filter(([key]) => (counts.get(key) ?? 0) >= holdersPerKey);
  const finished = keys.map(({ key }) => key).filter((key) => (counts.get(key) ?? 0) < holdersPerKey);
  await execute(
    tenant,
    sql`delete from graph_changed_keys where organization_id = ${organizationId} and key = any(${finished}::text[])`,
  );
  await execute(
    tenant,
    sql`update graph_changed_keys c set after_id = g.after_id
      from unnest(${unfinished.map(([key]) => key)}::text[], ${unfinished.map(([, id]) => id)}::uuid[]) as g(key, after_id)
      where c.organization_id = ${organizationId} and c.key = g.key`,
  );
  return true;
}

async function markDue(tenant: Tenant, holderIds: readonly string[]): Promise<void> {
  if (holderIds.length === 0) return;
  await execute(
    tenant,
    sql`update graph_holders set resolve_due = true where organization_id = ${tenant.organizationId}
      and resource_id = any(${holderIds}::uuid[]) and not resolve_due`,
  );
}
