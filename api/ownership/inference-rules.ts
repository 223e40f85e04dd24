import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { requestInference } from '../../commands/ownership/request-inference.ts';
import { findInferencePause } from '../../db/ownership/inference/inference-pause.ts';
import { existingReferences } from '../../db/ownership/rules/existing-references.ts';
import { lockOutcome } from '../../db/ownership/rules/lock-outcome.ts';
import { previewRule } from '../../db/ownership/rules/preview-rule.ts';
import { findRule, getRule, listRules } from '../../db/ownership/rules/rule-read-model.ts';
import { createRule, deleteRule, updateRule } from '../../db/ownership/rules/rule-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { CursorValue } from '../../domain/cursor.ts';
import { errors } from '../../domain/errors.ts';
import type { Condition } from '../../domain/ownership/condition.ts';
import type { RuleOutcome } from '../../domain/ownership/rule-outcome.ts';
import { referencesOf } from '../../domain/ownership/rule-references.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { propertiesOf } from '../http/request/properties-of.ts';
import { Deleted, id } from '../http/schemas.ts';
import {
  InferenceRule,
  presentRule,
  ruleFields,
  inferenceRuleTag,
  withConditionLimits,
} from './rule-schemas.ts';

const count = z.int().min(0);
const counts = z.object({ memberships: count, environments: count, teams: count });

const RulePreview = z
  .object({
    matched: count.describe('Resources that the conditions match'),
    sample: z
      .array(
        z.object({
          entity_type: z.literal('resource'),
          id,
          name: z.string(),
          resource_type: z.string(),
          aws_account_id: id,
          region: z.string(),
          application_name: z.string().describe('The application that the rule infers').optional(),
        }),
      )
      .describe('The first 20 matched resources by name'),
    would_add: counts,
    would_remove: counts,
    backtest: z
      .object({ confirmed: count, rejected: count, precision: z.number().min(0).max(1).nullable() })
      .describe('The reviews so far of the memberships that the rule would infer'),
  })
  .meta({ id: 'RulePreview' });

interface RuleParts {
  readonly conditions?: Condition | undefined;
  readonly outcome?: RuleOutcome | undefined;
}

export const inferenceRuleOperations = [
  operation({
    id: 'listInferenceRules',
    method: 'GET',
    path: '/inference-rules',
    tag: inferenceRuleTag,
    summary: 'List inference rules in the order of evaluation',
    description: 'Rules are evaluated by priority; equal priorities by time of creation.',
    access: 'rules:read',
    query: z.strictObject(pagingParameters),
    success: [200, listOf(InferenceRule)],
    async handle(context) {
      const { request, envelope } = pager(context, 'inference rules', context.query);
      const rows = await listRules(context.tenant, request.limit, positionOf(request.after));
      const pause = await findInferencePause(context.tenant);
      return envelope(
        cutPage(rows, request.limit, ({ priority, position, id }) => [priority, position, id]),
        (row) => presentRule(row, pause),
      );
    },
  }),
  operation({
    id: 'createInferenceRule',
    method: 'POST',
    path: '/inference-rules',
    tag: inferenceRuleTag,
    summary: 'Create an inference rule',
    description:
      'Requests an inference run for the rule. An organization has at most 1,000 rules with conditions of 8 MB in total, and ' +
      'its enabled rules have at most 1,000 different `matches` patterns. Every matching rule infers its application; environment and team come ' +
      'from the first matching rule alone.',
    access: 'rules:manage',
    audit: 'inference_rule.created',
    body: withConditionLimits(z.strictObject(ruleFields)),
    success: [201, InferenceRule],
    location: '/inference-rules/{id}',
    errors: ['conflict'],
    async handle({ body, principal, tenant, services, audit }) {
      await requireRuleReferences(tenant, body);
      const rule = await createRule(tenant, { ...propertiesOf(body), createdBy: principal.id });
      await requestInference(tenant, services, 'rule', [rule.id]);
      audit({ type: 'inference_rule', id: rule.id, name: rule.name });
      return presentRule(rule, await findInferencePause(tenant));
    },
  }),
  operation({
    id: 'previewInferenceRule',
    method: 'POST',
    path: '/inference-rules/preview',
    tag: inferenceRuleTag,
    summary: 'Preview an inference rule',
    description:
      'Changes nothing. Returns what a rule with these conditions and this outcome matches, adds and removes, and how users ' +
      'reviewed the memberships that it would infer. `would_add` counts what no rule infers now; `would_remove` what the ' +
      'replaced rule inferred and this one would not. Without `rule_id`, nothing is removed.',
    access: 'rules:read',
    body: withConditionLimits(
      z.strictObject({
        ...ruleFields,
        name: ruleFields.name.optional(),
        rule_id: id.toLowerCase().describe('The rule that this one would replace').optional(),
      }),
    ),
    success: [200, RulePreview],
    errors: ['conflict'],
    async handle({ body, tenant }) {
      await requireRuleReferences(tenant, body);
      const replaced = body.rule_id === undefined ? undefined : await findRule(tenant, body.rule_id);
      if (body.rule_id !== undefined && replaced === undefined)
        throw errors.validationFailed('rule_id', 'does not exist');
      const { sample, backtest, ...preview } = await previewRule(tenant, body, replaced);
      return {
        ...preview,
        backtest: { ...backtest, precision: backtest.precision ?? null },
        sample: sample.map(({ application_name: applicationName, ...resource }) => ({
          entity_type: 'resource',
          ...resource,
          application_name: applicationName ?? undefined,
        })),
      };
    },
  }),
  operation({
    id: 'getInferenceRule',
    method: 'GET',
    path: '/inference-rules/{id}',
    tag: inferenceRuleTag,
    summary: 'Get an inference rule',
    description: 'Returns the rule with the number of its confirmed and rejected memberships.',
    access: 'rules:read',
    success: [200, InferenceRule],
    async handle({ params, tenant }) {
      return presentRule(await getRule(tenant, params.id), await findInferencePause(tenant));
    },
  }),
  operation({
    id: 'updateInferenceRule',
    method: 'PATCH',
    path: '/inference-rules/{id}',
    versioned: 'inference_rules',
    tag: inferenceRuleTag,
    summary: 'Update, disable or resume an inference rule',
    description:
      '`enabled: true` also resumes a suspended rule. A change of `conditions`, `outcome`, `priority` or `enabled` requests ' +
      'an inference run for the rule, and only later reviews count for a suspension. The enabled rules of an organization ' +
      'have at most 1,000 different `matches` patterns, and the conditions of all rules at most 8 MB.',
    access: 'rules:manage',
    audit: 'inference_rule.updated',
    body: withConditionLimits(z.strictObject(ruleFields).partial()),
    success: [200, InferenceRule],
    errors: ['conflict'],
    async handle({ body, params, tenant, services, audit }) {
      await requireRuleReferences(tenant, body, await getRule(tenant, params.id));
      const { changed, evaluationChanged } = await updateRule(tenant, params.id, propertiesOf(body));
      if (evaluationChanged) await requestInference(tenant, services, 'rule', [params.id]);
      const rule = await getRule(tenant, params.id);
      audit({ type: 'inference_rule', id: rule.id, name: rule.name, details: { changed } });
      return presentRule(rule, await findInferencePause(tenant));
    },
  }),
  operation({
    id: 'deleteInferenceRule',
    method: 'DELETE',
    path: '/inference-rules/{id}',
    tag: inferenceRuleTag,
    summary: 'Delete an inference rule',
    description:
      'Requests an inference run: inferred memberships pass to the next rule that matches, or become stale. Reviewed ' +
      'memberships and created applications stay.',
    access: 'rules:manage',
    audit: 'inference_rule.deleted',
    success: [200, Deleted],
    async handle({ params, tenant, services, audit }) {
      const { id, name } = await deleteRule(tenant, params.id);
      await requestInference(tenant, services, 'rule', [id]);
      audit({ type: 'inference_rule', id, name });
      return { id, deleted: true };
    },
  }),
];

function positionOf(after: readonly CursorValue[] | undefined) {
  return after === undefined
    ? undefined
    : { priority: Number(after[0]), createdAt: String(after[1]), id: String(after[2]) };
}

/**
 * Checks the records that a rule names.
 *
 * @param stored the rule that is changed: conditions or an outcome equal to its own are not checked, so that a client can
 *   send a whole rule back although a record that it names was deleted, archived or deactivated since
 * @throws CatalogueError `validation_failed` for an id that does not exist; `conflict` for an outcome with an archived
 *   application or an inactive team.
 */
async function requireRuleReferences(
  tenant: Tenant,
  { conditions, outcome }: RuleParts,
  stored: RuleParts = {},
): Promise<void> {
  if (conditions !== undefined && !isDeepStrictEqual(conditions, stored.conditions))
    await requireReferencesOf(tenant, conditions);
  if (outcome !== undefined && !isDeepStrictEqual(outcome, stored.outcome))
    await lockOutcome(tenant, outcome);
}

async function requireReferencesOf(tenant: Tenant, conditions: Condition): Promise<void> {
  const references = referencesOf(conditions);
  const existing = new Map<string, ReadonlySet<string>>();
  for (const kind of new Set(references.map((reference) => reference.kind))) {
    const ids = references.filter((reference) => reference.kind === kind).map(({ id }) => id);
    existing.set(kind, await existingReferences(tenant, kind, [...new Set(ids)]));
  }
  const missing = references.find(({ kind, id }) => existing.get(kind)?.has(id) !== true);
  if (missing !== undefined) throw errors.validationFailed(`conditions.${missing.field}`, 'does not exist');
}
