import { isDeepStrictEqual } from 'node:util';
import { fn, raw } from 'objection';
import type { Condition } from '../../../domain/ownership/condition.ts';
import { applicationIdOf, nameTagOf } from '../../../domain/ownership/rule-outcome.ts';
import type { RuleOutcome } from '../../../domain/ownership/rule-outcome.ts';
import { isImprecise } from '../../../domain/ownership/rule-precision.ts';
import { lockLiveRow } from '../../fragments/live-rows.ts';
import { recordAudit } from '../../organizations/audit-store.ts';
import { execute, oneRowOf, queryModel, rowOf, rowsOf } from '../../query.ts';
import { insertRow, updateRow } from '../../row-store.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import type { EvaluatedRule } from '../inference/evaluated-rule.ts';
import { queueInference } from '../inference/inference-queue.ts';
import { InferenceRule } from './inference-rule.ts';
import { openIssue, refreshTeamIssues, resolveIssue } from '../issues/issue-store.ts';
import { requireFewPatterns, requireFreeRule, requireSmallConditions } from './rule-limits.ts';
import { verdictsOf } from './rule-read-model.ts';
import type { InferenceRuleRow } from './rule-read-model.ts';

export type { InferenceRuleRow };

export interface NewRule {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly conditions: Condition;
  readonly outcome: RuleOutcome;
  readonly priority?: number | undefined;
  readonly enabled?: boolean | undefined;
  /** The membership whose confirmation creates the rule. */
  readonly learnedFrom?: string | undefined;
  readonly createdBy: string;
}

export type RuleChange = {
  readonly [Field in Exclude<keyof NewRule, 'learnedFrom' | 'createdBy'>]?: NewRule[Field] | undefined;
};

/**
 * Returns the rules that an inference run evaluates, in the order of evaluation: by priority, time of creation and id.
 * Leaves out archived applications and inactive teams, and rules whose outcome names nothing else.
 */
export async function listRulesToEvaluate(tenant: Tenant): Promise<readonly EvaluatedRule[]> {
  const rows = await rowsOf<EvaluatedRule & { readonly archived: boolean; readonly inactive: boolean }>(
    tenant,
    sql`select r.id, r.conditions, r.outcome, a.archived_at is not null as archived,
        coalesce(not t.is_active, false) as inactive
      from inference_rules r
      left join applications a on a.organization_id = r.organization_id and a.id = r.application_id
      left join teams t on t.organization_id = r.organization_id and t.id = r.team_id
      where r.organization_id = ${tenant.organizationId} and r.enabled and r.suspended_at is null
        and r.deleted_at is null
      order by r.priority, r.created_at, r.id`,
  );
  return rows.flatMap(({ id, conditions, outcome, archived, inactive }) => {
    const { application, team, ...rest } = outcome;
    const usable: RuleOutcome = {
      ...rest,
      ...(application === undefined || archived ? {} : { application }),
      ...(team === undefined || inactive ? {} : { team }),
    };
    const names = usable.application ?? usable.environment ?? usable.team;
    return names === undefined ? [] : [{ id, conditions, outcome: usable }];
  });
}

/** Lists the ids of the rules with `name_from_tag` that an inference run evaluates. */
export async function listNamingRuleIds(tenant: Tenant): Promise<readonly string[]> {
  const rules = await listRulesToEvaluate(tenant);
  return rules.filter(({ outcome }) => nameTagOf(outcome) !== undefined).map(({ id }) => id);
}

/**
 * Inserts a rule. The caller checks the ids in conditions and outcome, and requests inference for the rule.
 * @throws CatalogueError `conflict` when the organization has 1,000 rules, conditions of 8 MB, or enabled rules with more than
 *   1,000 patterns.
 */
export async function createRule(tenant: Tenant, given: NewRule): Promise<InferenceRuleRow> {
  await requireFreeRule(tenant);
  const rule = await insertRow(tenant, InferenceRule, { ...given, ...outcomeColumns(given.outcome) });
  await requireSmallConditions(tenant);
  await requireFewPatterns(tenant, rule);
  return Object.assign(rule, { confirmed: 0, rejected: 0 });
}

/**
 * Changes the given fields. Only reviews after a change of the evaluation count for a later suspension. `enabled: true`
 * resumes a suspended rule. Returns the names of the changed fields, and whether inference must evaluate the rule again.
 * @throws CatalogueError `not_found`; `conflict` when the conditions of all rules would have more than 8 MB, or the enabled rules
 *   more than 1,000 patterns.
 */
export async function updateRule(
  tenant: Tenant,
  id: string,
  change: RuleChange,
): Promise<{ readonly changed: readonly string[]; readonly evaluationChanged: boolean }> {
  const rule = await lockLiveRow(queryModel(tenant, InferenceRule), tenant, id);
  const changed = Object.entries(change).flatMap(([name, value]) =>
    value === undefined || isDeepStrictEqual(rule[name as keyof RuleChange], value ?? undefined)
      ? []
      : [name],
  );
  const resumes = change.enabled === true && rule.suspendedAt !== undefined;
  if (changed.length === 0 && !resumes) return { changed, evaluationChanged: false };
  const evaluationChanged = resumes || changed.some((name) => evaluationFields.has(name));
  await updateRow(tenant, InferenceRule, id, {
    ...change,
    ...(change.outcome === undefined ? {} : outcomeColumns(change.outcome)),
    // Later than the start of every review that this transaction waited for.
    judgedSince: evaluationChanged ? raw('clock_timestamp()') : undefined,
    suspendedAt: resumes ? null : undefined,
  });
  if (changed.includes('conditions')) await requireSmallConditions(tenant);
  if (changed.includes('conditions') || changed.includes('enabled'))
    await requireFewPatterns(tenant, {
      enabled: change.enabled ?? rule.enabled,
      conditions: change.conditions ?? rule.conditions,
    });
  if (resumes) await resolveIssue(tenant, 'suspended_rule', [id]);
  if (change.outcome !== undefined) await refreshFormerTeam(tenant, rule);
  return { changed: resumes ? [...changed, 'suspended_at'] : changed, evaluationChanged };
}

const evaluationFields: ReadonlySet<string> = new Set(['conditions', 'outcome', 'priority', 'enabled']);

/**
 * Marks a rule as deleted. The next inference run reassigns what it inferred. The caller requests inference for the rule.
 * @throws CatalogueError `not_found`.
 */
export async function deleteRule(tenant: Tenant, id: string): Promise<InferenceRule> {
  const rule = await lockLiveRow(queryModel(tenant, InferenceRule), tenant, id);
  await updateRow(tenant, InferenceRule, id, { ...outcomeColumns({}), deletedAt: fn.now() });
  await resolveIssue(tenant, 'suspended_rule', [id]);
  await refreshFormerTeam(tenant, rule);
  return rule;
}

/**
 * Suspends a rule, opens an issue and queues inference for the rule. Has no effect on a suspended or deleted one.
 * @param reason a sentence for people, the detail of the issue
 */
export async function suspendRule(tenant: Tenant, ruleId: string, reason: string): Promise<void> {
  const rule = await rowOf<{ readonly name: string }>(
    tenant,
    sql`update inference_rules set suspended_at = now(), updated_at = now()
      where organization_id = ${tenant.organizationId} and id = ${ruleId} and suspended_at is null
        and deleted_at is null returning name`,
  );
  if (rule === undefined) return;
  await openIssue(tenant, 'suspended_rule', 'inference_rule', ruleId, reason);
  await queueInference(tenant, 'rule', [ruleId]);
  await recordAudit(tenant, {
    actorType: 'system',
    actorId: undefined,
    action: 'inference_rule.suspended',
    targetType: 'inference_rule',
    targetId: ruleId,
    targetName: rule.name,
    details: { reason },
  });
}

/** Locks rules by id until the transaction ends, before several are judged. */
export async function lockRules(tenant: Tenant, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await execute(
    tenant,
    sql`select from inference_rules where organization_id = ${tenant.organizationId} and id = any(${ids}::uuid[])
      order by id for no key update`,
  );
}

/**
 * Suspends an enabled rule if it has at least ten reviews since it was created, changed or resumed, and less than half of
 * them confirm. The transaction of a review calls it after it wrote the membership's status. It locks the rule, so that
 * concurrent reviews count each other.
 */
export async function judgeRule(tenant: Tenant, ruleId: string): Promise<void> {
  const rule = await rowOf<{ readonly judgedSince: string }>(
    tenant,
    sql`select judged_since::text from inference_rules where organization_id = ${tenant.organizationId}
      and id = ${ruleId} and enabled and suspended_at is null and deleted_at is null for no key update`,
  );
  if (rule === undefined) return;
  const { confirmed, rejected } = await oneRowOf<{ confirmed: number; rejected: number }>(
    tenant,
    verdictsOf(tenant, sql`${ruleId}::uuid`, sql`${rule.judgedSince}::timestamptz`),
  );
  if (isImprecise(confirmed, rejected))
    await suspendRule(
      tenant,
      ruleId,
      `Users rejected ${rejected} of ${confirmed + rejected} reviewed memberships of the rule.`,
    );
}

function outcomeColumns(outcome: RuleOutcome) {
  return {
    applicationId: applicationIdOf(outcome) ?? null,
    environmentId: outcome.environment?.id ?? null,
    teamId: outcome.team?.id ?? null,
  };
}

/** Updates the issue of the team that the outcome named before: it may have been the last use of an inactive team. */
async function refreshFormerTeam(tenant: Tenant, { teamId }: InferenceRule): Promise<void> {
  if (teamId !== undefined) await refreshTeamIssues(tenant, [teamId]);
}
