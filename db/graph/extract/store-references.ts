import { toJsonText } from '../../../domain/json/text.ts';
import { isEqualJson } from '../../../domain/json/equal.ts';
import type { EdgeRule, ExtractedReference } from '../../../domain/graph/edge-rule.ts';
import { execute, rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { findResources } from '../resolve/resolve-references.ts';
import type { StoredHolder } from './stored-holder.ts';
import { valuesById } from '../values-by-id.ts';

interface StoredReference {
  readonly id: number;
  readonly holderId: string;
  readonly rule: string;
  readonly path: string;
  readonly key: string;
  readonly baseKey: string | undefined;
  readonly value: string;
  readonly properties: object;
}

interface GivenReference {
  readonly holderId: string;
  readonly region: string;
  readonly reference: ExtractedReference;
}

/**
 * Replaces the references of holders. A reference that a configuration no longer has stays until its relationships are
 * computed again: it names the other end. A new reference is inserted with the resource that it names, if that is stored.
 */
export async function storeReferences(
  tenant: Tenant,
  accountId: string,
  holders: readonly StoredHolder[],
  rules: ReadonlyMap<string, EdgeRule>,
): Promise<void> {
  const { organizationId } = tenant;
  const ids = holders.map(({ holder }) => holder.id);
  const stored = await rowsOf<StoredReference>(
    tenant,
    sql`select id, holder_id, rule, path, key, base_key, value, properties from graph_references
      where organization_id = ${organizationId} and holder_id = any(${ids}::uuid[]) and not gone`,
  );
  const before = new Map(stored.map((row) => [keyOf(row.holderId, row), row]));
  const given = new Map(
    holders.flatMap(({ holder, extracted }) =>
      extracted.references.map(
        (reference) =>
          [keyOf(holder.id, reference), { holderId: holder.id, region: holder.region, reference }] as const,
      ),
    ),
  );
  const came: GivenReference[] = [];
  const changed: (GivenReference & { readonly id: number })[] = [];
  for (const [key, one] of given) {
    const known = before.get(key);
    if (known === undefined) came.push(one);
    else if (differs(known, one.reference)) changed.push({ ...one, id: known.id });
  }
  await remove(
    tenant,
    stored.filter((row) => !given.has(keyOf(row.holderId, row))),
  );
  await update(tenant, changed);
  await insert(tenant, accountId, came, rules);
}

function keyOf(holderId: string, { rule, path, key }: { rule: string; path: string; key: string }): string {
  return JSON.stringify([holderId, rule, path, key]);
}

function differs(stored: StoredReference, given: ExtractedReference): boolean {
  return (
    stored.baseKey !== given.baseKey ||
    stored.value !== given.value ||
    !isEqualJson(stored.properties, given.properties ?? {})
  );
}

async function remove(tenant: Tenant, rows: readonly StoredReference[]): Promise<void> {
  if (rows.length === 0) return;
  const { organizationId } = tenant;
  const holderIds = [...new Set(rows.map((row) => row.holderId))];
  await execute(
    tenant,
    sql`update graph_references set gone = true where organization_id = ${organizationId}
      and holder_id = any(${holderIds}::uuid[]) and id = any(${rows.map(({ id }) => id)}::bigint[])`,
  );
}

async function update(
  tenant: Tenant,
  rows: readonly (GivenReference & { readonly id: number })[],
): Promise<void> {
  if (rows.length === 0) return;
  const holderIds = [...new Set(rows.map(({ holderId }) => holderId))];
  await execute(
    tenant,
    sql`update graph_references r set base_key = v.by_id -> r.id::text ->> 'base_key',
        value = v.by_id -> r.id::text ->> 'value', properties = v.by_id -> r.id::text -> 'properties'
      from ${valuesById(rows, ({ reference }) => ({
        base_key: reference.baseKey ?? null,
        value: reference.value,
        properties: reference.properties ?? {},
      }))}
      where r.organization_id = ${tenant.organizationId} and r.holder_id = any(${holderIds}::uuid[])
        and r.id = any(${rows.map(({ id }) => id)}::bigint[])`,
  );
}

async function insert(
  tenant: Tenant,
  accountId: string,
  rows: readonly GivenReference[],
  rules: ReadonlyMap<string, EdgeRule>,
): Promise<void> {
  if (rows.length === 0) return;
  const resources = await findResources(
    tenant,
    rows.map(({ holderId, region, reference: { rule, key, baseKey } }) => ({
      holderId,
      rule,
      key,
      baseKey,
      awsAccountId: accountId,
      region,
    })),
    rules,
  );
  const column = <T>(read: (reference: ExtractedReference) => T): T[] =>
    rows.map(({ reference }) => read(reference));
  await execute(
    tenant,
    sql`insert into graph_references (organization_id, holder_id, rule, path, key, base_key, value, properties, other_id,
        found)
      select ${tenant.organizationId}, g.holder_id, g.rule, g.path, g.key, g.base_key, g.value, g.properties::jsonb,
        g.other_id, g.found
      from unnest(${rows.map(({ holderId }) => holderId)}::uuid[], ${column(({ rule }) => rule)}::text[],
        ${column(({ path }) => path)}::text[], ${column(({ key }) => key)}::text[],
        ${column(({ baseKey }) => baseKey ?? null)}::text[], ${column(({ value }) => value)}::text[],
        ${column(({ properties }) => toJsonText(properties ?? {}))}::text[],
        ${resources.map(({ otherId }) => otherId)}::uuid[], ${resources.map(({ found }) => found)}::text[])
        as g(holder_id, rule, path, key, base_key, value, properties, other_id, found)`,
  );
}
