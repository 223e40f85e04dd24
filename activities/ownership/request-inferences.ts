import type { Launcher } from '../../commands/runs/launch-run.ts';
import { requestFullInference, requestQueuedInference } from '../../commands/ownership/request-inference.ts';
import { listOrganizations } from '../../db/organizations/organization-store.ts';
import { listOrganizationsToInfer } from '../../db/ownership/inference/inference-queue.ts';
import type { Tenant } from '../../db/tenant.ts';
import { isInDailySlot } from '../../domain/runs/daily-slot.ts';
import type { Dependencies } from '../dependencies.ts';
import { forEachOrganization } from '../shared/for-each-organization.ts';

const organizationsAtOnce = 4;

type RequestDependencies = Pick<Dependencies, 'database'> & Launcher;

/**
 * Starts an inference run of every organization whose queue has rows and that has no active run: changes that a scan or a
 * sync stored without a request, and requests whose process crashed. After failed runs it starts none before the pause is over.
 * @throws AggregateError after the last organization, when at least one failed.
 */
export async function requestQueuedInferences(
  dependencies: RequestDependencies,
  signal: AbortSignal,
): Promise<void> {
  const ids = await listOrganizationsToInfer(dependencies.database);
  await requestForEach(
    dependencies,
    ids.map((id) => ({ id })),
    signal,
    requestQueuedInference,
  );
}

/**
 * Requests a full inference run of every organization whose daily slot it is. It corrects what no queue row reported.
 * @throws AggregateError after the last organization, when at least one failed.
 */
export async function requestFullInferences(
  dependencies: RequestDependencies,
  signal: AbortSignal,
  isDue = (organizationId: string) => isInDailySlot(organizationId, new Date()),
): Promise<void> {
  const organizations = await listOrganizations(dependencies.database);
  const due = organizations.filter(({ id }) => isDue(id));
  await requestForEach(dependencies, due, signal, requestFullInference);
}

async function requestForEach(
  { database, temporal, logger }: RequestDependencies,
  organizations: readonly { readonly id: string }[],
  signal: AbortSignal,
  request: (tenant: Tenant, launcher: Launcher) => Promise<void>,
): Promise<void> {
  await forEachOrganization(
    organizations,
    { logger, atOnce: organizationsAtOnce, failure: 'failed to request inference', signal },
    ({ id }) => database.withTenant(id, (tenant) => request(tenant, { temporal, logger })),
  );
}
