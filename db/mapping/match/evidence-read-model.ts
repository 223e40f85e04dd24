import type { EvidenceReach, EvidenceReasonKind } from '../../../domain/values.ts';
import { rowsOf } from '../../query.ts';
import { anyOf, joinSql, rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { voidsClaim } from './correction-conditions.ts';

/** Why the evidence of an account is incomplete. */
export interface EvidenceReason {
  readonly kind: EvidenceReasonKind;
  /** Of the state source, the project or the repository; `undefined` for `no_source`. */
  readonly id: string | undefined;
  /**
   * `bucket/key` or the name of a source, the full name of a repository, also of that of a project; for `no_source` that of the
   * account.
   */
  readonly name: string;
  /** Of a project in its repository. */
  readonly path: string | undefined;
  readonly reach: EvidenceReach;
}

export interface AccountEvidence {
  readonly awsAccountId: string;
  readonly complete: boolean;
  readonly reasons: readonly EvidenceReason[];
  readonly reasonsTotal: number;
}

type ReasonRow = EvidenceReason & { readonly awsAccountId: string; readonly position: string };
type CountRow = { readonly awsAccountId: string; readonly complete: boolean; readonly reasonsTotal: number };

const ranks = `case g.reach when 'known' then '1' when 'environment' then '2' else '3' end`;

/** The accounts `a` of the organization with `m`, what was stored of their evidence. */
const fromAccounts = (organizationId: string) => sql`from aws_accounts a
  left join mapping_accounts m on m.organization_id = ${organizationId} and m.aws_account_id = a.id
  where a.organization_id = ${organizationId} and a.deleted_at is null`;

/** Lists the accounts with whether their evidence is complete, incomplete ones first, each with its first reasons. */
export async function listAccountEvidence(
  tenant: Tenant,
  limit: number,
  maximumReasons: number,
): Promise<readonly AccountEvidence[]> {
  const { organizationId } = tenant;
  const accounts = await rowsOf<CountRow>(
    tenant,
    sql`with account as materialized (
        select a.id, a.code_complete, coalesce(m.evidence_complete, false) as complete, coalesce(m.has_source, false)
          as has_source ${fromAccounts(organizationId)}
        order by 3, a.id limit ${limit}
      ), of_all as materialized (
        select count(*) as gaps from evidence_gaps g where g.organization_id = ${organizationId} and g.reach = 'all'
      ), of_account as (
        select u.id, count(*) as gaps, count(*) filter (where g.reach = 'known') as known
        from evidence_gaps g cross join lateral unnest(g.aws_account_ids) u(id)
        where g.organization_id = ${organizationId} group by 1
      )
      select a.id as aws_account_id, a.complete, case when a.complete then 0 when a.code_complete then coalesce(o.known, 0)
          else of_all.gaps + coalesce(o.gaps, 0) + (not a.has_source)::integer end as reasons_total
      from account a cross join of_all left join of_account o on o.id = a.id order by a.complete, a.id`,
  );
  const incomplete = accounts.flatMap(({ awsAccountId, complete }) => (complete ? [] : [awsAccountId]));
  const reasons = Map.groupBy(
    await listReasons(tenant, { awsAccountIds: incomplete, perAccount: maximumReasons }),
    ({ awsAccountId }) => awsAccountId,
  );
  return accounts.map((account) => ({ ...account, reasons: reasons.get(account.awsAccountId) ?? [] }));
}

export interface EvidenceFilters {
  readonly aws_account_id?: readonly string[] | undefined;
  readonly kind?: readonly string[] | undefined;
}

/** Lists the reasons of incomplete accounts by account, the narrowest reach first, one more than `limit`. */
export async function listEvidence(
  tenant: Tenant,
  filters: EvidenceFilters,
  limit: number,
  after: readonly [awsAccountId: string, position: string] | undefined,
): Promise<readonly ReasonRow[]> {
  return listReasons(tenant, {
    awsAccountIds: filters.aws_account_id,
    kinds: filters.kind,
    perAccount: limit + 1,
    limit: limit + 1,
    after,
  });
}

/**
 * Lists reasons why a resource is `unknown`: the sources without effect whose last entries claim it, and the reasons of its
 * account. Empty for a resource with another state, or of a type without a Terraform type.
 */
export async function listUnknownReasons(
  tenant: Tenant,
  resourceId: string,
  terraformTypes: readonly string[],
  limit: number,
): Promise<readonly EvidenceReason[]> {
  const { organizationId } = tenant;
  const [resource] = await rowsOf<{ awsAccountId: string }>(
    tenant,
    sql`select aws_account_id from resources where organization_id = ${organizationId} and id = ${resourceId}
      and status = 'active' and management_state = 'unknown' and resource_type = any(${terraformTypes}::text[])`,
  );
  if (resource === undefined) return [];
  const claims = await rowsOf<EvidenceReason>(
    tenant,
    sql`select distinct 'state_unread' as kind, s.id, ${sourceName} as name, 'known' as reach from state_entries e
      join state_sources s on s.organization_id = ${organizationId} and s.id = e.state_source_id and not s.counted
        and s.superseded_by is null
      where e.organization_id = ${organizationId} and e.resource_id = ${resourceId}
        and not exists (select from mapping_corrections c where ${voidsClaim(organizationId)})
      order by s.id limit ${limit}`,
  );
  const claimed = new Set(claims.map(({ id }) => id));
  const ofAccount = await listReasons(tenant, { awsAccountIds: [resource.awsAccountId], perAccount: limit });
  return [...claims, ...ofAccount.filter(({ id }) => id === undefined || !claimed.has(id))].slice(0, limit);
}

const sourceName = rawSql(`coalesce(s.name, s.bucket || '/' || s.key)`);

async function listReasons(
  tenant: Tenant,
  scope: {
    readonly awsAccountIds: readonly string[] | undefined;
    readonly kinds?: readonly string[] | undefined;
    readonly perAccount: number;
    readonly limit?: number;
    readonly after?: readonly [string, string] | undefined;
  },
): Promise<readonly ReasonRow[]> {
  const { organizationId } = tenant;
  const [afterAccount, afterPosition] = scope.after ?? [];
  const isAfter = (position: Sql) =>
    scope.after === undefined
      ? rawSql('true')
      : sql`(a.id > ${afterAccount}::uuid or ${position} > ${afterPosition})`;
  const gaps = sql`select g.kind, g.subject_id, g.reach, ${rawSql(ranks)} || g.kind || g.subject_id as position
    from evidence_gaps g where g.organization_id = ${organizationId}`;
  const limitText = scope.limit === undefined ? rawSql('') : sql`limit ${scope.limit}`;
  // Gaps that reach every account are read once, and not once for each account.
  return rowsOf<ReasonRow>(
    tenant,
    sql`with of_all as materialized (${gaps} and g.reach = 'all'), named as (
        select a.id, a.position, a.kind, a.subject_id, a.reach, a.account_name from (
          select a.id, a.account_name, r.* from (
            select a.id, a.code_complete, coalesce(m.has_source, false) as has_source,
              coalesce(a.name, a.account_id) as account_name
            ${fromAccounts(organizationId)} and not coalesce(m.evidence_complete, false)
              and ${joinSql([rawSql('true'), ...anyOf('a.id', scope.awsAccountIds, 'uuid')], ' and ')}
              and ${afterAccount === undefined ? rawSql('true') : sql`a.id >= ${afterAccount}::uuid`}
          ) a cross join lateral (
            select * from (
              select 'no_source' as kind, null::uuid as subject_id, 'known' as reach, '0' as position
              where not a.has_source and not a.code_complete
              union all
              select * from of_all where not a.code_complete
              union all
              ${gaps} and a.id = any(g.aws_account_ids) and (not a.code_complete or g.reach = 'known')
            ) r
            where ${joinSql([isAfter(rawSql('r.position')), ...anyOf('r.kind', scope.kinds)], ' and ')}
            order by r.position limit ${scope.perAccount}
          ) r
        ) a order by a.id, a.position ${limitText}
      )
      select n.id as aws_account_id, n.position, n.kind, n.subject_id as id, n.reach, p.path,
        coalesce(${sourceName}, r.full_name, n.account_name) as name
      from named n
      left join state_sources s on s.organization_id = ${organizationId} and s.id = n.subject_id
      left join iac_projects p on p.organization_id = ${organizationId} and p.id = n.subject_id
      left join repositories r on r.organization_id = ${organizationId} and r.id = coalesce(p.repository_id, n.subject_id)
      where n.subject_id is null or coalesce(s.id, p.id, r.id) is not null
      order by n.id, n.position`,
  );
}
