import test from 'ava';
import { recordEvents } from '../../../db/events/record-events.ts';
import { numberEvents } from '../../../db/events/number-events.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { eventually } from '../../support/eventually.ts';
import { expectError } from '../../support/expect-error.ts';
import { inviteMember } from '../../support/invite-member.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { createClient } from '../../support/test-api.ts';
import type { SignedUp, TestClient } from '../../support/test-api.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi({ environment: { EVENTS_ALLOWED_NETWORKS: '127.0.0.0/8' } });
const path = '/api/v1/event-subscriptions';

const read = async (client: TestClient, query: Readonly<Record<string, unknown>> = {}) => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) search.append(name, String(one));
  return client.request<{
    items: { type: string; position: number; data: { rule?: { name: string } } }[];
    next_cursor: string;
    code?: string;
    message?: string;
  }>('GET', `/events?${search.toString()}`);
};

async function tell({ organizationId }: Pick<SignedUp, 'organizationId'>, ...names: readonly string[]) {
  await api.services.database.withTenant(organizationId, (tenant) =>
    recordEvents(
      tenant,
      names.map((name) => ({
        type: 'rule.suspended',
        data: { rule: { id: organizationId, name, url: '/' } },
      })),
    ),
  );
  // Another test may be numbering, so that a call does nothing.
  await eventually('the positions', async () => {
    await numberEvents(api.services.database, 5);
    const rows = await queryAsOwner(
      api.database.url,
      'select from events where organization_id = $1 and position is null limit 1',
      [organizationId],
    );
    return rows.length === 0;
  });
}

const rules = ({ items }: { readonly items: readonly { data: { rule?: { name: string } } }[] }) =>
  items.flatMap(({ data }) => (data.rule === undefined ? [] : [data.rule.name]));

test('the feed is read with its cursor, which is always returned and not bound to types', async (t) => {
  const organization = await api.signUp();
  const { client } = organization;
  const fromNow = (await read(client)).body;
  t.deepEqual(fromNow.items, []);
  await tell(organization, 'a', 'b', 'c');
  const first = (await read(client, { after: fromNow.next_cursor, type: 'rule.suspended', limit: 2 })).body;
  t.deepEqual(rules(first), ['a', 'b']);
  const second = (await read(client, { after: first.next_cursor })).body;
  t.deepEqual(rules(second), ['c']);
  const third = (await read(client, { after: second.next_cursor, type: 'scan.finished' })).body;
  t.deepEqual(third.items, []);
  await tell(organization, 'd');
  t.deepEqual(rules((await read(client, { after: third.next_cursor })).body), ['d']);
  t.deepEqual(rules((await read(client, { after: 'start', type: 'rule.suspended' })).body), [
    'a',
    'b',
    'c',
    'd',
  ]);
  const other = await api.signUp();
  for (const after of ['x', first.next_cursor]) {
    const refused = await read(other.client, { after });
    t.deepEqual([refused.status, refused.body.code], [400, 'validation_failed']);
  }
  await queryAsOwner(
    api.database.url,
    'delete from events where organization_id = $1 and position < (select max(position) from events where organization_id = $1)',
    [organization.organizationId],
  );
  const old = await read(client, { after: first.next_cursor });
  t.is(old.status, 400);
  t.regex(old.body.message ?? '', /^after: is older than 30 days/);
  t.deepEqual(rules((await read(client, { after: 'start' })).body), ['d']);
});

test('a reader gets the types whose records it may read; naming another one is 403', async (t) => {
  const organization = await api.signUp();
  const { token } = await dataOf(
    organization.client.POST('/api/v1/organization/api-tokens', {
      body: { name: 'reader', permissions: ['events:read', 'scans:read'] },
    }),
  );
  await tell(organization, 'a');
  const client = createClient(api.url, token);
  const { body } = await read(client, { after: 'start' });
  t.deepEqual(body.items, []);
  const refused = await read(client, { after: 'start', type: ['scan.finished', 'rule.suspended'] });
  t.deepEqual([refused.status, refused.body.code], [403, 'forbidden']);
  t.regex(refused.body.message ?? '', /rules:read/);
});

test('a request waits for an event without a connection of the pool; the eleventh of an organization is 429', async (t) => {
  const organization = await api.signUp();
  const { client } = organization;
  const { next_cursor: after } = (await read(client)).body;
  const query = { after, type: 'rule.suspended', wait: 30 };
  const waiting = Array.from({ length: 11 }, () => read(client, query));
  const refused = await Promise.race(waiting);
  t.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
  // The pool has 8 connections.
  t.is((await client.request('GET', '/organization')).status, 200);
  await tell(organization, 'a');
  const answered = (await Promise.all(waiting)).filter(({ status }) => status === 200);
  t.deepEqual(
    answered.map(({ body }) => rules(body)),
    Array.from({ length: 10 }, () => ['a']),
  );
  const begun = performance.now();
  t.deepEqual((await read(client, { type: 'rule.suspended', wait: 1 })).body.items, []);
  t.true(performance.now() - begun < 20_000);
});

test('subscriptions are created, listed without secrets, changed and deleted, with audit entries', async (t) => {
  const organization = await api.signUp();
  const { client, userId } = organization;
  const body = {
    name: ' drift ',
    kind: 'webhook' as const,
    url: 'http://127.0.0.1:1/hooks/secret-part',
    events: ['resource.drifted', 'plan.*'] as ('resource.drifted' | 'plan.*')[],
  };
  const { secret, ...created } = await dataOf(client.POST(path, { body }));
  t.regex(secret ?? '', /^whsec_/);
  t.like(created, {
    name: 'drift',
    kind: 'webhook',
    url_hint: 'http://127.0.0.1:1/…part',
    events: body.events,
    filter: {},
    enabled: true,
    status: 'active',
    waiting: 0,
    created_by: userId,
  });
  const params = { params: { path: { id: created.id } } };
  t.deepEqual((await dataOf(client.GET(path))).items, [created]);
  t.false(JSON.stringify(await dataOf(client.GET(`${path}/{id}`, params))).includes('secret-part'));
  const [stored] = await queryAsOwner<{ text: string }>(
    api.database.url,
    'select s::text as text from event_subscriptions s where id = $1',
    [created.id],
  );
  t.false(stored?.text.includes('secret-part'));
  const changed = await dataOf(
    client.PATCH(`${path}/{id}`, { ...params, body: { enabled: false, filter: { min_risk: 'high' } } }),
  );
  t.like(changed, { enabled: false, filter: { min_risk: 'high' }, name: 'drift', version: 2 });
  const late = { path: params.params.path, header: { 'If-Match': '"1"' } };
  await expectError(
    t,
    client.PATCH(`${path}/{id}`, { params: late, body: { name: 'late' } }),
    409,
    'conflict',
  );
  const refused = (given: object) =>
    expectError(t, client.POST(path, { body: { ...body, ...given } }), 400, 'validation_failed');
  t.regex(await refused({ url: 'http://10.0.0.1/' }), /^url: /);
  t.regex(await refused({ url: 'ftp://127.0.0.1/' }), /^url: /);
  t.regex(await refused({ filter: { team_id: [created.id] } }), /^filter.team_id: /);
  t.regex(await refused({ filter: { tema_id: [created.id] } }), /^filter/);
  t.regex(await refused({ events: ['resource.exploded'] }), /^events/);
  const cloudAdmin = await inviteMember(api, organization, ['cloud_admin']);
  t.is(
    await expectError(
      t,
      cloudAdmin.client.POST(path, { body: { ...body, events: ['audit.entry'] } }),
      400,
      'validation_failed',
    ),
    'events: you may not read the records of audit.entry',
  );
  await dataOf(cloudAdmin.client.POST(path, { body: { ...body, events: ['*'] } }));
  const viewer = await inviteMember(api, organization, ['viewer']);
  t.is((await dataOf(viewer.client.GET(path))).items.length, 2);
  await expectError(t, viewer.client.POST(path, { body }), 403, 'forbidden');
  t.deepEqual(await dataOf(client.DELETE(`${path}/{id}`, params)), { id: created.id, deleted: true });
  await expectError(t, client.GET(`${path}/{id}`, params), 404, 'not_found');
  const { items } = await dataOf(client.GET('/api/v1/organization/audit-log'));
  const actions = items
    .map(({ action }) => action)
    .filter((action) => action.startsWith('event_subscription.'));
  t.deepEqual([...new Set(actions)].toSorted(), [
    'event_subscription.created',
    'event_subscription.deleted',
    'event_subscription.updated',
  ]);
});

test('an organization has at most 50 subscriptions', async (t) => {
  const organization = await api.signUp();
  const body = { name: 'one', kind: 'slack' as const, url: 'http://127.0.0.1:1/', events: ['*' as const] };
  const { id } = await dataOf(organization.client.POST(path, { body }));
  await queryAsOwner(
    api.database.url,
    `insert into event_subscriptions (organization_id, name, kind, url_sealed, url_hint, events, types, created_by, position)
     select organization_id, name, kind, url_sealed, url_hint, events, types, created_by, position
     from event_subscriptions, generate_series(1, 49) where id = $1`,
    [id],
  );
  await expectError(t, organization.client.POST(path, { body }), 409, 'conflict');
});
