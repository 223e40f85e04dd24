import { randomUUID } from 'node:crypto';
import test from 'ava';
import { updateApplication } from '../../../../db/applications/application-store.ts';
import { applyArchiving } from '../../../../db/applications/archive-application.ts';
import { queueInference } from '../../../../db/ownership/inference/inference-queue.ts';
import { runInference } from '../../../../db/ownership/inference/run-inference.ts';
import { useInventoryApi } from '../../../support/inventory/inventory-api.ts';
import { makeMappedOrganization } from '../../../support/mapping/mapping-fixture.ts';
import type { MappedOrganization } from '../../../support/mapping/mapping-fixture.ts';
import { storedOwnership } from '../../../support/ownership/stored-ownership.ts';

const fixture = useInventoryApi();

const query = <T extends object>(text: string, values: readonly unknown[] = []) =>
  fixture.inventory.query<T & Record<string, unknown>>(text, values);

const run = (organizationId: string) => fixture.inventory.write(organizationId, runInference);

const queue = (
  organizationId: string,
  ...change: Parameters<typeof queueInference> extends [unknown, ...infer Rest] ? Rest : never
) => fixture.inventory.write(organizationId, (tenant) => queueInference(tenant, ...change));

const queuedRows = async (organizationId: string) =>
  (await query('select from inference_queue where organization_id = $1', [organizationId])).length;

/** Returns `<application>/<resource>: <status>` of every membership. */
const membershipsOf = async ({ organizationId }: MappedOrganization) =>
  (
    await query<{ text: string }>(
      `select a.name || '/' || r.name || ': ' || m.status as text from memberships m
       join applications a on a.id = m.application_id join resources r on r.id = m.resource_id
       where m.organization_id = $1 order by 1`,
      [organizationId],
    )
  ).map(({ text }) => text);

test('a run processes the queue once, also when its activity runs twice', async (t) => {
  const organization = await makeMappedOrganization(fixture, ['web', 'db']);
  const { organizationId } = organization;
  const store = storedOwnership(fixture.inventory, organizationId);
  const shop = await store.application('shop');
  await store.rule({ name: { equals: 'web' } }, { application: { id: shop } });
  t.true((await queuedRows(organizationId)) > 0, 'the insert of resources queues them');
  const runs = await Promise.all([run(organizationId), run(organizationId)]);
  t.is(runs.filter((result) => result === undefined).length, 1);
  t.deepEqual(runs.find((result) => result !== undefined)?.memberships, { added: 1, changed: 0, staled: 0 });
  t.deepEqual(await membershipsOf(organization), ['shop/web: inferred']);
  t.is(await queuedRows(organizationId), 0);
  t.is((await query('select from inference_scope where organization_id = $1', [organizationId])).length, 0);
  const events = await query<{ kind: string; target_name: string; source: string }>(
    'select kind, target_name, source from ownership_events where organization_id = $1',
    [organizationId],
  );
  t.deepEqual(events, [{ kind: 'inferred', target_name: 'shop', source: 'rule' }]);
  await queue(organizationId, 'all');
  t.like(await run(organizationId), { scope: 'all', memberships: { added: 0, changed: 0, staled: 0 } });
});

test('the event of memberships that only the link of a repository gives has its evidence', async (t) => {
  const organization = await makeMappedOrganization(fixture, ['web', 'db']);
  const { organizationId, repositoryId } = organization;
  await organization.sync([organization.entry('web'), organization.entry('db')]);
  const store = storedOwnership(fixture.inventory, organizationId);
  const [shop, billing] = [await store.application('shop'), await store.application('billing')];
  await store.repositoryApplication(repositoryId, shop);
  await store.rule({ name: { equals: 'web' } }, { application: { id: billing } });
  await run(organizationId);
  const events = await query<{ target_name: string; source: string; evidence: readonly unknown[] }>(
    `select target_name, source, evidence from ownership_events where organization_id = $1 and kind = 'inferred'
     order by target_name`,
    [organizationId],
  );
  t.deepEqual(
    events.map(({ target_name: name, source, evidence }) => [name, source, evidence.length]),
    [
      ['billing', 'rule', 0],
      ['shop', 'repository', 1],
    ],
  );
  t.like(events[1]?.evidence[0], {
    kind: 'repository',
    reference: { entity_type: 'repository', id: repositoryId },
  });
});

test('a run evaluates the neighbours of changed resources for rules with related_to', async (t) => {
  const organization = await makeMappedOrganization(fixture, ['web', 'db', 'other']);
  const { organizationId, queue: idOf } = organization;
  const store = storedOwnership(fixture.inventory, organizationId);
  const [shop, billing] = [await store.application('shop'), await store.application('billing')];
  await store.relationship(idOf('db'), idOf('web'));
  const rule = await store.rule({ name: { equals: 'web' } }, { application: { id: shop } });
  await store.rule({ related_to: { application_id: shop } }, { application: { id: billing } });
  await run(organizationId);
  t.deepEqual(await membershipsOf(organization), ['billing/db: inferred', 'shop/web: inferred']);
  await query(`update resources set name = 'renamed' where organization_id = $1 and id = $2`, [
    organizationId,
    idOf('web'),
  ]);
  t.like(await run(organizationId), { scope: 'queued' });
  t.deepEqual(await membershipsOf(organization), ['billing/db: stale', 'shop/renamed: stale']);
  await query(`update inference_rules set conditions = '{"name": {"equals": "renamed"}}' where id = $1`, [
    rule,
  ]);
  await queue(organizationId, 'rule', [rule]);
  t.like(await run(organizationId), { scope: 'queued' });
  t.deepEqual(await membershipsOf(organization), ['billing/db: inferred', 'shop/renamed: inferred']);
});

test('a run makes the memberships stale that archiving leaves', async (t) => {
  const organization = await makeMappedOrganization(fixture, ['web', 'db']);
  const { organizationId } = organization;
  const store = storedOwnership(fixture.inventory, organizationId);
  const shop = await store.application('shop');
  await store.rule({ any: [{ name: { in: ['web', 'db'] } }] }, { application: { id: shop } });
  await run(organizationId);
  await fixture.inventory.write(organizationId, async (tenant) => {
    const { application } = await updateApplication(tenant, shop, { archived: true });
    await applyArchiving(tenant, application, randomUUID(), 1);
    await queueInference(tenant, 'application', [shop]);
  });
  const statuses = await query<{ status: string }>(
    'select status from memberships where organization_id = $1 order by status',
    [organizationId],
  );
  t.deepEqual(statuses, [{ status: 'inferred' }, { status: 'stale' }]);
  await run(organizationId);
  t.deepEqual(await membershipsOf(organization), ['shop/db: stale', 'shop/web: stale']);
});

test('a run that ends before its commit leaves the memberships and the queue', async (t) => {
  const organization = await makeMappedOrganization(fixture, ['web']);
  const { organizationId } = organization;
  const store = storedOwnership(fixture.inventory, organizationId);
  const [shop, billing] = [await store.application('shop'), await store.application('billing')];
  const rule = await store.rule({ name: { equals: 'web' } }, { application: { id: shop } });
  await run(organizationId);
  await query(`update inference_rules set outcome = $2, application_id = $3 where id = $1`, [
    rule,
    JSON.stringify({ application: { id: billing } }),
    billing,
  ]);
  await queue(organizationId, 'rule', [rule]);
  await t.throwsAsync(
    fixture.inventory.write(organizationId, async (tenant) => {
      await runInference(tenant);
      throw new Error('the worker was killed');
    }),
    { message: 'the worker was killed' },
  );
  t.deepEqual(await membershipsOf(organization), ['shop/web: inferred']);
  t.is(await queuedRows(organizationId), 1);
  await run(organizationId);
  t.deepEqual(await membershipsOf(organization), ['billing/web: inferred', 'shop/web: stale']);
});

test('a deleted rule is removed by the run that reassigns its resources, and reviews lose the reference', async (t) => {
  const organization = await makeMappedOrganization(fixture, ['web', 'api', 'db']);
  const { organizationId, queue: resource } = organization;
  const store = storedOwnership(fixture.inventory, organizationId);
  const shop = await store.application('shop');
  const rule = await store.rule({ name: { in: ['web', 'api'] } }, { application: { id: shop } });
  await run(organizationId);
  await query("update memberships set status = 'confirmed' where resource_id = $1", [resource('api')]);
  await query('update inference_rules set deleted_at = now(), application_id = null where id = $1', [rule]);
  await queue(organizationId, 'resource', [resource('db')]);
  await run(organizationId);
  const rules = () => query('select from inference_rules where organization_id = $1', [organizationId]);
  t.is((await rules()).length, 1, 'a run of other resources keeps the row');
  await queue(organizationId, 'rule', [rule]);
  await run(organizationId);
  t.is((await rules()).length, 0);
  t.deepEqual(await membershipsOf(organization), ['shop/api: confirmed', 'shop/web: stale']);
  const [references] = await query<{ count: number }>(
    'select count(rule_id)::int as count from memberships where organization_id = $1',
    [organizationId],
  );
  t.is(references?.count, 0);
});

test('created applications are audited as system and reported as unowned, and resource issues follow the run', async (t) => {
  const organization = await makeMappedOrganization(fixture, ['web', 'db']);
  const { organizationId, queue: resource } = organization;
  await query(`update resource_documents set tags = '{"app": "Check Out"}' where resource_id = $1`, [
    resource('web'),
  ]);
  const store = storedOwnership(fixture.inventory, organizationId);
  const rule = await store.rule(
    { tag: { key: 'app', exists: true } },
    { application: { name_from_tag: 'app' } },
  );
  await run(organizationId);
  t.deepEqual(await membershipsOf(organization), ['Check Out/web: inferred']);
  const audit = await query<object>(
    `select actor_type, target_name, details from audit_entries
     where organization_id = $1 and action = 'application.created'`,
    [organizationId],
  );
  t.deepEqual(audit, [{ actor_type: 'system', target_name: 'Check Out', details: { rule_id: rule } }]);
  const issues = () =>
    query<{ kind: string; target_type: string }>(
      `select kind, target_type from ownership_issues where organization_id = $1 and resolved_at is null order by kind`,
      [organizationId],
    );
  t.deepEqual(await issues(), [
    { kind: 'unowned_application', target_type: 'application' },
    { kind: 'unowned_resource', target_type: 'resource' },
  ]);
});

test('a deleted member of an application opens orphaned_membership, and its return resolves it', async (t) => {
  const organization = await makeMappedOrganization(fixture, ['web', 'db']);
  const { organizationId, queue: resource } = organization;
  const store = storedOwnership(fixture.inventory, organizationId);
  const shop = await store.application('shop');
  await store.membership(shop, resource('web'));
  await store.membership(shop, resource('db'), 'inferred');
  await run(organizationId);
  const orphaned = async () =>
    (
      await query<{ detail: string }>(
        `select detail from ownership_issues
         where organization_id = $1 and kind = 'orphaned_membership' and resolved_at is null`,
        [organizationId],
      )
    ).length;
  t.is(await orphaned(), 0);
  const setStatus = (status: string) =>
    query(
      `update resources set status = $2, deleted_at = case when $2 = 'deleted' then now() end
       where organization_id = $1`,
      [organizationId, status],
    );
  await setStatus('deleted');
  t.true((await queuedRows(organizationId)) > 0, 'the deletion queues the resources');
  await run(organizationId);
  t.is(await orphaned(), 1);
  t.deepEqual(await membershipsOf(organization), ['shop/db: stale', 'shop/web: declared']);
  await setStatus('active');
  await run(organizationId);
  t.is(await orphaned(), 0);
});
