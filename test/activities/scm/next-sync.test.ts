import test from 'ava';
import { startDueSyncs } from '../../../activities/scm/start-due-syncs.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { useScmFixture } from '../../support/scm/scm-fixture.ts';
import type { ConnectedOrganization } from '../../support/scm/scm-fixture.ts';

const fixture = useScmFixture();

/** Does what the Schedule does each minute. */
async function runSchedule(customer: ConnectedOrganization): Promise<void> {
  const { services, configuration } = fixture.api;
  await startDueSyncs({ ...services, configuration }, AbortSignal.timeout(60_000));
  await customer.untilIdle();
}

async function syncsOf({ connectionId }: ConnectedOrganization): Promise<number> {
  const [row] = await fixture.owner.query<{ syncs: number }>(
    "select count(*)::int as syncs from runs where kind = 'sync_scm_connection' and subject_id = $1",
    [connectionId],
  );
  return row?.syncs ?? -1;
}

test.serial('a new connection of GitHub is synced once', async (t) => {
  const customer = await fixture.connectGithub();
  await runSchedule(customer);
  t.is(await syncsOf(customer), 1);
});

test.serial('a new connection of GitLab is synced once', async (t) => {
  const customer = await fixture.connectGitlab();
  await runSchedule(customer);
  t.is(await syncsOf(customer), 1);
  await runSchedule(customer);
  t.is(await syncsOf(customer), 1);
});

test.serial('a sync that a user requests postpones the next one of the schedule', async (t) => {
  const customer = await fixture.connectGithub();
  await runSchedule(customer);
  const before = await syncsOf(customer);
  await fixture.owner.query('update scm_connections set next_sync_at = now() where id = $1', [
    customer.connectionId,
  ]);
  const params = { path: { id: customer.connectionId } };
  await dataOf(customer.client.POST('/api/v1/scm/connections/{id}/sync', { params }));
  await customer.untilIdle();
  await runSchedule(customer);
  t.is(await syncsOf(customer), before + 1);
});
