import test from 'ava';
import { runInference } from '../../../db/ownership/inference/run-inference.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { UpdateApplicationBody } from '../../../api-client/api-types.ts';
import { aResource } from '../../support/inventory/test-inventory.ts';
import { useMembershipApi } from '../../support/ownership/membership-api.ts';
import { createRule } from '../../support/ownership/rule-fixture.ts';

const fixture = useMembershipApi();

test('archiving an application makes its inferred memberships stale and resolves its issues', async (t) => {
  const { client, organizationId, application, ids } = await fixture.withApplication((account) =>
    Array.from({ length: 5 }, () => aResource(account)),
  );
  const statuses = ['inferred', 'stale', 'confirmed', 'declared', 'rejected'] as const;
  for (const [index, status] of statuses.entries())
    await fixture.addMembership(organizationId, {
      application: application.id,
      resource: ids[index] ?? '',
      status,
    });
  const listStatuses = async () =>
    (await dataOf(client.GET('/api/v1/memberships'))).items.map(({ status }) => status);
  await fixture.deleteResources(organizationId, ids.slice(3, 4));
  await fixture.archive(client, application.id, false);
  t.deepEqual(await listStatuses(), ['inferred', 'stale', 'confirmed', 'rejected']);

  await fixture.archive(client, application.id, true);
  t.deepEqual(await listStatuses(), ['stale', 'stale', 'confirmed', 'rejected']);
  t.deepEqual(await fixture.openIssuesOf(organizationId), []);
  const queued = async () =>
    (await fixture.queueOf(organizationId)).filter((row) => row === `application ${application.id}`).length;
  t.is(await queued(), 1);
  await fixture.archive(client, application.id, true);
  t.is(await queued(), 1, 'a repeated archiving changes nothing');

  await fixture.archive(client, application.id, false);
  t.is(await queued(), 2);
  t.deepEqual(
    (await fixture.openIssuesOf(organizationId)).toSorted(),
    ['orphaned_membership', 'unowned_application'],
    'a restored application has its issues again',
  );
});

test('archiving or restoring an application with an owner records that its resources have other owners', async (t) => {
  const { client, userId, organizationId, application } = await fixture.withApplication(() => []);
  const changes = async () =>
    (await fixture.eventsOf(organizationId)).filter(({ kind }) => kind === 'inherited_changed');
  await fixture.archive(client, application.id, true);
  await fixture.archive(client, application.id, false);
  t.deepEqual(await changes(), [], 'without an owner nothing is inherited');
  const params = { path: { id: application.id } };
  await dataOf(client.POST('/api/v1/applications/{id}/owners', { params, body: { user_id: userId } }));
  await fixture.archive(client, application.id, true);
  await fixture.archive(client, application.id, true);
  t.deepEqual(await changes(), [
    {
      kind: 'inherited_changed',
      target_type: 'application',
      target_id: application.id,
      target_name: application.name,
      actor_id: userId,
      source: 'application',
      evidence: [],
    },
  ]);
});

test('a restored and a renamed application get the resources whose tag means them in the next run', async (t) => {
  const { client, organizationId, application } = await fixture.withApplication((account) => [
    aResource(account, { tags: { Application: 'web-shop' } }),
  ]);
  const rule = await createRule(client);
  await createRule(client, { enabled: false });
  const queuedBy = async (body: UpdateApplicationBody, { id } = application) => {
    await fixture.inventory.query('delete from inference_queue where organization_id = $1', [organizationId]);
    await dataOf(client.PATCH('/api/v1/applications/{id}', { params: { path: { id } }, body }));
    return fixture.queueOf(organizationId);
  };
  const inferred = async () => {
    await fixture.inventory.write(organizationId, runInference);
    const { items } = await dataOf(
      client.GET('/api/v1/memberships', { params: { query: { status: ['inferred'] } } }),
    );
    return items.map(({ application_id: id }) => id);
  };
  await queuedBy({ archived: true });
  t.deepEqual(await inferred(), []);
  const other = await dataOf(client.POST('/api/v1/applications', { body: { name: 'Other' } }));
  const changes = [`application ${other.id}`, `rule ${rule.id}`];
  t.deepEqual(await queuedBy({ name: 'Web shop' }, other), changes);
  t.deepEqual(await inferred(), [other.id], 'the other application is archived');
  t.deepEqual(await queuedBy({ name: 'Web shop', slug: 'other', description: 'Sells' }, other), []);
  t.deepEqual(await queuedBy({ slug: 'another' }, other), changes);
  t.deepEqual(await queuedBy({ archived: false }), [`application ${application.id}`, `rule ${rule.id}`]);
  t.deepEqual(await inferred(), [application.id], 'its slug wins over the name of the other application');
});

test('a new application whose slug a tag means gets its resources in the next run', async (t) => {
  const { client, organizationId, application } = await fixture.withApplication((account) => [
    aResource(account, { tags: { Application: 'web-shop' } }),
  ]);
  await dataOf(
    client.PATCH('/api/v1/applications/{id}', {
      params: { path: { id: application.id } },
      body: { name: 'Web shop', slug: 'other' },
    }),
  );
  const rule = await createRule(client);
  const inferred = async () => {
    await fixture.inventory.write(organizationId, runInference);
    const { items } = await dataOf(
      client.GET('/api/v1/memberships', { params: { query: { status: ['inferred'] } } }),
    );
    return items.map(({ application_id: id }) => id);
  };
  t.deepEqual(await inferred(), [application.id], 'by its name');
  const body = { name: 'Shop', slug: 'web-shop' };
  const created = await dataOf(client.POST('/api/v1/applications', { body }));
  t.deepEqual(await fixture.queueOf(organizationId), [`rule ${rule.id}`]);
  t.deepEqual(await inferred(), [created.id], 'a slug wins over a name');
});

test('archiving does not wait for memberships that another transaction locks', async (t) => {
  const { client, organizationId, application, ids } = await fixture.withApplication((account) => [
    aResource(account),
    aResource(account),
  ]);
  const [locked, free] = await Promise.all(
    ids.map((resource) =>
      fixture.addMembership(organizationId, { application: application.id, resource, status: 'inferred' }),
    ),
  );
  const statusOf = async (id = '') =>
    (await dataOf(client.GET('/api/v1/memberships/{id}', { params: { path: { id } } }))).status;
  await fixture.withLockedMembership(locked ?? '', async () => {
    await fixture.archive(client, application.id, true);
    t.is(await statusOf(free), 'stale');
    t.is(await statusOf(locked), 'inferred', 'the inference run that follows changes it');
  });
});
