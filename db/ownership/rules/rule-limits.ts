import { errors } from '../../../domain/errors.ts';
import { hasPattern } from '../../../domain/ownership/condition.ts';
import type { Condition } from '../../../domain/ownership/condition.ts';
import { lockOrganization } from '../../lock-organization.ts';
import { oneRowOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/** Maximum number of rules of an organization. */
export const maximumRules = 1000;

/**
 * Maximum number of distinct leaves with `matches` in the enabled rules of an organization. A run compares a pattern
 * without a literal prefix with every name.
 */
export const maximumPatterns = 1000;

/**
 * Maximum size of the conditions of all rules of an organization, as JSON. One rule can have 1 MB. A run and a list of rules
 * hold all of them in memory.
 */
export const maximumConditionBytes = 8 * 1024 * 1024;

/**
 * Requires that the organization can create a rule. Locks its rules, so that concurrent requests do not exceed the maximum
 * together.
 * @throws CatalogueError `conflict` when the organization has 1,000 rules.
 */
export async function requireFreeRule(tenant: Tenant): Promise<void> {
  const { organizationId } = tenant;
  await lockOrganization(tenant, 'inference_rules');
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
  await lockOrganization(tenant, 'inference_rules');
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

/**
 * Requires that the rules of the organization, with one that the transaction inserted or changed, do not exceed the maximum
 * size.
 * @throws CatalogueError `conflict` when the conditions of all rules have more than 8 MB.
 */
export async function requireSmallConditions(tenant: Tenant): Promise<void> {
  await lockOrganization(tenant, 'inference_rules');
  const { bytes } = await oneRowOf<{ bytes: number }>(
    tenant,
    sql`select coalesce(sum(octet_length(i.conditions::text)), 0) as bytes from inference_rules i
      where i.organization_id = ${tenant.organizationId} and i.deleted_at is null`,
  );
  if (bytes > maximumConditionBytes)
    throw errors.conflict(
      'The conditions of the inference rules of the organization would have more than 8 MB, the maximum. Shorten the ' +
        'lists of values, or delete a rule first.',
    );
}
