import { z } from 'zod';
import { requestInference } from '../../commands/ownership/request-inference.ts';
import { findInferencePause } from '../../db/ownership/inference/inference-pause.ts';
import { createRule } from '../../db/ownership/rules/rule-store.ts';
import { propertiesOf } from '../http/request/properties-of.ts';
import { operation } from '../http/operation.ts';
import { requireRuleReferences } from './require-rule-references.ts';
import { InferenceRule, presentRule, ruleFields, tag, withConditionLimits } from './rule-schemas.ts';

export const createInferenceRule = operation({
  id: 'createInferenceRule',
  method: 'POST',
  path: '/inference-rules',
  tag,
  summary: 'Create an inference rule',
  description:
    'Requests an inference run for the rule. An organization has at most 1,000 rules with conditions of 8 MB in total, and ' +
    'its enabled rules have at most 1,000 different `matches` patterns. Every matching rule infers its application; environment and team come ' +
    'from the first matching rule alone.',
  access: 'rules:manage',
  audit: 'inference_rule.created',
  body: withConditionLimits(z.strictObject(ruleFields)),
  success: [201, InferenceRule],
  errors: ['conflict'],
  async handle({ body, principal, tenant, services, audit }) {
    await requireRuleReferences(tenant, body);
    const rule = await createRule(tenant, { ...propertiesOf(body), createdBy: principal.id });
    await requestInference(tenant, services, 'rule', [rule.id]);
    audit({ type: 'inference_rule', id: rule.id, name: rule.name });
    return presentRule(rule, await findInferencePause(tenant));
  },
});
