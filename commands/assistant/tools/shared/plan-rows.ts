import type { ToolRow } from '../../../../domain/assistant/tool-response.ts';
import { externalIdsOf } from '../../../../db/assistant/named-plans.ts';
import type { Plan } from '../../../../db/plans/plans/plan.ts';
import type { ListedPlanChange } from '../../../../db/plans/plans/plan-read-model.ts';
import { entityOf, nameLookup, toolRow, timeText } from './entities.ts';
import type { Entity } from './entities.ts';
import type { ToolContext } from './tool.ts';

const maximumRisks = 20;

/** Returns rows of plans. A plan has the name of its execution in the CI system. */
export async function planRows(context: ToolContext, plans: readonly Plan[]): Promise<readonly ToolRow[]> {
  const externalIds = await externalIdsOf(
    context.tenant,
    plans.map((plan) => plan.executionId),
  );
  const repositoryName = await nameLookup(
    context,
    'repository',
    plans.map((plan) => plan.repositoryId),
  );
  const projectName = await nameLookup(
    context,
    'project',
    plans.map((plan) => plan.iacProjectId),
  );
  return plans.map((plan) => {
    const { repositoryId, iacProjectId: projectId, impact } = plan;
    return toolRow(
      entityOf('plan', plan.id, `plan ${externalIds.get(plan.executionId) ?? plan.id}`),
      {
        external_id: externalIds.get(plan.executionId),
        project: projectId === undefined ? plan.projectPath : projectName(projectId),
        repository: repositoryId === undefined ? null : repositoryName(repositoryId),
        workspace: plan.workspace === '' ? null : plan.workspace,
        commit_sha: plan.commitSha,
        tool: plan.toolName,
        summary: plan.summary,
        change_count: plan.changeCount,
        impacted_resources: impact.resources,
        unmapped_changes: impact.unmapped,
        impacted_applications: impact.applications.map(({ name, resources }) => ({ name, resources })),
        impacted_teams: impact.teams.map(({ name, resources }) => ({ name, resources })),
        risk_count: impact.risks?.length ?? 0,
        risks: impact.risks
          ?.slice(0, maximumRisks)
          .map(({ kind, severity, address, detail }) => ({ kind, severity, address, detail })),
        is_errored: plan.isErrored,
        created_at: timeText(plan.createdAt),
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
    changes.map((change) => change.resourceId),
  );
  return changes.map((change) =>
    toolRow(
      change.resourceId === undefined
        ? plan
        : entityOf('resource', change.resourceId, resourceName(change.resourceId)),
      {
        address: change.address,
        previous_address: change.previousAddress,
        terraform_type: change.resourceType,
        actions: change.actions,
        action_reason: change.actionReason,
        changed_paths: change.changedPaths.slice(0, 20),
        unmapped_reason: change.unmappedReason,
        origin: change.origin,
      },
      ['terraform_type', 'actions', 'action_reason', 'unmapped_reason', 'origin'],
    ),
  );
}
