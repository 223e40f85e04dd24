import { planApplications } from '../../../domain/ownership/application-names.ts';
import { equalTagKeys } from '../../../domain/ownership/condition.ts';
import { applicationIdOf, nameTagOf } from '../../../domain/ownership/rule-outcome.ts';
import { rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { evaluateRules } from '../inference/evaluate-rules.ts';
import type { EvaluatedRule } from '../inference/evaluated-rule.ts';
import { listKnownApplications } from '../inference/name-applications.ts';
import { withPlannerSettings } from '../../planner-settings.ts';
import { selectReviews } from './review-groups.ts';
import type { RuleContext } from '../inference/rule-context.ts';
import { listRulesToEvaluate } from '../rules/rule-store.ts';

interface Resources {
  /** A query for ids. */
  readonly ids: Sql;
  readonly size: number;
}

/**
 * Returns whether an enabled rule gives an application to a resource, and to no resource that was reviewed otherwise.
 * @param negatives number of the resources that were reviewed otherwise
 */
export async function hasConsistentRule(
  tenant: Tenant,
  { applicationId, resourceId }: { readonly applicationId: string; readonly resourceId: string },
  negatives: number,
  context: RuleContext,
): Promise<boolean> {
  const rules = (await listRulesToEvaluate(tenant)).filter(
    ({ outcome }) => applicationIdOf(outcome) === applicationId || nameTagOf(outcome) !== undefined,
  );
  const ofResource = { ids: sql`select ${resourceId}::uuid as resource_id`, size: 1 };
  const matching = await listMatchingRules(tenant, applicationId, rules, ofResource, context);
  if (matching.length === 0 || negatives === 0) return matching.length > 0;
  const reviews = selectReviews(tenant.organizationId, applicationId);
  const reviewedOtherwise = {
    ids: sql`select v.resource_id from (${reviews}) v where not v.is_positive`,
    size: negatives,
  };
  const contradicting = await listMatchingRules(tenant, applicationId, matching, reviewedOtherwise, context);
  return contradicting.length < matching.length;
}

/** Lists the rules that give the application to at least one of the resources. */
async function listMatchingRules(
  tenant: Tenant,
  applicationId: string,
  rules: readonly EvaluatedRule[],
  scope: Resources,
  context: RuleContext,
): Promise<readonly EvaluatedRule[]> {
  if (rules.length === 0) return [];
  const { tables } = evaluateRules({
    organizationId: tenant.organizationId,
    rules,
    context,
    environments: [],
    scope,
    applicationsByValue: await findNamedApplications(tenant, rules, scope, context),
  });
  const matched = await withPlannerSettings(tenant, scope.size, () =>
    rowsOf<{ rule: number }>(
      tenant,
      sql`with ${tables} select distinct a.rule from final_applied a
        join final_located l on l.group_id = a.group_id where a.application_id = ${applicationId}`,
    ),
  );
  return matched.flatMap(({ rule }) => rules[rule] ?? []);
}

/** Returns the applications that tags of the resources name for rules with `name_from_tag`, by the value of the tag. */
async function findNamedApplications(
  tenant: Tenant,
  rules: readonly EvaluatedRule[],
  { ids }: Resources,
  { tagKeys }: RuleContext,
): Promise<ReadonlyMap<string, string>> {
  const keys = rules.flatMap(({ outcome }) => {
    const key = nameTagOf(outcome);
    return key === undefined ? [] : equalTagKeys(key, tagKeys);
  });
  if (keys.length === 0) return new Map();
  const values = await rowsOf<{ value: string }>(
    tenant,
    sql`select distinct t.value from (${ids}) r join resource_tags t
      on t.organization_id = ${tenant.organizationId} and t.resource_id = r.resource_id and t.valid_to = 'infinity'
      where t.key = any(${[...new Set(keys)]}::text[])`,
  );
  const naming = values.map(({ value }) => ({ ruleId: '', value, resources: 1 }));
  return planApplications(naming, await listKnownApplications(tenant)).idsByValue;
}
