import { rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** A plan that a text names. */
export interface NamedPlan {
  readonly id: string;
  /** The id of its execution in the CI system. */
  readonly externalId: string;
  readonly projectPath: string | undefined;
  readonly commitSha: string | undefined;
  readonly createdAt: Date;
}

/** A shorter text is no commit. */
const minimumCommit = 7;

/**
 * Finds the plans that a text names, newest first. The first of these ranks with a plan decides: id; the external id of the
 * execution; the same without regard to case; the beginning of the commit; a part of the external id.
 *
 * @returns plans of the best rank, at most the limit, and how many the rank has
 */
export async function findNamedPlans(
  tenant: Tenant,
  text: string,
  limit: number,
): Promise<{ readonly plans: readonly NamedPlan[]; readonly total: number }> {
  const { organizationId } = tenant;
  const commit = text.length < minimumCommit ? null : text;
  const rows = await rowsOf<NamedPlan & { readonly total: number }>(
    tenant,
    sql`with ranked as (
        select p.id, x.external_id, nullif(coalesce(nullif(p.project_path, ''), x.project_path), '') as project_path,
          coalesce(p.commit_sha, x.commit_sha) as commit_sha, p.created_at, case
            when p.id::text = lower(${text}) then 0
            when x.external_id = ${text} then 1
            when lower(x.external_id) = lower(${text}) then 2
            when starts_with(coalesce(p.commit_sha, x.commit_sha), lower(${commit})) then 3
            when strpos(lower(x.external_id), lower(${text})) > 0 then 4
          end as rank
        from plans p join executions x on x.organization_id = ${organizationId} and x.id = p.execution_id
        where p.organization_id = ${organizationId}
      ), best as (
        select * from ranked where rank = (select min(rank) from ranked)
      )
      select id, external_id, project_path, commit_sha, created_at, (select count(*) from best)::integer as total
      from best order by created_at desc, id desc limit ${limit}`,
  );
  return { plans: rows.map(({ total: _total, ...plan }) => plan), total: rows[0]?.total ?? 0 };
}

/** Returns the external ids of executions by id. */
export async function externalIdsOf(
  tenant: Tenant,
  executionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (executionIds.length === 0) return new Map();
  const rows = await rowsOf<{ id: string; externalId: string }>(
    tenant,
    sql`select id, external_id from executions
      where organization_id = ${tenant.organizationId} and id = any(${executionIds}::uuid[])`,
  );
  return new Map(rows.map((row) => [row.id, row.externalId]));
}
