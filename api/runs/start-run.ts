import { z } from 'zod';
import { createRun } from '../../db/runs/run-store.ts';
import type { NewRun } from '../../db/runs/run-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import { id } from '../http/schemas.ts';
import type { Services } from '../services.ts';

/** The answer of operations that only start work. */
export const Accepted = z.object({ run_id: id });

/**
 * Inserts the run in the caller's transaction and starts its workflow after the commit. When Temporal is away
 * the row stays queued and the sweeper starts it later. Asking again joins the active run of the same subject.
 */
export async function startRun(
  tenant: Tenant,
  services: Services,
  run: NewRun,
): Promise<{ run_id: string; created: boolean }> {
  const { run: row, created } = await createRun(tenant, run);
  startAfterCommit(tenant, services, row.id, run);
  return { run_id: row.id, created };
}

/** Starts the workflow of a run that the transaction has inserted, once it is committed. */
export function startAfterCommit(tenant: Tenant, services: Services, runId: string, run: NewRun): void {
  tenant.afterCommit(() => startWorkflow(services, tenant.organizationId, runId, run));
}

async function startWorkflow(
  services: Services,
  organizationId: string,
  runId: string,
  run: NewRun,
): Promise<void> {
  const { kind, subjectId, description, accountId } = run;
  try {
    await services.temporal.startRun({
      kind,
      organizationId,
      runId,
      subjectId,
      ...(description === undefined ? {} : { description }),
      ...(accountId === undefined ? {} : { accountId }),
    });
  } catch (error) {
    services.logger.warn({ err: error, run_id: runId }, 'workflow not started; the sweeper will');
  }
}
