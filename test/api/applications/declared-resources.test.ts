import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { aResource } from '../../support/inventory/test-inventory.ts';
import { declare, useMembershipApi } from '../../support/ownership/membership-api.ts';

const fixture = useMembershipApi();

const statuses = ['inferred', 'stale', 'confirmed', 'declared', 'rejected'] as const;

test('declares resources by the status of their memberships, and removes none', async (t) => {
  const { client, userId, organizationId, application, ids } = await fixture.withApplication((account) =>
    Array.from({ length: 7 }, (_, index) => aResource(account, { name: `web-${index}` })),
  );
  const rule = await fixture.createRule(client, application.id, 'web');
  for (const [index, status] of statuses.entries())
    await fixture.addMembership(organizationId, {
      application: application.id,
      resource: ids[index] ?? '',
      status,
      rule: status === 'declared' ? undefined : rule,
      evidence: [{ kind: 'tag', key: 'app', value: 'web' }],
    });
  const { items } = await dataOf(declare(client, application.id, ids.slice(0, 6)));
  const byResource = new Map(items.map((membership) => [membership.resource_id, membership]));
  const shown = (index: number) => byResource.get(ids[index] ?? '');
  for (const index of [0, 1, 4, 5]) {
    t.like(shown(index), { status: 'declared', source: 'declared', confidence: 'high' }, String(index));
    t.deepEqual(shown(index)?.evidence, [{ kind: 'declared' }]);
    t.is(shown(index)?.rule_id, undefined);
  }
  t.like(shown(2), { status: 'confirmed', source: 'rule', rule_id: rule });
  t.like(shown(3), { status: 'declared', source: 'declared' });
  t.is(items.length, 6);

  const [event, ...others] = await fixture.eventsOf(organizationId);
  t.deepEqual(others, [], 'one event for a request');
  t.like(event, {
    kind: 'assigned',
    target_type: 'application',
    target_id: application.id,
    target_name: application.name,
    actor_id: userId,
    source: 'declared',
  });
  const changed = [0, 1, 4, 5].map((index) => ids[index] ?? '').toSorted();
  t.deepEqual(
    event === undefined
      ? []
      : (event['evidence'] as { reference: { id: string } }[]).map(({ reference }) => reference.id),
    changed,
  );
  const queued = (await fixture.queueOf(organizationId)).filter((row) => row.startsWith('resource '));
  t.deepEqual(
    queued.slice(-4).toSorted(),
    changed.map((id) => `resource ${id}`),
    'only resources whose membership changed',
  );

  await dataOf(declare(client, application.id, ids.slice(6)));
  const { items: all } = await dataOf(
    client.GET('/api/v1/applications/{id}/resources', { params: { path: { id: application.id } } }),
  );
  t.is(all.length, 7, 'a second declaration adds');
  await dataOf(declare(client, application.id, ids));
  t.is((await fixture.eventsOf(organizationId)).length, 2, 'a declaration that changes nothing has no event');
});

test('a declaration removes the review of a rejected membership', async (t) => {
  const { client, application, ids } = await fixture.withApplication((account) => [aResource(account)]);
  const [declared] = (await dataOf(declare(client, application.id, ids))).items;
  const params = { path: { id: declared?.id ?? '' } };
  const rejected = await dataOf(
    client.POST('/api/v1/memberships/{id}/reject', { params, body: { reason: 'No.' } }),
  );
  t.like(rejected, { status: 'rejected', reason: 'No.' });
  const [again] = (await dataOf(declare(client, application.id, ids))).items;
  t.like(again, {
    id: declared?.id,
    status: 'declared',
    reason: undefined,
    reviewed_by: undefined,
    reviewed_at: undefined,
  });
});
