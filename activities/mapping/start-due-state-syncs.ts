import { setTimeout as pause } from 'node:timers/promises';
import type { Launcher } from '../../commands/runs/launch-run.ts';
import { launchRun } from '../../commands/runs/launch-run.ts';
import { claimHcpTerraformSyncs } from '../../db/mapping/states/hcp-terraform-store.ts';
import { claimStateDetections } from '../../db/mapping/states/state-detection-store.ts';
import { claimStateSyncs } from '../../db/mapping/states/state-sync-store.ts';
import type { NewRun } from '../../db/runs/run-store.ts';
import { stateSourceName } from '../../domain/mapping/state-source-name.ts';
import { settleConcurrently } from '../../domain/lists/settle-concurrently.ts';
import type { Dependencies } from '../dependencies.ts';

const subjectsPerClaim = 100;
const launchesAtOnce = 8;
/** Active syncs of one organization that the schedule starts: a fifth of the activity slots of a worker. */
export const activeSyncsPerOrganization = 10;
const pauseMs = 2000;
/** The schedule starts the next execution every minute. */
const workMs = 45_000;

type SyncDependencies = Pick<Dependencies, 'database'> &
  Launcher & { readonly configuration: Pick<Dependencies['configuration'], 'stateSyncMinutes'> };

interface DueRun extends NewRun {
  readonly organizationId: string;
}

/**
 * Starts the syncs of all state sources that are due, each `STATE_SYNC_MINUTES` after its last start, the due syncs of HCP
 * Terraform, and the due detections. An organization with many due sources has ten active syncs at most; others start as these
 * end, for 45 seconds, then in the next execution. A failure for one source does not stop the others.
 *
 * @throws AggregateError after the last source, when at least one failed.
 */
export async function startDueStateSyncs(
  dependencies: SyncDependencies,
  signal: AbortSignal,
  { pauseMs: wait = pauseMs, workMs: duration = workMs } = {},
): Promise<void> {
  const end = performance.now() + duration;
  const failures: unknown[] = [];
  let started = 0;
  let emptyClaims = 0;
  do {
    signal.throwIfAborted();
    const due = await claimDue(dependencies);
    started += due.length;
    emptyClaims = due.length === 0 ? emptyClaims + 1 : 0;
    await launchAll(dependencies, due).catch((error: unknown) => failures.push(error));
    // Organizations at their limit have more due sources than the claim returned.
    if (started > 0 && due.length < subjectsPerClaim) await pause(wait, undefined, { signal });
  } while (started > 0 && emptyClaims < 2 && performance.now() < end);
  if (failures.length > 0) throw new AggregateError(failures, 'failed to start syncs of state sources');
}

async function claimDue({ database, configuration }: SyncDependencies): Promise<readonly DueRun[]> {
  const minutes = configuration.stateSyncMinutes;
  const sources = await claimStateSyncs(database, minutes, subjectsPerClaim, activeSyncsPerOrganization);
  const connections = await claimHcpTerraformSyncs(database, minutes, subjectsPerClaim);
  const repositories = await claimStateDetections(database, minutes, subjectsPerClaim);
  return [
    ...sources.map(({ organizationId, id, ...source }) => ({
      organizationId,
      kind: 'sync_state_source' as const,
      subjectId: id,
      description: stateSourceName(source),
    })),
    ...connections.map(({ organizationId, id, name: description }) => ({
      organizationId,
      kind: 'sync_hcp_terraform' as const,
      subjectId: id,
      description,
    })),
    ...repositories.map(({ organizationId, id, fullName: description }) => ({
      organizationId,
      kind: 'detect_state_sources' as const,
      subjectId: id,
      description,
    })),
  ];
}

function launchAll({ database, temporal, logger }: SyncDependencies, due: readonly DueRun[]): Promise<void> {
  return settleConcurrently(
    due,
    launchesAtOnce,
    async ({ organizationId, ...run }) => {
      await database.withTenant(organizationId, (tenant) => launchRun(tenant, { temporal, logger }, run));
    },
    ({ organizationId, kind, subjectId }, error) =>
      logger.warn(
        { err: error, kind, subject_id: subjectId, organization_id: organizationId },
        'failed to start a sync or detection of Terraform states',
      ),
  );
}
