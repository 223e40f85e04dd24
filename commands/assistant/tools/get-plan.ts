import { z } from 'zod';
import { toolLimits } from '../../../domain/assistant/turn-limits.ts';
import { errors } from '../../../domain/errors.ts';
import { findNamedPlans } from '../../../db/assistant/named-plans.ts';
import { getPlan, listPlanChanges } from '../../../db/plans/plans/plan-read-model.ts';
import { entityOf, toolRow, timeText } from './shared/entities.ts';
import { planClasses } from '../../../domain/plans/read/planned-change.ts';
import { paging, named } from './shared/parameters.ts';
import { planChangeRows, planRows } from './shared/plan-rows.ts';
import { readFreshness } from './shared/tool-result.ts';
import { AmbiguousName, defineTool } from './shared/tool.ts';
import type { ToolContext } from './shared/tool.ts';

const maximumCandidates = 5;

export const getPlanTool = defineTool({
  name: 'get_plan',
  description:
    'Returns one Terraform plan and then its changes of resources, in the order of the plan; `total` counts the changes, or ' +
    'with `action` the changes that `summary` counts under it.',
  permission: 'plans:read',
  parameters: z.strictObject({
    plan: named('The plan, or the id of its execution in the CI system, or its commit'),
    action: z.enum(planClasses).optional(),
    ...paging,
  }),
  async run(context, args) {
    const { tenant } = context;
    const plan = await getPlan(tenant, await resolvePlan(context, args.plan));
    const [row] = await planRows(context, [plan]);
    if (row === undefined) throw errors.notFound();
    // The plan is the first of at most 50 rows.
    const maximum = Math.min(args.limit ?? toolLimits.rows, toolLimits.rows - 1);
    const changes = await listPlanChanges(
      tenant,
      plan.id,
      args.action === undefined ? {} : { action: [args.action] },
      maximum,
      undefined,
    );
    return {
      rows: [row, ...(await planChangeRows(context, row.entity, changes.slice(0, maximum)))],
      total: args.action === undefined ? plan.changeCount : plan.summary[args.action],
      truncated: changes.length > maximum,
      subject: row.entity,
      summary: { summary: plan.summary },
      freshness: await readFreshness(context),
    };
  },
});

async function resolvePlan({ tenant }: ToolContext, text: string): Promise<string> {
  const { plans, total } = await findNamedPlans(tenant, text, maximumCandidates);
  const [first] = plans;
  if (first === undefined) throw errors.validationFailed('plan', 'matches no plan');
  if (total === 1) return first.id;
  const candidates = plans.map(({ id, externalId, projectPath, commitSha, createdAt }) =>
    toolRow(
      entityOf('plan', id, `plan ${externalId}`),
      {
        external_id: externalId,
        project: projectPath,
        commit_sha: commitSha,
        created_at: timeText(createdAt),
      },
      ['created_at'],
    ),
  );
  throw new AmbiguousName({ argument: 'plan', candidates, total });
}
