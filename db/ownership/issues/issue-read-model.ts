import type {
  OwnershipIssueKind,
  OwnershipIssueStatus,
  OwnershipIssueTarget,
} from '../../../domain/values.ts';
import { rowsOf } from '../../query.ts';
import { allOf, anyOf, rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

export interface OwnershipIssue {
  readonly id: string;
  readonly kind: OwnershipIssueKind;
  readonly targetType: OwnershipIssueTarget;
  readonly targetId: string;
  /** The current name; the id when the record was deleted. */
  readonly targetName: string;
  /** The account of a resource. */
  readonly awsAccountId: string | undefined;
  readonly detail: string;
  readonly openedAt: Date;
  readonly resolvedAt: Date | undefined;
}

export interface OwnershipIssueFilters {
  readonly kind?: readonly OwnershipIssueKind[] | undefined;
  readonly status?: readonly OwnershipIssueStatus[] | undefined;
  readonly target_id?: readonly string[] | undefined;
}

/** Lists issues, by default open ones, newest first, by id (UUID version 7). Reads one row more than the limit. */
export async function listOwnershipIssues(
  tenant: Tenant,
  filters: OwnershipIssueFilters,
  limit: number,
  before: string | undefined,
): Promise<readonly OwnershipIssue[]> {
  const { organizationId } = tenant;
  const conditions = [
    ...conditionsOf(tenant, filters),
    ...(before === undefined ? [] : [sql`i.id < ${before}::uuid`]),
  ];
  return rowsOf<OwnershipIssue>(
    tenant,
    sql`with page as materialized (
        select * from ownership_issues i where ${allOf(conditions)} order by i.id desc limit ${limit + 1})
      select p.*, coalesce(r.name, r.native_id, a.name, t.name, u.name, p.target_id::text) as target_name,
        r.aws_account_id
      from page p
      ${joinTarget(organizationId, 'resource', 'resources', 'r')}
      ${joinTarget(organizationId, 'application', 'applications', 'a')}
      ${joinTarget(organizationId, 'team', 'teams', 't')}
      ${joinTarget(organizationId, 'inference_rule', 'inference_rules', 'u')}
      order by p.id desc`,
  );
}

/** Counts the issues that {@link listOwnershipIssues} lists, by kind, largest count first. */
export async function countOwnershipIssues(
  tenant: Tenant,
  filters: OwnershipIssueFilters,
): Promise<readonly { readonly kind: OwnershipIssueKind; readonly count: number }[]> {
  return rowsOf<{ kind: OwnershipIssueKind; count: number }>(
    tenant,
    sql`select i.kind, count(*)::integer as count from ownership_issues i where ${allOf(conditionsOf(tenant, filters))}
      group by i.kind order by count desc, i.kind`,
  );
}

function conditionsOf({ organizationId }: Tenant, filters: OwnershipIssueFilters): readonly Sql[] {
  return [
    sql`i.organization_id = ${organizationId}`,
    ...anyOf('i.kind', filters.kind),
    ...anyOf('i.target_id', filters.target_id, 'uuid'),
    ...statusCondition(filters.status ?? ['open']),
  ];
}

function statusCondition(statuses: readonly OwnershipIssueStatus[]): readonly Sql[] {
  const [only] = new Set(statuses);
  if (new Set(statuses).size !== 1) return [];
  return [rawSql(only === 'open' ? 'i.resolved_at is null' : 'i.resolved_at is not null')];
}

function joinTarget(organizationId: string, type: OwnershipIssueTarget, table: string, alias: string): Sql {
  return sql`left join ${rawSql(`${table} ${alias}`)} on ${rawSql(alias)}.organization_id = ${organizationId}
    and ${rawSql(alias)}.id = p.target_id and p.target_type = ${type}`;
}
