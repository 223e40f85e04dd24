import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { expectError } from '../../support/expect-error.ts';
import type { NewResource } from '../../support/inventory/inventory-writer.ts';
import { aResource } from '../../support/inventory/test-inventory.ts';
import { declare, useMembershipApi } from '../../support/ownership/membership-api.ts';
import type { TestClient } from '../../support/test-api.ts';

const fixture = useMembershipApi();

const confirm = (client: TestClient, id: string, learn = true) =>
  client.POST('/api/v1/memberships/{id}/confirm', { params: { path: { id } }, body: { learn_rule: learn } });

/** An organization with resources and inferred memberships of the first `inferred` ones. */
async function withMembers(make: (account: string) => readonly NewResource[], inferred: number) {
  const given = await fixture.withApplication(make);
  const memberships: string[] = [];
  for (const resource of given.ids.slice(0, inferred))
    memberships.push(
      await fixture.addMembership(given.organizationId, {
        application: given.application.id,
        resource,
        status: 'inferred',
      }),
    );
  return { ...given, memberships };
}

const tagged = (account: string, tags: Readonly<Record<string, string>>, given: Partial<NewResource> = {}) =>
  aResource(account, { tags, ...given });

test('learns the most general rule that contradicts no review', async (t) => {
  const { client, userId, organizationId, application, memberships } = await withMembers(
    (account) => [
      tagged(account, { app: 'pay', tier: 'web', env: 'prod' }, { name: 'pay-web-1' }),
      tagged(account, { App: 'pay', tier: 'db' }, { name: 'pay-db-1' }),
      tagged(account, { app: 'pay', tier: 'db' }, { name: 'legacy' }),
      tagged(account, { app: 'bill', tier: 'web', env: 'prod' }, { name: 'pay-web-2' }),
    ],
    4,
  );
  const [one = '', two = '', , four = ''] = memberships;
  await dataOf(client.POST('/api/v1/memberships/{id}/reject', { params: { path: { id: four } }, body: {} }));
  t.is((await dataOf(confirm(client, two, false))).rule, undefined);
  const confirmed = await dataOf(confirm(client, one));
  t.like(confirmed, { id: one, status: 'confirmed' });
  const { rule } = confirmed;
  t.like(rule, {
    name: 'Learned: tag app = pay',
    description:
      'Matched 3 resources when it was learned: 2 of 2 confirmed or declared members of the application, and none of 1 ' +
      'resource that was rejected or belongs to another application.',
    enabled: true,
    priority: 500,
    outcome: { application: { id: application.id } },
    learned_from: one,
    created_by: userId,
  });
  t.deepEqual(rule?.conditions, { all: [{ tag: { key: 'app', equals: 'pay' } }] });
  const params = { path: { id: rule?.id ?? '' } };
  t.deepEqual(await dataOf(client.GET('/api/v1/inference-rules/{id}', { params })), rule);
  t.true((await fixture.queueOf(organizationId)).includes(`rule ${rule?.id}`));
  const [entry] = await fixture.auditOf(client, 'membership.confirmed');
  t.is(entry?.details['learned_rule_id'], rule?.id);
  t.is((await dataOf(confirm(client, one))).rule, undefined, 'the rule matches already');
});

test('learns a rule of several facts when none of them suffices', async (t) => {
  const { client, application, memberships, ids } = await withMembers(
    (account) => [
      tagged(account, { app: 'pay', tier: 'web' }),
      tagged(account, { app: 'pay', tier: 'db' }),
      tagged(account, { app: 'bill', tier: 'web' }, { region: 'us-east-1' }),
    ],
    1,
  );
  const other = await dataOf(client.POST('/api/v1/applications', { body: { name: 'Billing' } }));
  await dataOf(declare(client, other.id, ids.slice(1)));
  const { rule } = await dataOf(confirm(client, memberships[0] ?? ''));
  t.deepEqual(rule?.conditions, {
    all: [{ tag: { key: 'app', equals: 'pay' } }, { tag: { key: 'tier', equals: 'web' } }],
  });
  t.is(rule?.name, 'Learned: tag app = pay, tag tier = web');
  t.deepEqual(rule?.outcome, { application: { id: application.id } });
});

test('learns no rule when every candidate contradicts a review', async (t) => {
  const { client, memberships } = await withMembers(
    (account) => [tagged(account, { app: 'pay' }), tagged(account, { app: 'pay' })],
    2,
  );
  const [one = '', two = ''] = memberships;
  await dataOf(client.POST('/api/v1/memberships/{id}/reject', { params: { path: { id: two } }, body: {} }));
  const confirmed = await dataOf(confirm(client, one));
  t.is(confirmed.status, 'confirmed');
  t.is(confirmed.rule, undefined);
  t.deepEqual((await dataOf(client.GET('/api/v1/inference-rules'))).items, []);
});

test('learns no rule from a resource without a tag, project, repository or name prefix', async (t) => {
  const { client, memberships } = await withMembers(
    (account) => [tagged(account, { env: 'prod', Owner: 'ann', Name: 'x' }, { name: 'single' })],
    1,
  );
  t.is((await dataOf(confirm(client, memberships[0] ?? ''))).rule, undefined);
});

test('learns no rule that matches more than 1,000 resources', async (t) => {
  const { client, memberships } = await withMembers(
    (account) => [
      tagged(account, { managed: 'terraform', app: 'pay' }, { name: 'pay-1' }),
      ...Array.from({ length: 1000 }, () =>
        tagged(account, { managed: 'terraform' }, { region: 'us-east-1' }),
      ),
      ...Array.from({ length: 3 }, () => tagged(account, { app: 'pay' })),
    ],
    1,
  );
  const { rule } = await dataOf(confirm(client, memberships[0] ?? ''));
  t.is(rule?.name, 'Learned: tag app = pay', 'the most general rule within the limit');
});

test('an enabled rule that contradicts a review does not prevent learning', async (t) => {
  const { client, application, memberships } = await withMembers(
    (account) => [
      tagged(account, { app: 'pay', tier: 'web' }),
      tagged(account, { app: 'pay', tier: 'db' }),
      tagged(account, { app: 'pay', tier: 'web' }),
    ],
    3,
  );
  const [one = '', two = '', three = ''] = memberships;
  await fixture.createRule(client, application.id, 'pay');
  t.is((await dataOf(confirm(client, one))).rule, undefined, 'the rule matches and contradicts nothing');
  await dataOf(client.POST('/api/v1/memberships/{id}/reject', { params: { path: { id: two } }, body: {} }));
  const { rule } = await dataOf(confirm(client, three));
  t.is(rule?.name, 'Learned: tag tier = web');
});

test('a rule that names applications by a tag prevents learning when it names this one', async (t) => {
  const { client, memberships } = await withMembers(
    (account) => [
      tagged(account, { app: 'web shop', tier: 'web' }),
      tagged(account, { app: 'bill', tier: 'db' }),
    ],
    2,
  );
  await dataOf(
    client.POST('/api/v1/inference-rules', {
      body: {
        name: 'By tag',
        conditions: { tag: { key: 'app', exists: true } },
        outcome: { application: { name_from_tag: 'App' } },
      },
    }),
  );
  t.is((await dataOf(confirm(client, memberships[0] ?? ''))).rule, undefined);
  t.is((await dataOf(confirm(client, memberships[1] ?? ''))).rule?.name, 'Learned: tag app = bill');
});

test('learns from a declared membership, but not from a deleted resource or a rejected membership', async (t) => {
  const { client, organizationId, application, ids, memberships } = await withMembers(
    (account) => [tagged(account, { app: 'pay' }), tagged(account, { app: 'pay' })],
    1,
  );
  await fixture.deleteResources(organizationId, ids.slice(0, 1));
  t.is((await dataOf(confirm(client, memberships[0] ?? ''))).rule, undefined);
  const [declared] = (await dataOf(declare(client, application.id, ids.slice(1)))).items;
  t.is((await dataOf(confirm(client, declared?.id ?? ''))).rule?.name, 'Learned: tag app = pay');
  const [params, body] = [{ path: { id: declared?.id ?? '' } }, {}];
  await dataOf(client.POST('/api/v1/memberships/{id}/reject', { params, body }));
  await expectError(t, confirm(client, declared?.id ?? ''), 409, 'conflict');
});

test('concurrent confirmations learn one rule', async (t) => {
  const { client, memberships } = await withMembers(
    (account) => Array.from({ length: 4 }, () => tagged(account, { app: 'pay' })),
    4,
  );
  const responses = await Promise.all(memberships.map((id) => dataOf(confirm(client, id))));
  t.is(responses.filter(({ rule }) => rule !== undefined).length, 1);
  t.is((await dataOf(client.GET('/api/v1/inference-rules'))).items.length, 1);
});
