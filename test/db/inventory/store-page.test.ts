import test from 'ava';
import { TaskLeaseLost, claimTasks, lockLease } from '../../../db/discovery/task-store.ts';
import { lockSeenSet, SeenSetLost } from '../../../db/discovery/finish-task.ts';
import { listReadResources, listTaggedResources } from '../../../db/inventory/known-resources.ts';
import {
  storableNativeId,
  withStorableIdentity,
} from '../../../activities/discovery/collect/storable-identity.ts';
import type { ObservedResource } from '../../../domain/discovery/observation/observed-resource.ts';
import { RULE_SET_VERSION } from '../../../domain/discovery/declaration/rule-set.ts';
import type { UnreadablePart } from '../../../domain/discovery/observation/unreadable-part.ts';
import type { JsonObject } from '../../../domain/json/json.ts';
import { hostileTexts, observed } from '../../activities/discovery/support/hostile-texts.ts';
import { beginTask, queue, useStoredScans } from '../../support/inventory/stored-scan.ts';
import type { StoredAccount } from '../../support/inventory/stored-scan.ts';

const scans = useStoredScans();

const type = 'AWS::SQS::Queue';

const made = (createdAt: string) => ({ ...queue('a'), createdAt });

async function counts({ organizationId }: StoredAccount) {
  const [row] = await scans.owner.query<Record<string, number>>(
    `select (select count(*)::int from resources where organization_id = $1) as resources,
            (select count(*)::int from resources where organization_id = $1 and status = 'active') as active,
            (select count(*)::int from resource_revisions where organization_id = $1) as revisions,
            (select count(*)::int from changes where organization_id = $1) as changes`,
    [organizationId],
  );
  return row;
}

test('storing a page twice adds no second revision and no second change', async (t) => {
  const account = await scans.makeAccount();
  const task = await account.begin([type]);
  const page = [queue('a'), queue('b'), queue('a')];
  t.deepEqual(await task.store(page), { seen: 2, created: 2, updated: 0 });
  t.deepEqual(await task.store(page), { seen: 0, created: 0, updated: 0 });
  const changed = [queue('a', { VisibilityTimeout: '60' }), queue('b')];
  t.deepEqual(await task.store(changed), { seen: 0, created: 0, updated: 1 });
  t.deepEqual(await task.store(changed), { seen: 0, created: 0, updated: 0 });
  await task.finish();
  t.deepEqual(await counts(account), { resources: 2, active: 2, revisions: 3, changes: 3 });
});

test('stores when AWS created a resource, without a change of the resource', async (t) => {
  const account = await scans.makeAccount();
  const createdAt = async () => {
    const [row] = await scans.owner.query<{ created_at_source: Date | null }>(
      'select created_at_source from resources where organization_id = $1',
      [account.organizationId],
    );
    return row?.created_at_source?.toISOString();
  };
  const observed = [queue('a'), ...['2026-02-03T04:05:06.000Z', '2026-06-07T08:09:10.000Z'].map(made)];
  const task = await account.begin([type]);
  const stored = [];
  for (const resource of [...observed, queue('a')]) {
    await task.store([resource]);
    stored.push(await createdAt());
  }
  // A part that could not be read can contain the time, so that an observation without it keeps the stored one.
  t.deepEqual(stored, [
    undefined,
    '2026-02-03T04:05:06.000Z',
    '2026-06-07T08:09:10.000Z',
    '2026-06-07T08:09:10.000Z',
  ]);
  const unreadable = [{ part: 'tags', scope: 'tags', reason: 'denied' }] as const;
  await task.store([{ ...made('2026-08-09T10:11:12.000Z'), unreadable }]);
  t.is(await createdAt(), '2026-08-09T10:11:12.000Z');
  await task.finish();
  t.deepEqual(await counts(account), { resources: 1, active: 1, revisions: 1, changes: 1 });
});

test('volatile values are refreshed without a revision, a change or a new time of change', async (t) => {
  const account = await scans.makeAccount();
  const rows = () =>
    scans.owner.query<Record<string, unknown>>(
      `select d.volatile, r.last_changed_at, r.xmin::text as row_version, d.xmin::text as document_version
       from resources r join resource_documents d on d.resource_id = r.id where r.organization_id = $1`,
      [account.organizationId],
    );
  const scan = async (volatile: JsonObject, ruleSet = RULE_SET_VERSION) => {
    const task = await account.begin([type]);
    t.like(await task.store([{ ...queue('a'), volatile }], ruleSet), { updated: 0 });
    await task.finish();
    return rows();
  };
  const [before] = await scan({ State: 'running', Count: 1 });
  const [after] = await scan({ State: 'stopped' });
  t.like(after, { ...before, volatile: { State: 'stopped' }, document_version: after?.['document_version'] });
  t.deepEqual(await scan({ State: 'stopped' }), [after]);
  // A worker of an older release may call other values volatile.
  t.deepEqual(await scan({ Other: 1 }, RULE_SET_VERSION - 1), [after]);
  t.deepEqual(await counts(account), { resources: 1, active: 1, revisions: 1, changes: 1 });
});

test('under a new rule set, 1,000 resources of which 10 changed get 10 revisions and 10 changes', async (t) => {
  const account = await scans.makeAccount();
  const before = await account.begin([type]);
  // The old rule set did not remove empty values or sort security groups.
  const observed = (index: number, port: number) => ({
    old: queue(`q${index}`, { port, SecurityGroups: ['b', 'a'], empty: '' }),
    now: queue(`q${index}`, { SecurityGroups: ['a', 'b'], port }),
  });
  const all = Array.from({ length: 1000 }, (_, index) => index);
  await before.store(
    all.map((index) => observed(index, 80).old),
    RULE_SET_VERSION - 1,
  );
  await before.finish();
  const after = await account.begin([type]);
  const page = all.map((index) => observed(index, index % 100 === 7 ? 81 : 80).now);
  t.deepEqual(await after.store(page), { seen: 1000, created: 0, updated: 10 });
  t.deepEqual(await after.store(page), { seen: 0, created: 0, updated: 0 });
  await after.finish();
  t.deepEqual(await counts(account), { resources: 1000, active: 1000, revisions: 1010, changes: 1010 });
  const diffs = await scans.owner.query<{ paths: string[] }>(
    `select distinct paths from changes where organization_id = $1 and kind = 'updated'`,
    [account.organizationId],
  );
  t.deepEqual(diffs, [{ paths: ['/configuration/port'] }]);
  const [old] = await scans.owner.query<{ count: number }>(
    'select count(*)::int as count from resources where organization_id = $1 and rule_set <> $2',
    [account.organizationId, RULE_SET_VERSION],
  );
  t.is(old?.count, 0);
});

test('attributes that a newer release reads are no change, also when they become readable later', async (t) => {
  const account = await scans.makeAccount();
  const vpc = (name: string, configuration: JsonObject, unreadable: readonly UnreadablePart[] = []) => ({
    ...queue(name, configuration),
    resourceType: 'AWS::EC2::VPC',
    ...(unreadable.length === 0 ? {} : { unreadable }),
  });
  const scan = async (page: readonly ObservedResource[], ruleSet: number) => {
    const task = await account.begin(['AWS::EC2::VPC']);
    const { updated } = await task.store(page, ruleSet);
    await task.finish();
    return updated;
  };
  const [old, dns] = [{ Cidr: 'a' }, { EnableDnsSupport: true, EnableDnsHostnames: true }];
  const denied = Object.keys(dns).map((part) => ({ part, scope: 'key', reason: 'denied' }) as const);
  await scan([vpc('same', old), vpc('later', old), vpc('other', old)], 3);
  // The role gets the permission for the new calls after the upgrade of this service.
  const others = [vpc('same', { ...old, ...dns }), vpc('other', { Cidr: 'b', ...dns })];
  t.is(await scan([...others, vpc('later', old, denied)], 4), 1);
  t.is(await scan([...others, vpc('later', { ...old, ...dns })], 4), 0);
  const changes = await scans.owner.query<{ name: string; paths: string[] }>(
    `select r.name, c.paths from changes c join resources r on r.id = c.resource_id
     where c.organization_id = $1 and c.kind = 'updated'`,
    [account.organizationId],
  );
  t.deepEqual(changes, [{ name: 'other', paths: ['/configuration/Cidr'] }]);
  const revisions = await scans.owner.query<{ name: string; revision: number; configuration: JsonObject }>(
    `select r.name, d.revision, d.configuration from resource_documents d join resources r on r.id = d.resource_id
     where d.organization_id = $1 order by r.name`,
    [account.organizationId],
  );
  t.deepEqual(revisions, [
    { name: 'later', revision: 2, configuration: { ...old, ...dns } },
    { name: 'other', revision: 2, configuration: { Cidr: 'b', ...dns } },
    { name: 'same', revision: 2, configuration: { ...old, ...dns } },
  ]);
  // Afterwards, a changed attribute is a change.
  t.is(await scan([vpc('same', { ...old, ...dns, EnableDnsSupport: false })], 4), 1);
});

test('a resource missing from a complete cell is deleted, and has its former history when it reappears', async (t) => {
  const account = await scans.makeAccount();
  const first = await account.begin([type]);
  await first.store([queue('stays'), queue('goes')]);
  await first.finish();
  const second = await account.begin([type]);
  await second.store([queue('stays')]);
  await second.finish();
  t.like(await counts(account), { resources: 2, active: 1, revisions: 2, changes: 3 });
  const third = await account.begin([type]);
  t.deepEqual(await third.store([queue('stays'), queue('goes', { VisibilityTimeout: '1' })]), {
    seen: 2,
    created: 0,
    updated: 1,
  });
  await third.finish();
  const kinds = await scans.owner.query<{ kind: string; revision: number }>(
    `select c.kind, c.revision from changes c join resources r on r.id = c.resource_id
     where r.organization_id = $1 and r.name = 'goes' order by c.id`,
    [account.organizationId],
  );
  t.deepEqual(kinds, [
    { kind: 'created', revision: 1 },
    { kind: 'deleted', revision: 1 },
    { kind: 'reappeared', revision: 2 },
  ]);
});

test('the window of a change begins when the last complete attempt of the cell began', async (t) => {
  const account = await scans.makeAccount();
  const first = await account.begin([type]);
  await first.store([queue('changes'), queue('goes')]);
  await first.finish();
  // Stores a page and fails. Its beginning proves nothing about the resources that it did not list.
  const failed = await account.begin([type]);
  await failed.finish([{ resourceType: type, outcome: 'error', errorCode: 'Timeout', error: 'x' }], []);
  const second = await account.begin([type]);
  await second.store([queue('changes', { VisibilityTimeout: '60' }), queue('appears')]);
  await second.finish();
  const windows = await scans.owner.query<{ kind: string; since: Date | null; detected_at: Date }>(
    `select kind, since, detected_at from changes where organization_id = $1 and since is not null`,
    [account.organizationId],
  );
  t.deepEqual(windows.map(({ kind }) => kind).toSorted(), ['created', 'deleted', 'updated']);
  for (const { kind, since, detected_at: detectedAt } of windows) {
    t.deepEqual(since, first.attempt.begunAt, kind);
    t.true(detectedAt >= second.attempt.begunAt, kind);
  }
  const [cell] = await scans.owner.query<{ begun_before_its_end: boolean; last_complete_begun_at: Date }>(
    `select last_complete_begun_at < last_complete_at as begun_before_its_end, last_complete_begun_at
     from coverage_cells where organization_id = $1`,
    [account.organizationId],
  );
  t.deepEqual(cell, { begun_before_its_end: true, last_complete_begun_at: second.attempt.begunAt });
});

test('an incomplete cell deletes no resource, and the ledger contains the error', async (t) => {
  const account = await scans.makeAccount();
  const first = await account.begin([type]);
  await first.store([queue('a')]);
  await first.finish();
  const second = await account.begin([type]);
  await second.finish(
    [{ resourceType: type, outcome: 'throttled', errorCode: 'Throttling', error: 'Rate' }],
    [],
  );
  t.like(await counts(account), { active: 1 });
  const [cell] = await scans.owner.query<Record<string, unknown>>(
    `select outcome, error_code, scan_id, last_complete_at < last_attempt_at as older from coverage_cells
     where organization_id = $1`,
    [account.organizationId],
  );
  t.deepEqual(cell, {
    outcome: 'throttled',
    error_code: 'Throttling',
    scan_id: second.claim.scanId,
    older: true,
  });
});

test('a worker that lost its lease cannot write', async (t) => {
  const account = await scans.makeAccount();
  const task = await account.begin([type]);
  await task.store([queue('a')]);
  const stale = task.attempt;
  await scans.database.withTenant(account.organizationId, async (tenant) => {
    t.deepEqual(await claimTasks(tenant, { ...task.claim, claimant: 'another' }, 10), []);
    const [again] = await claimTasks(tenant, task.claim, 10);
    t.is(again?.id, task.taskId);
    task.attempt = await beginTask(tenant, task.claim, task.taskId);
  });
  await t.throwsAsync(
    scans.database.withTenant(account.organizationId, (tenant) => lockLease(tenant, stale)),
    { instanceOf: TaskLeaseLost },
  );
  await t.throwsAsync(
    scans.database.withTenant(account.organizationId, (tenant) => lockSeenSet(tenant, stale, [type])),
    { instanceOf: TaskLeaseLost },
  );
  t.deepEqual(await task.store([queue('a')]), { seen: 1, created: 0, updated: 0 });
  await task.finish();
  t.deepEqual(await counts(account), { resources: 1, active: 1, revisions: 1, changes: 1 });
});

test('detects a seen-set that a crash of Postgres emptied', async (t) => {
  const account = await scans.makeAccount();
  const task = await account.begin([type]);
  const lock = () =>
    scans.database.withTenant(account.organizationId, (tenant) => lockSeenSet(tenant, task.attempt, [type]));
  t.deepEqual(await lock(), []);
  await scans.owner.query('delete from seen_resources where task_id = $1', [task.taskId]);
  await t.throwsAsync(lock(), { instanceOf: SeenSetLost });
});

test('characters that jsonb rejects are replaced', async (t) => {
  const account = await scans.makeAccount();
  const task = await account.begin([type]);
  const page = [queue('odd', { text: 'a\u0000b\uD800c', fine: '😀 \\u0000' })];
  await task.store(page);
  t.deepEqual(await task.store(page), { seen: 0, created: 0, updated: 0 });
  const [row] = await scans.owner.query<{ configuration: object }>(
    'select configuration from resource_documents where organization_id = $1',
    [account.organizationId],
  );
  t.deepEqual(row?.configuration, { text: 'a\uFFFDb\uFFFDc', fine: '😀 \\u0000' });
  await task.finish();
});

test('a scan replaces a management state from an origin rule, and no other', async (t) => {
  const account = await scans.makeAccount();
  const first = await account.begin([type]);
  await first.store([{ ...queue('a'), origin: 'default' as const }, queue('b')]);
  await scans.owner.query(
    `update resources set management_state = 'managed' where organization_id = $1 and name = 'b'`,
    [account.organizationId],
  );
  t.deepEqual(await first.store([queue('a'), { ...queue('b'), origin: 'child' as const }]), {
    seen: 0,
    created: 0,
    updated: 0,
  });
  const states = await scans.owner.query<{ management_state: string }>(
    'select management_state from resources where organization_id = $1 order by name',
    [account.organizationId],
  );
  t.deepEqual(
    states.map(({ management_state: state }) => state),
    ['unknown', 'managed'],
  );
  await first.finish();
});

test('a resource that is observed again has the management state of its origin', async (t) => {
  const account = await scans.makeAccount();
  const task = await account.begin([type]);
  const page = [{ ...queue('a'), origin: 'child' as const }];
  await task.store(page);
  await scans.owner.query(
    `update resources set status = 'unobserved', management_state = 'unknown' where organization_id = $1`,
    [account.organizationId],
  );
  await task.store(page);
  t.deepEqual(
    await scans.owner.query('select status, management_state from resources where organization_id = $1', [
      account.organizationId,
    ]),
    [{ status: 'active', management_state: 'child' }],
  );
  await task.finish();
});

test('lists the resources that are stored with tags', async (t) => {
  const account = await scans.makeAccount();
  const task = await account.begin([type]);
  const [tagged, untagged] = [queue('tagged'), { ...queue('untagged'), tags: {} }];
  await task.store([tagged, untagged]);
  const ids = [tagged, untagged, queue('absent')].map(({ nativeId }) => nativeId);
  const found = await scans.database.withTenant(account.organizationId, (tenant) =>
    listTaggedResources(tenant, task.attempt, type, ids),
  );
  t.deepEqual([...found], [tagged.nativeId]);
  await task.finish();
});

for (const home of [undefined, { awsAccountNumber: '222222222222', region: 'eu-west-1' }]) {
  test(`a page with hostile texts is stored, ${home === undefined ? 'own' : 'shared'}`, async (t) => {
    const account = await scans.makeAccount();
    const task = await account.begin([type]);
    const page = hostileTexts.map(observed).map(withStorableIdentity);
    await task.store(page.map((resource) => (home === undefined ? resource : { ...resource, home })));
    const ids = hostileTexts.map(storableNativeId);
    const read = await scans.database.withTenant(account.organizationId, (tenant) =>
      listReadResources(tenant, task.attempt, 'AWS::SNS::Topic', ids),
    );
    t.is(ids.filter((id) => read.has(id)).length, hostileTexts.length);
    await task.finish();
  });
}
