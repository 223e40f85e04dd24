import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { useScanFixture } from '../../support/discovery/use-scan-fixture.ts';
import { connectStateAccount, syncSource, untilSynced } from '../../support/mapping/state-fixture.ts';
import { stateQueue, terraformState } from '../../support/mapping/terraform-state.ts';

const fixture = useScanFixture();

const path = (id: string) => ({ path: { id } });

async function makeSource() {
  const own = await fixture.signUpOther();
  const account = await connectStateAccount(own);
  const key = 'app/terraform.tfstate';
  const queue = (name: string) => stateQueue(name, account.awsAccountNumber);
  await account.putState(key, terraformState([queue('a'), queue('b')], { serial: 3 }));
  const { id } = await dataOf(
    own.client.POST('/api/v1/state-sources', { body: { bucket: account.bucket, key } }),
  );
  const first = await untilSynced(own, id);
  return {
    ...own,
    id,
    account,
    key,
    queue,
    first,
    put: (names: readonly string[], options: object = {}) =>
      account.putState(key, terraformState(names.map(queue), options)),
    sync: () => syncSource(own, id),
    entries: async () =>
      (await dataOf(own.client.GET('/api/v1/state-sources/{id}/entries', { params: path(id) }))).items,
    versions: () =>
      own.owner.query<{ address: string; version: string }>(
        'select address, xmin::text as version from state_entries where state_source_id = $1',
        [id],
      ),
    row: async () => {
      const [row] = await own.owner.query<Record<string, unknown>>(
        'select * from state_sources where id = $1',
        [id],
      );
      return row ?? {};
    },
    /** Starts a sync as the schedule does. */
    async scheduledSync() {
      await own.owner.query(`update state_sources set next_sync_at = now() where id = $1`, [id]);
      const [run] = await own.owner.query<{ id: string }>(
        `insert into runs (organization_id, kind, subject_id) values ($1, 'sync_state_source', $2) returning id`,
        [own.organizationId, id],
      );
      await own.api.services.temporal.startRunWorkflow({
        kind: 'sync_state_source',
        organizationId: own.organizationId,
        runId: run?.id ?? '',
        subjectId: id,
      });
      return untilSynced(own, id);
    },
  };
}

test('reads a state with the role of the account that has the bucket, and stores its entries', async (t) => {
  const source = await makeSource();
  t.like(source.first, { status: 'synced', last_error: undefined });
  t.is(typeof source.first.last_synced_at, 'string');
  t.deepEqual(
    (await source.entries()).map(({ address, resource_type }) => [address, resource_type]),
    [
      ['aws_sqs_queue.a', 'AWS::SQS::Queue'],
      ['aws_sqs_queue.b', 'AWS::SQS::Queue'],
    ],
  );
  t.like(await source.row(), {
    serial: 3,
    lineage: '11111111-2222-3333-4444-555555555555',
    format_version: 4,
    terraform_version: '1.9.8',
  });
});

test('writes no entry when the object is unchanged, and only the changed ones when it is not', async (t) => {
  const source = await makeSource();
  const before = await source.versions();
  const { updated_at: updatedAt, last_synced_at: syncedAt } = await source.row();
  t.is((await source.sync()).status, 'synced');
  const after = await source.row();
  t.deepEqual(after['updated_at'], updatedAt);
  t.notDeepEqual(after['last_synced_at'], syncedAt);
  t.deepEqual(await source.versions(), before);
  await source.put(['a', 'c'], { serial: 4 });
  t.is((await source.sync()).status, 'synced');
  const versions = new Map((await source.versions()).map((row) => [row.address, row.version]));
  t.is(versions.get('aws_sqs_queue.a'), before.find((row) => row.address === 'aws_sqs_queue.a')?.version);
  t.deepEqual([...versions.keys()].toSorted(), ['aws_sqs_queue.a', 'aws_sqs_queue.c']);
});

test('accepts a lower serial of the same lineage only when a user requests the sync', async (t) => {
  const source = await makeSource();
  await source.put(['a'], { serial: 2 });
  const scheduled = await source.scheduledSync();
  t.is(scheduled.status, 'error');
  t.regex(scheduled.last_error ?? '', /^serial_went_back: The serial of the state is 2, and was 3 before\./);
  t.is((await source.entries()).length, 2, 'the last good entries stay');
  t.is((await source.sync()).status, 'synced');
  t.is((await source.entries()).length, 1);
  await source.put(['a', 'b'], { serial: 1, lineage: '99999999-2222-3333-4444-555555555555' });
  t.is((await source.scheduledSync()).status, 'synced', 'another lineage');
});

test('keeps the last good entries when the state cannot be read, and recovers', async (t) => {
  const source = await makeSource();
  await source.account.putState(source.key, '{"not": "a state"}');
  const failed = await source.sync();
  t.is(failed.status, 'error');
  t.regex(failed.last_error ?? '', /^not_a_state: /);
  t.is(failed.last_synced_at, source.first.last_synced_at);
  t.is((await source.entries()).length, 2);
  await source.account.call('s3', 'DeleteObject', { Bucket: source.account.bucket, Key: source.key });
  t.regex((await source.sync()).last_error ?? '', /^key_missing: /);
  t.true((await source.row())['missing_since'] instanceof Date);
  await source.put(['a'], { serial: 9 });
  t.like(await source.sync(), { status: 'synced', last_error: undefined });
  t.is((await source.row())['missing_since'], null);
});

test('fails the run of a failed sync with the error of the source', async (t) => {
  const source = await makeSource();
  await source.account.putState(source.key, 'no JSON');
  const { run_id: runId } = await dataOf(
    source.client.POST('/api/v1/state-sources/{id}/sync', { params: path(source.id) }),
  );
  const { last_error: error } = await untilSynced(source, source.id);
  const run = await dataOf(
    source.client.GET('/api/v1/runs/{run_id}', { params: { path: { run_id: runId } } }),
  );
  t.like(run, { status: 'failed', error });
});

test('reports a source that no account can read', async (t) => {
  const own = await fixture.signUpOther();
  const { id } = await dataOf(
    own.client.POST('/api/v1/state-sources', { body: { bucket: 'somewhere', key: 'a' } }),
  );
  const unread = await untilSynced(own, id);
  t.is(unread.status, 'error');
  t.regex(unread.last_error ?? '', /^no_account: No account of the inventory has the bucket\./);
});

test('reads the new object when a source is changed', async (t) => {
  const source = await makeSource();
  await source.account.putState('other', terraformState([source.queue('z')]));
  await dataOf(
    source.client.PATCH('/api/v1/state-sources/{id}', { params: path(source.id), body: { key: 'other' } }),
  );
  const changed = await untilSynced(source, source.id);
  t.like(changed, { status: 'synced', config: { key: 'other' } });
  t.deepEqual(
    (await source.entries()).map(({ address }) => address),
    ['aws_sqs_queue.z'],
  );
});

test('does not read a disabled source, and reads it when it is enabled', async (t) => {
  const source = await makeSource();
  const update = (disabled: boolean) =>
    dataOf(
      source.client.PATCH('/api/v1/state-sources/{id}', { params: path(source.id), body: { disabled } }),
    );
  t.is((await update(true)).status, 'disabled');
  await source.put(['a', 'b', 'c'], { serial: 4 });
  await source.scheduledSync();
  t.is((await source.entries()).length, 2);
  t.is((await source.row())['next_sync_at'], null);
  await update(false);
  t.is((await untilSynced(source, source.id)).status, 'synced');
  t.is((await source.entries()).length, 3);
});
