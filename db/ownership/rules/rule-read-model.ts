import { errors } from '../../../domain/errors.ts';
import { rowOf, rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import type { InferenceRule } from './inference-rule.ts';

/** A rule with the number of its memberships that users confirmed and rejected. */
export type InferenceRuleRow = InferenceRule & { readonly confirmed: number; readonly rejected: number };

/** The position of a rule in the order of evaluation. `createdAt` has microseconds. */
export interface RulePosition {
  readonly priority: number;
  readonly createdAt: string;
  readonly id: string;
}

/** Lists rules in the order of evaluation, one more than `limit`. */
export async function listRules(
  tenant: Tenant,
  limit: number,
  after: RulePosition | undefined,
): Promise<readonly (InferenceRuleRow & { readonly position: string })[]> {
  const following =
    after === undefined
      ? sql`true`
      : sql`(r.priority, r.created_at, r.id) > (${after.priority}::integer, ${after.createdAt}::timestamptz, ${after.id}::uuid)`;
  return rowsOf(
    tenant,
    sql`select listed.*, ${verdictColumns} from (
        select r.*, r.created_at::text as position ${fromRules(tenant)} and ${following}
        order by r.priority, r.created_at, r.id limit ${limit + 1}
      ) listed cross join lateral (${verdictsOf(tenant, sql`listed.id`)}) v
      order by listed.priority, listed.created_at, listed.id`,
  );
}

/** @throws CatalogueError `not_found`, also for a deleted rule. */
export async function getRule(tenant: Tenant, id: string): Promise<InferenceRuleRow> {
  const rule = await findRule(tenant, id);
  if (rule === undefined) throw errors.notFound();
  return rule;
}

/** Finds a rule that is not deleted. */
export async function findRule(tenant: Tenant, id: string): Promise<InferenceRuleRow | undefined> {
  return rowOf<InferenceRuleRow>(
    tenant,
    sql`select listed.*, ${verdictColumns} from (select r.* ${fromRules(tenant)} and r.id = ${id}) listed
      cross join lateral (${verdictsOf(tenant, sql`listed.id`)}) v`,
  );
}

/** A query for the numbers of current verdicts on the memberships of a rule, optionally of those since a time. */
export function verdictsOf({ organizationId }: Tenant, ruleId: Sql, since?: Sql): Sql {
  const recent = since === undefined ? sql`` : sql`and m.reviewed_at >= ${since}`;
  return sql`select count(*) filter (where m.status = 'confirmed') as confirmed,
      count(*) filter (where m.status = 'rejected') as rejected
    from memberships m where m.organization_id = ${organizationId} and m.rule_id = ${ruleId}
      and m.status in ('confirmed', 'rejected') ${recent}`;
}

const verdictColumns = sql`v.confirmed, v.rejected`;

function fromRules({ organizationId }: Tenant): Sql {
  return sql`from inference_rules r where r.organization_id = ${organizationId} and r.deleted_at is null`;
}
