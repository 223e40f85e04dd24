import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { UpdateAccountBody, UpdateConnectionBody } from '../../../api-client/api-types.ts';
import { reconcileScanSchedules } from '../../../activities/connections/reconcile-scan-schedules.ts';
import type { Dependencies } from '../../../activities/dependencies.ts';
import { eventually } from '../../support/eventually.ts';
import { expectError } from '../../support/expect-error.ts';
import { useScanFixture } from '../../support/discovery/use-scan-fixture.ts';
import type { ConnectedAccount } from '../../support/discovery/scan-fixture.ts';

let worker: Dependencies;
const fixture = useScanFixture({ worker: false });
test.before(async () => {
  worker = (await fixture.api.startWorker()).dependencies;
});

/** Connects an account without a validation, which takes long. Enables three regions; the product does not know one. */
async function connect(): Promise<ConnectedAccount> {
  const account = await fixture.connectAccount(['eu-west-1', 'us-east-1', 'xx-new-1']);
  await fixture.owner.query(
    `update aws_accounts set regions = '{}', enabled_regions = effective_regions, schedule_due = true where id = $1`,
    [account.id],
  );
  return account;
}

const read = (id: string) =>
  dataOf(fixture.client.GET('/api/v1/aws/accounts/{id}', { params: { path: { id } } }));

const patchAccount = (id: string, body: UpdateAccountBody) =>
  fixture.client.PATCH('/api/v1/aws/accounts/{id}', { params: { path: { id } }, body });

const changeAccount = (id: string, body: UpdateAccountBody) => dataOf(patchAccount(id, body));

const changeConnection = (id: string, body: UpdateConnectionBody) =>
  dataOf(fixture.client.PATCH('/api/v1/aws/connections/{id}', { params: { path: { id } }, body }));

function scheduleOf(id: string) {
  return fixture.api.services.temporal.client.schedule.getHandle(
    `${fixture.api.configuration.taskQueuePrefix}scan:${id}`,
  );
}

/** Interval of the schedule of an account in minutes; `undefined` without a schedule. */
async function minutesOf(id: string): Promise<number | undefined> {
  try {
    const { spec } = await scheduleOf(id).describe();
    return (spec.intervals?.[0]?.every ?? 0) / 60_000;
  } catch (error) {
    if (error instanceof Error && error.name === 'ScheduleNotFoundError') return undefined;
    throw error;
  }
}

const scheduledEvery = (id: string, minutes: number | undefined) =>
  eventually(
    `the schedule of ${id} to have the interval ${minutes}`,
    async () => (await minutesOf(id)) === minutes,
  );

test('updates the schedule when the interval or the inclusion of an account changes', async (t) => {
  const { id } = await connect();
  const { connection_id: connectionId } = await read(id);
  await scheduledEvery(id, 1440);
  const { policies, spec, action } = await scheduleOf(id).describe();
  t.is(policies.overlap, 'SKIP');
  t.true((spec.jitter ?? 0) > 0);
  t.deepEqual(action.args, [{ organizationId: fixture.organizationId, accountId: id }]);

  t.is((await changeAccount(id, { scan_interval_minutes: 60 })).scan_interval_minutes, 60);
  await scheduledEvery(id, 60);
  await changeConnection(connectionId, { scan_interval_minutes: 30 });
  t.is((await read(id)).scan_interval_minutes, 60, 'the interval of the account takes precedence');
  const own = await changeAccount(id, { scan_interval_minutes: null });
  t.is(own.scan_interval_minutes, 30);
  await scheduledEvery(id, 30);
  await changeConnection(connectionId, { scan_interval_minutes: 45 });
  await scheduledEvery(id, 45);

  t.false((await changeAccount(id, { included: false })).included);
  await scheduledEvery(id, undefined);
  await changeAccount(id, { included: true });
  await scheduledEvery(id, 45);
});

test('starts a scan from a schedule', async (t) => {
  const { id } = await connect();
  await changeAccount(id, { regions: ['eu-west-1'] });
  await scheduledEvery(id, 1440);
  await scheduleOf(id).trigger();
  const scan = await eventually('the scheduled scan', async () => {
    const query = { aws_account_id: id };
    return (await dataOf(fixture.client.GET('/api/v1/scans', { params: { query } }))).items[0];
  });
  t.is(scan.trigger, 'schedule');
  const params = { path: { id: scan.id } };
  const cancelled = await fixture.client.POST('/api/v1/scans/{id}/cancel', { params });
  t.is(cancelled.response.status, 202);
});

test('creates missing schedules, updates wrong ones and deletes obsolete ones', async (t) => {
  const [missing, wrong] = [await connect(), await connect()];
  const unknown = '00000000-0000-7000-8000-000000000000';
  for (const { id } of [missing, wrong]) await scheduledEvery(id, 1440);
  await scheduleOf(missing.id).delete();
  await scheduleOf(wrong.id).update((schedule) => ({
    ...schedule,
    spec: { intervals: [{ every: '7 minutes' }] },
  }));
  const { client } = fixture.api.services.temporal;
  const prefix = fixture.api.configuration.taskQueuePrefix;
  await client.schedule.create({
    scheduleId: `${prefix}scan:${unknown}`,
    spec: { intervals: [{ every: '30 days' }] },
    action: { type: 'startWorkflow', workflowType: 'scheduledScan', taskQueue: 'none', args: [] },
  });
  t.is(await minutesOf(unknown), 43_200);
  // Repeated, because Temporal's list of schedules is eventually consistent.
  await eventually('the schedules to be repaired', async () => {
    await reconcileScanSchedules(worker);
    const minutes = await Promise.all([missing.id, wrong.id, unknown].map(minutesOf));
    return JSON.stringify(minutes) === JSON.stringify([1440, 1440, undefined]);
  });
  t.pass();
});

test('scans the enabled regions selected by the account, or else by its connection', async (t) => {
  const { id } = await connect();
  const { connection_id: connectionId } = await read(id);
  const regions = async () => (await read(id)).effective_regions;
  await changeConnection(connectionId, { regions: ['us-east-1', 'ap-south-1'] });
  t.deepEqual(await regions(), ['us-east-1'], 'ap-south-1 is not enabled');
  const chosen = await changeAccount(id, { regions: ['xx-new-1', 'eu-west-1', 'eu-west-1'] });
  t.deepEqual(chosen.regions, ['eu-west-1', 'xx-new-1']);
  t.deepEqual(await regions(), ['eu-west-1', 'xx-new-1']);
  const unknown = patchAccount(id, { regions: ['xx-other-1'] });
  t.is(await expectError(t, unknown, 400, 'validation_failed'), 'regions.0: is not an AWS region');
  await changeAccount(id, { regions: [] });
  t.deepEqual(await regions(), ['us-east-1']);
  await changeConnection(connectionId, { regions: [] });
  t.deepEqual(await regions(), ['eu-west-1', 'us-east-1', 'xx-new-1']);
});

test('sets the default environment of an account to one of its organization, or to none', async (t) => {
  const { id } = await connect();
  const other = await fixture.signUpOther();
  const environmentOf = async (organizationId: string) => {
    const [row] = await fixture.owner.query<{ id: string }>(
      `insert into environments (organization_id, name, class) values ($1, 'Production', 'production') returning id`,
      [organizationId],
    );
    return row?.id ?? '';
  };
  const environment = await environmentOf(fixture.organizationId);
  const put = (environmentId: string | null) =>
    fixture.client.PUT('/api/v1/aws-accounts/{id}/default-environment', {
      params: { path: { id } },
      body: { environment_id: environmentId },
    });
  t.deepEqual(await dataOf(put(environment)), { aws_account_id: id, environment_id: environment });
  const inUpperCase = await dataOf(put(environment.toUpperCase()));
  t.deepEqual(inUpperCase, { aws_account_id: id, environment_id: environment });
  t.is((await read(id)).default_environment_id, environment);
  const foreign = put(await environmentOf(other.organizationId));
  await expectError(t, foreign, 400, 'validation_failed');
  for (const none of ['', null]) {
    await dataOf(put(environment));
    t.is((await dataOf(put(none))).environment_id, null);
  }
});
