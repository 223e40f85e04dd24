import { findAccountToMatch } from '../../db/mapping/match/account-matches.ts';
import { finishRun } from '../../db/runs/run-store.ts';
import { findRequestedRepository } from '../../db/scm/repository-scan-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { RunKind } from '../../domain/runs/run-kinds.ts';
import type { RunStatus } from '../../domain/values.ts';
import { repeatRequestedExtraction } from '../graph/request-extraction.ts';
import { requestAccountMatches } from '../mapping/request-account-matches.ts';
import { requestQueuedInference } from '../ownership/request-inference.ts';
import { requestRepositoryScan } from '../scm/request-repository-scan.ts';
import type { Launcher } from './launch-run.ts';

interface EndedRun {
  readonly id: string;
  /** A {@link RunKind}; the row has a text. */
  readonly kind: string;
  readonly subjectId: string;
}

/**
 * Sets the final status of an active run, and starts the run that was requested while it was active, however it ended: a
 * request during a run gets the id of that run and starts none. Both are one transaction, so that no request is lost. A
 * request that the run began with is not repeated, so that a failing run does not start itself again. Returns whether the run
 * was active.
 */
export async function endRun(
  tenant: Tenant,
  launcher: Launcher,
  run: EndedRun,
  status: Exclude<RunStatus, 'queued' | 'running'>,
  error?: string,
): Promise<boolean> {
  const ended = await finishRun(tenant, run.id, status, error);
  if (ended) await startRequested[run.kind as RunKind]?.(tenant, launcher, run);
  return ended;
}

/** Starts what was requested during a run, by its kind. Other kinds have no requests, or a schedule finds them. */
const startRequested: Partial<
  Record<RunKind, (tenant: Tenant, launcher: Launcher, run: EndedRun) => Promise<void>>
> = {
  async scan_repository(tenant, launcher, { id, subjectId }) {
    const repository = await findRequestedRepository(tenant, subjectId, id);
    if (repository !== undefined) await requestRepositoryScan(tenant, launcher, repository);
  },
  async match_account(tenant, launcher, { id, subjectId }) {
    const account = await findAccountToMatch(tenant, subjectId, id);
    if (account !== undefined) await requestAccountMatches(tenant, launcher, [account], 'changes');
  },
  // Waits for the pause after failed runs.
  infer_memberships: (tenant, launcher) => requestQueuedInference(tenant, launcher),
  extract_graph: (tenant, launcher, { subjectId }) => repeatRequestedExtraction(tenant, launcher, subjectId),
};
