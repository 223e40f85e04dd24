import { settleConcurrently } from '../../domain/lists/settle-concurrently.ts';
import type { Launcher } from '../../commands/runs/launch-run.ts';
import { launchRun } from '../../commands/runs/launch-run.ts';
import { listConnectionsToSync } from '../../db/connections/schedule-store.ts';
import type { Dependencies } from '../dependencies.ts';

const connectionsPerPage = 50;

type SyncDependencies = Pick<Dependencies, 'database'> &
  Launcher & { readonly configuration: Pick<Dependencies['configuration'], 'organizationSyncMinutes'> };

/**
 * Launches a `sync_accounts` run for each connection whose AWS organization was last synced more than
 * `ORGANIZATION_SYNC_MINUTES` ago. A failure for one connection does not stop the others.
 * @throws AggregateError after the last connection, when at least one failed.
 */
export async function syncAwsOrganizations({
  database,
  temporal,
  logger,
  configuration,
}: SyncDependencies): Promise<void> {
  const failures: unknown[] = [];
  let after: string | undefined;
  do {
    const page: Awaited<ReturnType<typeof listConnectionsToSync>> = await listConnectionsToSync(
      database,
      configuration.organizationSyncMinutes,
      after,
      connectionsPerPage,
    );
    await settleConcurrently(
      page,
      1,
      async ({ organizationId, id: subjectId, name: description }) => {
        await database.withTenant(organizationId, (tenant) =>
          launchRun(tenant, { temporal, logger }, { kind: 'sync_accounts', subjectId, description }),
        );
      },
      ({ id }, error) =>
        logger.warn({ err: error, connection_id: id }, 'failed to launch the sync of an AWS organization'),
    ).catch((error: unknown) => failures.push(error));
    after = page.length < connectionsPerPage ? undefined : page.at(-1)?.id;
  } while (after !== undefined);
  if (failures.length > 0) throw new AggregateError(failures, 'failed to launch syncs of AWS organizations');
}
