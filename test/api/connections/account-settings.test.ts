import test from 'ava';
import { reconcileScanSchedules } from '../../../activities/connections/reconcile-scan-schedules.ts';
import type { Dependencies } from '../../../activities/dependencies.ts';
import { eventually } from '../../support/eventually.ts';
import { useScanFixture } from '../../support/discovery/use-scan-fixture.ts';
import type { ConnectedAccount } from '../../support/discovery/scan-fixture.ts';
import type { AccountAnswer } from '../../support/connections/follow.ts';

let worker: Dependencies;
const fixture = useScanFixture({ worker: false });
test.before(async () => {
  worker = (await fixture.api.startWorker()).dependencies;
});

/** Connects an account without a validation, which takes long. Enables three regions; the product does not know one. */
async function connect(): Promise<ConnectedAccount> {
  const account = await fixture.connectAccount(['eu-west-1', 'us-east-1', 'xx-new-1']);
  await fixture.owner.query(
    'update aws_accounts set enabled_regions = effective_regions, schedule_due = true where id = $1',
    [account.id],
  );
  return account;
}

const read = async (id: string) => (await fixture.client.get<AccountAnswer>(`/aws/accounts/${id}`)).body;
const change = async (path: string, body: object) => {
  const answer = await fixture.client.patch<AccountAnswer & { code?: string; message?: string }>(path, body);
  return answer;
};

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
    30,
  );

test('updates the schedule when the interval or the inclusion of an account changes', async (t) => {
  const { id } = await connect();
  const { connection_id: connectionId } = await read(id);
  await scheduledEvery(id, 1440);
  const { policies, spec, action } = await scheduleOf(id).describe();
  t.is(policies.overlap, 'SKIP');
  t.true((spec.jitter ?? 0) > 0);
  t.deepEqual(action.args, [{ organizationId: fixture.organizationId, accountId: id }]);

  t.is((await change(`/aws/accounts/${id}`, { scan_interval_minutes: 60 })).body.scan_interval_minutes, 60);
  await scheduledEvery(id, 60);
  await change(`/aws/connections/${connectionId}`, { scan_interval_minutes: 30 });
  t.is((await read(id)).scan_interval_minutes, 60, 'the interval of the account takes precedence');
  const own = await change(`/aws/accounts/${id}`, { scan_interval_minutes: null });
  t.is(own.body.scan_interval_minutes, 30);
  await scheduledEvery(id, 30);
  await change(`/aws/connections/${connectionId}`, { scan_interval_minutes: 45 });
  await scheduledEvery(id, 45);

  t.false((await change(`/aws/accounts/${id}`, { included: false })).body.included);
  await scheduledEvery(id, undefined);
  await change(`/aws/accounts/${id}`, { included: true });
  await scheduledEvery(id, 45);
});

test('starts a scan from a schedule', async (t) => {
  const { id } = await connect();
  await change(`/aws/accounts/${id}`, { regions: ['eu-west-1'] });
  await scheduledEvery(id, 1440);
  await scheduleOf(id).trigger();
  const scan = await eventually('the scheduled scan', async () => {
    const { body } = await fixture.client.get<{ items: { id: string; trigger: string }[] }>(
      `/scans?aws_account_id=${id}`,
    );
    return body.items[0];
  });
  t.is(scan.trigger, 'schedule');
  t.is((await fixture.client.post(`/scans/${scan.id}/cancel`)).status, 202);
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
  await change(`/aws/connections/${connectionId}`, { regions: ['us-east-1', 'ap-south-1'] });
  t.deepEqual(await regions(), ['us-east-1'], 'ap-south-1 is not enabled');
  const chosen = await change(`/aws/accounts/${id}`, { regions: ['xx-new-1', 'eu-west-1', 'eu-west-1'] });
  t.deepEqual(chosen.body.regions, ['eu-west-1', 'xx-new-1']);
  t.deepEqual(await regions(), ['eu-west-1', 'xx-new-1']);
  const unknown = await change(`/aws/accounts/${id}`, { regions: ['xx-other-1'] });
  t.deepEqual([unknown.status, unknown.body.message], [400, 'regions.0: is not an AWS region']);
  await change(`/aws/accounts/${id}`, { regions: [] });
  t.deepEqual(await regions(), ['us-east-1']);
  await change(`/aws/connections/${connectionId}`, { regions: [] });
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
    fixture.client.put(`/aws-accounts/${id}/default-environment`, { environment_id: environmentId });
  t.like(await put(environment), { status: 200, body: { aws_account_id: id, environment_id: environment } });
  const { body } = await fixture.client.get<{ default_environment_id?: string }>(`/aws/accounts/${id}`);
  t.is(body.default_environment_id, environment);
  const foreign = await put(await environmentOf(other.organizationId));
  t.like(foreign, { status: 400, body: { code: 'validation_failed' } });
  for (const none of ['', null]) {
    await put(environment);
    t.like(await put(none), { status: 200, body: { environment_id: null } });
  }
});
