import { randomUUID } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { operations } from '../../../api-client/api-types.ts';
import { execute } from '../../../db/query.ts';
import { sql } from '../../../db/sql.ts';
import { expectError } from '../../support/expect-error.ts';
import type { TestClient } from '../../support/test-api.ts';
import { changeResources, insertResources } from '../../support/inventory/inventory-writer.ts';
import { aResource } from '../../support/inventory/test-inventory.ts';
import { daysAgo, dayMilliseconds, useInventoryApi } from '../../support/inventory/inventory-api.ts';

const fixture = useInventoryApi();

type Query = operations['listResources']['parameters']['query'];

const search = (client: TestClient, query: Query = {}) =>
  client.GET('/api/v1/resources', { params: { query } });

const totalOf = async (client: TestClient, query: Query = {}) => (await dataOf(search(client, query))).total;

const getResource = (client: TestClient, id = '') =>
  client.GET('/api/v1/resources/{id}', { params: { path: { id } } });

test('returns consistent items, total and facets', async (t) => {
  const { client, account } = await fixture.withResources((id) => [
    aResource(id, { name: 'web', tags: { env: 'prod' } }),
    aResource(id, { name: 'db', region: 'us-east-1' }),
    aResource(id, { type: 'AWS::S3::Bucket', name: 'Web-Assets', region: 'us-east-1' }),
  ]);
  const found = await dataOf(search(client, { region: 'us-east-1', sort: 'name' }));
  t.deepEqual(
    found.items.map(({ name }) => name),
    ['Web-Assets', 'db'],
  );
  t.is(found.total, 2);
  t.deepEqual(found.facets?.region, [
    { value: 'us-east-1', count: 2 },
    { value: 'eu-west-1', count: 1 },
  ]);
  t.deepEqual(found.facets?.resource_type, [
    { value: 'AWS::EC2::Instance', count: 1 },
    { value: 'AWS::S3::Bucket', count: 1 },
  ]);
  t.deepEqual(found.facets?.aws_account_id, [{ value: account, count: 2 }]);
  const tagged = await dataOf(search(client, { tag: 'env=prod' }));
  t.deepEqual(tagged.items[0]?.tags, { env: 'prod' });
  const text = await dataOf(search(client, { q: 'WEB', sort: '-name' }));
  t.deepEqual(
    text.items.map(({ name }) => name),
    ['web', 'Web-Assets'],
  );
});

test('counts states and returns chosen columns on request', async (t) => {
  const { client, organizationId, model } = await fixture.withResources((id) => [
    aResource(id, { name: 'a', managementState: 'managed', tags: { team: 'one' } }),
    aResource(id, { name: 'b', managementState: 'unmanaged' }),
    aResource(id, { name: 'c', managementState: 'unmanaged', region: 'us-east-1' }),
  ]);
  const configuration = { Listeners: [{ Port: 1 }, { Port: 2 }, {}], Name: { First: 'x' } };
  await fixture.inventory.query(
    'update resource_documents set configuration = $3 where organization_id = $1 and resource_id = $2',
    [organizationId, model[0]?.id, JSON.stringify(configuration)],
  );
  await fixture.inventory.query(
    `insert into resource_drift (organization_id, resource_id, outcome, checked_at) values ($1, $2, 'drifted', now())`,
    [organizationId, model[0]?.id],
  );
  const columns = ['tag:team', 'property:Listeners[].Port', 'property:Name.First', 'property:Name.Last'];
  const query = { region: 'eu-west-1', management_state: 'managed', fields: 'summary', columns } as const;
  const { items, states } = await dataOf(
    search(client, { ...query, columns, include: ['states', 'ownership'] }),
  );
  t.deepEqual(states, {
    management_state: [
      { value: 'managed', count: 1 },
      { value: 'unmanaged', count: 1 },
    ],
    drift: [{ value: 'drifted', count: 1 }],
    exposure: [],
  });
  t.is(items[0]?.configuration, undefined);
  t.truthy(items[0]?.ownership);
  t.deepEqual(items[0]?.columns, {
    'tag:team': 'one',
    'property:Listeners[].Port': [1, 2],
    'property:Name.First': 'x',
  });
  const exported = await dataOf(
    client.GET('/api/v1/resources/export', {
      params: { query: { format: 'csv', management_state: 'managed', columns } },
      parseAs: 'text',
    }),
  );
  t.is(exported.split('\r\n')[1], 'one,"[1,2]",x,', 'an export has the same values');
  const past = daysAgo(1).toISOString();
  for (const [field, given] of [
    ['include', { include: 'states', as_of: past }],
    ['columns', { columns: 'region' }],
    ['columns', { columns: 'property:[' }],
    ['columns', { columns: 'unknown' }],
  ] as const) {
    const { body } = await client.request('GET', `/resources?${new URLSearchParams(given).toString()}`);
    t.true(String(body['message']).startsWith(`${field}: `), JSON.stringify(body));
  }
});

test('pages without duplicates or gaps while rows are inserted', async (t) => {
  const { client, organizationId, account, model } = await fixture.withResources((id) =>
    Array.from({ length: 7 }, (_, index) => aResource(id, { name: `n${index}` })),
  );
  const before = new Set(model.map(({ id }) => id));
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 3, ...(cursor === undefined ? {} : { cursor }) };
    const page = await dataOf(search(client, query));
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor;
    await fixture.inventory.write(organizationId, (tenant) =>
      insertResources(tenant, model, [aResource(account)], new Date()),
    );
  } while (cursor !== undefined);
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
  t.is(await totalOf(client), 1);
  t.is(await totalOf(client, { include_deleted: true }), 2);
  t.is(await totalOf(client, { status: 'deleted' }), 1);
  t.is(await totalOf(client, { status: ['deleted', 'active'] }), 2);
  t.is(await totalOf(client, { as_of: daysAgo(2).toISOString() }), 2);
  t.is(await totalOf(client, { as_of: daysAgo(0.5).toISOString() }), 1);
  t.is(await totalOf(client, { as_of: daysAgo(4).toISOString() }), 0);
  // Responses have milliseconds, and versions begin at microseconds.
  const begin = daysAgo(1).toISOString();
  await fixture.inventory.query(
    `update resource_history set valid_to = $2::timestamptz where resource_id = $1 and valid_to <> 'infinity'`,
    [first?.id, begin.replace('Z', '400Z')],
  );
  await fixture.inventory.query(
    `update resource_history set valid_from = $2::timestamptz where resource_id = $1 and valid_to = 'infinity'`,
    [first?.id, begin.replace('Z', '400Z')],
  );
  t.is(await totalOf(client, { as_of: begin }), 1);
  t.is(await totalOf(client, { as_of: new Date(Date.parse(begin) - 1).toISOString() }), 2);
  t.truthy((await dataOf(getResource(client, first?.id))).deleted_at);
  const at = (as_of: string) =>
    client.GET('/api/v1/resources/{id}', { params: { path: { id: first?.id ?? '' }, query: { as_of } } });
  const past = await dataOf(at(daysAgo(2).toISOString()));
  t.deepEqual([past.status, past.deleted_at, past.id], ['active', undefined, first?.id]);
  t.is((await dataOf(at(daysAgo(0.5).toISOString()))).status, 'deleted');
  await expectError(t, at(daysAgo(4).toISOString()), 404, 'not_found');
  await expectError(t, at(daysAgo(-1).toISOString()), 400, 'validation_failed');
});

test('returns the volatile values of one resource', async (t) => {
  const { client, organizationId, model } = await fixture.withResources((id) => [
    aResource(id),
    aResource(id),
  ]);
  const [first, second] = model;
  await fixture.inventory.write(organizationId, (tenant) =>
    execute(
      tenant,
      sql`update resource_documents set volatile = '{"State":"stopped"}'
        where organization_id = ${organizationId} and resource_id = ${first?.id}`,
    ),
  );
  t.deepEqual((await dataOf(getResource(client, first?.id))).volatile, { State: 'stopped' });
  t.false('volatile' in (await dataOf(getResource(client, second?.id))));
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
  const environment = { name: 'Production', class: 'production' as const };
  const { id } = await dataOf(client.POST('/api/v1/environments', { body: environment }));
  t.is(await totalOf(client, { environment_id: id }), 0);
  await dataOf(
    client.PUT('/api/v1/aws-accounts/{id}/default-environment', {
      params: { path: { id: account } },
      body: { environment_id: id },
    }),
  );
  const found = await dataOf(search(client, { environment_id: id, sort: 'name' }));
  t.is(found.total, 2);
  t.deepEqual(found.facets?.aws_account_id, [{ value: account, count: 2 }]);
  t.deepEqual(
    found.items.map(({ name }) => name),
    ['one', 'two'],
  );
  t.is(await totalOf(client, { environment_id: id, aws_account_id: other }), 0);
  const [named] = await fixture.inventory.query<{ account_id: string }>(
    'select account_id from aws_accounts where organization_id = $1 and id = $2',
    [organizationId, other],
  );
  const number = named?.account_id ?? '';
  const byNumber = await dataOf(search(client, { account_id: number, region: 'eu-west-1' }));
  t.deepEqual(
    byNumber.items.map(({ name }) => name),
    ['three'],
  );
  t.deepEqual(
    byNumber.facets?.aws_account_id.map(({ value }) => value).toSorted(),
    [account, other].toSorted(),
    'the facet ignores both filters on accounts',
  );
  t.is(
    await totalOf(client, { account_id: number, aws_account_id: account }),
    0,
    'filters are combined with AND',
  );
  t.is(await totalOf(client, { account_id: '999988887777' }), 0);
  t.is(await totalOf(client, { account_id: '999988887777', q: 'three' }), 0);
  t.is(await totalOf(client, { account_id: '999988887777', as_of: new Date().toISOString() }), 0);
  await expectError(t, search(client, { account_id: '12' }), 400, 'validation_failed');
  t.is(await totalOf(client, { environment_id: [id, randomUUID()], q: 'two' }), 1);
  const exported = await dataOf(
    client.GET('/api/v1/resources/export', {
      params: { query: { format: 'ndjson', region: 'eu-west-1', environment_id: id } },
      parseAs: 'text',
    }),
  );
  t.like(JSON.parse(exported), { name: 'one' }, 'exactly one line');
  await fixture.inventory.query(
    `insert into changes (organization_id, resource_id, aws_account_id, region, resource_type, kind, occurred_at, source)
     select organization_id, id, aws_account_id, region, resource_type, 'created', now(), 'scan'
     from resources where organization_id = $1`,
    [organizationId],
  );
  const changes = async (query: NonNullable<operations['listChanges']['parameters']['query']>) =>
    (await dataOf(client.GET('/api/v1/changes', { params: { query } }))).items.length;
  const counts = [{}, { environment_id: id }, { application_id: randomUUID() }].map(changes);
  t.deepEqual(await Promise.all(counts), [3, 2, 0]);
  await fixture.inventory.query(
    `update resources set status = 'deleted', deleted_at = now()
     where id = (select id from resources where organization_id = $1 limit 1)`,
    [organizationId],
  );
  const deleted = [
    {},
    { include_deleted: true },
    { include_deleted: false },
    { include_deleted: false, status: ['deleted'] },
  ] as const;
  t.deepEqual(await Promise.all(deleted.map((query) => changes(query as object))), [3, 3, 2, 0]);
});

test('filters by all of several tags and by times, and returns less on request', async (t) => {
  const tagsOf = [{ env: 'prod', app: 'shop' }, { env: 'prod' }, {}];
  const { client, organizationId, model } = await fixture.withResources((id) =>
    tagsOf.map((tags, index) => aResource(id, { name: `n${index}`, tags })),
  );
  t.is(await totalOf(client, { tag_all: ['env=prod', 'app'] }), 1);
  t.is(await totalOf(client, { tag: ['env=prod', 'app'] }), 2);
  t.is(await totalOf(client, { tag_all: ['env=prod', 'app'], as_of: daysAgo(1).toISOString() }), 1);
  const [first] = model;
  await fixture.inventory.query(
    'update resources set last_changed_at = now() where organization_id = $1 and id = $2',
    [organizationId, first?.id],
  );
  const since = daysAgo(1).toISOString();
  t.is(await totalOf(client, { changed_since: since }), 1);
  t.is(await totalOf(client, { created_since: since }), 0);
  t.is(await totalOf(client, { created_since: daysAgo(4).toISOString(), q: 'n1' }), 1);
  for (const field of ['changed_since', 'created_since'] as const) {
    const refused = await search(client, { [field]: since, as_of: since });
    t.regex(refused.error?.message ?? '', new RegExp(`^${field}: cannot be combined with as_of`));
  }
  const { items, facets, total } = await dataOf(search(client, { facets: false, fields: 'summary' }));
  t.deepEqual([facets, total, items.length], [undefined, 3, 3]);
  t.true(items.every((item) => !('configuration' in item) && item.account_name === 'Main'));
});

test('returns an empty page for an unknown application, team or project', async (t) => {
  const { client } = await fixture.withResources((id) => [aResource(id)]);
  for (const field of ['application_id', 'team_id', 'iac_project_id', 'environment_id'] as const) {
    const found = await dataOf(search(client, { [field]: randomUUID() }));
    t.deepEqual(
      [found.items, found.total, found.facets],
      [[], 0, { resource_type: [], aws_account_id: [], region: [], status: [] }],
    );
  }
});

test('rejects malformed parameters, naming the parameter', async (t) => {
  const { client } = await fixture.api.signUp();
  const refused = async (query: string, field: string) => {
    const { status, body } = await client.request('GET', `/resources?${query}`);
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
  const region = 'eu-west-1';
  const { next_cursor: cursor = '' } = await dataOf(search(first.client, { limit: 1, region }));
  await dataOf(search(first.client, { limit: 1, region, cursor }));
  await dataOf(search(first.client, { limit: 5, region, cursor }));
  for (const request of [
    search(first.client, { limit: 1, region: 'us-east-1', cursor }),
    search(first.client, { limit: 1, cursor }),
    search(first.client, { limit: 1, region, sort: 'name', cursor }),
    search(second.client, { limit: 1, region, cursor }),
  ])
    await expectError(t, request, 400, 'validation_failed');
});

test('neither finds nor counts resources of another organization', async (t) => {
  const one = await fixture.withResources((id) => [aResource(id, { name: 'mine' })]);
  const other = await fixture.withResources((id) => [aResource(id, { name: 'theirs' })]);
  t.is(await totalOf(one.client, { q: 'theirs' }), 0);
  t.is(await totalOf(one.client, { aws_account_id: other.account }), 0);
  const foreign = await getResource(one.client, other.model[0]?.id);
  const unknown = await getResource(one.client, randomUUID());
  t.is(foreign.response.status, 404);
  t.deepEqual(foreign.error, unknown.error);
});

test('reports an account as stale when its last scan is missing or too old', async (t) => {
  const { client, organizationId, account } = await fixture.withResources((id) => [aResource(id)]);
  const stale = async () => (await dataOf(search(client))).freshness;
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
  // The account was added after this time.
  const { freshness } = await dataOf(search(client, { as_of: daysAgo(1).toISOString() }));
  t.deepEqual(freshness, { stale_accounts: [] });
});
