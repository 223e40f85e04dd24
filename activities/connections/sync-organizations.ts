import { createRun } from '../../db/runs/run-store.ts';
import { connectionsToSync } from '../../db/connections/schedule-store.ts';
import type { Dependencies } from '../dependencies.ts';

const batch = 50;

/** Reads the directories again that were not read for a while, so that new accounts are found by themselves. */
export async function syncOrganizations({ database, temporal, configuration }: Dependencies): Promise<void> {
  for (const connection of await connectionsToSync(database, configuration.organizationSyncMinutes, batch)) {
    const { organization_id: organizationId, id: subjectId, name: description } = connection;
    const { run } = await database.withTenant(organizationId, (tenant) =>
      createRun(tenant, { kind: 'sync_accounts', subjectId, description }),
    );
    await temporal.startRun({ kind: 'sync_accounts', organizationId, runId: run.id, subjectId, description });
  }
}
