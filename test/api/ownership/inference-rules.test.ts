import { randomUUID } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { InferenceRule } from '../../../api-client/api-types.ts';
import { connectOwner } from '../../support/discovery/owner.ts';
import type { Owner } from '../../support/discovery/owner.ts';
import { expectError } from '../../support/expect-error.ts';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';
import { aResource } from '../../support/inventory/test-inventory.ts';
import { inviteMember } from '../../support/invite-member.ts';
import {
  createApplication,
  createEnvironment,
  createRule,
  deleteRule,
  getRule,
  insertMemberships,
  insertTeam,
  listRules,
  ruleBody,
  updateRule,
} from '../../support/ownership/rule-fixture.ts';

const fixture = useInventoryApi();
let owner: Owner;
test.before(() => {
  owner = connectOwner(fixture.api.database.url);
});
test.after.always(() => owner?.close());

const queuedOf = (organizationId: string, ruleId: string) =>
  owner.query(
    "select id from inference_queue where organization_id = $1 and kind = 'rule' and subject_id = $2",
    [organizationId, ruleId],
  );

test('creates, returns, changes and deletes a rule', async (t) => {
  const { client, userId } = await fixture.api.signUp();
  const body = ruleBody();
  const created = client.POST('/api/v1/inference-rules', { body });
  t.is((await created).response.status, 201);
  const rule = await dataOf(created);
  t.like(rule, { ...body, enabled: true, priority: 100, confirmed: 0, rejected: 0, created_by: userId });
  for (const absent of ['precision', 'suspended_at', 'learned_from', 'description'])
    t.false(absent in rule, absent);
  t.deepEqual(await dataOf(getRule(client, rule.id)), rule);
  t.deepEqual(await dataOf(updateRule(client, rule.id, {})), rule, 'an empty PATCH changes nothing');
  const renamed = await dataOf(
    updateRule(client, rule.id, { name: ' Payments ', description: 'Tags', priority: 7, enabled: false }),
  );
  t.like(renamed, { name: 'Payments', description: 'Tags', priority: 7, enabled: false });
  t.true(renamed.updated_at > rule.updated_at);
  t.false('description' in (await dataOf(updateRule(client, rule.id, { description: null }))));
  t.deepEqual(await dataOf(deleteRule(client, rule.id)), { id: rule.id, deleted: true });
  await expectError(t, getRule(client, rule.id), 404, 'not_found');
  await expectError(t, updateRule(client, rule.id, {}), 404, 'not_found');
  await expectError(t, updateRule(client, rule.id, { enabled: true }), 404, 'not_found');
  await expectError(t, deleteRule(client, rule.id), 404, 'not_found');
  t.deepEqual(await listRules(client), []);
});

test('stores every kind of condition and outcome as given', async (t) => {
  const { client, organizationId, account } = await fixture.withResources(() => []);
  const [application, environment] = [
    await createApplication(client, 'Payments'),
    await createEnvironment(client, 'Live'),
  ];
  const team = await insertTeam(owner, organizationId);
  const conditions = {
    any: [
      {
        all: [
          { tag: { key: 'CostCenter', in: ['1', ''] } },
          { tag: { key: 'team', exists: false } },
          { name: { matches: 'pay-*' } },
          { account: { in: [account] } },
        ],
      },
      { not: { region: { in: ['eu-west-1', 'global'] } } },
      { resource_type: { in: ['AWS::SQS::Queue'] } },
      { ou: { under: '/Root/Workloads' } },
      { related_to: { application_id: application, relationship_type: 'reads_from', direction: 'incoming' } },
    ],
  } as const;
  const outcome = {
    application: { id: application },
    environment: { id: environment },
    team: { id: team },
    confidence: 'high',
  } as const;
  const rule = await createRule(client, {
    conditions: structuredClone(conditions) as never,
    outcome: { ...outcome },
    priority: 0,
    enabled: false,
    description: 'Everything',
  });
  t.deepEqual(rule.conditions, conditions as never);
  t.deepEqual(rule.outcome, outcome);
  t.like(await dataOf(getRule(client, rule.id)), { priority: 0, enabled: false, description: 'Everything' });
  const [row] = await owner.query(
    'select application_id, environment_id, team_id from inference_rules where id = $1',
    [rule.id],
  );
  t.deepEqual(row, { application_id: application, environment_id: environment, team_id: team });
});

test('lists rules by priority, then by time of creation, also in pages', async (t) => {
  const [{ client, organizationId }, other] = [await fixture.api.signUp(), await fixture.api.signUp()];
  await createRule(other.client);
  for (const [name, priority] of [
    ['c', 100],
    ['a', 5],
    ['d', 100],
    ['b', 5],
    ['e', 10_000],
    ['f', 100],
  ] as const)
    await createRule(client, { name, priority });
  const namesOf = (rules: readonly InferenceRule[]) => rules.map(({ name }) => name).join('');
  t.is(namesOf(await listRules(client)), 'abcdfe');
  t.is(namesOf(await listRules(client, 1)), 'abcdfe');
  // Rules of one transaction have the same time; the id decides.
  await owner.query(
    "update inference_rules set created_at = '2026-01-01' where organization_id = $1 and priority = 100",
    [organizationId],
  );
  const byId = (await listRules(client)).filter(({ priority }) => priority === 100);
  t.deepEqual(
    byId.map(({ id }) => id),
    byId.map(({ id }) => id).toSorted(),
  );
  t.deepEqual(await listRules(client, 2), await listRules(client));
  const [first] = await listRules(client);
  await deleteRule(client, first?.id ?? '');
  t.is(namesOf(await listRules(client, 3)).length, 5);
});

test('counts the current reviews of the memberships of a rule', async (t) => {
  const { client, organizationId } = await fixture.withResources((account) =>
    Array.from({ length: 8 }, () => aResource(account)),
  );
  const [rule, unreviewed] = [await createRule(client), await createRule(client)];
  await insertMemberships(owner, organizationId, rule.id, [
    'confirmed',
    'confirmed',
    'rejected',
    'inferred',
    'stale',
    'declared',
  ]);
  await insertMemberships(owner, organizationId, unreviewed.id, ['inferred']);
  const verdicts = { confirmed: 2, rejected: 1, precision: 2 / 3 };
  t.like(await dataOf(getRule(client, rule.id)), verdicts);
  const [first, second] = await listRules(client);
  t.like(first, verdicts);
  t.like(second, { confirmed: 0, rejected: 0 });
  t.false('precision' in (second ?? {}));
  t.like(await dataOf(updateRule(client, rule.id, { priority: 1 })), verdicts, 'reviews stay');
});

test('queues inference for a rule that is created, changed or deleted, and audits it', async (t) => {
  const { client, organizationId } = await fixture.api.signUp();
  const rule = await createRule(client);
  const queued = async () => (await queuedOf(organizationId, rule.id)).length;
  t.is(await queued(), 1);
  await dataOf(updateRule(client, rule.id, { name: 'Other', description: 'x' }));
  t.is(await queued(), 1, 'a name is not evaluated');
  await dataOf(updateRule(client, rule.id, { ...ruleBody(), priority: 100, enabled: true }));
  t.is(await queued(), 1, 'the same conditions');
  let expected = 1;
  for (const change of [
    { priority: 1 },
    { conditions: { region: { in: ['eu-west-1'] } } },
    { outcome: { application: { name_from_tag: 'App' } } },
    { enabled: false },
    { enabled: true },
  ]) {
    await dataOf(updateRule(client, rule.id, change));
    expected += 1;
    t.is(await queued(), expected, JSON.stringify(change));
  }
  await dataOf(deleteRule(client, rule.id));
  t.is(await queued(), expected + 1);
  const runs = await owner.query(
    "select from runs where organization_id = $1 and kind = 'infer_memberships'",
    [organizationId],
  );
  t.is(runs.length, 1, 'an active run takes later changes');
  const { items } = await dataOf(
    client.GET('/api/v1/organization/audit-log', { params: { query: { target_id: rule.id, limit: 200 } } }),
  );
  const actions = items.map(({ action }) => action);
  t.deepEqual(
    [...new Set(actions)].toSorted(),
    ['created', 'deleted', 'updated'].map((verb) => `inference_rule.${verb}`),
  );
  t.true(items.every(({ target }) => target?.type === 'inference_rule'));
});

test('limits an organization to 1,000 rules, also under concurrent requests', async (t) => {
  const { client, organizationId } = await fixture.api.signUp();
  await owner.query(
    `insert into inference_rules (organization_id, name, conditions, outcome, deleted_at)
     select $1, 'Rule ' || n, '{"region": {"in": ["eu-west-1"]}}', '{"application": {"name_from_tag": "App"}}',
       case when n > 998 then now() end
     from generate_series(1, 1100) n`,
    [organizationId],
  );
  const responses = await Promise.all(
    Array.from({ length: 4 }, () => client.POST('/api/v1/inference-rules', { body: ruleBody() })),
  );
  t.deepEqual(
    responses.map(({ response }) => response.status).toSorted((a, b) => a - b),
    [201, 201, 409, 409],
  );
  t.regex(responses.find(({ error }) => error !== undefined)?.error?.message ?? '', /1,000 inference rules/);
  t.is((await listRules(client)).length, 1000);
  const [rule] = await listRules(client);
  await dataOf(deleteRule(client, rule?.id ?? ''));
  t.is((await client.POST('/api/v1/inference-rules', { body: ruleBody() })).response.status, 201);
});

test('hides the rules of another organization', async (t) => {
  const [own, other] = [await fixture.api.signUp(), await fixture.api.signUp()];
  const rule = await createRule(own.client);
  await expectError(t, getRule(other.client, rule.id), 404, 'not_found');
  await expectError(t, updateRule(other.client, rule.id, { name: 'mine' }), 404, 'not_found');
  await expectError(t, deleteRule(other.client, rule.id), 404, 'not_found');
  await expectError(t, getRule(own.client, randomUUID()), 404, 'not_found');
  t.deepEqual(await listRules(other.client), []);
  t.deepEqual(await dataOf(getRule(own.client, rule.id)), rule);
});

test('lets a viewer read rules and not change them', async (t) => {
  const admin = await fixture.api.signUp();
  const rule = await createRule(admin.client);
  const { client } = await inviteMember(fixture.api, admin, ['viewer']);
  t.deepEqual(await dataOf(getRule(client, rule.id)), rule);
  t.is((await listRules(client)).length, 1);
  await expectError(t, client.POST('/api/v1/inference-rules', { body: ruleBody() }), 403, 'forbidden');
  await expectError(t, updateRule(client, rule.id, { name: 'x' }), 403, 'forbidden');
  await expectError(t, deleteRule(client, rule.id), 403, 'forbidden');
});
