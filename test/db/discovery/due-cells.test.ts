import test from 'ava';
import { requestEventScan } from '../../../commands/discovery/request-event-scan.ts';
import { findDueEventScan, listDueEventScans, storeDueCells } from '../../../db/discovery/due-cell-store.ts';
import { insertScan } from '../../../db/discovery/insert-scan.ts';
import { finishRun } from '../../../db/runs/run-store.ts';
import type { Tenant } from '../../../db/tenant.ts';
import type { DueReading } from '../../../domain/changes/due-cells.ts';
import { createLogger } from '../../../runtime/logger.ts';
import { storedRegion, useStoredScans } from '../../support/inventory/stored-scan.ts';
import type { StoredAccount } from '../../support/inventory/stored-scan.ts';

const scans = useStoredScans();

const queues = 'AWS::SQS::Queue';
const topics = 'AWS::SNS::Topic';
const defaults = { eventScanQuietSeconds: 60, eventScanMinutes: 10 };

const inTenant = <T>({ organizationId }: StoredAccount, work: (tenant: Tenant) => Promise<T>) =>
  scans.database.withTenant(organizationId, work);

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);

const cell = (resourceType: string, at: Date, region = storedRegion) => ({
  region,
  resourceType,
  firstEventAt: at,
  lastEventAt: at,
});

const store = (account: StoredAccount, reading: Partial<DueReading>) =>
  inTenant(account, (tenant) =>
    storeDueCells(tenant, account.accountId, { cells: [], untyped: [], ...reading }),
  );

async function dueCells({ accountId }: StoredAccount): Promise<readonly string[]> {
  const rows = await scans.owner.query<{ cell: string }>(
    `select region || ' ' || resource_type as cell from due_cells where aws_account_id = $1 order by 1`,
    [accountId],
  );
  return rows.map((row) => row.cell);
}

const dueScan = async (account: StoredAccount, settings = defaults) =>
  (await inTenant(account, (tenant) => findDueEventScan(tenant, settings, account.accountId)))?.resourceTypes;

const setLedger = (account: StoredAccount, columns: string, type = queues) =>
  scans.owner.query(`update coverage_cells set ${columns} where aws_account_id = $1 and resource_type = $2`, [
    account.accountId,
    type,
  ]);

/** Inserts an active scan of due queues, which begins their task. */
async function beginEventScan(account: StoredAccount): Promise<string> {
  const { scan } = await inTenant(account, (tenant) =>
    insertScan(tenant, {
      trigger: 'event',
      accountIds: [account.accountId],
      regions: [storedRegion],
      resourceTypes: [queues],
      requestedBy: undefined,
    }),
  );
  return scan.id;
}

test('a cell is due until a complete reading that began after its last event', async (t) => {
  const account = await scans.makeAccount();
  const early = await account.begin([queues, topics]);
  // CloudTrail truncates times to seconds: the event may have occurred after the beginning.
  const event = new Date(Math.floor(early.attempt.begunAt.getTime() / 1000) * 1000);
  await store(account, { cells: [cell(queues, event), cell(topics, ago(5))] });
  await early.finish();
  t.deepEqual(await dueCells(account), [`${storedRegion} ${queues}`]);
  await setLedger(account, "last_complete_begun_at = now() - interval '1 hour'");
  const failed = await account.begin([queues]);
  await scans.owner.query(
    "update due_cells set last_event_at = now() - interval '10 s' where aws_account_id = $1",
    [account.accountId],
  );
  await failed.finish([{ resourceType: queues, outcome: 'throttled' }], []);
  t.deepEqual(await dueCells(account), [`${storedRegion} ${queues}`], 'an incomplete reading proves nothing');
  await (await account.begin([queues])).finish();
  t.deepEqual(await dueCells(account), []);
  // The next poll reads the events of the last minutes again.
  await store(account, { cells: [cell(queues, ago(20)), cell(topics, ago(20))] });
  t.deepEqual(await dueCells(account), []);
});

test('regions that are not scanned have no due cells, and untyped references those of known resources', async (t) => {
  const account = await scans.makeAccount();
  const arn = 'arn:aws:sqs:eu-west-1:123456789012:known';
  await scans.owner.query(
    `with resource as (
       insert into resources (organization_id, aws_account_id, region, resource_type, native_id, arn, config_hash, rule_set)
       values ($1, $2, $3, $4, 'known', $5, 'h', 1) returning organization_id, id),
     holder as (
       insert into graph_holders (organization_id, aws_account_id, resource_id, config_hash) select organization_id, $2, id, 'h' from resource
       returning resource_id)
     insert into resource_identifiers
       (organization_id, resource_id, kind, key, resource_type, aws_account_id, region, owned)
     select $1, resource_id, 'arn', $5, $4, $2, $3, true from holder`,
    [account.organizationId, account.accountId, storedRegion, queues, arn],
  );
  await store(account, {
    cells: [cell(topics, ago(5), 'us-west-1'), cell('AWS::IAM::Role', ago(5), 'global')],
    untyped: [
      { kind: 'arn', identifier: arn, occurredAt: ago(4) },
      { kind: 'arn', identifier: `${arn}-unknown`, occurredAt: ago(4) },
    ],
  });
  t.deepEqual(await dueCells(account), [`${storedRegion} ${queues}`, 'global AWS::IAM::Role']);
});

test('due cells are read when events have stopped for a minute, or began three minutes ago', async (t) => {
  const account = await scans.makeAccount();
  const setEvents = (first: number, last: number) =>
    scans.owner.query(
      `update due_cells set first_event_at = now() - make_interval(secs => $2),
         last_event_at = now() - make_interval(secs => $3) where aws_account_id = $1 and resource_type = $4`,
      [account.accountId, first, last, queues],
    );
  await store(account, { cells: [cell(queues, ago(50))] });
  t.is(await dueScan(account), undefined);
  await setEvents(61, 61);
  t.deepEqual(await dueScan(account), [queues]);
  await store(account, { cells: [cell(topics, ago(10))] });
  t.is(await dueScan(account), undefined, 'an event of the region is new');
  await setEvents(181, 61);
  t.deepEqual(await dueScan(account), [topics, queues]);
  await (await account.begin([queues])).finish();
  await store(account, { cells: [cell(queues, ago(-5))] });
  await setEvents(400, -5);
  t.is(await dueScan(account), undefined, 'the earlier events have been read');
});

test('a cell is read by events again after ten minutes, unless AWS refuses it or reading it costs too many calls', async (t) => {
  const account = await scans.makeAccount();
  await (await account.begin([queues])).finish();
  const before =
    "last_complete_begun_at = now() - interval '2 hours', last_attempt_at = now() - interval '2 hours'";
  await setLedger(account, before);
  await store(account, { cells: [cell(queues, ago(3600))] });
  t.deepEqual(await dueScan(account), [queues]);
  for (const [columns, expected] of [
    ["last_event_read_at = now() - interval '9 minutes'", undefined],
    ["last_event_read_at = now() - interval '11 minutes'", [queues]],
    ['calls = 1001', undefined],
    ['calls = 1000', [queues]],
    ["outcome = 'denied', last_attempt_at = now()", undefined],
    ["outcome = 'throttled', last_attempt_at = now()", [queues]],
    ["outcome = 'denied', last_attempt_at = now() - interval '2 hours'", [queues]],
    ["outcome = 'blocked_by_scp', blocked_until = now() + interval '1 hour'", undefined],
  ] as const) {
    await setLedger(account, columns);
    t.deepEqual(await dueScan(account), expected, columns);
  }
});

test('only a scan of due cells gives way to another scan, and counts as a reading by events', async (t) => {
  const account = await scans.makeAccount();
  await store(account, { cells: [cell(queues, ago(3600))] });
  const event = await beginEventScan(account);
  t.is(await dueScan(account), undefined, 'another scan of the account is active');
  const elsewhere = await account.begin([topics]);
  const statusOf = async (id: string) =>
    (await scans.owner.query<{ status: string }>('select status from scans where id = $1', [id]))[0]?.status;
  t.is(await statusOf(event), 'queued', 'it does not overlap');
  await elsewhere.finish();
  const requested = await account.begin([queues]);
  t.is(await statusOf(event), 'cancelled');
  await t.throwsAsync(account.begin([queues]), { message: /scan/ });
  await t.throwsAsync(beginEventScan(account), { message: /scan/ });
  await requested.finish([{ resourceType: queues, outcome: 'error' }], []);
  const readAt = async () =>
    (
      await scans.owner.query<{ at: Date | null }>(
        'select last_event_read_at as at from coverage_cells where aws_account_id = $1 and resource_type = $2',
        [account.accountId, queues],
      )
    )[0]?.at;
  t.is(await readAt(), null);
  t.deepEqual(await dueScan(account), [queues]);
  const next = await account.begin([topics]);
  await scans.owner.query("update scans set trigger = 'event' where id = $1", [next.attempt.scanId]);
  await next.finish([{ resourceType: queues, outcome: 'complete', calls: 3 }], []);
  t.truthy(await readAt());
  await inTenant(account, (tenant) => finishRun(tenant, next.attempt.scanId, 'succeeded'));
});

test('of each account one region is read at a time, and organizations get equal shares', async (t) => {
  const [first, second] = [await scans.makeAccount(), await scans.makeAccount()];
  const more = [
    await scans.addAccount(first.organizationId, '111122223333'),
    await scans.addAccount(first.organizationId, '111122224444'),
  ];
  for (const account of [first, ...more, second])
    await store(account, {
      cells: [cell(queues, ago(900_000)), cell('AWS::IAM::Role', ago(800_000), 'global')],
    });
  const listed = await listDueEventScans(scans.database, defaults, 2);
  t.deepEqual(
    new Set(listed.map(({ organizationId }) => organizationId)),
    new Set([first.organizationId, second.organizationId]),
  );
  t.true(
    listed.every(({ region, resourceTypes }) => region === storedRegion && resourceTypes.join() === queues),
  );
  await scans.owner.query('update aws_accounts set event_scans = false where organization_id = $1', [
    first.organizationId,
  ]);
  const ofAll = await listDueEventScans(scans.database, defaults, 100);
  t.false(ofAll.some(({ organizationId }) => organizationId === first.organizationId));
});

test('a due cell that no scan reads is deleted instead of being scanned', async (t) => {
  const account = await scans.makeAccount();
  await store(account, { cells: [cell('AWS::IAM::Role', ago(3600))] });
  const launcher = {
    temporal: { startRunWorkflow: () => Promise.resolve() },
    logger: createLogger('test', 'silent'),
  };
  const request = () =>
    inTenant(account, (tenant) => requestEventScan(tenant, launcher, defaults, account.accountId));
  t.is(await request(), undefined);
  t.deepEqual(await dueCells(account), []);
  await store(account, { cells: [cell('AWS::IAM::Role', ago(3600)), cell(queues, ago(3600))] });
  t.like(await request(), { trigger: 'event', regions: [storedRegion], resourceTypes: [queues] });
  t.is(await request(), undefined, 'a scan of the account is active');
});
