import { storePlanImpact } from '../../db/scm/plan-impact-store.ts';
import type { NewPlanImpact } from '../../db/scm/plan-impact-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Launcher } from '../runs/launch-run.ts';
import { launchRun } from '../runs/launch-run.ts';

/**
 * Stores the impact of a plan on a pull request and starts the run that publishes it. Each report has a run of its own.
 * Returns the run, or `undefined` when a newer plan of the project, workspace and commit was reported.
 * @throws CatalogueError `not_found` when the repository of the pull request has no such project.
 */
export async function reportPlanImpact(
  tenant: Tenant,
  launcher: Launcher,
  given: NewPlanImpact,
): Promise<{ readonly run_id: string } | undefined> {
  const reportId = await storePlanImpact(tenant, given);
  if (reportId === undefined) return undefined;
  const { run_id } = await launchRun(tenant, launcher, { kind: 'publish_plan_impact', subjectId: reportId });
  return { run_id };
}
