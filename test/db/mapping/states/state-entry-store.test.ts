import test from 'ava';
import { replaceStateEntries } from '../../../../db/mapping/states/state-entry-store.ts';
import type { NewStateEntry } from '../../../../db/mapping/states/state-entry.ts';
import { insertStateSource, queueEntry } from '../../../support/mapping/stored-state.ts';
import { useStoredScans } from '../../../support/inventory/stored-scan.ts';

const scans = useStoredScans();

async function makeSource() {
  const { organizationId } = await scans.makeAccount();
  const sourceId = await insertStateSource(scans.owner, organizationId);
  return {
    organizationId,
    sourceId,
    replace: (entries: readonly NewStateEntry[]) =>
      scans.database.withTenant(organizationId, (tenant) => replaceStateEntries(tenant, sourceId, entries)),
    versions: () =>
      scans.owner.query<{ address: string; version: string; locker: string }>(
        `select address, xmin::text as version, xmax::text as locker from state_entries
         where organization_id = $1 and state_source_id = $2 order by address`,
        [organizationId, sourceId],
      ),
  };
}

test('inserts new entries, updates changed ones and deletes the others', async (t) => {
  const source = await makeSource();
  const inserted = await source.replace([queueEntry('a'), queueEntry('b'), queueEntry('c')]);
  t.like(inserted, { inserted: 3, updated: 0, deleted: 0 });
  const changed = await source.replace([
    queueEntry('a'),
    queueEntry('b', { region: 'us-east-1' }),
    queueEntry('d'),
  ]);
  t.like(changed, { inserted: 1, updated: 1, deleted: 1 });
  t.deepEqual(
    (await source.versions()).map(({ address }) => address),
    ['aws_sqs_queue.a', 'aws_sqs_queue.b', 'aws_sqs_queue.d'],
  );
});

test('inserts entries that are too large for one statement', async (t) => {
  const source = await makeSource();
  const large = { identity: { name: 'x'.repeat(2_500_000) } };
  const entries = ['a', 'b', 'c'].map((name) => queueEntry(name, large));
  t.like(await source.replace(entries), { inserted: 3, updated: 0, deleted: 0 });
  t.like(await source.replace(entries), { inserted: 0, updated: 0, deleted: 0 });
});

test('neither writes nor locks an unchanged entry', async (t) => {
  const source = await makeSource();
  const entries = [
    queueEntry('a'),
    queueEntry('b', { deposedKey: 'x', address: 'aws_sqs_queue.b (deposed x)' }),
  ];
  await source.replace(entries);
  const before = await source.versions();
  t.like(await source.replace(entries), { inserted: 0, updated: 0, deleted: 0 });
  t.deepEqual(await source.versions(), before);
});

test('returns the resources that changed and deleted entries claimed', async (t) => {
  const source = await makeSource();
  await source.replace([queueEntry('a'), queueEntry('b'), queueEntry('c')]);
  const claimed: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    const [row] = await scans.owner.query<{ id: string }>(
      `insert into resources (organization_id, aws_account_id, region, resource_type, native_id, config_hash, rule_set)
       select organization_id, id, 'eu-west-1', 'AWS::SQS::Queue', $2, 'h', 1 from aws_accounts
       where organization_id = $1 returning id`,
      [source.organizationId, name],
    );
    if (row === undefined) throw new Error('no resource');
    claimed.push(row.id);
    await scans.owner.query(
      `update state_entries set resource_id = $3, method = 'arn', confidence = 'high', class = 'matched'
       where organization_id = $1 and address = $2`,
      [source.organizationId, `aws_sqs_queue.${name}`, row.id],
    );
  }
  const { releasedResourceIds } = await source.replace([
    queueEntry('a'),
    queueEntry('b', { region: 'us-east-1' }),
  ]);
  t.deepEqual([...releasedResourceIds].toSorted(), claimed.slice(1).toSorted());
  const [changed] = await scans.owner.query(
    `select class, reason, resource_id from state_entries where organization_id = $1 and address = 'aws_sqs_queue.b'`,
    [source.organizationId],
  );
  t.deepEqual(changed, { class: 'unscanned', reason: 'not_matched', resource_id: null });
});

test('stores the last of several entries with the same address', async (t) => {
  const source = await makeSource();
  t.like(await source.replace([queueEntry('a'), queueEntry('a', { region: 'us-east-1' })]), { inserted: 1 });
});

test('stores more entries than fit into one statement, and texts that Postgres rejects in JSON', async (t) => {
  const source = await makeSource();
  const entries = Array.from({ length: 4500 }, (_, index) => queueEntry(`q${index}`));
  entries.push(queueEntry('z', { identity: { id: 'nul \u0000 and \ud800' } }));
  t.like(await source.replace(entries), { inserted: 4501 });
  t.like(await source.replace(entries), { inserted: 0, updated: 0, deleted: 0 });
});
