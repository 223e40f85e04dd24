import { z } from 'zod';
import { requestInference } from '../../commands/ownership/request-inference.ts';
import { findInferencePause } from '../../db/ownership/inference/inference-pause.ts';
import { getRule } from '../../db/ownership/rules/rule-read-model.ts';
import { updateRule } from '../../db/ownership/rules/rule-store.ts';
import { propertiesOf } from '../http/request/properties-of.ts';
import { operation } from '../http/operation.ts';
import { requireRuleReferences } from './require-rule-references.ts';
import { InferenceRule, presentRule, ruleFields, tag, withConditionLimits } from './rule-schemas.ts';

export const updateInferenceRule = operation({
  id: 'updateInferenceRule',
  method: 'PATCH',
  path: '/inference-rules/{id}',
  tag,
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
});
