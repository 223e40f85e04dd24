import { requestInference } from '../../commands/ownership/request-inference.ts';
import { deleteRule } from '../../db/ownership/rules/rule-store.ts';
import { operation } from '../http/operation.ts';
import { Deleted } from '../http/schemas.ts';
import { tag } from './rule-schemas.ts';

export const deleteInferenceRule = operation({
  id: 'deleteInferenceRule',
  method: 'DELETE',
  path: '/inference-rules/{id}',
  tag,
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
});
