import type { ToolRow } from '../../../domain/assistant/tool-response.ts';
import { externalIdsOf } from '../../../db/assistant/named-plans.ts';
import type { Plan } from '../../../db/plans/plans/plan.ts';
import type { ListedPlanChange } from '../../../db/plans/plans/plan-read-model.ts';
import { entityOf, nameLookup, rowOf, timeText } from './entities.ts';
import type { Entity } from './entities.ts';
import type { ToolContext } from './tool.ts';

const maximumRisks = 20;

/** Returns rows of plans. A plan has the name of its execution in the CI system. */
export async function planRows(context: ToolContext, plans: readonly Plan[]): Promise<readonly ToolRow[]> {
  const externalIds = await externalIdsOf(
    context.tenant,
    plans.map((plan) => plan.execution_id),
  );
  const repositoryName = await nameLookup(
    context,
    'repository',
    plans.map((plan) => plan.repository_id),
  );
  const projectName = await nameLookup(
    context,
    'project',
    plans.map((plan) => plan.iac_project_id),
  );
  return plans.map((plan) => {
    const { repository_id: repositoryId, iac_project_id: projectId, impact } = plan;
    return rowOf(
      entityOf('plan', plan.id, `plan ${externalIds.get(plan.execution_id) ?? plan.id}`),
      {
        external_id: externalIds.get(plan.execution_id),
        project: projectId === null ? plan.project_path : projectName(projectId),
        repository: repositoryId === null ? null : repositoryName(repositoryId),
        workspace: plan.workspace === '' ? null : plan.workspace,
        commit_sha: plan.commit_sha,
        tool: plan.tool_name,
        summary: plan.summary,
        change_count: plan.change_count,
        impacted_resources: impact.resources,
        unmapped_changes: impact.unmapped,
        impacted_applications: impact.applications.map(({ name, resources }) => ({ name, resources })),
        impacted_teams: impact.teams.map(({ name, resources }) => ({ name, resources })),
        risk_count: impact.risks?.length ?? 0,
        risks: impact.risks
          ?.slice(0, maximumRisks)
          .map(({ kind, severity, address, detail }) => ({ kind, severity, address, detail })),
        is_errored: plan.is_errored,
        created_at: timeText(plan.created_at),
      },
      structuralOfPlan,
    );
  });
}

const structuralOfPlan = [
  'summary',
  'change_count',
  'impacted_resources',
  'unmapped_changes',
  'risk_count',
  'is_errored',
  'created_at',
];

/** Returns rows of the changes of a plan. A change without a resource of the inventory cites the plan. */
export async function planChangeRows(
  context: ToolContext,
  plan: Entity,
  changes: readonly ListedPlanChange[],
): Promise<readonly ToolRow[]> {
  const resourceName = await nameLookup(
    context,
    'resource',
    changes.map((change) => change.resource_id),
  );
  return changes.map((change) =>
    rowOf(
      change.resource_id === null
        ? plan
        : entityOf('resource', change.resource_id, resourceName(change.resource_id)),
      {
        address: change.address,
        previous_address: change.previous_address,
        terraform_type: change.resource_type,
        actions: change.actions,
        action_reason: change.action_reason,
        changed_paths: change.changed_paths.slice(0, 20),
        unmapped_reason: change.unmapped_reason,
        origin: change.origin,
      },
      ['terraform_type', 'actions', 'action_reason', 'unmapped_reason', 'origin'],
    ),
  );
}
