import test from 'ava';
import { changeGroupings } from '../../../../db/changes/change-read-model.ts';
import { dataOf } from '../../../../api-client/create-typed-client.ts';
import {
  countsOf,
  insertChange,
  makeToolWorld,
  readTool,
  valuesOf,
} from '../../../support/assistant/tool-world.ts';
import type { Arguments, ToolWorld } from '../../../support/assistant/tool-world.ts';
import { daysAgo, useInventoryApi } from '../../../support/inventory/inventory-api.ts';
import { aResource } from '../../../support/inventory/test-inventory.ts';

const fixture = useInventoryApi();
let world: ToolWorld;
test.before(async () => {
  world = await makeToolWorld(fixture);
  const { organizationId, idOf } = world;
  await insertChange(fixture, organizationId, idOf('orders'), {
    at: daysAgo(1),
    actor: 'alice',
    explained: true,
  });
  await insertChange(fixture, organizationId, idOf('orders'), { at: daysAgo(3), actor: 'bob' });
  await insertChange(fixture, organizationId, idOf('web'), { kind: 'created', at: daysAgo(2) });
  await insertChange(fixture, organizationId, idOf('gone'), {
    kind: 'deleted',
    at: daysAgo(2.5),
    actor: 'bob',
  });
});

const list = (args: Arguments = {}) => readTool(fixture, world.organizationId, 'list_changes', args);
const count = (args: Arguments = {}) => readTool(fixture, world.organizationId, 'count_changes', args);

test('returns the changes of GET /changes for the same filters, and counts them', async (t) => {
  const { sandbox, shop, payments, production, projectId } = world;
  const since = daysAgo(2.2).toISOString();
  const cases: readonly (readonly [Arguments, Readonly<Record<string, unknown>>, number])[] = [
    [{}, {}, 4],
    [{ kind: 'deleted' }, { kind: 'deleted' }, 1],
    [{ kind: ['created', 'deleted'] }, { kind: ['created', 'deleted'] }, 2],
    [{ source: 'cloudtrail' }, { source: 'cloudtrail' }, 0],
    [{ actor: 'bob' }, { actor: 'bob' }, 2],
    [{ explained: false }, { explained: 'false' }, 3],
    [{ explained: true }, { explained: 'true' }, 1],
    [{ since }, { since }, 2],
    [{ until: since }, { until: since }, 2],
    [{ since, kind: 'created' }, { since, kind: 'created' }, 1],
    [{ account: 'Sandbox' }, { aws_account_id: sandbox }, 2],
    [{ region: 'eu-west-1' }, { region: 'eu-west-1' }, 4],
    [{ resource_type: 'AWS::SQS::Queue' }, { resource_type: 'AWS::SQS::Queue' }, 2],
    [{ status: 'deleted' }, { status: 'deleted' }, 1],
    [{ tag: 'Owner=dev' }, { tag: 'Owner=dev' }, 1],
    [{ application: 'Shop' }, { application_id: shop }, 2],
    [{ team: 'Payments' }, { team_id: payments }, 2],
    [{ environment: 'Production' }, { environment_id: production }, 2],
    [{ project: 'live' }, { iac_project_id: projectId }, 2],
    [{ q: 'orders' }, { q: 'orders' }, 2],
  ];
  for (const [args, query, expected] of cases) {
    const { items } = await dataOf(world.client.GET('/api/v1/changes', { params: { query } }));
    const found = await list(args);
    t.is(items.length, expected, JSON.stringify(query));
    t.deepEqual(
      found.rows.map(({ entity }) => entity.id),
      items.map(({ id }) => id),
      JSON.stringify(args),
    );
    t.is(found.total, items.length, JSON.stringify(args));
    t.is((await count(args)).total, items.length, JSON.stringify(args));
  }
  t.is((await count({ without_owner: true })).total, 2);
  t.is((await count({ without_tag: 'Owner' })).total, 3);
});

test('returns the changes of one resource with their diffs', async (t) => {
  const path = { id: world.idOf('orders') };
  const { items } = await dataOf(world.client.GET('/api/v1/resources/{id}/changes', { params: { path } }));
  const found = await list({ resource: 'orders' });
  t.deepEqual(
    found.rows.map(({ entity }) => entity.id),
    items.map(({ id }) => id),
  );
  t.deepEqual(found.rows[0]?.fields['diff'], items[0]?.diff);
  t.deepEqual(found.subject?.id, path.id);
  t.like(found.rows[0]?.fields, {
    resource: 'orders',
    account: 'Main',
    kind: 'updated',
    actor: 'alice',
    is_explained: true,
    explained_by: 'plan',
    occurred_at: items[0]?.occurred_at.replace(/\.\d{3}Z/, 'Z'),
  });
  t.deepEqual(valuesOf(found, 'changed_paths'), [['/Size'], ['/Size']]);
  t.like(found.rows[0]?.entity, { type: 'change', name: 'orders updated' });
  t.false('diff' in ((await list()).rows[0]?.fields ?? {}));
});

test('groups changes by each property, and the counts sum to the total', async (t) => {
  for (const groupBy of changeGroupings) {
    const { groups = [], total, rows } = await count({ group_by: groupBy });
    t.deepEqual([rows.length, total], [0, 4], groupBy);
    t.is(
      groups.reduce((sum, group) => sum + group.count, 0),
      4,
      groupBy,
    );
  }
  t.deepEqual(countsOf(await count({ group_by: 'kind' })), { updated: 2, created: 1, deleted: 1 });
  t.deepEqual(countsOf(await count({ group_by: 'explained' })), { false: 3, true: 1 });
  t.deepEqual(countsOf(await count({ group_by: 'actor' })), { bob: 2, alice: 1, undefined: 1 });
  t.deepEqual(countsOf(await count({ group_by: 'day', kind: 'created' })), {
    [daysAgo(2).toISOString().slice(0, 10)]: 1,
  });
  const { groups: actors = [] } = await count({ group_by: 'actor' });
  t.true(actors.every(({ isText }) => isText === true));
  const { groups = [] } = await count({ group_by: 'resource' });
  t.deepEqual(groups[0]?.entity, {
    type: 'resource',
    id: world.idOf('orders'),
    name: 'orders',
    url: `/api/v1/resources/${world.idOf('orders')}`,
  });
});

test('returns at most 50 changes with the number of all', async (t) => {
  const { organizationId, model } = await fixture.withResources((account) => [
    aResource(account, { name: 'web' }),
  ]);
  for (let index = 0; index < 52; index += 1)
    await insertChange(fixture, organizationId, model[0]?.id ?? '', {
      at: new Date(Date.now() - index * 1000),
    });
  const found = await readTool(fixture, organizationId, 'list_changes', { resource: 'web' });
  t.deepEqual([found.rows.length, found.total, found.truncated], [50, 52, true]);
});
