import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { tryTakeExportSlot } from '../../../db/inventory/export-slot.ts';
import { eventually } from '../../support/eventually.ts';
import type { SignedUp } from '../../support/test-api.ts';
import type { NewResource } from '../../support/inventory/inventory-writer.ts';
import { aResource } from '../../support/inventory/test-inventory.ts';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';

const fixture = useInventoryApi({ EXPORT_STALL_SECONDS: '1', DATABASE_POOL_SIZE: '32' });

const withResources = (make: (account: string) => readonly NewResource[]) =>
  fixture.withResources(make, new Date());

function download(
  { tokens }: SignedUp,
  query: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${fixture.api.url}/api/v1/resources/export?${query}`, {
    headers: { authorization: `Bearer ${String(tokens['access_token'])}`, ...headers },
  });
}

test('exports one line for each resource of the same search', async (t) => {
  const someone = await withResources((id) => [
    ...Array.from({ length: 1200 }, (_, index) => aResource(id, { name: `web-${index}` })),
    aResource(id, { name: 'db', region: 'us-east-1', tags: { env: 'prod' } }),
  ]);
  const answer = await download(someone, 'format=ndjson&region=eu-west-1');
  t.is(answer.headers.get('content-type'), 'application/x-ndjson');
  const lines = (await answer.text()).trimEnd().split('\n');
  const rows = lines.map((line) => JSON.parse(line) as { id: string; region: string });
  const expected = someone.model.filter(({ region }) => region === 'eu-west-1').map(({ id }) => id);
  t.deepEqual(rows.map(({ id }) => id).toSorted(), expected.toSorted());
  const tagged = await (await download(someone, 'format=ndjson&tag=env&q=DB')).text();
  t.like(JSON.parse(tagged), { name: 'db', tags: { env: 'prod' }, configuration: {}, status: 'active' });
  const past = await (
    await download(someone, `format=csv&as_of=${new Date(Date.now() - 60_000).toISOString()}`)
  ).text();
  t.is(past.split('\r\n').length, 2, 'only the header line');
});

test('returns when AWS created a resource, in searches, exports and the past', async (t) => {
  const someone = await withResources((id) => [
    aResource(id, { name: 'old' }),
    aResource(id, { name: 'again' }),
  ]);
  // The second one was deleted and created again after the time of the question.
  const times = { old: '2026-02-03T04:05:06.789Z', again: new Date(Date.now() + 60_000).toISOString() };
  await fixture.inventory.query(
    `update resources set created_at_source = ($2::jsonb ->> name)::timestamptz where organization_id = $1`,
    [someone.organizationId, JSON.stringify(times)],
  );
  const byName = (rows: readonly { name?: string; created_at_source?: string }[]) =>
    Object.fromEntries(rows.map((row) => [row.name, row.created_at_source]));
  const exported = async (query: string) => {
    const text = await (await download(someone, `format=ndjson${query}`)).text();
    return byName(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { name: string; created_at_source?: string }),
    );
  };
  const searched = async (query: { as_of?: string }) => {
    const { items } = await dataOf(someone.client.GET('/api/v1/resources', { params: { query } }));
    return byName(items);
  };
  const as_of = new Date().toISOString();
  t.deepEqual(await searched({}), times);
  t.deepEqual(await exported(''), times);
  const id = someone.model[0]?.id ?? '';
  const one = await dataOf(someone.client.GET('/api/v1/resources/{id}', { params: { path: { id } } }));
  t.deepEqual(byName([one]), { old: times.old });
  const past = { old: times.old, again: undefined };
  t.deepEqual(await searched({ as_of }), past);
  t.deepEqual(await exported(`&as_of=${as_of}`), past);
});

test('exports the owner of a shared resource, of today and of the past', async (t) => {
  const someone = await withResources((id) => [
    aResource(id, { name: 'shared', arn: 'arn:aws:ec2:eu-west-1:222222222222:subnet/subnet-1' }),
    aResource(id, { name: 'own' }),
  ]);
  await fixture.inventory.query(
    `update resources set owner_account_number = '222222222222' where organization_id = $1 and name = 'shared'`,
    [someone.organizationId],
  );
  const owner = { account_id: '222222222222', arn: 'arn:aws:ec2:eu-west-1:222222222222:subnet/subnet-1' };
  for (const query of ['', `&as_of=${new Date().toISOString()}`]) {
    const text = await (await download(someone, `format=ndjson${query}`)).text();
    const rows = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { name: string; shared_from?: object });
    t.deepEqual(Object.fromEntries(rows.map((row) => [row.name, row.shared_from])), {
      shared: owner,
      own: undefined,
    });
  }
  const csv = await (await download(someone, 'format=csv&q=shared')).text();
  t.true(csv.includes('"{""account_id"":""222222222222"",""arn"":'));
});

test('escapes spreadsheet formulas in CSV', async (t) => {
  const someone = await withResources((id) => [aResource(id, { name: '=HYPERLINK("http://x","y")' })]);
  const answer = await download(someone, 'format=csv');
  t.is(answer.headers.get('content-disposition'), 'attachment; filename="resources.csv"');
  const text = await answer.text();
  t.true(text.startsWith('id,aws_account_id,account_id,region,'));
  t.true(text.includes(`"'=HYPERLINK(""http://x"",""y"")"`));
});

test('compresses an export when the client accepts gzip', async (t) => {
  const someone = await withResources((id) => [aResource(id, { name: 'one' })]);
  const bytes = await rawBody(someone, 'gzip');
  t.is((JSON.parse(gunzipSync(bytes).toString()) as { name: string }).name, 'one');
  const plain = await rawBody(someone, 'identity');
  t.is((JSON.parse(plain.toString()) as { name: string }).name, 'one');
});

test('closes the export of a client that stops reading, and releases its database connection', async (t) => {
  const someone = await withResources((id) => Array.from({ length: 1500 }, () => aResource(id)));
  await fixture.inventory.query(
    `update resource_documents set configuration = jsonb_build_object('x', repeat('y', 20000)) where organization_id = $1`,
    [someone.organizationId],
  );
  const socket = connect(Number(new URL(fixture.api.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(requestOf(someone, 'identity'));
  await new Promise((resolve) => socket.once('readable', resolve));
  const open = async () =>
    (
      await fixture.inventory.query<{ open: number }>(
        `select count(*) as open from pg_stat_activity
         where datname = current_database() and state = 'idle in transaction' and state_change < now() - interval '0.3 s'`,
      )
    )[0]?.open;
  await eventually('the export to open its cursor', async () => ((await open()) ?? 0) > 0);
  await eventually('the export to close its cursor', async () => (await open()) === 0);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.resume();
  await closed;
  t.is((await download(someone, 'format=ndjson&q=none')).status, 200);
});

test('limits the concurrent exports of an organization, and not those of another one', async (t) => {
  const make = (id: string) => [aResource(id, { name: 'one' })];
  const [someone, other] = [await withResources(make), await withResources(make)];
  // Two exports of another API process.
  const inSlot = (work: () => Promise<void>) =>
    fixture.inventory.write(someone.organizationId, async (tenant) => {
      t.true(await tryTakeExportSlot(tenant, 2));
      await work();
    });
  await inSlot(() =>
    inSlot(async () => {
      const refused = await download(someone, 'format=ndjson');
      t.is(refused.status, 429);
      t.is(refused.headers.get('retry-after'), '30');
      t.is(refused.headers.get('ratelimit'), '"concurrent_exports"; r=0; t=30');
      t.is(refused.headers.get('ratelimit-policy'), '"concurrent_exports"; q=2; w=30');
      t.is(refused.headers.get('content-type'), 'application/json; charset=utf-8');
      t.is(refused.headers.get('content-disposition'), null);
      t.is((await download(other, 'format=ndjson')).status, 200);
    }),
  );
  t.is((await download(someone, 'format=ndjson')).status, 200);
});

test('rejects malformed export parameters, naming the parameter', async (t) => {
  const { client } = await fixture.api.signUp();
  const messageOf = async (query: string) => {
    const { status, body } = await client.request('GET', `/resources/export?${query}`);
    t.is(status, 400);
    return String(body['message']).split(':')[0];
  };
  t.is(await messageOf(''), 'format');
  t.is(await messageOf('format=xlsx'), 'format');
  t.is(await messageOf('format=csv&status=gone'), 'status');
  t.is(await messageOf('format=csv&limit=5'), 'limit');
});

function requestOf({ tokens }: SignedUp, encoding: string): string {
  return [
    'GET /api/v1/resources/export?format=ndjson HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${String(tokens['access_token'])}`,
    `Accept-Encoding: ${encoding}`,
    'Connection: close',
    '\r\n',
  ].join('\r\n');
}

/** Decodes a chunked body from raw bytes. */
async function rawBody(someone: SignedUp, encoding: string): Promise<Buffer> {
  const socket = connect(Number(new URL(fixture.api.url).port), '127.0.0.1');
  socket.write(requestOf(someone, encoding));
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  let rest = Buffer.concat(chunks);
  rest = rest.subarray(rest.indexOf('\r\n\r\n') + 4);
  const parts: Buffer[] = [];
  for (;;) {
    const end = rest.indexOf('\r\n');
    const size = Number.parseInt(rest.subarray(0, end).toString(), 16);
    if (!(size > 0)) return Buffer.concat(parts);
    parts.push(rest.subarray(end + 2, end + 2 + size));
    rest = rest.subarray(end + 2 + size + 2);
  }
}
