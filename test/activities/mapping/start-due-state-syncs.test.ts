import test from 'ava';
import {
  activeSyncsPerOrganization,
  startDueStateSyncs,
} from '../../../activities/mapping/start-due-state-syncs.ts';
import { insertStateSource } from '../../support/mapping/stored-state.ts';
import { useStoredScans } from '../../support/inventory/stored-scan.ts';
import { createLogger } from '../../../runtime/logger.ts';

const scans = useStoredScans();

async function makeOrganization(sources: number): Promise<string> {
  const { organizationId } = await scans.makeAccount();
  for (let index = 0; index < sources; index += 1)
    await insertStateSource(scans.owner, organizationId, { key: `s${index}` });
  return organizationId;
}

/** Runs the activity. `endRuns`: every sync ends as soon as it is started. */
async function start(endRuns: boolean): Promise<readonly string[]> {
  const started: string[] = [];
  await startDueStateSyncs(
    {
      database: scans.database,
      logger: createLogger('test', 'silent'),
      configuration: { stateSyncMinutes: 15 },
      temporal: {
        async startRunWorkflow({ organizationId, runId }) {
          started.push(organizationId);
          if (endRuns)
            await scans.owner.query(
              `update runs set status = 'succeeded', finished_at = now() where organization_id = $1 and id = $2`,
              [organizationId, runId],
            );
        },
      },
    },
    new AbortController().signal,
    { pauseMs: 1, workMs: 60_000 },
  );
  return started;
}

test.serial('starts every due sync once, and each again after the interval', async (t) => {
  const organizationId = await makeOrganization(25);
  t.is((await start(true)).filter((id) => id === organizationId).length, 25);
  t.is((await start(true)).length, 0);
  await scans.owner.query(
    `update state_sources set next_sync_at = now() where organization_id = $1 and key = 's7'`,
    [organizationId],
  );
  t.is((await start(true)).length, 1);
});

test.serial('starts at most ten syncs of an organization at once, and those of others', async (t) => {
  const [large, small] = [await makeOrganization(60), await makeOrganization(2)];
  const started = await start(false);
  t.is(started.filter((id) => id === large).length, activeSyncsPerOrganization);
  t.is(started.filter((id) => id === small).length, 2);
});

test.serial('does not start a second sync of a source, which stays due', async (t) => {
  const organizationId = await makeOrganization(1);
  t.is((await start(false)).filter((id) => id === organizationId).length, 1);
  await scans.owner.query('update state_sources set next_sync_at = now() where organization_id = $1', [
    organizationId,
  ]);
  t.is((await start(false)).filter((id) => id === organizationId).length, 0);
  await scans.owner.query(
    `update runs set status = 'succeeded', finished_at = now() where organization_id = $1`,
    [organizationId],
  );
  t.is((await start(true)).filter((id) => id === organizationId).length, 1);
});
