import { launchRun } from '../../commands/runs/launch-run.ts';
import { listConnectionsToSync } from '../../db/connections/schedule-store.ts';
import type { Dependencies } from '../dependencies.ts';

const batch = 50;

/** Reads the directories again that were not read for a while, so that new accounts are found by themselves. */
export async function syncAwsOrganizations({
  database,
  temporal,
  logger,
  configuration,
}: Dependencies): Promise<void> {
  for (const connection of await listConnectionsToSync(
    database,
    configuration.organizationSyncMinutes,
    batch,
  )) {
    const { organization_id: organizationId, id: subjectId, name: description } = connection;
    await database.withTenant(organizationId, (tenant) =>
      launchRun(tenant, { temporal, logger }, { kind: 'sync_accounts', subjectId, description }),
    );
  }
}
