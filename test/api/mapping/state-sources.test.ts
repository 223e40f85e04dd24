import { randomUUID } from 'node:crypto';
import test from 'ava';
import { replaceStateEntries } from '../../../db/mapping/states/state-entry-store.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { CreateStateSourceBody } from '../../../api-client/api-types.ts';
import { expectError } from '../../support/expect-error.ts';
import { queueEntry } from '../../support/mapping/stored-state.ts';
import { useScanFixture } from '../../support/discovery/use-scan-fixture.ts';
import type { TestClient } from '../../support/test-api.ts';

const fixture = useScanFixture({ worker: false });

const path = (id: string) => ({ path: { id } });
const create = (client: TestClient, body: CreateStateSourceBody) =>
  client.POST('/api/v1/state-sources', { body });
const created = async (client: TestClient, body: Partial<CreateStateSourceBody> = {}) =>
  dataOf(create(client, { bucket: 'states', key: `${randomUUID()}/terraform.tfstate`, ...body }));
const finishRuns = (organizationId: string) =>
  fixture.owner.query(
    `update runs set status = 'succeeded', finished_at = now() where organization_id = $1 and finished_at is null`,
    [organizationId],
  );
const runsOf = (id: string) =>
  fixture.owner.query<{ kind: string; status: string; requested: boolean }>(
    `select kind, status, requested_by is not null as requested from runs where subject_id = $1 order by created_at`,
    [id],
  );

test('adds a source, starts its sync and returns it', async (t) => {
  const own = await fixture.signUpOther();
  const { client } = own;
  const account = await own.connectAccount();
  const { response, data } = await create(client, {
    bucket: 'My.Bucket_1',
    key: 'env:/prod/app/terraform.tfstate',
    region: 'eu-west-1',
    aws_account_id: account.id,
  });
  t.is(response.status, 201);
  t.like(data, {
    kind: 's3',
    config: {
      bucket: 'My.Bucket_1',
      key: 'env:/prod/app/terraform.tfstate',
      region: 'eu-west-1',
      workspace: 'prod',
    },
    aws_account_id: account.id,
    account_id: account.awsAccountNumber,
    origin: 'manual',
    status: 'pending',
  });
  t.deepEqual(await runsOf(data?.id ?? ''), [
    { kind: 'sync_state_source', status: 'queued', requested: false },
  ]);
  t.deepEqual(await dataOf(client.GET('/api/v1/state-sources/{id}', { params: path(data?.id ?? '') })), data);
});

test('rejects invalid buckets, keys, regions and references', async (t) => {
  const { client } = await fixture.signUpOther();
  const valid = { bucket: 'states', key: 'a' };
  const invalid: readonly (readonly [string, CreateStateSourceBody])[] = [
    ['bucket', { ...valid, bucket: 'ab' }],
    ['bucket', { ...valid, bucket: 'a'.repeat(256) }],
    ['bucket', { ...valid, bucket: 'arn:aws:s3:::states' }],
    ['key', { ...valid, key: '' }],
    ['key', { ...valid, key: '/a' }],
    ['key', { ...valid, key: 'a/' }],
    ['key', { ...valid, key: 'a\u0000b' }],
    ['key', { ...valid, key: 'a\u0085b' }],
    ['key', { ...valid, key: 'ä'.repeat(513) }],
    ['region', { ...valid, region: 'mars-1' }],
    ['aws_account_id', { ...valid, aws_account_id: randomUUID() }],
    ['iac_project_id', { ...valid, iac_project_id: randomUUID() }],
  ];
  for (const [field, body] of invalid) {
    const message = await expectError(
      t,
      create(client, body),
      400,
      'validation_failed',
      JSON.stringify(body),
    );
    t.true(message.startsWith(`${field}: `), message);
  }
  t.is((await create(client, { bucket: 'a'.repeat(255), key: 'ä'.repeat(512) })).response.status, 201);
});

test('rejects the bucket and key of another source of the organization only', async (t) => {
  const [one, other] = [await fixture.signUpOther(), await fixture.signUpOther()];
  const body = { bucket: 'states', key: 'shared' };
  await dataOf(create(one.client, body));
  await expectError(t, create(one.client, { ...body, region: 'us-east-1' }), 409, 'conflict');
  t.is((await create(other.client, body)).response.status, 201);
  const second = await created(one.client);
  const patch = one.client.PATCH('/api/v1/state-sources/{id}', { params: path(second.id), body });
  await expectError(t, patch, 409, 'conflict');
});

test('lists sources in pages and by status, origin and account', async (t) => {
  const fresh = await fixture.signUpOther();
  const { client } = fresh;
  const account = await fresh.connectAccount();
  const list = (query: object = {}) =>
    dataOf(client.GET('/api/v1/state-sources', { params: { query } as never }));
  const ids: string[] = [];
  for (let index = 0; index < 3; index += 1) ids.push((await created(client)).id);
  const own = await created(client, { aws_account_id: account.id });
  const first = await list({ limit: 2 });
  t.deepEqual(
    first.items.map(({ id }) => id),
    ids.slice(0, 2),
  );
  const second = await list({ limit: 2, cursor: first.next_cursor });
  t.deepEqual(
    second.items.map(({ id }) => id),
    [ids[2], own.id],
  );
  t.is(second.next_cursor, undefined);
  t.deepEqual((await list({ aws_account_id: account.id })).items, [own]);
  t.deepEqual((await list({ aws_account_id: randomUUID() })).items, []);
  await dataOf(
    client.PATCH('/api/v1/state-sources/{id}', { params: path(own.id), body: { disabled: true } }),
  );
  t.deepEqual(
    (await list({ status: 'disabled' })).items.map(({ id }) => id),
    [own.id],
  );
  t.is((await list({ status: ['disabled', 'pending'], origin: 'manual' })).items.length, 4);
  t.deepEqual((await list({ origin: 'detected' })).items, []);
});

test('rejects a sync while one waits or runs, and of a disabled source', async (t) => {
  const { client, organizationId } = await fixture.signUpOther();
  const { id } = await created(client);
  const sync = () => client.POST('/api/v1/state-sources/{id}/sync', { params: path(id) });
  await expectError(t, sync(), 409, 'conflict');
  await finishRuns(organizationId);
  const { data, response } = await sync();
  t.is(response.status, 202);
  t.is(typeof data?.run_id, 'string');
  await expectError(t, sync(), 409, 'conflict');
  await finishRuns(organizationId);
  await dataOf(client.PATCH('/api/v1/state-sources/{id}', { params: path(id), body: { disabled: true } }));
  await expectError(t, sync(), 409, 'conflict');
});

test('shows a requested sync as syncing, but a source that was never read as pending', async (t) => {
  const { client, organizationId } = await fixture.signUpOther();
  const { id } = await created(client);
  const status = async () =>
    (await dataOf(client.GET('/api/v1/state-sources/{id}', { params: path(id) }))).status;
  const sync = () => dataOf(client.POST('/api/v1/state-sources/{id}/sync', { params: path(id) }));
  await finishRuns(organizationId);
  await sync();
  t.is(await status(), 'pending');
  await finishRuns(organizationId);
  await fixture.owner.query(`update state_sources set status = 'error' where id = $1`, [id]);
  t.is(await status(), 'error');
  const { run_id: runId } = await sync();
  t.is(await status(), 'syncing');
  await fixture.owner.query('update runs set requested_by = null where id = $1', [runId]);
  t.is(await status(), 'error', 'a scheduled sync that found no changed object');
  await fixture.owner.query('update state_sources set reading_run_id = $2 where id = $1', [id, runId]);
  t.is(await status(), 'syncing', 'a scheduled sync that reads a changed object');
  await finishRuns(organizationId);
  t.is(await status(), 'error', 'the run has ended');
});

test('changes a source, starts a sync and returns to pending for another object', async (t) => {
  const { client, organizationId } = await fixture.signUpOther();
  const { id, config } = await created(client, { region: 'eu-west-1' });
  const update = (body: object) =>
    dataOf(client.PATCH('/api/v1/state-sources/{id}', { params: path(id), body }));
  await fixture.owner.query(
    `update state_sources set status = 'synced', etag = '"1"', serial = 4, lineage = 'l', sync_token = $2 where id = $1`,
    [id, randomUUID()],
  );
  await finishRuns(organizationId);
  t.like(await update({ region: null }), { status: 'synced', config: { bucket: 'states', key: config.key } });
  t.is((await runsOf(id)).filter(({ status }) => status === 'queued').length, 1);
  await finishRuns(organizationId);
  t.is((await update({})).status, 'synced');
  t.is((await update({ key: config.key })).status, 'synced');
  t.is((await runsOf(id)).filter(({ status }) => status === 'queued').length, 0, 'nothing changed');
  t.like(await update({ key: 'env:/dev/a' }), {
    status: 'pending',
    config: { key: 'env:/dev/a', workspace: 'dev' },
  });
  const [row] = await fixture.owner.query(
    'select etag, serial, lineage, sync_token from state_sources where id = $1',
    [id],
  );
  t.deepEqual(row, { etag: null, serial: null, lineage: null, sync_token: null });
});

test('makes a sync due when a source is changed while its sync runs', async (t) => {
  const { client } = await fixture.signUpOther();
  const { id } = await created(client);
  await fixture.owner.query(
    `update state_sources set next_sync_at = now() + interval '1 hour' where id = $1`,
    [id],
  );
  await dataOf(
    client.PATCH('/api/v1/state-sources/{id}', { params: path(id), body: { region: 'us-east-1' } }),
  );
  t.is((await runsOf(id)).length, 1);
  const due = await fixture.owner.query('select from state_sources where id = $1 and next_sync_at <= now()', [
    id,
  ]);
  t.is(due.length, 1);
});

test('deletes a source with its entries, cancels its sync and matches the accounts it reached', async (t) => {
  const own = await fixture.signUpOther();
  const { client, organizationId, api } = own;
  const account = await own.connectAccount();
  const { id } = await created(client);
  await api.services.database.withTenant(organizationId, (tenant) =>
    replaceStateEntries(tenant, id, [queueEntry('a', { awsAccountNumber: account.awsAccountNumber })]),
  );
  const removed = await dataOf(client.DELETE('/api/v1/state-sources/{id}', { params: path(id) }));
  t.deepEqual(removed, { id, deleted: true });
  await expectError(t, client.GET('/api/v1/state-sources/{id}', { params: path(id) }), 404, 'not_found');
  t.deepEqual(await fixture.owner.query('select from state_entries where state_source_id = $1', [id]), []);
  t.like(await runsOf(id), [{ kind: 'sync_state_source', status: 'cancelled' }]);
  t.like(await runsOf(account.id), [{ kind: 'match_account', status: 'queued' }]);
});

test('pages through entries with long addresses', async (t) => {
  const { client, organizationId, api } = await fixture.signUpOther();
  const { id } = await created(client);
  const longest = 2048 - 'aws_sqs_queue.'.length - 1;
  await api.services.database.withTenant(organizationId, (tenant) =>
    replaceStateEntries(
      tenant,
      id,
      ['a', 'b'].map((name) => queueEntry(name + 'x'.repeat(longest))),
    ),
  );
  const list = async (query: object) =>
    dataOf(client.GET('/api/v1/state-sources/{id}/entries', { params: { ...path(id), query } as never }));
  const first = await list({ limit: 1 });
  const second = await list({ limit: 1, cursor: first.next_cursor });
  t.deepEqual([first.items.length, second.items.length], [1, 1]);
  t.not(first.items[0]?.address, second.items[0]?.address);
});

test('lists the entries of a source in pages and by class, type and text', async (t) => {
  const { client, organizationId, api } = await fixture.signUpOther();
  const { id } = await created(client);
  await api.services.database.withTenant(organizationId, (tenant) =>
    replaceStateEntries(tenant, id, [
      queueEntry('a'),
      queueEntry('b'),
      queueEntry('100%', { resourceType: undefined, terraformType: 'aws_new_thing', role: 'unlisted' }),
    ]),
  );
  await fixture.owner.query(
    `update state_entries set class = 'missing', reason = null where state_source_id = $1 and address like '%b'`,
    [id],
  );
  const list = async (query: object = {}) =>
    dataOf(client.GET('/api/v1/state-sources/{id}/entries', { params: { ...path(id), query } as never }));
  const addresses = async (query: object) => (await list(query)).items.map(({ address }) => address);
  t.deepEqual(await addresses({ class: 'missing' }), ['aws_sqs_queue.b']);
  t.deepEqual(await addresses({ resource_type: 'aws_new_thing' }), ['aws_sqs_queue.100%']);
  t.deepEqual(await addresses({ resource_type: 'AWS::SQS::Queue' }), ['aws_sqs_queue.a', 'aws_sqs_queue.b']);
  t.deepEqual(await addresses({ q: '0%' }), ['aws_sqs_queue.100%']);
  t.deepEqual(await addresses({ q: 'EU-WEST-1:123456789012:A' }), ['aws_sqs_queue.a']);
  const first = await list({ limit: 2 });
  const second = await list({ limit: 2, cursor: first.next_cursor });
  t.is(new Set([...first.items, ...second.items].map(({ address }) => address)).size, 3);
  t.like((await list({ q: 'queue.b' })).items[0], {
    address: 'aws_sqs_queue.b',
    code_address: 'aws_sqs_queue.b',
    resource_type: 'AWS::SQS::Queue',
    class: 'missing',
    identity: { arn: 'arn:aws:sqs:eu-west-1:123456789012:b' },
  });
});
