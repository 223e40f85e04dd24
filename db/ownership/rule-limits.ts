import { errors } from '../../domain/errors.ts';
import { hasPattern } from '../../domain/ownership/condition.ts';
import type { Condition } from '../../domain/ownership/condition.ts';
import { execute, oneRowOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** Maximum number of rules of an organization. */
export const maximumRules = 1000;

/**
 * Maximum number of distinct leaves with `matches` in the enabled rules of an organization. A run compares a pattern
 * without a literal prefix with every name.
 */
export const maximumPatterns = 1000;

/**
 * Requires that the organization can create a rule. Locks its rules, so that concurrent requests do not exceed the maximum
 * together.
 * @throws CatalogueError `conflict` when the organization has 1,000 rules.
 */
export async function requireFreeRule(tenant: Tenant): Promise<void> {
  const { organizationId } = tenant;
  await lockRuleLimits(tenant);
  const { count } = await oneRowOf<{ count: number }>(
    tenant,
    sql`select count(*) as count from inference_rules
      where organization_id = ${organizationId} and deleted_at is null`,
  );
  if (count >= maximumRules)
    throw errors.conflict('The organization has 1,000 inference rules, the maximum. Delete a rule first.');
}

/**
 * Requires that a rule which the transaction inserted or changed does not exceed the maximum of patterns. Has no effect for
 * a disabled rule or one without patterns.
 * @throws CatalogueError `conflict` when the enabled rules have more than 1,000 patterns.
 */
export async function requireFewPatterns(
  tenant: Tenant,
  { enabled, conditions }: { readonly enabled: boolean; readonly conditions: Condition },
): Promise<void> {
  if (!enabled || !hasPattern(conditions)) return;
  await lockRuleLimits(tenant);
  const { count } = await oneRowOf<{ count: number }>(
    tenant,
    sql`select count(distinct leaf.test) as count
      from inference_rules i
      cross join lateral jsonb_path_query(i.conditions, '$.**.* ? (exists (@.matches))') as leaf(test)
      where i.organization_id = ${tenant.organizationId} and i.enabled and i.deleted_at is null`,
  );
  if (count > maximumPatterns)
    throw errors.conflict(
      'The enabled inference rules of the organization would have more than 1,000 different `matches` patterns, the ' +
        'maximum. Use `equals` or `in`, or disable a rule first.',
    );
}

async function lockRuleLimits(tenant: Tenant): Promise<void> {
  await execute(
    tenant,
    sql`select pg_advisory_xact_lock(hashtextextended('inference_rules:' || ${tenant.organizationId}::text, 0))`,
  );
}
