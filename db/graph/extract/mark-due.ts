import { addToGroup } from '../../../domain/lists/add-to-group.ts';
import { execute, rowsOf } from '../../query.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/** Holders that are marked at once. Those of an identifier with more references are marked by {@link markChangedKeys}. */
const fewHolders = 20;
const keysPerPage = 50;
const holdersPerKey = 1000;

/** Marks the holders of every account whose references name one of the keys. */
export async function markReferringHolders(tenant: Tenant, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const { organizationId } = tenant;
  const firstHolders = (column: 'key' | 'base_key') =>
    sql`select ${rawSql(column)} as key, holder_id, row_number() over (partition by ${rawSql(column)}) as position
      from graph_references where organization_id = ${organizationId} and ${rawSql(column)} = any(${keys}::text[])`;
  const found = await rowsOf<{ key: string; holderId: string }>(
    tenant,
    sql`select key, holder_id from (${firstHolders('key')} union all ${firstHolders('base_key')}) r
      where position <= ${fewHolders + 1}`,
  );
  const holders = new Map<string, string[]>();
  for (const { key, holderId: id } of found) addToGroup(holders, key, id);
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
  const keys = await rowsOf<{ key: string; afterId: string | undefined }>(
    tenant,
    sql`select key, after_id from graph_changed_keys where organization_id = ${organizationId}
      order by key limit ${keysPerPage}`,
  );
  if (keys.length === 0) return false;
  const holderIds = new Set<string>();
  const finished: string[] = [];
  const unfinished: { readonly key: string; readonly lastId: string }[] = [];
  for (const { key, afterId } of keys) {
    const page = await nextHolders(tenant, key, afterId);
    for (const id of page) holderIds.add(id);
    const lastId = page.at(-1);
    if (lastId === undefined || page.length < holdersPerKey) finished.push(key);
    else unfinished.push({ key, lastId });
  }
  await markDue(tenant, [...holderIds]);
  await execute(
    tenant,
    sql`delete from graph_changed_keys where organization_id = ${organizationId} and key = any(${finished}::text[])`,
  );
  await execute(
    tenant,
    sql`insert into graph_changed_keys (organization_id, key, after_id)
      select ${organizationId}, key, after_id
      from unnest(${unfinished.map(({ key }) => key)}::text[], ${unfinished.map(({ lastId }) => lastId)}::uuid[])
        as g(key, after_id)
      on conflict (organization_id, key) do update set after_id = excluded.after_id`,
  );
  return true;
}

/** Returns the next holders with references to an identifier, by id: at most 1,000. */
async function nextHolders(
  tenant: Tenant,
  key: string,
  afterId: string | undefined,
): Promise<readonly string[]> {
  const next = (column: 'key' | 'base_key') =>
    sql`(select holder_id from graph_references where organization_id = ${tenant.organizationId}
      and ${rawSql(column)} = ${key} and holder_id > ${afterId ?? '00000000-0000-0000-0000-000000000000'}::uuid
      order by holder_id limit ${holdersPerKey})`;
  const rows = await rowsOf<{ holderId: string }>(
    tenant,
    sql`select holder_id from (${next('key')} union all ${next('base_key')}) r
      order by holder_id limit ${holdersPerKey}`,
  );
  return rows.map((row) => row.holderId);
}

async function markDue(tenant: Tenant, holderIds: readonly string[]): Promise<void> {
  if (holderIds.length === 0) return;
  await execute(
    tenant,
    sql`update graph_holders set resolve_due = true where organization_id = ${tenant.organizationId}
      and resource_id = any(${holderIds}::uuid[]) and not resolve_due`,
  );
}
