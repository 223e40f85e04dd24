import { findInferencePause } from '../../db/ownership/inference/inference-pause.ts';
import { getRule } from '../../db/ownership/rules/rule-read-model.ts';
import { operation } from '../http/operation.ts';
import { InferenceRule, presentRule, tag } from './rule-schemas.ts';

export const getInferenceRule = operation({
  id: 'getInferenceRule',
  method: 'GET',
  path: '/inference-rules/{id}',
  tag,
  summary: 'Get an inference rule',
  access: 'rules:read',
  success: [200, InferenceRule],
  async handle({ params, tenant }) {
    return presentRule(await getRule(tenant, params.id), await findInferencePause(tenant));
  },
});
