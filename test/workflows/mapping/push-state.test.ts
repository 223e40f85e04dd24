import { gzipSync } from 'node:zlib';
import test from 'ava';
import type { ExecutionContext } from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { StateSource } from '../../../api-client/api-types.ts';
import { connectStateAccount, untilSynced } from '../../support/mapping/state-fixture.ts';
import { insertRepository, insertS3Project } from '../../support/mapping/stored-projects.ts';
import { stateQueue, terraformState } from '../../support/mapping/terraform-state.ts';
import { signUpSender } from '../../support/plans/plan-sender.ts';
import { useScanFixture } from '../../support/discovery/use-scan-fixture.ts';

const fixture = useScanFixture({ environment: { STATE_MAX_MB: '1' } });

interface Answer extends StateSource {
  readonly run_id?: string;
  readonly code?: string;
  readonly message?: string;
}

async function makePusher() {
  const own = await fixture.signUpOther();
  const { token } = await signUpSender(own.api, own);
  const push = async (
    body: string | Buffer | object,
    { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
  ) => {
    const bytes = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const response = await fetch(`${own.api.url}/api/v1/ingest/states${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: typeof bytes === 'string' ? bytes : new Uint8Array(bytes),
    });
    return { status: response.status, body: (await response.json()) as Answer };
  };
  const source = (id: string) =>
    dataOf(own.client.GET('/api/v1/state-sources/{id}', { params: { path: { id } } }));
  const entries = async (id: string) =>
    (await dataOf(own.client.GET('/api/v1/state-sources/{id}/entries', { params: { path: { id } } }))).items;
  return { ...own, push, source, entries, settle: (id: string) => untilSynced(own, id) };
}

const state = (names: readonly string[], options: object = {}) =>
  terraformState(
    names.map((name) => stateQueue(name, '123456789012')),
    options,
  );

test('stores the entries of a state that is the body, and a run matches them', async (t) => {
  const own = await makePusher();
  const account = await connectStateAccount(own);
  const text = terraformState([stateQueue('a', account.awsAccountNumber)], { serial: 4 });
  const [queue] = await own.owner.query<{ id: string }>(
    `insert into resources (organization_id, aws_account_id, region, resource_type, native_id, arn, name, config_hash, rule_set)
     values ($1, $2, 'eu-west-1', 'AWS::SQS::Queue', $3, $4, 'a', 'h', 1) returning id`,
    [
      own.organizationId,
      account.id,
      `https://sqs.eu-west-1.amazonaws.com/${account.awsAccountNumber}/a`,
      `arn:aws:sqs:eu-west-1:${account.awsAccountNumber}:a`,
    ],
  );
  const query = `?repository=acme/infra&project_path=live/prod&workspace=blue&aws_account_ids=${account.awsAccountNumber}`;
  const { status, body } = await own.push(text, { query });
  t.is(status, 201, JSON.stringify(body));
  t.like(body, {
    kind: 'pushed',
    origin: 'manual',
    config: {
      repository: 'acme/infra',
      project_path: 'live/prod',
      workspace: 'blue',
      max_age_hours: 168,
      aws_account_ids: [account.id],
    },
  });
  t.truthy(body.run_id);
  await own.settle(body.id);
  t.like((await own.entries(body.id))[0], {
    address: 'aws_sqs_queue.a',
    class: 'matched',
    resource_id: queue?.id,
  });
  const managed = async () =>
    (
      await own.owner.query<{ state: string }>(
        'select management_state as state from resources where id = $1',
        [queue?.id],
      )
    )[0]?.state;
  t.is(await managed(), 'managed');
  const emptied = await own.push(terraformState([], { serial: 5 }), { query });
  t.is(emptied.status, 201);
  await own.settle(body.id);
  t.not(await managed(), 'managed', 'the resource that the push released');
  const [stored] = await own.owner.query<{ next_sync_at: Date | null }>(
    'select next_sync_at from state_sources where id = $1',
    [body.id],
  );
  t.is(stored?.next_sync_at, null, 'nothing reads a pushed state again');
});

test('tells the same, an older and another state of a serial apart', async (t) => {
  const own = await makePusher();
  const query = '?name=billing';
  const send = (names: readonly string[], serial: number, lineage?: string) =>
    own.push(state(names, { serial, ...(lineage === undefined ? {} : { lineage }) }), { query });
  const first = await send(['a'], 7);
  t.is(first.status, 201);
  t.is(first.body.config.name, 'billing');
  const { id } = first.body;
  await own.owner.query(
    `update state_sources set last_success_at = now() - interval '1 hour', last_synced_at = now() - interval '1 hour' where id = $1`,
    [id],
  );
  const before = (await own.source(id)).last_synced_at ?? '';
  const older = await send(['a', 'b'], 6);
  t.deepEqual([older.status, older.body.id, older.body.run_id], [200, id, undefined]);
  t.is((await own.source(id)).last_synced_at, before, 'nothing moves');
  const pretty = JSON.stringify(JSON.parse(state(['a'], { serial: 7 })), null, 2);
  const same = await own.push({ name: 'billing', state: JSON.parse(pretty) as object });
  t.deepEqual([same.status, same.body.run_id], [200, undefined]);
  t.true(((await own.source(id)).last_synced_at ?? '') > before, 'the time of success moves');
  t.is((await send(['b'], 7)).status, 201, 'the same serial with other content');
  t.deepEqual(
    (await own.entries(id)).map(({ address }) => address),
    ['aws_sqs_queue.b'],
  );
  t.is((await send(['c'], 1, 'another-lineage')).status, 201, 'another lineage');
  const again = await own.push(state(['a'], { serial: 1 }), { query: '?name=other' });
  t.not(again.body.id, id);
});

test('an overdue source that is pushed unchanged is matched again', async (t) => {
  const own = await makePusher();
  const { body } = await own.push(state(['a']), { query: '?name=x' });
  await own.settle(body.id);
  const change = own.client.PATCH('/api/v1/state-sources/{id}', {
    params: { path: { id: body.id } },
    body: { max_age_hours: 2 },
  });
  t.is((await dataOf(change)).config.max_age_hours, 2);
  await own.settle(body.id);
  await own.owner.query(
    `update state_sources set last_success_at = now() - interval '3 hours' where id = $1`,
    [body.id],
  );
  const again = await own.push(state(['a']), { query: '?name=x' });
  t.is(again.status, 200);
  t.truthy(again.body.run_id);
});

test('accepts gzip and rejects other bodies with the code of their problem', async (t) => {
  const own = await makePusher();
  const query = '?name=x';
  const gzip = { 'content-encoding': 'gzip' };
  t.is((await own.push(gzipSync(state(['a'])), { query, headers: gzip })).status, 201);
  const rejected = async (
    ct: ExecutionContext,
    body: string | Buffer | object,
    [code, pattern]: readonly [string, RegExp],
    options: { query?: string; headers?: Record<string, string> } = { query },
  ) => {
    const answer = await own.push(body, options);
    ct.deepEqual([answer.status, answer.body.code], [400, code], JSON.stringify(answer.body));
    ct.regex(answer.body.message ?? '', pattern);
  };
  const plan = {
    format_version: '1.2',
    terraform_version: '1.9.0',
    planned_values: {},
    resource_changes: [],
  };
  await rejected(t, plan, ['validation_failed', /^state: plan: /]);
  await rejected(t, { ...plan, planned_values: undefined, resource_changes: undefined, values: {} }, [
    'validation_failed',
    /^state: not_a_state: .*terraform show/,
  ]);
  await rejected(t, Buffer.from(`\ufeff${state(['a'])}`, 'utf16le'), [
    'validation_failed',
    /^state: utf16: /,
  ]);
  const conflict = state(['a']).replace(
    '"serial":1,',
    '\n<<<<<<< HEAD\n"serial":1,\n=======\n"serial":2,\n>>>>>>> x\n',
  );
  await rejected(t, conflict, ['validation_failed', /^state: merge_conflict: /]);
  await rejected(t, { version: 2, serial: 1 }, ['validation_failed', /^state: unsupported_version: /]);
  await rejected(t, { version: 4, encrypted_data: 'x' }, ['validation_failed', /^state: encrypted: /]);
  await rejected(t, state(['a']).padEnd(1_100_000), ['validation_failed', /^state: too_large: /]);
  await rejected(t, gzipSync(state(['a']).padEnd(1_100_000)), ['validation_failed', /^state: too_large: /], {
    query,
    headers: gzip,
  });
  await rejected(t, 'no json', ['invalid_body', /not JSON/]);
  await rejected(t, state(['a']).slice(0, -5), ['invalid_body', /ends too early/]);
  await rejected(t, '', ['invalid_body', /empty/]);
  await rejected(t, 'plain', ['invalid_body', /not gzip/], { query, headers: gzip });
  await rejected(t, state(['a']), ['validation_failed', /^state: not_a_state: .*the state itself/], {});
  await rejected(t, { name: 'x' }, ['validation_failed', /^state: not_a_state: .*no `state`/], {});
  await rejected(
    t,
    { state: JSON.parse(state([])) as object },
    ['validation_failed', /^name: is required/],
    {},
  );
  await rejected(
    t,
    { state: JSON.parse(state([])) as object, name: 'x', nmae: 1 },
    ['validation_failed', /nmae/],
    {},
  );
  await rejected(t, state(['a']), ['validation_failed', /^aws_account_ids: 999999999999 does not exist/], {
    query: `${query}&aws_account_ids=999999999999`,
  });
});

test('accepts only ingest tokens and 10,000 sources, and names and states of any tenant stay apart', async (t) => {
  const own = await makePusher();
  const other = await makePusher();
  const text = state(['a'], { serial: 3 });
  const query = '?repository=acme/infra&project_path=live';
  const first = await own.push(text, { query });
  const foreign = await other.push(text, { query });
  t.deepEqual([first.status, foreign.status], [201, 201]);
  t.not(foreign.body.id, first.body.id);
  const path = { path: { id: foreign.body.id } };
  t.is((await own.client.GET('/api/v1/state-sources/{id}', { params: path })).response.status, 404);
  t.is((await own.push(text, { query: '?repository=Acme/Infra&project_path=live' })).body.id, first.body.id);
  for (const [token, status] of [
    ['', 401],
    ['invalid', 401],
  ] as const)
    t.is((await own.push(text, { query, headers: { authorization: `Bearer ${token}` } })).status, status);
  const session = await own.client.POST('/api/v1/ingest/states', { body: { name: 'x', state: {} } });
  t.true([401, 403].includes(session.response.status), 'a session is no ingest token');
  const accounts = await own.push(text, { query: `${query}&aws_account_ids=${foreign.body.id}` });
  t.is(accounts.status, 400, 'an account of another organization does not exist');
  for (const name of ['a\u0000b', '\ud800', ' ', 'x'.repeat(256)])
    t.is((await own.push({ name, state: JSON.parse(text) as object })).status, 400, JSON.stringify(name));

  await own.owner.query(
    `insert into state_sources (organization_id, kind, name, max_age_hours, origin)
     select $1, 'pushed', 'source ' || n, 168, 'manual' from generate_series(2, 10000) n`,
    [own.organizationId],
  );
  const beyond = await own.push(text, { query: '?name=beyond' });
  t.deepEqual([beyond.status, beyond.body.code], [409, 'conflict']);
  t.is(
    (await own.push(state(['a'], { serial: 4 }), { query })).status,
    201,
    'a known source is pushed again',
  );
});

test('the accounts of a push change its reach, also when the state is the same', async (t) => {
  const own = await makePusher();
  const account = await connectStateAccount(own);
  const text = state(['a']);
  const first = await own.push(text, { query: '?name=x' });
  t.is(first.body.config.aws_account_ids, undefined);
  await own.settle(first.body.id);
  const named = await own.push({
    name: 'x',
    aws_account_ids: [account.id],
    state: JSON.parse(text) as object,
  });
  t.deepEqual([named.status, named.body.config.aws_account_ids], [200, [account.id]]);
  t.truthy(named.body.run_id, 'the evidence is computed again');
  await own.settle(first.body.id);
  const marked = await own.push(
    `\ufeff${JSON.stringify({ name: 'x', aws_account_ids: [], state: JSON.parse(text) as object })}`,
  );
  t.deepEqual(
    [marked.status, marked.body.config.aws_account_ids],
    [200, undefined],
    'with the mark of PowerShell',
  );
});

test('reads an envelope of any form, also in pieces', async (t) => {
  const own = await makePusher();
  const text = `{ "name" : "x", "state"\n:  ${state(['a', 'b'])} , "workspace": null }`;
  const { status, body } = await own.push(text);
  t.is(status, 201, JSON.stringify(body));
  t.is((await own.entries(body.id)).length, 2);
  const first = await own.push({ state: JSON.parse(state(['a', 'b'])) as object, name: 'x' });
  t.deepEqual([first.status, first.body.id], [200, body.id], 'the hash leaves the envelope out');
});

test('finds the project of a push, also when it is detected later, and counts one of two equal states', async (t) => {
  const own = await makePusher();
  const repositoryId = await insertRepository(own.owner, own.organizationId);
  const [{ full_name: repository } = { full_name: '' }] = await own.owner.query<{ full_name: string }>(
    'select full_name from repositories where id = $1',
    [repositoryId],
  );
  const query = `?repository=${repository}&project_path=live`;
  const early = await own.push(state(['a'], { serial: 3 }), { query });
  t.is(early.body.iac_project_id, undefined);
  const projectId = await insertS3Project(own.owner, own.organizationId, repositoryId, {
    path: 'live',
    backend: { bucket: 'states', key: 'live' },
  });
  const pushed = await own.push(state(['a'], { serial: 3 }), { query });
  t.is(pushed.body.iac_project_id, projectId);
  const second = await own.push(state(['a'], { serial: 4 }), { query: '?name=copy' });
  await own.settle(second.body.id);
  t.is((await own.source(pushed.body.id)).superseded_by, undefined);
  await dataOf(
    own.client.PATCH('/api/v1/state-sources/{id}', {
      params: { path: { id: second.body.id } },
      body: { iac_project_id: projectId },
    }),
  );
  await own.settle(second.body.id);
  t.is((await own.source(pushed.body.id)).superseded_by, second.body.id, 'the higher serial counts');
  const [counted] = await own.owner.query('select counted from state_sources where id = $1', [
    pushed.body.id,
  ]);
  t.deepEqual(counted, { counted: false });
  await own.push(state(['a'], { serial: 5 }), { query });
  await own.settle(pushed.body.id);
  t.is((await own.source(second.body.id)).superseded_by, pushed.body.id);
  t.is((await own.source(pushed.body.id)).superseded_by, undefined);
});

test('a pushed source is changed and deleted as others, and cannot be synced', async (t) => {
  const own = await makePusher();
  const { body } = await own.push(state(['a']), { query: '?name=x' });
  const params = { path: { id: body.id } };
  await own.settle(body.id);
  const sync = await own.client.POST('/api/v1/state-sources/{id}/sync', { params });
  t.is(sync.response.status, 409);
  const foreign = await own.client.PATCH('/api/v1/state-sources/{id}', {
    params,
    body: { bucket: 'states' },
  });
  t.is(foreign.response.status, 400);
  const disabled = own.client.PATCH('/api/v1/state-sources/{id}', { params, body: { disabled: true } });
  t.is((await dataOf(disabled)).status, 'disabled');
  t.deepEqual(await dataOf(own.client.DELETE('/api/v1/state-sources/{id}', { params })), {
    id: body.id,
    deleted: true,
  });
});
