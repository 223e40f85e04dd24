import { randomUUID } from 'node:crypto';
import type { ScheduleClient, ScheduleHandle } from '@temporalio/client';
import test from 'ava';
import { applyDueSchedules } from '../../../activities/connections/scan-schedules.ts';
import { syncAwsOrganizations } from '../../../activities/connections/sync-aws-organizations.ts';
import { openDatabase } from '../../../db/tenant.ts';
import type { Database, Tenant } from '../../../db/tenant.ts';
import { createLogger } from '../../../runtime/logger.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useTestDatabase } from '../../support/use-test-database.ts';

const files = useTestDatabase();
const logger = createLogger('test', 'silent');

/** Inserts an organization with connections to AWS organizations, whose sync is due, each with one account. */
async function insertConnections(count: number): Promise<string> {
  const id = randomUUID();
  await queryAsOwner(files.url, 'insert into organizations (id, name, slug) values ($1, $2, $2)', [
    id,
    `o-${id}`,
  ]);
  await queryAsOwner(
    files.url,
    `with connection as (
       insert into aws_connections (organization_id, name, kind, external_id, role_name, status, last_synced_at)
       select $1::uuid, 'c' || n, 'organization', $1::text || '-' || n, 'inventory', 'active', now() - interval '1 year'
       from generate_series(1, $2::int) n returning id)
     insert into aws_accounts (organization_id, connection_id, account_id, role_arn, included, schedule_due)
     select $1::uuid, id, lpad((row_number() over (order by id))::text, 12, '0'), 'arn:aws:iam::1:role/inventory', false, true
     from connection`,
    [id, count],
  );
  return id;
}

/** Runs `work` with a database in which every transaction of the organization fails. */
async function withFailing(organizationId: string, work: (database: Database) => Promise<void>) {
  const database = openDatabase({ url: files.url, poolSize: 4 });
  try {
    await work({
      ...database,
      withTenant: <T>(id: string, run: (tenant: Tenant) => Promise<T>) =>
        id === organizationId ? Promise.reject(new Error('deadlock')) : database.withTenant(id, run),
    });
  } finally {
    await database.close();
  }
}

test.serial('launches the syncs of an organization behind a page of connections that fail', async (t) => {
  const failing = await insertConnections(51);
  const other = await insertConnections(1);
  await withFailing(failing, async (database) => {
    const temporal = { startRunWorkflow: () => Promise.resolve() };
    const configuration = { organizationSyncMinutes: 60 };
    await t.throwsAsync(syncAwsOrganizations({ database, logger, temporal, configuration }), {
      instanceOf: AggregateError,
    });
  });
  const runs = await queryAsOwner(files.url, 'select kind from runs where organization_id = $1', [other]);
  t.deepEqual(runs, [{ kind: 'sync_accounts' }]);
});

test.serial('applies the scan schedule of an account behind a page of accounts that fail', async (t) => {
  const failing = await insertConnections(201);
  const other = await insertConnections(1);
  let deleted = 0;
  const schedule: Pick<ScheduleClient, 'create' | 'getHandle'> = {
    create: () => Promise.reject(new Error('not expected')),
    getHandle: () => ({ delete: () => Promise.resolve(void (deleted += 1)) }) as unknown as ScheduleHandle,
  };
  await withFailing(failing, (database) =>
    t
      .throwsAsync(
        applyDueSchedules({
          database,
          logger,
          temporal: { client: { schedule } },
          configuration: { taskQueuePrefix: '' },
        }),
        { instanceOf: AggregateError },
      )
      .then(() => undefined),
  );
  const due = await queryAsOwner<{ organization_id: string; count: number }>(
    files.url,
    `select organization_id, count(*)::int as count from aws_accounts where schedule_due and organization_id in ($1, $2)
     group by organization_id`,
    [failing, other],
  );
  t.deepEqual(due, [{ organization_id: failing, count: 201 }]);
  t.true(deleted >= 202);
});
