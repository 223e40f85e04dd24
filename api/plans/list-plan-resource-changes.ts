import { z } from 'zod';
import { getPlan, listPlanChanges } from '../../db/plans/plans/plan-read-model.ts';
import { cutPage, flag, listOf, pager, pagingParameters, repeatable } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { id } from '../http/schemas.ts';
import { PlanChange, planClasses, presentPlanChange } from './plan-schemas.ts';

export const listPlanResourceChanges = operation({
  id: 'listPlanResourceChanges',
  method: 'GET',
  path: '/plans/{id}/resource-changes',
  tag: 'Plans',
  summary: 'List the resource changes of a plan, in the order of the plan',
  description:
    'Values are redacted: `(sensitive)` replaces sensitive values, `(known after apply)` unknown ones. No-ops are listed only ' +
    'with a move or an import.',
  access: 'plans:read',
  query: z.strictObject({
    ...pagingParameters,
    action: repeatable(z.enum(planClasses)).describe('Names of the counts in `summary`'),
    resource_type: repeatable(z.string().min(1).max(255)).describe('Terraform types'),
    resource_id: repeatable(id),
    mapped: flag.optional().describe('Whether the change has a resource of the inventory'),
    q: z.string().min(1).max(200).optional().describe('Part of the address or the previous address'),
  }),
  success: [200, listOf(PlanChange)],
  async handle(context) {
    const { query, tenant } = context;
    const { id } = await getPlan(tenant, context.params.id);
    const { request, envelope } = pager(context, `resource changes of ${id}`, query);
    const after = request.after === undefined ? undefined : Number(request.after[0]);
    const rows = await listPlanChanges(tenant, id, query, request.limit, after);
    return envelope(
      cutPage(rows, request.limit, ({ position }) => [position]),
      presentPlanChange,
    );
  },
});
