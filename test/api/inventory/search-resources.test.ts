import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { SignedUp } from '../../support/test-api.ts';
import { changeResources, insertResources } from '../../support/inventory/inventory-writer.ts';
import { aResource } from '../../support/inventory/test-inventory.ts';
import { daysAgo, dayMilliseconds, useInventoryApi } from '../../support/inventory/inventory-api.ts';

const fixture = useInventoryApi();

interface Found {
  items: { id: string; name?: string; status: string; last_seen_at?: string; tags: Record<string, string> }[];
  next_cursor?: string;
  total: number;
  facets: Record<string, { value: string; count: number }[]>;
  freshness: {
    oldest_successful_scan_at?: string;
    stale_accounts: {
      aws_account_id: string;
      scan_interval_minutes: number;
      last_successful_scan_at?: string;
    }[];
  };
}

test('returns consistent items, total and facets', async (t) => {
  const { client, account } = await fixture.withResources((id) => [
    aResource(id, { name: 'web', tags: { env: 'prod' } }),
    aResource(id, { name: 'db', region: 'us-east-1' }),
    aResource(id, { type: 'AWS::S3::Bucket', name: 'Web-Assets', region: 'us-east-1' }),
  ]);
  const { status, body } = await client.get<Found>('/resources?region=us-east-1&sort=name');
  t.is(status, 200);
  t.deepEqual(
    body.items.map(({ name }) => name),
    ['Web-Assets', 'db'],
  );
  t.is(body.total, 2);
  t.deepEqual(body.facets['region'], [
    { value: 'us-east-1', count: 2 },
    { value: 'eu-west-1', count: 1 },
  ]);
  t.deepEqual(body.facets['resource_type'], [
    { value: 'AWS::EC2::Instance', count: 1 },
    { value: 'AWS::S3::Bucket', count: 1 },
  ]);
  t.deepEqual(body.facets['aws_account_id'], [{ value: account, count: 2 }]);
  const tagged = await client.get<Found>('/resources?tag=env%3Dprod');
  t.deepEqual(tagged.body.items[0]?.tags, { env: 'prod' });
  const text = await client.get<Found>('/resources?q=WEB&sort=-name');
  t.deepEqual(
    text.body.items.map(({ name }) => name),
    ['web', 'Web-Assets'],
  );
});

test('pages without duplicates or gaps while rows are inserted', async (t) => {
  const { client, organizationId, account, model } = await fixture.withResources((id) =>
    Array.from({ length: 7 }, (_, index) => aResource(id, { name: `n${index}` })),
  );
  const before = new Set(model.map(({ id }) => id));
  const seen: string[] = [];
  let cursor = '';
  do {
    const { body } = await client.get<Found>(`/resources?limit=3${cursor}`);
    seen.push(...body.items.map(({ id }) => id));
    cursor = body.next_cursor === undefined ? '' : `&cursor=${body.next_cursor}`;
    await fixture.inventory.write(organizationId, (tenant) =>
      insertResources(tenant, model, [aResource(account)], new Date()),
    );
  } while (cursor !== '');
  t.is(new Set(seen).size, seen.length);
  t.deepEqual(seen.toSorted(), [...before].toSorted());
});

test('returns deleted resources only on request', async (t) => {
  const { client, organizationId, model } = await fixture.withResources((id) => [
    aResource(id),
    aResource(id),
  ]);
  const [first] = model;
  const to = { name: null, status: 'deleted' as const, managementState: 'unknown' as const, tags: {} };
  await fixture.inventory.write(organizationId, (tenant) =>
    changeResources(tenant, first === undefined ? [] : [{ resource: first, to }], daysAgo(1)),
  );
  const total = async (query: string) => (await client.get<Found>(`/resources${query}`)).body.total;
  t.is(await total(''), 1);
  t.is(await total('?include_deleted=true'), 2);
  t.is(await total('?status=deleted'), 1);
  t.is(await total('?status=deleted&status=active'), 2);
  t.is(await total(`?as_of=${daysAgo(2).toISOString()}`), 2);
  t.is(await total(`?as_of=${daysAgo(0.5).toISOString()}`), 1);
  t.is(await total(`?as_of=${daysAgo(4).toISOString()}`), 0);
  const { body, status } = await client.get<{ deleted_at?: string }>(`/resources/${first?.id}`);
  t.is(status, 200);
  t.truthy(body.deleted_at);
});

test('finds resources by the default environment of their account in search, facets, exports and changes', async (t) => {
  const { client, organizationId, account } = await fixture.withResources((id) => [
    aResource(id, { name: 'one' }),
    aResource(id, { name: 'two', region: 'us-east-1' }),
  ]);
  const other = await fixture.inventory.addAccount(organizationId, 'Other');
  await fixture.inventory.write(organizationId, (tenant) =>
    insertResources(tenant, [], [aResource(other, { name: 'three' })], daysAgo(3)),
  );
  const given = { name: 'Production', class: 'production' };
  const { body: environment } = await client.post<{ id: string }>('/environments', given);
  const wanted = `environment_id=${environment.id}`;
  t.is((await client.get<Found>(`/resources?${wanted}`)).body.total, 0);
  await client.put(`/aws-accounts/${account}/default-environment`, { environment_id: environment.id });
  const { body } = await client.get<Found>(`/resources?${wanted}&sort=name`);
  t.is(body.total, 2);
  t.deepEqual(body.facets['aws_account_id'], [{ value: account, count: 2 }]);
  t.deepEqual(
    body.items.map(({ name }) => name),
    ['one', 'two'],
  );
  t.is((await client.get<Found>(`/resources?${wanted}&aws_account_id=${other}`)).body.total, 0);
  t.is((await client.get<Found>(`/resources?${wanted}&environment_id=${randomUUID()}&q=two`)).body.total, 1);
  const exported = await client.get(`/resources/export?format=ndjson&region=eu-west-1&${wanted}`);
  t.is(exported.body['name'], 'one', 'exactly one line');
  await fixture.inventory.query(
    `insert into changes (organization_id, resource_id, aws_account_id, region, resource_type, kind, occurred_at, source)
     select organization_id, id, aws_account_id, region, resource_type, 'created', now(), 'scan'
     from resources where organization_id = $1`,
    [organizationId],
  );
  const changes = async (query: string) =>
    (await client.get<{ items: unknown[] }>(`/changes?${query}`)).body.items.length;
  t.deepEqual(await Promise.all(['', wanted, `application_id=${randomUUID()}`].map(changes)), [3, 2, 0]);
});

test('returns an empty page for an unknown application, team or project', async (t) => {
  const { client } = await fixture.withResources((id) => [aResource(id)]);
  for (const field of ['application_id', 'team_id', 'iac_project_id', 'environment_id']) {
    const { status, body } = await client.get<Found>(`/resources?${field}=${randomUUID()}`);
    t.is(status, 200);
    t.deepEqual(
      [body.items, body.total, body.facets],
      [[], 0, { resource_type: [], aws_account_id: [], region: [], status: [] }],
    );
  }
});

test('rejects malformed parameters, naming the parameter', async (t) => {
  const { client } = await fixture.api.signUp();
  const refused = async (query: string, field: string) => {
    const { status, body } = await client.get(`/resources?${query}`);
    t.is(status, 400, query.slice(0, 100));
    t.is(body['code'], 'validation_failed', query.slice(0, 100));
    t.true(
      String(body['message']).startsWith(`${field}: `),
      `${query.slice(0, 100)}: ${String(body['message'])}`,
    );
  };
  await refused('sort=size', 'sort');
  await refused('sort=name&sort=-name', 'sort');
  await refused('limit=0', 'limit');
  await refused('limit=201', 'limit');
  await refused('limit=ten', 'limit');
  await refused('cursor=nonsense', 'cursor');
  await refused('cursor=', 'cursor');
  await refused(`q=${'a'.repeat(10_000)}`, 'q');
  await refused('q=', 'q');
  await refused('q=a%00b', 'q');
  await refused('q=a%01b', 'q');
  await refused('status=gone', 'status');
  await refused('management_state=lost', 'management_state');
  await refused('aws_account_id=123456789012', 'aws_account_id');
  await refused('include_deleted=maybe', 'include_deleted');
  await refused('tag=', 'tag');
  await refused('as_of=yesterday', 'as_of');
  await refused('as_of=2024-02-30T00%3A00%3A00Z', 'as_of');
  await refused(`as_of=${new Date(Date.now() + dayMilliseconds).toISOString()}`, 'as_of');
  await refused(`as_of=${daysAgo(5000).toISOString()}`, 'as_of');
  await refused(`as_of=${daysAgo(1).toISOString()}&management_state=managed`, 'management_state');
  await refused(`as_of=${daysAgo(1).toISOString()}&include_deleted=true`, 'include_deleted');
  for (const field of ['application_id', 'environment_id', 'team_id', 'iac_project_id']) {
    await refused(`${field}=x`, field);
    await refused(`as_of=${daysAgo(1).toISOString()}&${field}=${randomUUID()}`, field);
  }
  await refused(Array.from({ length: 1000 }, () => 'region=a').join('&'), 'region');
});

test('accepts a cursor only with the same organization, filters and sort', async (t) => {
  const first = await fixture.withResources((id) => [aResource(id), aResource(id)]);
  const second = await fixture.withResources((id) => [aResource(id), aResource(id)]);
  const { body } = await first.client.get<Found>('/resources?limit=1&region=eu-west-1');
  const cursor = body.next_cursor ?? '';
  const statusOf = async ({ client }: SignedUp, query: string) =>
    (await client.get(`/resources?${query}&cursor=${cursor}`)).status;
  t.is(await statusOf(first, 'limit=1&region=eu-west-1'), 200);
  t.is(await statusOf(first, 'limit=5&region=eu-west-1'), 200);
  t.is(await statusOf(first, 'limit=1&region=us-east-1'), 400);
  t.is(await statusOf(first, 'limit=1'), 400);
  t.is(await statusOf(first, 'limit=1&region=eu-west-1&sort=name'), 400);
  t.is(await statusOf(second, 'limit=1&region=eu-west-1'), 400);
});

test('neither finds nor counts resources of another organization', async (t) => {
  const one = await fixture.withResources((id) => [aResource(id, { name: 'mine' })]);
  const other = await fixture.withResources((id) => [aResource(id, { name: 'theirs' })]);
  const found = await one.client.get<Found>('/resources?q=theirs');
  t.is(found.body.total, 0);
  t.is((await one.client.get<Found>(`/resources?aws_account_id=${other.account}`)).body.total, 0);
  const foreign = await one.client.get(`/resources/${other.model[0]?.id}`);
  const unknown = await one.client.get(`/resources/${randomUUID()}`);
  t.is(foreign.status, 404);
  t.deepEqual(foreign.body, unknown.body);
});

test('reports an account as stale when its last scan is missing or too old', async (t) => {
  const { client, organizationId, account } = await fixture.withResources((id) => [aResource(id)]);
  const stale = async () => (await client.get<Found>('/resources')).body.freshness;
  t.deepEqual(
    (await stale()).stale_accounts.map(({ aws_account_id: id, scan_interval_minutes: minutes }) => [
      id,
      minutes,
    ]),
    [[account, 1440]],
  );
  t.is((await stale()).oldest_successful_scan_at, undefined);
  const scanned = daysAgo(0.5);
  await fixture.inventory.query(
    'insert into account_freshness (organization_id, aws_account_id, recorded_at, last_successful_scan_at) values ($1, $2, $3, $3)',
    [organizationId, account, scanned],
  );
  t.deepEqual(await stale(), { oldest_successful_scan_at: scanned.toISOString(), stale_accounts: [] });
  await fixture.inventory.query('update aws_accounts set scan_interval_minutes = 60 where id = $1', [
    account,
  ]);
  t.is((await stale()).stale_accounts[0]?.last_successful_scan_at, scanned.toISOString());
});
