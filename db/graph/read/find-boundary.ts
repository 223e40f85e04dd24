import { rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import type { GraphRoot } from './graph.ts';
import type { GraphScope } from './graph-scope.ts';

/** Whether a root stands for the resources of accounts. */
export function isBoundary({ type }: GraphRoot): boolean {
  return type === 'account' || type === 'organization_unit';
}

/** Returns the accounts that a root stands for: itself, or those in the organizational unit and below it. */
export async function accountsOfRoot(tenant: Tenant, { type, id }: GraphRoot): Promise<readonly string[]> {
  const condition =
    type === 'account' ? sql`a.id = ${id}` : sql`(a.ou_path = ${id} or a.ou_path ^@ (${id}::text || '/'))`;
  const rows = await rowsOf<{ id: string }>(
    tenant,
    sql`select a.id from aws_accounts a where a.organization_id = ${tenant.organizationId} and a.deleted_at is null
      and ${condition} order by a.id`,
  );
  return rows.map((row) => row.id);
}

export interface Boundary {
  /** Matching resources of the accounts with relationships to others. */
  readonly inner: readonly string[];
  /** The other ends. */
  readonly outer: readonly string[];
  /** A limit cut nodes. */
  readonly isCut: boolean;
}

/**
 * Finds the relationships with exactly one end in the accounts, in the directions of the scope as seen from the inner end, which the
 * scope contains. Returns their ends in the order of the relationships, together at most `limit`. Reads only relationships that
 * leave an account.
 */
export async function findBoundary(
  tenant: Tenant,
  scope: GraphScope,
  accountIds: readonly string[],
  limit: number,
): Promise<Boundary> {
  const { organizationId } = tenant;
  const rows = await rowsOf<{ inner: string; outer: string }>(
    tenant,
    sql`select inner_id as inner, outer_id as outer from (
        select e.id, case when s.id is not null then e.source_id else e.target_id end as inner_id,
          case when s.id is not null then e.target_id else e.source_id end as outer_id,
          case when s.id is not null then 'outgoing' else 'incoming' end as direction
        from relationships e
        left join resources s on s.organization_id = ${organizationId} and s.id = e.source_id
          and s.aws_account_id = any(${accountIds}::uuid[])
        left join resources t on t.organization_id = ${organizationId} and t.id = e.target_id
          and t.aws_account_id = any(${accountIds}::uuid[])
        where ${scope.edge} and e.properties -> 'cross_account' is not null and (s.id is null) <> (t.id is null)
      ) crossing
      where direction = any(${scope.directions}::text[]) and ${scope.contains('inner_id')}
      order by id limit ${limit + 1}`,
  );
  const inner = new Set<string>();
  const outer = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const added = [row.inner, row.outer].filter((id) => !inner.has(id) && !outer.has(id)).length;
    if (inner.size + outer.size + added > limit || index >= limit)
      return { inner: [...inner], outer: [...outer], isCut: true };
    inner.add(row.inner);
    outer.add(row.outer);
  }
  return { inner: [...inner], outer: [...outer], isCut: false };
}
