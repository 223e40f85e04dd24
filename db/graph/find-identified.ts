import type { Lookup } from '../../domain/graph/plan-lookup.ts';
import { addToGroup, groupBy } from '../../domain/group-by.ts';
import { rowsOf } from '../query.ts';
import { rawSql, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** The result of a lookup. */
export type Identified =
  | { readonly outcome: 'none' | 'ambiguous' }
  | {
      readonly outcome: 'found';
      readonly resourceId: string;
      /** The identifier of a hashed key. */
      readonly key: string;
    };

interface Candidate {
  /** Position of the lookup, from 1. */
  readonly n: number;
  readonly resource_id: string;
  readonly scope: number;
  readonly key: string;
}

/** Returns the result of each lookup, in order. */
export async function findIdentified(
  tenant: Tenant,
  lookups: readonly Lookup[],
): Promise<readonly Identified[]> {
  const results: Identified[] = lookups.map(() => ({ outcome: 'none' }));
  const groups = new Map<string, number[]>();
  for (const [index, { hashed, types }] of lookups.entries()) {
    addToGroup(groups, `${hashed ? 'hash' : 'key'} ${types.length > 0}`, index);
  }
  for (const [group, indexes] of groups) {
    const candidates = await select(tenant, {
      lookups: indexes.flatMap((index) => lookups[index] ?? []),
      column: group.startsWith('hash') ? 'hash' : 'key',
      isTyped: group.endsWith('true'),
    });
    for (const [n, given] of groupBy(candidates, ({ n: position }) => position)) {
      const index = indexes[n - 1];
      if (index !== undefined) results[index] = decide(given);
    }
  }
  return results;
}

/** The first scope with candidates decides: one resource, or none when there are several. */
function decide(candidates: readonly Candidate[]): Identified {
  const scope = Math.min(...candidates.map((candidate) => candidate.scope));
  const [first, ...others] = candidates.filter((candidate) => candidate.scope === scope);
  if (first === undefined) return { outcome: 'none' };
  if (others.some((other) => other.resource_id !== first.resource_id)) return { outcome: 'ambiguous' };
  return { outcome: 'found', resourceId: first.resource_id, key: first.key };
}

interface Selection {
  readonly lookups: readonly Lookup[];
  readonly column: 'key' | 'hash';
  readonly isTyped: boolean;
}

/** Selects at most two candidates of each scope: a third one changes nothing. */
async function select(
  tenant: Tenant,
  { lookups, column, isTyped }: Selection,
): Promise<readonly Candidate[]> {
  const found = (scope: number, scopes: string, condition: string): Sql =>
    sql`(select i.resource_id, ${scope}::integer as scope, i.key from resource_identifiers i
      where q.scope in (${rawSql(scopes)}) and i.organization_id = ${tenant.organizationId}
        and i.${rawSql(column)} = q.key and i.kind = q.kind
        and ${rawSql(isTyped ? `i.resource_type = any(string_to_array(q.types, ','))` : 'true')} and ${rawSql(condition)}
      limit 2)`;
  const sameAccount = 'i.aws_account_id = q.account_id';
  return rowsOf<Candidate>(
    tenant,
    sql`select q.n, c.resource_id, c.scope, c.key
      from unnest(${lookups.map(({ scope }) => scope)}::text[], ${lookups.map(({ kind }) => kind)}::text[],
        ${lookups.map(({ key }) => key)}::text[], ${lookups.map(({ types }) => types.join(','))}::text[],
        ${lookups.map(({ accountId }) => (accountId === '' ? null : accountId))}::uuid[],
        ${lookups.map(({ region }) => region)}::text[])
        with ordinality as q(scope, kind, key, types, account_id, region, n)
      cross join lateral (
        ${found(1, `'id', 'name', 'global_name'`, `${sameAccount} and i.region = q.region`)}
        union all ${found(1, `'name'`, `${sameAccount} and i.region = 'global'`)}
        union all ${found(2, `'id', 'global_name'`, sameAccount)}
        union all ${found(3, `'id', 'organization'`, 'i.owned')}
        union all ${found(4, `'id', 'organization'`, 'true')}) c`,
  );
}
