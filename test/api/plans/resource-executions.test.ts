import { randomUUID } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { expectError } from '../../support/expect-error.ts';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';
import { ownerOf } from '../../support/inventory/owner-of.ts';
import { aResource } from '../../support/inventory/test-inventory.ts';
import { createApplication } from '../../support/ownership/ownership-client.ts';
import { createReporter } from '../../support/plans/create-reporter.ts';
import { storedPlans } from '../../support/plans/stored-plans.ts';
import type { InsertedChange, InsertedPlan } from '../../support/plans/stored-plans.ts';
import type { TestClient } from '../../support/test-api.ts';

const fixture = useInventoryApi();

const list = (client: TestClient, id: string, query: { limit?: number; cursor?: string } = {}) =>
  client.GET('/api/v1/resources/{id}/executions', { params: { path: { id }, query } });

/** The service stores the commit of the execution with a plan that names none. */
const commitSha = 'a'.repeat(40);

async function withResource() {
  const organization = await fixture.withResources((account) => [
    aResource(account, { name: 'one' }),
    aResource(account, { name: 'two' }),
  ]);
  const { client, organizationId, model } = organization;
  const { report } = await createReporter(fixture.api, organization);
  const plans = storedPlans(ownerOf(fixture.inventory), organizationId);
  const [one = '', two = ''] = model.map(({ id }) => id);
  return {
    ...organization,
    one,
    two,
    report,
    plan: (executionId: string, changes: readonly InsertedChange[], more: InsertedPlan = {}) =>
      plans.plan({ executionId, commitSha, ...more }, changes),
    executionsOf: async (id: string) =>
      (await dataOf(list(client, id))).items.map((item) => item.external_id),
  };
}

const update = (resourceId: string | null, address = 'aws_sqs_queue.one'): InsertedChange => ({
  resource: resourceId,
  address,
  actions: ['update'],
});

test('lists the executions whose plans change the resource, with the changes', async (t) => {
  const { client, one, two, report, plan } = await withResource();
  const first = await report({ external_id: 'first', kind: 'plan' });
  const second = await report({ external_id: 'second', kind: 'plan' });
  const unrelated = await report({ external_id: 'unrelated', kind: 'plan' });
  const firstPlan = await plan(first.id, [
    update(one),
    { resource: one, address: 'aws_sqs_queue.old', actions: ['delete', 'create'] },
    update(two, 'aws_sqs_queue.two'),
  ]);
  const secondPlan = await plan(second.id, [update(one)]);
  await plan(unrelated.id, [update(two), update(null)]);
  const { items } = await dataOf(list(client, one));
  t.deepEqual(
    items.map((item) => [item.external_id, item.touched]),
    [
      ['second', [{ plan_id: secondPlan, address: 'aws_sqs_queue.one', actions: ['update'] }]],
      [
        'first',
        [
          { plan_id: firstPlan, address: 'aws_sqs_queue.one', actions: ['update'] },
          { plan_id: firstPlan, address: 'aws_sqs_queue.old', actions: ['delete', 'create'] },
        ],
      ],
    ],
  );
  const page = await dataOf(list(client, one, { limit: 1 }));
  const rest = await dataOf(list(client, one, { limit: 1, cursor: page.next_cursor ?? '' }));
  t.deepEqual(
    [...page.items, ...rest.items].map((item) => item.external_id),
    ['second', 'first'],
  );
  t.is(rest.next_cursor, undefined);
});

test('a change without an action and a read touch nothing', async (t) => {
  const { one, report, plan, executionsOf } = await withResource();
  for (const action of ['no-op', 'read', 'forget'] as const) {
    const { id } = await report({ external_id: action, kind: 'plan' });
    await plan(id, [{ resource: one, address: 'aws_sqs_queue.one', actions: [action] }]);
  }
  t.deepEqual(await executionsOf(one), ['forget']);
});

test('an apply without a plan touches the resources of the newest earlier plan', async (t) => {
  const { client, one, two, report, plan, executionsOf } = await withResource();
  const of = { repository: 'acme/infra', project_path: 'prod', commit_sha: commitSha };
  const planned = await report({ ...of, external_id: 'plan', kind: 'plan' });
  const again = await report({ ...of, external_id: 'again', kind: 'plan' });
  const older = await plan(planned.id, [update(two)]);
  const newest = await plan(again.id, [update(one)]);
  await report({ ...of, external_id: 'apply', workspace: 'default' });
  await report({ ...of, external_id: 'other workspace', workspace: 'blue' });
  await report({ ...of, external_id: 'other project', project_path: 'dev' });
  await report({ ...of, external_id: 'other repository', repository: 'acme/other' });
  await report({ ...of, external_id: 'other commit', commit_sha: 'b'.repeat(40) });
  await report({ ...of, external_id: 'drift', kind: 'drift' });
  const own = await report({ ...of, external_id: 'own plan' });
  await plan(own.id, [update(two)], { createdAt: new Date(Date.now() + 60_000) });
  const { items } = await dataOf(list(client, one));
  t.deepEqual(
    items.map((item) => [item.external_id, item.touched.map((change) => change.plan_id)]),
    [
      ['apply', [newest]],
      ['again', [newest]],
    ],
  );
  t.deepEqual(await executionsOf(two), ['own plan', 'plan']);
  t.truthy(older);
});

test('a plan without path and workspace of its own has those of its execution, and an errored plan is not applied', async (t) => {
  const { one, two, report, plan, executionsOf } = await withResource();
  const of = { repository: 'acme/infra', project_path: 'prod', workspace: 'blue', commit_sha: commitSha };
  const planned = await report({ ...of, external_id: 'plan', kind: 'plan' });
  const failed = await report({ ...of, external_id: 'failed', kind: 'plan', status: 'failed' });
  await plan(planned.id, [update(one)]);
  await plan(failed.id, [update(two)], { isErrored: true });
  await report({ ...of, external_id: 'apply', repository: 'ACME/infra' });
  await report({ ...of, external_id: 'queued', status: 'queued' });
  await report({ ...of, external_id: 'other workspace', workspace: 'green' });
  t.deepEqual(await executionsOf(one), ['apply', 'plan']);
  t.deepEqual(await executionsOf(two), ['failed']);
});

test('returns 404 for an unknown resource and one of another organization', async (t) => {
  const { client, one } = await withResource();
  const stranger = await fixture.api.signUp();
  await expectError(t, list(stranger.client, one), 404, 'not_found');
  await expectError(t, list(client, randomUUID()), 404, 'not_found');
});

test('an application lists the executions whose plans change a member', async (t) => {
  const { client, one, two, report, plan } = await withResource();
  const of = { repository: 'acme/infra', project_path: 'prod', commit_sha: commitSha };
  const planned = await report({ ...of, external_id: 'plan', kind: 'plan' });
  await plan(planned.id, [update(one)]);
  await report({ ...of, external_id: 'apply' });
  const unrelated = await report({ external_id: 'unrelated', kind: 'plan' });
  await plan(unrelated.id, [update(two)]);
  const shop = await createApplication(client, 'Shop');
  const executions = async () => {
    const params = { path: { id: shop } };
    const { items } = await dataOf(client.GET('/api/v1/applications/{id}/executions', { params }));
    return items.map((item) => item.external_id);
  };
  t.deepEqual(await executions(), []);
  const params = { path: { id: shop } };
  await dataOf(client.POST('/api/v1/applications/{id}/resources', { params, body: { resource_ids: [one] } }));
  t.deepEqual(await executions(), ['apply', 'plan']);
});
