import test from 'ava';
import { dataOf } from '../../../../api-client/create-typed-client.ts';
import {
  countsOf,
  makeToolWorld,
  readTool,
  runTool,
  valuesOf,
} from '../../../support/assistant/tool-world.ts';
import type { Arguments, ToolWorld } from '../../../support/assistant/tool-world.ts';
import { daysAgo, useInventoryApi } from '../../../support/inventory/inventory-api.ts';
import { storedPlans } from '../../../support/plans/stored-plans.ts';

const fixture = useInventoryApi();
const commit = 'abcdef0123456789abcdef0123456789abcdef01';
let world: ToolWorld;
let planId: string;
let applyId: string;
test.before(async () => {
  world = await makeToolWorld(fixture);
  const { organizationId, projectId, repositoryId, idOf } = world;
  const plans = storedPlans(fixture.inventory, organizationId);
  const executionId = await plans.execution({ projectId, repositoryId, commitSha: commit });
  planId = await plans.plan(
    {
      executionId,
      projectId,
      repositoryId,
      commitSha: commit,
      summary: { update: 1, create: 1 },
      impact: {
        resources: 1,
        unmapped: 0,
        applications: [{ id: world.shop, name: 'Shop', resources: 1 }],
        teams: [],
        risks: [{ kind: 'holds_data', severity: 'high', address: 'a.b', detail: 'x' }],
      },
    },
    [
      {
        address: 'aws_sqs_queue.orders',
        type: 'aws_sqs_queue',
        actions: ['update'],
        resource: idOf('orders'),
      },
      { address: 'aws_sqs_queue.new', type: 'aws_sqs_queue', actions: ['create'], reason: 'not_created_yet' },
    ],
  );
  await plans.plan({ createdAt: daysAgo(20) });
  applyId = await plans.execution({ kind: 'apply' });
});

const read = (name: string, args: Arguments = {}) => readTool(fixture, world.organizationId, name, args);

test('list_plans lists the plans of GET /plans for the same filters, and counts them', async (t) => {
  const since = daysAgo(7).toISOString();
  const cases: readonly (readonly [Arguments, Readonly<Record<string, unknown>>, number])[] = [
    [{}, {}, 2],
    [{ project: 'live' }, { iac_project_id: world.projectId }, 1],
    [{ repository: 'infra' }, { repository_id: world.repositoryId }, 1],
    [{ since }, { since }, 1],
    [{ until: since }, { until: since }, 1],
    [{ commit_sha: commit.toUpperCase() }, { commit_sha: commit }, 1],
  ];
  for (const [args, query, expected] of cases) {
    const { items } = await dataOf(world.client.GET('/api/v1/plans', { params: { query } }));
    const found = await read('list_plans', args);
    t.is(found.total, expected, JSON.stringify(args));
    t.deepEqual(
      found.rows.map(({ entity }) => entity.id),
      items.map(({ id }) => id),
      JSON.stringify(args),
    );
    t.is((await read('list_plans', { ...args, count_only: true })).total, expected);
  }
  const [first] = (await read('list_plans', { limit: 1 })).rows;
  t.like(first?.fields, {
    project: 'acme/infra/live',
    repository: 'acme/infra',
    change_count: 2,
    impacted_resources: 1,
    impacted_applications: [{ name: 'Shop', resources: 1 }],
    risk_count: 1,
  });
});

test('get_plan returns the plan and its changes, by id, id of the execution, or commit', async (t) => {
  const { items } = await dataOf(
    world.client.GET('/api/v1/plans/{id}/resource-changes', { params: { path: { id: planId } } }),
  );
  const [listed] = (await read('list_plans', { project: 'live' })).rows;
  for (const plan of [planId, listed?.entity.name.replace('plan ', '') ?? '', commit, commit.slice(0, 8)]) {
    const found = await read('get_plan', { plan });
    t.is(found.rows[0]?.entity.id, planId, plan);
    t.is(found.total, items.length);
    t.false(found.truncated);
    t.deepEqual(valuesOf(found, 'address'), [undefined, ...items.map(({ address }) => address)]);
  }
  const { rows, summary } = await read('get_plan', { plan: planId });
  t.like((summary as { summary: object }).summary, { update: 1, create: 1, delete: 0 });
  t.deepEqual(
    rows.map(({ entity }) => [entity.type, entity.id]),
    [
      ['plan', planId],
      ['resource', world.idOf('orders')],
      ['plan', planId],
    ],
  );
  t.deepEqual(rows[2]?.fields['unmapped_reason'], 'not_created_yet');
  const limited = await read('get_plan', { plan: planId, limit: 1 });
  t.deepEqual([limited.rows.length, limited.total, limited.truncated], [2, 2, true]);
});

test('get_plan lists plans of the same commit, and finds none of another organization', async (t) => {
  const { organizationId } = await fixture.api.signUp();
  const plans = storedPlans(fixture.inventory, organizationId);
  await plans.plan({ commitSha: commit });
  await plans.plan({ commitSha: commit });
  const result = await runTool(fixture, organizationId, 'get_plan', { plan: commit.slice(0, 7) });
  t.like('ambiguous' in result ? result.ambiguous : {}, { argument: 'plan', total: 2 });
  const error = await t.throwsAsync(runTool(fixture, organizationId, 'get_plan', { plan: planId }));
  t.is(error?.message, 'plan: matches no plan');
});

test('list_executions lists the executions of GET /executions for the same filters, and counts them', async (t) => {
  const cases: readonly (readonly [Arguments, Readonly<Record<string, unknown>>, number])[] = [
    [{}, {}, 3],
    [{ kind: 'apply' }, { kind: 'apply' }, 1],
    [{ kind: ['plan', 'apply'], status: 'succeeded' }, { kind: ['plan', 'apply'], status: 'succeeded' }, 3],
    [{ status: 'failed' }, { status: 'failed' }, 0],
    [{ project: 'live' }, { iac_project_id: world.projectId }, 1],
    [{ repository: 'acme/infra' }, { repository_id: world.repositoryId }, 1],
    [{ external_id: applyId }, { external_id: applyId }, 1],
    [{ commit_sha: commit }, { commit_sha: commit }, 1],
    [{ until: daysAgo(1).toISOString() }, { until: daysAgo(1).toISOString() }, 0],
  ];
  for (const [args, query, expected] of cases) {
    const { items } = await dataOf(world.client.GET('/api/v1/executions', { params: { query } }));
    const found = await read('list_executions', args);
    t.is(found.total, expected, JSON.stringify(args));
    t.deepEqual(
      found.rows.map(({ entity }) => entity.id),
      items.map(({ id }) => id),
      JSON.stringify(args),
    );
  }
  t.deepEqual(countsOf(await read('list_executions', { group_by: 'kind' })), { plan: 2, apply: 1 });
  t.deepEqual(countsOf(await read('list_executions', { group_by: 'status', kind: 'apply' })), {
    succeeded: 1,
  });
  t.is(
    (await t.throwsAsync(read('list_executions', { application: 'Shop', kind: 'plan' })))?.message,
    'kind: cannot be combined with application',
  );
  t.is((await read('list_executions', { application: 'Shop' })).rows.length, 1);
});

test('resource_executions lists the executions of GET /resources/{id}/executions', async (t) => {
  const path = { id: world.idOf('orders') };
  const { items } = await dataOf(world.client.GET('/api/v1/resources/{id}/executions', { params: { path } }));
  const found = await read('resource_executions', { resource: 'orders' });
  t.is(items.length, 1);
  t.deepEqual(
    found.rows.map(({ entity }) => entity.id),
    items.map(({ id }) => id),
  );
  t.deepEqual(found.rows[0]?.fields['touched'], [{ address: 'aws_sqs_queue.orders', actions: ['update'] }]);
  t.deepEqual((await read('resource_executions', { resource: 'mail' })).rows, []);
});
