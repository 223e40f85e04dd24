import { publishImpact } from '../../commands/plans/publish-impact.ts';
import { submitPlan as submit } from '../../commands/plans/submit-plan.ts';
import { operation } from '../http/operation.ts';
import { planEnvelope, planQuery } from './plan-report-schemas.ts';
import { Plan, presentPlan } from './plan-schemas.ts';
import { receivePlan } from './receive-plan.ts';

export const submitPlan = operation({
  id: 'submitPlan',
  method: 'POST',
  path: '/ingest/plans',
  tag: 'Ingest',
  summary: 'Submit a Terraform plan',
  description:
    'The body is the output of `terraform show -json <plan file>` when the query has `external_id` or ' +
    '`execution_external_id`, else an envelope with the plan in `plan`. At most 64 MB, with `Content-Encoding: gzip` at most ' +
    '256 MB when it is inflated. Sensitive values are removed before anything is stored. The response is 200 with the stored ' +
    'plan when the execution has the same plan, and `conflict` when it has another one of the same `project_path` and ' +
    '`workspace`.',
  access: 'ingest',
  audit: 'plan.submitted',
  query: planQuery,
  body: planEnvelope,
  bodyKind: 'raw',
  receive: receivePlan,
  success: [201, Plan],
  otherStatus: 200,
  errors: ['conflict', 'rate_limited'],
  async handle({ body, tenant, services, audit, skipAudit, respondWith }) {
    const { plan, created } = await submit(tenant, body.report, body.plan);
    respondWith(created ? 201 : 200);
    audit({ id: plan.id, details: { execution_id: plan.executionId, changes: plan.changeCount } });
    if (created) await publishImpact(tenant, services.backgroundLauncher, plan);
    else skipAudit();
    return presentPlan(plan);
  },
});
