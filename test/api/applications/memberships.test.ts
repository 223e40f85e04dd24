import { randomUUID } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { MembershipStatus } from '../../../domain/values.ts';
import { expectError } from '../../support/expect-error.ts';
import { declare, useMembershipApi } from '../../support/ownership/membership-api.ts';
import { aResource } from '../../support/inventory/test-inventory.ts';
import type { TestClient } from '../../support/test-api.ts';

const fixture = useMembershipApi();

const list = async (client: TestClient, query: { status?: MembershipStatus } = {}) =>
  (await dataOf(client.GET('/api/v1/memberships', { params: { query } }))).items;
const read = (client: TestClient, id: string) =>
  client.GET('/api/v1/memberships/{id}', { params: { path: { id } } });
const confirm = (client: TestClient, id: string) =>
  client.POST('/api/v1/memberships/{id}/confirm', { params: { path: { id } }, body: {} });
const reject = (client: TestClient, id: string, reason?: string) =>
  client.POST('/api/v1/memberships/{id}/reject', {
    params: { path: { id } },
    body: reason === undefined ? {} : { reason },
  });

test('confirms an inferred membership, with high confidence and its evidence', async (t) => {
  const { client, userId, organizationId, application, ids } = await fixture.withApplication((account) => [
    aResource(account, { name: 'web-1' }),
  ]);
  const [resourceId = ''] = ids;
  const rule = await fixture.createRule(client, application.id, 'web');
  const evidence = [{ kind: 'tag', key: 'app', value: 'web' }];
  const id = await fixture.addMembership(organizationId, {
    application: application.id,
    resource: resourceId,
    status: 'inferred',
    rule,
    evidence,
  });
  t.like(await dataOf(read(client, id)), {
    status: 'inferred',
    source: 'rule',
    rule_id: rule,
    confidence: 'medium',
    evidence,
    reviewed_by: undefined,
  });
  const confirmed = await confirm(client, id);
  t.is(confirmed.response.status, 200);
  t.like(confirmed.data, {
    id,
    application_id: application.id,
    resource_id: resourceId,
    status: 'confirmed',
    source: 'rule',
    rule_id: rule,
    confidence: 'high',
    evidence,
    reviewed_by: userId,
  });
  t.truthy(confirmed.data?.reviewed_at);
  const first = await dataOf(read(client, id));
  await confirm(client, id);
  t.deepEqual(await dataOf(read(client, id)), first, 'a repeated confirmation changes nothing');
  t.deepEqual(await fixture.eventsOf(organizationId), [
    {
      kind: 'confirmed',
      target_type: 'resource',
      target_id: resourceId,
      target_name: 'web-1',
      actor_id: userId,
      source: 'rule',
      evidence: [
        {
          kind: 'declared',
          reference: { entity_type: 'application', id: application.id, name: application.name },
        },
        ...evidence,
      ],
    },
  ]);
  const [entry] = await fixture.auditOf(client, 'membership.confirmed');
  t.like(entry, { target: { type: 'membership', id, name: 'web-1' } });
  t.like(entry?.details, { application_id: application.id, resource_id: resourceId, rule_id: rule });
  t.true((await fixture.queueOf(organizationId)).includes(`resource ${resourceId}`));
});

test('rejects a membership with a reason, and rejects the confirmation of a rejected one', async (t) => {
  const { client, userId, organizationId, application, ids } = await fixture.withApplication((account) => [
    aResource(account),
    aResource(account),
    aResource(account),
  ]);
  const resource = (index: number) => ids[index] ?? '';
  const add = (index: number, status: string) =>
    fixture.addMembership(organizationId, { application: application.id, resource: resource(index), status });
  const id = await add(0, 'inferred');
  const rejected = await dataOf(reject(client, id, 'Belongs to billing.'));
  t.like(rejected, { status: 'rejected', reason: 'Belongs to billing.', reviewed_by: userId });
  t.deepEqual(
    await dataOf(reject(client, id, 'Other reason')),
    rejected,
    'a repeated rejection changes nothing',
  );
  const message = await expectError(t, confirm(client, id), 409, 'conflict');
  t.is(message, 'The membership is rejected. To add the resource, declare it.');
  t.deepEqual(
    (await fixture.eventsOf(organizationId)).map(({ kind }) => kind),
    ['rejected'],
  );
  for (const [index, status] of [
    [1, 'confirmed'],
    [2, 'declared'],
  ] as const)
    t.is((await dataOf(reject(client, await add(index, status)))).status, 'rejected', status);
  t.is((await list(client, { status: 'rejected' })).length, 3);
});

test('reviews a stale membership', async (t) => {
  const { client, organizationId, application, ids } = await fixture.withApplication((account) => [
    aResource(account),
    aResource(account),
  ]);
  const [one, two] = await Promise.all(
    ids.map((resource) =>
      fixture.addMembership(organizationId, { application: application.id, resource, status: 'stale' }),
    ),
  );
  t.like(await dataOf(confirm(client, one ?? '')), { status: 'confirmed', confidence: 'high' });
  t.like(await dataOf(reject(client, two ?? '')), { status: 'rejected' });
});

test('a declared membership stays declared when it is confirmed', async (t) => {
  const { client, application, ids } = await fixture.withApplication((account) => [aResource(account)]);
  const [declared] = (await dataOf(declare(client, application.id, ids))).items;
  const confirmed = await dataOf(confirm(client, declared?.id ?? ''));
  t.deepEqual(confirmed, declared);
  t.like(confirmed, { status: 'declared', source: 'declared', evidence: [{ kind: 'declared' }] });
});

test('concurrent confirmations and rejections of a membership end in a rejection', async (t) => {
  const { client, organizationId, application, ids } = await fixture.withApplication((account) =>
    Array.from({ length: 6 }, () => aResource(account)),
  );
  const memberships = await Promise.all(
    ids.map((resource) =>
      fixture.addMembership(organizationId, { application: application.id, resource, status: 'inferred' }),
    ),
  );
  const responses = await Promise.all(
    memberships.flatMap((id, index) =>
      index % 2 === 0 ? [confirm(client, id), reject(client, id)] : [reject(client, id), confirm(client, id)],
    ),
  );
  t.true(responses.every(({ response }) => response.status === 200 || response.status === 409));
  t.deepEqual(
    (await list(client)).map(({ status }) => status),
    memberships.map(() => 'rejected'),
  );
});

test('rejects reviews and declarations in an archived application', async (t) => {
  const { client, organizationId, application, ids } = await fixture.withApplication((account) => [
    aResource(account),
    aResource(account),
  ]);
  const [resource = '', other = ''] = ids;
  const id = await fixture.addMembership(organizationId, {
    application: application.id,
    resource,
    status: 'confirmed',
  });
  await fixture.archive(client, application.id, true);
  for (const request of [confirm(client, id), reject(client, id), declare(client, application.id, [other])])
    t.is(await expectError(t, request, 409, 'conflict'), 'The application is archived.');
  const unknown = declare(client, application.id, [other, randomUUID()]);
  await expectError(t, unknown, 400, 'validation_failed', 'validation comes first');
  t.is((await list(client)).length, 1);
  await fixture.archive(client, application.id, false);
  t.is((await reject(client, id)).response.status, 200);
});

test('rejects invalid filters and bodies', async (t) => {
  const { client } = await fixture.api.signUp();
  const refused = async (method: string, path: string, field: string, body?: object) => {
    const response = await client.request(method, path, body === undefined ? {} : { body });
    t.deepEqual([response.status, response.body['code']], [400, 'validation_failed'], path);
    t.true(String(response.body['message']).startsWith(`${field}: `), String(response.body['message']));
  };
  const id = randomUUID();
  await refused('GET', '/memberships?status=open', 'status');
  await refused('GET', '/memberships?application_id=1', 'application_id');
  await refused('GET', '/memberships?team_id=1', 'team_id');
  await refused('GET', '/memberships?include_deleted=yes', 'include_deleted');
  await refused('POST', `/memberships/${id}/confirm`, 'learn_rule', { learn_rule: 'yes' });
  await refused('POST', `/memberships/${id}/confirm`, 'reason', { reason: 'x' });
  await refused('POST', `/memberships/${id}/reject`, 'reason', { reason: 'x'.repeat(4001) });
  const { status } = await client.request('POST', `/memberships/${id}/confirm`);
  t.is(status, 404, 'the body is optional');
});

test('a review opens and resolves the issue of deleted members', async (t) => {
  const { client, organizationId, application, ids } = await fixture.withApplication((account) => [
    aResource(account),
  ]);
  const id = await fixture.addMembership(organizationId, {
    application: application.id,
    resource: ids[0] ?? '',
    status: 'stale',
  });
  await fixture.deleteResources(organizationId, ids);
  const open = async () => (await fixture.openIssuesOf(organizationId)).includes('orphaned_membership');
  await dataOf(confirm(client, id));
  t.true(await open());
  await dataOf(reject(client, id));
  t.false(await open());
});

test('suspends a rule whose memberships are rejected', async (t) => {
  const { client, organizationId, application, ids } = await fixture.withApplication((account) =>
    Array.from({ length: 10 }, () => aResource(account)),
  );
  const rule = await fixture.createRule(client, application.id, 'web');
  for (const [index, resource] of ids.entries()) {
    const id = await fixture.addMembership(organizationId, {
      application: application.id,
      resource,
      status: 'inferred',
      rule,
    });
    await dataOf(index < 4 ? confirm(client, id) : reject(client, id));
  }
  const path = { id: rule };
  t.like(await dataOf(client.GET('/api/v1/inference-rules/{id}', { params: { path } })), {
    confirmed: 4,
    rejected: 6,
    precision: 0.4,
    enabled: true,
  });
  t.true((await fixture.openIssuesOf(organizationId)).includes('suspended_rule'));
});

test('reviews several memberships at once, and names why one is not reviewed', async (t) => {
  const { client, userId, organizationId, application, ids } = await fixture.withApplication((account) => [
    aResource(account, { name: 'web-1', tags: { app: 'web' } }),
    aResource(account, { name: 'web-2', tags: { app: 'web' } }),
    aResource(account, { name: 'web-3', tags: { app: 'web' } }),
    aResource(account, { name: 'other' }),
  ]);
  const add = (index: number, status: string) =>
    fixture.addMembership(organizationId, {
      application: application.id,
      resource: ids[index] ?? '',
      status,
    });
  const [one, two, confirmed, rejected] = [
    await add(0, 'inferred'),
    await add(1, 'stale'),
    await add(2, 'confirmed'),
    await add(3, 'rejected'),
  ];
  const other = await fixture.withApplication((account) => [aResource(account)]);
  const foreign = await fixture.addMembership(other.organizationId, {
    application: other.application.id,
    resource: other.ids[0] ?? '',
    status: 'inferred',
  });
  const review = (body: object) => client.request('POST', '/memberships/review', { body });
  const given = [rejected, one.toUpperCase(), foreign, two, confirmed, one];
  const { status, body } = await review({ ids: given, action: 'confirm', learn_rule: true });
  t.is(status, 200);
  const items = body['items'] as { id: string; learned_rule_id?: string }[];
  const learned = items.flatMap(({ learned_rule_id: rule }) => rule ?? []);
  t.deepEqual(
    items.map(({ learned_rule_id: _rule, ...item }) => item),
    [
      { id: rejected, code: 'conflict' },
      { id: one, status: 'confirmed' },
      { id: foreign, code: 'not_found' },
      { id: two, status: 'confirmed' },
      { id: confirmed, status: 'confirmed' },
    ] as object[] as typeof items,
  );
  t.is(learned.length, 1, 'a rule of the application');
  t.like(
    await dataOf(client.GET('/api/v1/inference-rules/{id}', { params: { path: { id: learned[0] ?? '' } } })),
    { learned_from: one, outcome: { application: { id: application.id } } },
  );
  t.like(await dataOf(read(client, one)), {
    status: 'confirmed',
    confidence: 'high',
    reviewed_by: userId,
    resource_name: 'web-1',
    resource_type: 'AWS::EC2::Instance',
  });
  t.deepEqual(
    (await fixture.eventsOf(organizationId))
      .map(({ kind, target_name: name }) => `${String(kind)} ${String(name)}`)
      .toSorted(),
    ['confirmed web-1', 'confirmed web-2'],
  );
  const [entry] = await fixture.auditOf(client, 'membership.reviewed');
  t.like(entry, { target: { type: 'membership', name: '2 memberships' } });
  t.like(entry?.details, { action: 'confirm', unchanged: 1, refused: 2, learned_rule_ids: learned });
  t.deepEqual(new Set([entry?.details['changed']].flat()), new Set([one, two]));
  const queue = await fixture.queueOf(organizationId);
  t.true(ids.slice(0, 2).every((id) => queue.includes(`resource ${id}`)));
  t.is((await dataOf(read(other.client, foreign))).status, 'inferred');

  t.deepEqual((await review({ ids: [one, rejected], action: 'reject', reason: 'Wrong.' })).body['items'], [
    { id: one, status: 'rejected' },
    { id: rejected, status: 'rejected' },
  ]);
  t.like(await dataOf(read(client, one)), { reason: 'Wrong.' });
  for (const [field, wrong] of [
    ['ids', { ids: [], action: 'confirm' }],
    ['ids', { ids: Array.from({ length: 201 }, () => one), action: 'confirm' }],
    ['reason', { ids: [one], action: 'confirm', reason: 'x' }],
    ['learn_rule', { ids: [one], action: 'reject', learn_rule: true }],
  ] as const)
    t.true(String((await review(wrong)).body['message']).startsWith(`${field}: `), JSON.stringify(wrong));
});

test('concurrent reviews of the same memberships in opposite orders all end', async (t) => {
  const { client, organizationId, application, ids } = await fixture.withApplication((account) =>
    Array.from({ length: 12 }, () => aResource(account)),
  );
  const rule = await fixture.createRule(client, application.id, 'web');
  const memberships = await Promise.all(
    ids.map((resource) =>
      fixture.addMembership(organizationId, {
        application: application.id,
        resource,
        status: 'inferred',
        rule,
      }),
    ),
  );
  const responses = await Promise.all(
    [memberships, memberships.toReversed(), memberships.slice(3), memberships.slice(0, 8).toReversed()].map(
      (order, index) =>
        client.POST('/api/v1/memberships/review', {
          body: { ids: order, action: index % 2 === 0 ? 'confirm' : 'reject' },
        }),
    ),
  );
  t.deepEqual(
    responses.map(({ response }) => response.status),
    [200, 200, 200, 200],
  );
  t.deepEqual(
    (await list(client)).map(({ status }) => status),
    memberships.map(() => 'rejected'),
    'the second review rejects each membership, and a confirmation does not change that',
  );
});
