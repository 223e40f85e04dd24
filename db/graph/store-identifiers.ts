import type { ExtractedIdentifier } from '../../domain/graph/edge-rule.ts';
import { execute, rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import type { StoredHolder } from './store-holders.ts';

type Row = {
  readonly resource_id: string;
  readonly kind: string;
  readonly key: string;
  readonly hash: string | null;
};

/** Replaces the identifiers of holders. Returns the keys and hashes of those that came or went. */
export async function storeIdentifiers(
  tenant: Tenant,
  holders: readonly StoredHolder[],
): Promise<readonly string[]> {
  const { organizationId } = tenant;
  const ids = holders.map(({ holder }) => holder.id);
  const stored = await rowsOf<Row>(
    tenant,
    sql`select resource_id, kind, key, hash from resource_identifiers
      where organization_id = ${organizationId} and resource_id = any(${ids}::uuid[])`,
  );
  const before = new Map(stored.map((row) => [keyOf(row), row]));
  const given = new Map(
    holders.flatMap(({ holder, extracted }) =>
      extracted.identifiers.map((identifier) => {
        const row = toRow(holder.id, identifier);
        return [keyOf(row), row] as const;
      }),
    ),
  );
  const gone = stored.filter((row) => given.get(keyOf(row))?.hash !== row.hash);
  const came = [...given.values()].filter((row) => before.get(keyOf(row))?.hash !== row.hash);
  await remove(tenant, gone);
  await insert(tenant, came);
  const changed = [...gone, ...came].flatMap(({ key, hash }) => (hash === null ? [key] : [key, hash]));
  return [...new Set(changed)];
}

function toRow(resourceId: string, { kind, key, hash }: ExtractedIdentifier): Row {
  return { resource_id: resourceId, kind, key, hash: hash ?? null };
}

function keyOf({ resource_id: id, kind, key }: Row): string {
  return `${id} ${kind} ${key}`;
}

async function remove(tenant: Tenant, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  await execute(
    tenant,
    sql`delete from resource_identifiers i using unnest(${rows.map((row) => row.resource_id)}::uuid[],
        ${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ key }) => key)}::text[]) as g(resource_id, kind, key)
      where i.organization_id = ${tenant.organizationId} and i.resource_id = g.resource_id and i.kind = g.kind
        and i.key = g.key`,
  );
}

async function insert(tenant: Tenant, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const { organizationId } = tenant;
  await execute(
    tenant,
    sql`insert into resource_identifiers (organization_id, resource_id, kind, key, hash, resource_type, aws_account_id,
        region, owned)
      select ${organizationId}, g.resource_id, g.kind, g.key, g.hash, r.resource_type, r.aws_account_id, r.region,
        coalesce(split_part(r.arn, ':', 5), '') in ('', a.account_id)
      from unnest(${rows.map((row) => row.resource_id)}::uuid[], ${rows.map(({ kind }) => kind)}::text[],
        ${rows.map(({ key }) => key)}::text[], ${rows.map(({ hash }) => hash)}::text[]) as g(resource_id, kind, key, hash)
      join resources r on r.organization_id = ${organizationId} and r.id = g.resource_id
      join aws_accounts a on a.organization_id = ${organizationId} and a.id = r.aws_account_id`,
  );
}
