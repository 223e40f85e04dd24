import test from 'ava';
import { execute, rowsOf } from '../../../../db/query.ts';
import { sql } from '../../../../db/sql.ts';
import type { Tenant } from '../../../../db/tenant.ts';
import { hasQueuedInference, queueInference } from '../../../../db/ownership/inference/inference-queue.ts';
import type { QueueKind } from '../../../../db/ownership/inference/inference-queue.ts';
import {
  clearInferenceScope,
  fillInferenceScope,
} from '../../../../db/ownership/inference/inference-scope.ts';
import { listRulesToEvaluate } from '../../../../db/ownership/rules/rule-store.ts';
import { takeInferenceQueue } from '../../../../db/ownership/inference/take-inference-queue.ts';
import { useInventoryApi } from '../../../support/inventory/inventory-api.ts';
import { makeMappedOrganization } from '../../../support/mapping/mapping-fixture.ts';
import type { MappedOrganization } from '../../../support/mapping/mapping-fixture.ts';
import { storedOwnership } from '../../../support/ownership/stored-ownership.ts';

const fixture = useInventoryApi();

/** Empties the queue and returns the names of the resources that the given change concerns, or `all`. */
async function scopeOf(
  { organizationId, model }: MappedOrganization,
  kind: QueueKind,
  ...ids: readonly string[]
): Promise<readonly string[] | 'all'> {
  return fixture.inventory.write(organizationId, async (tenant) => {
    await execute(tenant, sql`delete from inference_queue where organization_id = ${organizationId}`);
    await queueInference(tenant, kind, ids);
    const taken = await takeInferenceQueue(tenant);
    if (taken === undefined) throw new Error('the queue is empty');
    if ((await fillInferenceScope(tenant, taken, await listRulesToEvaluate(tenant))) === 'all') return 'all';
    const found = await scopedIds(tenant);
    await clearInferenceScope(tenant);
    return model.filter(({ id }) => found.includes(id)).map(({ versions }) => versions[0]?.name ?? '');
  });
}

async function scopedIds(tenant: Tenant): Promise<readonly string[]> {
  const rows = await rowsOf<{ resourceId: string }>(
    tenant,
    sql`select resource_id from inference_scope where organization_id = ${tenant.organizationId}`,
  );
  return rows.map(({ resourceId: id }) => id);
}

test('a queue row names the resources that the change of its record concerns', async (t) => {
  const names = ['member', 'owned', 'claimed', 'ruled', 'placed', 'assigned', 'matched', 'other'];
  const organization = await makeMappedOrganization(fixture, names);
  const { organizationId, queue, entry, account, projectId, repositoryId, sourceId } = organization;
  await organization.sync([entry('claimed')]);
  const store = storedOwnership(fixture.inventory, organizationId);
  const [shop, billing] = [await store.application('shop'), await store.application('billing')];
  const [environment, team] = [await store.environment('prod'), await store.team('core')];
  await store.membership(shop, queue('member'));
  await store.membership(billing, queue('owned'), 'stale');
  await store.teamOwner(billing, team);
  const rule = await store.rule({ name: { equals: 'matched' } }, { environment: { id: environment } });
  await store.membership(shop, queue('ruled'), 'inferred', rule);
  await fixture.inventory.query(
    `insert into resource_environments (organization_id, resource_id, environment_id, source, rule_id)
     values ($1, $2, $3, 'rule', $4)`,
    [organizationId, queue('placed'), environment, rule],
  );
  await fixture.inventory.query(
    `insert into resource_teams (organization_id, resource_id, team_id, rule_id, confidence)
     values ($1, $2, $3, $4, 'high')`,
    [organizationId, queue('assigned'), team, rule],
  );
  t.deepEqual(await scopeOf(organization, 'resource', queue('other'), queue('other')), ['other']);
  t.deepEqual(await scopeOf(organization, 'account', account), names);
  t.deepEqual(await scopeOf(organization, 'application', shop), ['member', 'ruled']);
  t.deepEqual(await scopeOf(organization, 'team', team), ['owned']);
  t.deepEqual(await scopeOf(organization, 'project', projectId), ['claimed']);
  t.deepEqual(await scopeOf(organization, 'repository', repositoryId), ['claimed']);
  t.deepEqual(await scopeOf(organization, 'state_source', sourceId), ['claimed']);
  t.deepEqual(await scopeOf(organization, 'rule', rule), ['ruled', 'placed', 'assigned', 'matched']);
  t.is(await scopeOf(organization, 'all'), 'all');
  await store.repositoryTeam(repositoryId, team);
  await store.repositoryApplication(repositoryId, shop);
  t.deepEqual(await scopeOf(organization, 'team', team), ['owned', 'claimed']);
  t.deepEqual(await scopeOf(organization, 'application', shop), ['member', 'claimed', 'ruled']);
});

test('a change concerns the related resources when a rule reads relationships', async (t) => {
  const organization = await makeMappedOrganization(fixture, ['changed', 'source', 'target', 'other']);
  const { organizationId, queue } = organization;
  const store = storedOwnership(fixture.inventory, organizationId);
  for (const [source, target] of [
    ['source', 'changed'],
    ['changed', 'target'],
    ['target', 'other'],
  ] as const)
    await fixture.inventory.query(
      `insert into relationships (organization_id, source_id, target_id, relationship_type, confidence)
       values ($1, $2, $3, 'uses', 'high')`,
      [organizationId, queue(source), queue(target)],
    );
  t.deepEqual(await scopeOf(organization, 'resource', queue('changed')), ['changed']);
  const application = await store.application('shop');
  await store.rule({ related_to: { application_id: application } }, { application: { id: application } });
  t.deepEqual(await scopeOf(organization, 'resource', queue('changed')), ['changed', 'source', 'target']);
});

test('rows that are inserted while the queue is taken stay for the next run', async (t) => {
  const organization = await makeMappedOrganization(fixture, ['first', 'second']);
  const { organizationId, queue } = organization;
  const { inventory } = fixture;
  await inventory.query('delete from inference_queue where organization_id = $1', [organizationId]);
  await inventory.write(organizationId, (tenant) => queueInference(tenant, 'resource', [queue('first')]));
  await inventory.write(organizationId, async (tenant) => {
    await takeInferenceQueue(tenant);
    await inventory.write(organizationId, (other) => queueInference(other, 'resource', [queue('second')]));
    t.deepEqual(await scopedIds(tenant), [queue('first')]);
    await clearInferenceScope(tenant);
    t.true(await hasQueuedInference(tenant));
  });
  const left = await inventory.query<{ subject_id: string }>(
    'select subject_id from inference_queue where organization_id = $1',
    [organizationId],
  );
  t.deepEqual(
    left.map(({ subject_id: id }) => id),
    [queue('second')],
  );
});

test('more than 50 changed rules concern all resources', async (t) => {
  const organization = await makeMappedOrganization(fixture, ['web', 'db']);
  const store = storedOwnership(fixture.inventory, organization.organizationId);
  const application = await store.application('shop');
  const rules: string[] = [];
  for (let index = 0; index <= 50; index += 1)
    rules.push(await store.rule({ name: { equals: 'web' } }, { application: { id: application } }));
  t.deepEqual(await scopeOf(organization, 'rule', ...rules.slice(1)), ['web']);
  t.is(await scopeOf(organization, 'rule', ...rules), 'all');
});
