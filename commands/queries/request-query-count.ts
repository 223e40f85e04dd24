import { hasDueCount, requestCount } from '../../db/queries/query-count-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Launcher } from '../runs/launch-run.ts';
import { launchRun } from '../runs/launch-run.ts';

/**
 * Requests that the saved queries of the organization are counted. A run starts now, or when the last one began ten minutes ago:
 * then the Schedule `request-query-counts` starts it.
 */
export async function requestQueryCount(tenant: Tenant, launcher: Launcher): Promise<void> {
  await requestCount(tenant);
  await launchDueQueryCount(tenant, launcher);
}

/** Starts the run of a request that no run covers, if the last one began ten minutes ago. */
export async function launchDueQueryCount(tenant: Tenant, launcher: Launcher): Promise<void> {
  if (!(await hasDueCount(tenant))) return;
  await launchRun(tenant, launcher, { kind: 'count_queries', subjectId: tenant.organizationId });
}
