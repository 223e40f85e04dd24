import test from 'ava';
import { createCallLimiters } from '../../../activities/discovery/aws/call-limiters.ts';
import { insertScan } from '../../../db/discovery/insert-scan.ts';
import { removeAccountsFromScans } from '../../../db/discovery/scan-store.ts';
import {
  TaskLeaseLost,
  beginAttempts,
  claimTasks,
  countPendingTasks,
  insertTasks,
  renewLeases,
} from '../../../db/discovery/task-store.ts';
import { finishRun } from '../../../db/runs/run-store.ts';
import type { Database, Tenant } from '../../../db/tenant.ts';
import { createLogger } from '../../../runtime/logger.ts';
import { eventually } from '../../support/eventually.ts';
import { queue, storedRegion, useStoredScans } from '../../support/inventory/stored-scan.ts';
import type { StoredAccount } from '../../support/inventory/stored-scan.ts';

const scans = useStoredScans();

const type = 'AWS::SQS::Queue';
const planned = [{ region: storedRegion, service: 'sqs', resourceTypes: [type] }];

const inTenant = <T>({ organizationId }: StoredAccount, work: (tenant: Tenant) => Promise<T>) =>
  scans.database.withTenant(organizationId, work);

/** Adds a second connected account to the organization, so that a scan continues without the first one. */
async function addAccount({ organizationId }: StoredAccount): Promise<void> {
  await scans.owner.query(
    `insert into aws_accounts (organization_id, connection_id, account_id, role_arn, status, effective_regions)
     select organization_id, connection_id, '210987654321', 'arn:aws:iam::210987654321:role/inventory', 'connected',
            effective_regions from aws_accounts where organization_id = $1`,
    [organizationId],
  );
}

const requestScan = async (account: StoredAccount) =>
  (await inTenant(account, (tenant) => insertScan(tenant, { trigger: 'manual', requestedBy: undefined })))
    .scan.id;

async function statusesOf({ organizationId }: StoredAccount): Promise<readonly string[]> {
  const rows = await scans.owner.query<{ status: string }>(
    'select status from scan_tasks where organization_id = $1',
    [organizationId],
  );
  return rows.map(({ status }) => status);
}

async function seenBy({ organizationId }: StoredAccount): Promise<number> {
  return (await scans.owner.query('select from seen_resources where organization_id = $1', [organizationId]))
    .length;
}

test('claims tasks in the order of their plan', async (t) => {
  const account = await scans.makeAccount();
  const scanId = await requestScan(account);
  const services = ['sqs', 'lambda', 'dynamodb', 'ec2', 'kms', 'iam', 'sns', 'logs', 'ssm', 'ecr'];
  const claimed = await inTenant(account, async (tenant) => {
    const tasks = services.map((service) => ({ region: storedRegion, service, resourceTypes: [type] }));
    await insertTasks(tenant, scanId, account.accountId, tasks);
    const claim = { scanId, accountId: account.accountId, region: storedRegion };
    const first = await claimTasks(tenant, { ...claim, claimant: 'first' }, 6);
    return [first, await claimTasks(tenant, { ...claim, claimant: 'second' }, 6)];
  });
  t.deepEqual(
    claimed.map((tasks) => tasks.map(({ service }) => service)),
    [services.slice(0, 6), services.slice(6)],
  );
});

test('a plan that is written after its scan ended adds no task', async (t) => {
  const account = await scans.makeAccount();
  const scanId = await requestScan(account);
  await inTenant(account, (tenant) => finishRun(tenant, scanId, 'cancelled'));
  await inTenant(account, (tenant) => insertTasks(tenant, scanId, account.accountId, planned));
  t.deepEqual(await statusesOf(account), []);
});

test('a plan that is written after its account was excluded and included again adds no task', async (t) => {
  const account = await scans.makeAccount();
  await addAccount(account);
  const scanId = await requestScan(account);
  await inTenant(account, (tenant) => removeAccountsFromScans(tenant, [account.accountId]));
  await inTenant(account, (tenant) => insertTasks(tenant, scanId, account.accountId, planned));
  t.deepEqual(await statusesOf(account), []);
});

test('a scan that ends while a plan is written cancels the tasks of the plan', async (t) => {
  const account = await scans.makeAccount();
  const scanId = await requestScan(account);
  let ended: Promise<boolean> | undefined;
  await inTenant(account, async (tenant) => {
    await insertTasks(tenant, scanId, account.accountId, planned);
    ended = inTenant(account, (other) => finishRun(other, scanId, 'cancelled'));
    await eventually('the end of the scan to wait for the plan', async () => {
      const waiting = await scans.owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return waiting.length > 0;
    });
  });
  await ended;
  t.deepEqual(await statusesOf(account), ['cancelled']);
});

test('the end of a scan deletes the seen-sets of its unfinished tasks', async (t) => {
  const account = await scans.makeAccount();
  const task = await account.begin([type]);
  await task.store([queue('a'), queue('b')]);
  t.is(await seenBy(account), 3);
  await inTenant(account, (tenant) => finishRun(tenant, task.claim.scanId, 'cancelled'));
  t.deepEqual(await statusesOf(account), ['cancelled']);
  t.is(await seenBy(account), 0);
  await t.throwsAsync(task.store([queue('c')]), { instanceOf: TaskLeaseLost });
});

test('an excluded account loses the tasks and seen-sets of a scan that continues', async (t) => {
  const account = await scans.makeAccount();
  await addAccount(account);
  const task = await account.begin([type]);
  await task.store([queue('a')]);
  await inTenant(account, (tenant) => removeAccountsFromScans(tenant, [account.accountId]));
  t.deepEqual(await statusesOf(account), ['cancelled']);
  t.is(await seenBy(account), 0);
});

test('a scan claims and begins no task of an account that it no longer covers', async (t) => {
  const account = await scans.makeAccount();
  await addAccount(account);
  const scanId = await requestScan(account);
  const { accountId } = account;
  await inTenant(account, (tenant) => insertTasks(tenant, scanId, accountId, planned));
  const claim = { scanId, accountId, region: storedRegion, claimant: 'activity' };
  const [claimed] = await inTenant(account, (tenant) => claimTasks(tenant, claim, 10));
  await inTenant(account, (tenant) => removeAccountsFromScans(tenant, [accountId]));
  // A retry of a failed task makes it queued again.
  await scans.owner.query(`update scan_tasks set status = 'queued', claimed_by = $2 where scan_id = $1`, [
    scanId,
    claim.claimant,
  ]);
  await inTenant(account, async (tenant) => {
    t.deepEqual(await countPendingTasks(tenant, scanId, accountId), []);
    t.deepEqual(await claimTasks(tenant, claim, 10), []);
    t.false(await renewLeases(tenant, claim));
    t.is((await beginAttempts(tenant, claim, [claimed?.id ?? ''])).size, 0);
  });
});

test('calls of a published quota share a bucket of all services, and other calls take tokens of their service', async (t) => {
  const account = await scans.makeAccount();
  const { organizationId, accountId } = account;
  const limiters = createCallLimiters(scans.database, createLogger('test', 'silent'), 1);
  const scope = { accountId, region: storedRegion };
  const limiterOf = (service: string) => limiters.of(organizationId, { ...scope, service });
  const tags = { client: 'resource-groups-tagging-api', operation: 'GetResources' };
  await limiterOf('sqs').acquire({ client: 'sqs', operation: 'ListQueues' });
  await limiterOf('sqs').acquire(tags);
  await limiterOf('kms').acquire(tags);
  await limiterOf('route53').acquire({ client: 'route-53', operation: 'ListHostedZones' });
  await limiterOf('sqs').throttled(tags);
  const rows = await scans.owner.query<{ region: string; service: string; rate: number }>(
    'select region, service, rate from token_buckets where organization_id = $1 order by service',
    [organizationId],
  );
  t.deepEqual(
    rows.map(({ region, service }) => [region, service]),
    [
      ['global', 'route53'],
      [storedRegion, 'sqs'],
      [storedRegion, 'tag'],
    ],
  );
  // Throttling the tagging API does not lower the rate of the service whose tags were read.
  const [, sqs, tag] = rows.map(({ rate }) => rate);
  t.is(sqs, 50);
  t.true(tag !== undefined && tag < 7.5);
});

test('calls of a scan of due cells take at most a fifth of the tokens of a bucket', async (t) => {
  const account = await scans.makeAccount();
  const { organizationId, accountId } = account;
  const limiters = createCallLimiters(scans.database, createLogger('test', 'silent'), 1);
  const scope = { accountId, region: storedRegion, service: 'sqs' };
  const call = { client: 'sqs', operation: 'ListQueues' };
  const ofEvents = limiters.of(organizationId, scope, true);
  let taken = 0;
  const waiting = new AbortController();
  const calls = Array.from({ length: 100 }, () =>
    ofEvents.acquire(call, waiting.signal).then(() => (taken += 1)),
  );
  await eventually('the burst of the share to be used', () => Promise.resolve(taken >= 20));
  const others = limiters.of(organizationId, scope);
  await Promise.all(Array.from({ length: 50 }, () => others.acquire(call)));
  t.true(taken < 50, `other calls have the rest, while events made ${taken}`);
  waiting.abort(new Error('enough'));
  await Promise.allSettled(calls);
  const [share] = await scans.owner.query<{ tokens: number; rate: number }>(
    "select tokens, rate from token_buckets where organization_id = $1 and service like 'sqs %'",
    [organizationId],
  );
  t.is(share?.rate, 10);
  t.true((share?.tokens ?? 100) <= 20);
});

test('leases tokens for the first calls of tasks together, and calls take them without a query', async (t) => {
  const account = await scans.makeAccount();
  const { organizationId, accountId } = account;
  const limiters = createCallLimiters(scans.database, createLogger('test', 'silent'), 1);
  const planned = ['kms', 'sqs'].map((service) => ({
    scope: { accountId, region: storedRegion, service },
    call: { client: service, operation: 'List' },
  }));
  const leased = () =>
    scans.owner.query<{ service: string; tokens: number }>(
      'select service, tokens from token_buckets where organization_id = $1 order by service',
      [organizationId],
    );
  await limiters.prepare(organizationId, planned);
  const before = await leased();
  t.deepEqual(before, [
    { service: 'kms', tokens: 80 },
    { service: 'sqs', tokens: 80 },
  ]);
  for (const { scope, call } of planned) await limiters.of(organizationId, scope).acquire(call);
  await limiters.prepare(organizationId, planned);
  t.deepEqual(await leased(), before);
});

test('multiplies the quotas by the factor of the installation', async (t) => {
  const { organizationId, accountId } = await scans.makeAccount();
  const limiters = createCallLimiters(scans.database, createLogger('test', 'silent'), 3);
  const scope = { accountId, region: storedRegion, service: 'sqs' };
  await limiters.of(organizationId, scope).acquire({ client: 'sqs', operation: 'ListQueues' });
  t.deepEqual(
    await scans.owner.query('select tokens, rate from token_buckets where organization_id = $1', [
      organizationId,
    ]),
    [{ tokens: 3 * 100 - 20, rate: 3 * 50 }],
  );
});

test('an organization leases the tokens that calls wait for during a lease together', async (t) => {
  const account = await scans.makeAccount();
  const other = await scans.makeAccount();
  let leases = 0;
  const database: Database = {
    ...scans.database,
    withTenant: (organizationId, ...rest) => {
      if (organizationId === account.organizationId) leases += 1;
      return scans.database.withTenant(organizationId, ...rest);
    },
  };
  const limiters = createCallLimiters(database, createLogger('test', 'silent'), 1);
  const acquire = ({ organizationId, accountId }: StoredAccount, service: string) =>
    limiters
      .of(organizationId, { accountId, region: storedRegion, service })
      .acquire({ client: service, operation: 'List' });
  await acquire(account, 'sqs');
  t.is(leases, 1);
  await Promise.all([
    ...['kms', 'sns', 'ssm', 'sqs', 'kms'].map((service) => acquire(account, service)),
    acquire(other, 'kms'),
  ]);
  t.is(leases, 2);
  const later = acquire(account, 'ecr');
  // The lease of the first bucket is in progress.
  await Promise.resolve();
  await Promise.all([later, acquire(account, 'ecs'), acquire(account, 'acm')]);
  t.is(leases, 4);
  const { length } = await scans.owner.query('select from token_buckets where organization_id = $1', [
    account.organizationId,
  ]);
  t.is(length, 7);
});

test('leases the buckets of a failed lease separately', async (t) => {
  const { organizationId, accountId } = await scans.makeAccount();
  let leases = 0;
  const database: Database = {
    ...scans.database,
    withTenant: (...args) => {
      leases += 1;
      return leases === 1 ? Promise.reject(new Error('lock timeout')) : scans.database.withTenant(...args);
    },
  };
  const limiters = createCallLimiters(database, createLogger('test', 'silent'), 1);
  const acquire = (service: string) =>
    limiters
      .of(organizationId, { accountId, region: storedRegion, service })
      .acquire({ client: service, operation: 'List' });
  await Promise.all([acquire('kms'), acquire('sns')]);
  t.is(leases, 3);
  await Promise.all([acquire('ssm'), acquire('sqs')]);
  t.is(leases, 4);
});
