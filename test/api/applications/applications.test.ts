import { randomUUID } from 'node:crypto';
import test from 'ava';
import { changeResources } from '../../support/inventory/inventory-writer.ts';
import type { NewResource } from '../../support/inventory/inventory-writer.ts';
import { aResource } from '../../support/inventory/test-inventory.ts';
import { daysAgo, useInventoryApi } from '../../support/inventory/inventory-api.ts';

const fixture = useInventoryApi();

interface Application {
  id: string;
  slug: string;
  archived_at?: string;
}
interface Found {
  items: { id: string; name?: string; membership?: { status: string; confidence: string } }[];
  next_cursor?: string;
  total: number;
  facets: Record<string, { value: string; count: number }[]>;
}
type Refusal = { code?: string; message?: string };

async function withApplication(make: (account: string) => readonly NewResource[]) {
  const someone = await fixture.withResources(make);
  const { body: application } = await someone.client.post<Application>('/applications', { name: 'Web shop' });
  return { ...someone, ids: someone.model.map(({ id }) => id), application };
}

test('creates an application with a unique slug, updates, archives and restores it', async (t) => {
  const { client, userId, organizationId } = await fixture.api.signUp();
  const made = await client.post<Application>('/applications', { name: 'Web shop', criticality: 'high' });
  t.is(made.status, 201);
  t.like(made.body, {
    name: 'Web shop',
    slug: 'web-shop',
    criticality: 'high',
    lifecycle: 'active',
    source: 'manual',
    created_by: userId,
    organization_id: organizationId,
  });
  t.is((await client.post<Application>('/applications', { name: 'Web  Shop!' })).body.slug, 'web-shop-2');
  const taken = await client.post<Refusal>('/applications', { name: 'Other', slug: 'web-shop' });
  t.deepEqual([taken.status, taken.body.code], [409, 'conflict']);
  const path = `/applications/${made.body.id}`;
  const renamed = await client.patch<Refusal>(path, { slug: 'web-shop-2' });
  t.deepEqual([renamed.status, renamed.body.code], [409, 'conflict']);
  t.deepEqual((await client.patch(path, {})).body, made.body as never);
  const archived = await client.patch<Application>(path, { archived: true, description: 'Sells.' });
  t.truthy(archived.body.archived_at);
  t.is(
    (await client.patch<Application>(path, { archived: true })).body.archived_at,
    archived.body.archived_at,
  );
  const back = await client.patch<Application>(path, { archived: false, lifecycle: 'deprecated' });
  t.is(back.body.archived_at, undefined);
  t.like((await client.get(path)).body, { description: 'Sells.', lifecycle: 'deprecated' });
  type Page = { applications: Application[]; next_cursor?: string };
  const first = await client.get<Page>('/applications?limit=1');
  const rest = await client.get<Page>(`/applications?limit=1&cursor=${first.body.next_cursor}`);
  t.deepEqual(
    [...first.body.applications, ...rest.body.applications].map(({ slug }) => slug),
    ['web-shop', 'web-shop-2'],
  );
  const stranger = await fixture.api.signUp();
  t.is((await stranger.client.get(path)).status, 404);
  t.is((await stranger.client.patch(path, { name: 'mine' })).status, 404);
  t.deepEqual((await stranger.client.get<Page>('/applications')).body.applications, []);
});

test('finds declared resources by application in search, facets, exports and changes', async (t) => {
  const { client, organizationId, ids, model, application } = await withApplication((account) => [
    aResource(account, { name: 'one', tags: { env: 'prod' } }),
    aResource(account, { name: 'two', region: 'us-east-1' }),
    aResource(account, { name: 'three' }),
  ]);
  const [one = '', two = '', three = ''] = ids;
  const path = `/applications/${application.id}/resources`;
  const declared = await client.post<Found>(path, { resource_ids: [one, two, two] });
  t.is(declared.status, 201);
  t.is(declared.body.items.length, 2);
  t.like(declared.body.items[0], { status: 'declared', source: 'declared', confidence: 'high' } as object);
  t.is(
    (await client.post<Found>(path, { resource_ids: [one] })).status,
    201,
    'a repeated declaration changes nothing',
  );

  const members = await client.get<Found>(`${path}?limit=1`);
  const others = await client.get<Found>(`${path}?limit=1&cursor=${members.body.next_cursor}`);
  const names = [...members.body.items, ...others.body.items].map(({ name }) => name ?? '');
  t.deepEqual(
    names.toSorted((a, b) => (a < b ? -1 : 1)),
    ['one', 'two'],
  );
  t.is(members.body.items[0]?.membership?.status, 'declared');
  t.deepEqual((await client.get<Found>(`${path}?status=rejected`)).body.items, []);

  const wanted = `application_id=${application.id}`;
  const { body } = await client.get<Found>(`/resources?${wanted}&sort=name`);
  t.deepEqual([body.items.map(({ name }) => name), body.total], [['one', 'two'], 2]);
  t.deepEqual(body.facets['region'], [
    { value: 'eu-west-1', count: 1 },
    { value: 'us-east-1', count: 1 },
  ]);
  const total = async (query: string) => (await client.get<Found>(`/resources?${query}`)).body.total;
  t.is(await total(`${wanted}&tag=env`), 1);
  t.is(await total(`${wanted}&q=TWO&region=us-east-1`), 1);
  t.is(await total(`${wanted}&q=three`), 0);
  t.is(await total(`${wanted}&application_id=${randomUUID()}`), 2);
  const exported = await client.get(`/resources/export?format=ndjson&region=us-east-1&${wanted}`);
  t.is(exported.body['name'], 'two');

  for (const [index, id] of [one, two, three].entries())
    await fixture.inventory.query(
      `insert into changes (organization_id, resource_id, aws_account_id, region, resource_type, kind, occurred_at, source)
       select organization_id, id, aws_account_id, region, resource_type, 'updated', now() - $2 * interval '1 hour', 'scan'
       from resources where id = $1`,
      [id, index],
    );
  const timeline = async (query = '') =>
    (
      await client.get<{ items: { resource_id: string }[] }>(
        `/applications/${application.id}/changes${query}`,
      )
    ).body.items.map(({ resource_id: id }) => id);
  t.deepEqual(await timeline(), [one, two]);
  t.deepEqual(await timeline('?kind=created'), []);
  t.is((await client.get(`/applications/${randomUUID()}/changes`)).status, 404);

  await fixture.inventory.query(`update memberships set status = 'rejected' where resource_id = $1`, [one]);
  t.is(await total(wanted), 1, 'a rejected resource does not belong to the application');
  t.deepEqual(await timeline(), [two]);
  t.is((await client.get<Found>(`${path}?status=rejected`)).body.items[0]?.id, one);
  await client.post(path, { resource_ids: [one] });
  t.is(await total(wanted), 2, 'a declaration overrides the rejection');
  await fixture.inventory.query(
    `update memberships set status = 'confirmed', source = 'rule' where resource_id = $1`,
    [one],
  );
  const { body: again } = await client.post<Found>(path, { resource_ids: [one] });
  t.like(
    again.items[0],
    { status: 'confirmed', source: 'rule' } as object,
    'a declaration keeps a confirmed membership',
  );

  const [second] = model.filter(({ id }) => id === two);
  await fixture.inventory.write(organizationId, (tenant) =>
    changeResources(
      tenant,
      second === undefined
        ? []
        : [
            {
              resource: second,
              to: { name: 'two', status: 'deleted', managementState: 'unknown', tags: {} },
            },
          ],
      daysAgo(1),
    ),
  );
  t.is(await total(wanted), 1);
  t.is(await total(`${wanted}&include_deleted=true`), 2);
});

test('rejects unknown and foreign resources with the same error, and declares nothing', async (t) => {
  const own = await withApplication((account) => [aResource(account)]);
  const other = await withApplication((account) => [aResource(account)]);
  const path = `/applications/${own.application.id}/resources`;
  const refused = async (resource_ids: unknown) => {
    const { status, body } = await own.client.post<Refusal>(path, { resource_ids });
    t.is(status, 400);
    return body;
  };
  const foreign = await refused([own.ids[0], other.ids[0]]);
  t.regex(foreign.message ?? '', /^resource_ids: /);
  t.deepEqual(await refused([own.ids[0], randomUUID()]), foreign);
  t.regex((await refused([])).message ?? '', /^resource_ids: /);
  t.regex((await refused(Array.from({ length: 501 }, () => randomUUID()))).message ?? '', /^resource_ids: /);
  t.regex((await refused(['x'])).message ?? '', /^resource_ids/);
  t.deepEqual((await own.client.get<Found>(path)).body.items, []);
  t.is((await other.client.post(path, { resource_ids: other.ids })).status, 404);
  t.is((await other.client.get(path)).status, 404);
  const found = await other.client.get<Found>(`/resources?application_id=${own.application.id}`);
  t.deepEqual([found.status, found.body.total], [200, 0]);
});

test('creates one membership from concurrent declarations', async (t) => {
  const { client, ids, application } = await withApplication((account) => [
    aResource(account),
    aResource(account),
    aResource(account),
  ]);
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      client.post(`/applications/${application.id}/resources`, {
        resource_ids: index % 2 === 0 ? ids : [...ids].reverse(),
      }),
    ),
  );
  t.true(answers.every(({ status }) => status === 201));
  const found = await client.get<Found>(`/applications/${application.id}/resources`);
  t.is(found.body.items.length, 3);
});
