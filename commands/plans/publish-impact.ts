import type { PlanImpact } from '../../domain/scm/plan-impact.ts';
import { findHeadPlans, findPublishablePlan } from '../../db/plans/plans/find-publishable-plans.ts';
import type { PublishablePlan } from '../../db/plans/plans/find-publishable-plans.ts';
import { linkPlans } from '../../db/plans/plans/link-plans.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Launcher } from '../runs/launch-run.ts';
import { reportPlanImpact } from '../scm/report-plan-impact.ts';

/**
 * Reports the impact of a stored plan to its pull request, if the repository has a grant to write to pull requests. The run that
 * it starts writes nothing when the plan's commit is not the head.
 */
export async function publishImpact(
  tenant: Tenant,
  launcher: Launcher,
  { id }: { readonly id: string },
): Promise<void> {
  const plan = await findPublishablePlan(tenant, id);
  if (plan !== undefined) await reportImpact(tenant, launcher, plan);
}

/**
 * Links the plans whose repository, project or pull request became known after they were reported, and reports their impacts to
 * the pull requests whose head they are for. Returns the number of linked plans.
 */
export async function linkLatePlans(tenant: Tenant, launcher: Launcher): Promise<number> {
  const linked = await linkPlans(tenant);
  if (linked.length === 0) return 0;
  for (const plan of await findHeadPlans(tenant, linked)) await reportImpact(tenant, launcher, plan);
  return linked.length;
}

async function reportImpact(tenant: Tenant, launcher: Launcher, plan: PublishablePlan): Promise<void> {
  await reportPlanImpact(tenant, launcher, {
    pullRequestId: plan.pullRequestId,
    projectId: plan.iacProjectId,
    workspace: plan.workspace,
    commitSha: plan.commitSha,
    impact: impactOf(plan),
    reportedAt: plan.createdAt,
  });
}

function impactOf({ id, isErrored, summary, impact }: PublishablePlan): PlanImpact {
  const { create, update, replace, delete: deletes, import: imports, forget } = summary;
  return {
    planId: id,
    ...(isErrored ? { isErrored } : {}),
    counts: { create, update, replace, delete: deletes, import: imports, forget },
    unmapped: impact.unmapped,
    risks: impact.risks ?? [],
    applications: impact.applications.map(({ name }) => name),
    teams: impact.teams.map(({ name }) => name),
  };
}
