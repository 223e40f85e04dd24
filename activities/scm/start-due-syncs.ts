import type { Launcher } from '../../commands/runs/launch-run.ts';
import { launchRun } from '../../commands/runs/launch-run.ts';
import { claimScmSyncs } from '../../db/scm/scm-connection-state.ts';
import { settleConcurrently } from '../../domain/lists/settle-concurrently.ts';
import type { Configuration } from '../../runtime/configuration.ts';
import type { Dependencies } from '../dependencies.ts';

const connectionsPerClaim = 100;
const launchesAtOnce = 8;
/** A suspended or revoked connection recovers when the customer repairs it at the provider, which sends no delivery. */
const suspendedMinutes = 60;

/** Returns the minutes from the begin of a sync to the next one, also for suspended and revoked connections. */
export function syncMinutes({ scmReconcileMinutes }: Pick<Configuration, 'scmReconcileMinutes'>): {
  readonly normal: number;
  readonly suspended: number;
} {
  return { normal: scmReconcileMinutes, suspended: suspendedMinutes };
}

type SyncDependencies = Pick<Dependencies, 'database'> &
  Launcher & { readonly configuration: Pick<Dependencies['configuration'], 'scmReconcileMinutes'> };

/**
 * Starts the syncs of all source-control connections that are due, each `SCM_RECONCILE_MINUTES` after its last start. A
 * failure for one connection does not stop the others; it is due again after the interval.
 * @throws AggregateError after the last connection, when at least one failed.
 */
export async function startDueSyncs(
  { database, temporal, logger, configuration }: SyncDependencies,
  signal: AbortSignal,
): Promise<void> {
  const minutes = syncMinutes(configuration);
  const failures: unknown[] = [];
  for (;;) {
    signal.throwIfAborted();
    const due = await claimScmSyncs(database, minutes, connectionsPerClaim);
    if (due.length === 0) break;
    await settleConcurrently(
      due,
      launchesAtOnce,
      async ({ organizationId, id: subjectId, externalOrgSlug: description }) => {
        await database.withTenant(organizationId, (tenant) =>
          launchRun(tenant, { temporal, logger }, { kind: 'sync_scm_connection', subjectId, description }),
        );
      },
      ({ id, organizationId }, error) =>
        logger.warn(
          { err: error, connection_id: id, organization_id: organizationId },
          'failed to start the sync of a source-control connection',
        ),
    ).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0)
    throw new AggregateError(failures, 'failed to start syncs of source-control connections');
}
