import type { ExtractedIdentifier } from '../../../domain/graph/edge-rule.ts';
import { execute, rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import type { HolderToExtract } from './read-holders.ts';
import type { StoredHolder } from './stored-holder.ts';

type Row = {
  readonly resourceId: string;
  readonly kind: string;
  readonly key: string;
  readonly hash: string | undefined;
};

/** Replaces the identifiers of holders of an account. Returns the keys and hashes of inserted and deleted identifiers. */
export async function storeIdentifiers(
  tenant: Tenant,
  accountId: string,
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
  const differs = (row: Row, other: Row | undefined) => other === undefined || other.hash !== row.hash;
  const gone = stored.filter((row) => differs(row, given.get(keyOf(row))));
  const came = [...given.values()].filter((row) => differs(row, before.get(keyOf(row))));
  await remove(tenant, gone);
  await insert(tenant, accountId, holders, came);
  const changed = [...gone, ...came].flatMap(({ key, hash }) => (hash === undefined ? [key] : [key, hash]));
  return [...new Set(changed)];
}

function toRow(resourceId: string, { kind, key, hash }: ExtractedIdentifier): Row {
  return { resourceId, kind, key, hash };
}

function keyOf({ resourceId: id, kind, key }: Row): string {
  return `${id} ${kind} ${key}`;
}

async function remove(tenant: Tenant, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const resourceIds = [...new Set(rows.map((row) => row.resourceId))];
  await execute(
    tenant,
    sql`delete from resource_identifiers where organization_id = ${tenant.organizationId}
      and resource_id = any(${resourceIds}::uuid[])
      and resource_id::text || ' ' || kind || ' ' || key = any(${rows.map(keyOf)}::text[])`,
  );
}

async function insert(
  tenant: Tenant,
  accountId: string,
  holders: readonly StoredHolder[],
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const holderOf = new Map(holders.map(({ holder }) => [holder.id, holder]));
  const column = <T>(read: (holder: HolderToExtract | undefined) => T): T[] =>
    rows.map((row) => read(holderOf.get(row.resourceId)));
  await execute(
    tenant,
    sql`insert into resource_identifiers (organization_id, resource_id, kind, key, hash, resource_type, aws_account_id,
        region, owned)
      select ${tenant.organizationId}, g.resource_id, g.kind, g.key, g.hash, g.resource_type, ${accountId}, g.region, g.owned
      from unnest(${rows.map((row) => row.resourceId)}::uuid[], ${rows.map(({ kind }) => kind)}::text[],
        ${rows.map(({ key }) => key)}::text[], ${rows.map(({ hash }) => hash)}::text[],
        ${column((holder) => holder?.resourceType ?? '')}::text[], ${column((holder) => holder?.region ?? '')}::text[],
        ${column((holder) => holder !== undefined && isOwned(holder))}::boolean[])
        as g(resource_id, kind, key, hash, resource_type, region, owned)`,
  );
}

/**
 * Returns whether the resource's ARN names its own account or no account. A resource that another account shares has an ARN with
 * the number of that account.
 */
function isOwned({ arn, awsAccountNumber }: HolderToExtract): boolean {
  const [, , , , account = ''] = arn?.split(':', 5) ?? [];
  return account === '' || account === awsAccountNumber;
}
