import test from 'ava';
import { explainDueReport, explainReport } from '../../../../db/plans/explain/explain-reports.ts';
import type { Tenant } from '../../../../db/tenant.ts';
import { useInventoryApi } from '../../../support/inventory/inventory-api.ts';
import { makeExplainedOrganization, updatedTimeout } from '../../../support/plans/explained-organization.ts';

const api = useInventoryApi();
const make = () => makeExplainedOrganization(api);

const address = 'aws_sqs_queue.orders';
const creation = { actions: ['create'], resourceId: '', paths: [''], before: null } as const;

test('an apply with its own plan explains the update that the plan predicted, once', async (t) => {
  const organization = await make();
  const change = await organization.addChange();
  const other = await organization.addChange({ queue: 'bills' });
  const execution = await organization.addExecution();
  await organization.addPlan(execution);
  t.is(await organization.explain(), 1);
  t.is(await organization.explanationOf(change), `execution ${execution} high ${address}`);
  t.is(await organization.explanationOf(other), 'none');
  t.is(await organization.explain(), 0);
});

test('an apply without a plan of its own uses the newest earlier plan of project, workspace and commit', async (t) => {
  const organization = await make();
  const change = await organization.addChange();
  const plan = async (
    createdAt: number,
    after: string,
    given: { commit?: string; workspace?: string } = {},
  ) => {
    const execution = await organization.addExecution({
      kind: 'plan',
      startedAt: createdAt,
      finishedAt: createdAt,
      ...given,
    });
    const changes = [{ after: { visibility_timeout_seconds: after } }];
    return organization.addPlan(execution, { createdAt, changes, workspace: given.workspace ?? '' });
  };
  await plan(-50, '70');
  await plan(-45, '60', { workspace: 'default' });
  await plan(-44, '80', { workspace: 'other' });
  await plan(-43, '80', { commit: 'c0ffee2' });
  await plan(-25, '80');
  const execution = await organization.addExecution();
  await organization.explain();
  t.is(await organization.explanationOf(change), `execution ${execution} high ${address}`);
});

test('an apply without a linked project uses a plan of its repository and path', async (t) => {
  const organization = await make();
  const change = await organization.addChange();
  const planning = await organization.addExecution({ kind: 'plan', startedAt: -45, projectId: null });
  await organization.addPlan(planning);
  const elsewhere = await organization.addExecution({
    startedAt: -25,
    projectId: null,
    projectPath: 'other',
  });
  const execution = await organization.addExecution({ projectId: null });
  await organization.explain();
  t.not(elsewhere, execution);
  t.is(await organization.explanationOf(change), `execution ${execution} high ${address}`);
});

test('a value that differs from the plan stays unexplained', async (t) => {
  const organization = await make();
  const change = await organization.addChange({ diff: updatedTimeout('90') });
  await organization.addPlan(await organization.addExecution());
  t.is(await organization.explain(), 0);
  t.is(await organization.explanationOf(change), 'none');
});

test('a created queue is explained by type and name, a deleted one by its mapping', async (t) => {
  const organization = await make();
  const created = await organization.addChange({ kind: 'created', queue: 'bills' });
  const deleted = await organization.addChange({ kind: 'deleted' });
  const execution = await organization.addExecution();
  await organization.addPlan(execution, {
    changes: [
      { ...creation, address: 'aws_sqs_queue.other', after: { name: 'other' } },
      { ...creation, address: 'aws_sns_topic.bills', type: 'aws_sns_topic', after: { name: 'bills' } },
      { ...creation, address: 'aws_sqs_queue.bills', after: { name: 'bills', url: '(known after apply)' } },
      { actions: ['delete'], paths: [''] },
    ],
  });
  await organization.explain();
  t.is(await organization.explanationOf(created), `execution ${execution} high aws_sqs_queue.bills`);
  t.is(await organization.explanationOf(deleted), `execution ${execution} high ${address}`);
});

test('a created queue without a planned name is explained by the address in the state of the project', async (t) => {
  const organization = await make();
  await organization.sync([organization.entry('bills')]);
  const created = await organization.addChange({ kind: 'created', queue: 'bills' });
  const execution = await organization.addExecution();
  await organization.addPlan(execution, {
    changes: [{ ...creation, address: 'aws_sqs_queue.bills', after: { name: '(known after apply)' } }],
  });
  await organization.explain();
  t.is(await organization.explanationOf(created), `execution ${execution} high aws_sqs_queue.bills`);
});

test('a plan without an apply is one level lower, and an apply replaces it', async (t) => {
  const organization = await make();
  const change = await organization.addChange();
  const planning = await organization.addExecution({ kind: 'plan', startedAt: -45 });
  const plan = await organization.addPlan(planning);
  await organization.explain({ planId: plan });
  t.is(await organization.explanationOf(change), `plan ${plan} medium ${address}`);
  const execution = await organization.addExecution({ status: 'failed' });
  t.is(await organization.explain({ executionId: execution }), 1);
  t.is(await organization.explanationOf(change), `execution ${execution} medium ${address}`);
});

test('drift plans, drift, deferred changes, forgets and errored plans explain nothing', async (t) => {
  const organization = await make();
  const change = await organization.addChange();
  await organization.addPlan(await organization.addExecution({ kind: 'drift', commit: 'd1' }));
  const planning = () => organization.addExecution({ kind: 'plan', commit: null });
  await organization.addPlan(await planning(), { isErrored: true });
  const execution = await organization.addExecution({ commit: 'd2' });
  await organization.addPlan(execution, {
    changes: [
      { origin: 'drift', class: 'drift' },
      { origin: 'deferred', class: null },
      { actions: ['forget'] },
    ],
  });
  t.is(await organization.explain(), 0);
  t.is(await organization.explanationOf(change), 'none');
});

test('a merged pull request of the managing project explains with low confidence', async (t) => {
  const organization = await make();
  const change = await organization.addChange({ diff: updatedTimeout('90') });
  const unmanaged = await organization.addChange({ queue: 'bills' });
  await organization.sync([organization.entry('orders')]);
  await organization.addMergedRequest(-26 * 60);
  const request = await organization.addMergedRequest(-5 * 60);
  await organization.explain();
  t.is(await organization.explanationOf(change), `pull_request ${request} low`);
  t.is(await organization.explanationOf(unmanaged), 'none');
});

test('a late report of an execution explains, and the end of an execution may remove the explanation', async (t) => {
  const organization = await make();
  const change = await organization.addChange();
  const execution = await organization.addExecution({ status: 'running', startedAt: -300, finishedAt: null });
  const plan = await organization.addPlan(execution);
  t.is(await organization.explain({ planId: plan }), 1);
  t.is(await organization.explanationOf(change), `execution ${execution} high ${address}`);
  await api.inventory.query(
    `update executions set status = 'succeeded', finished_at = now() - interval '200 minutes' where id = $1`,
    [execution],
  );
  t.is(await organization.explain({ executionId: execution }), 1);
  t.is(await organization.explanationOf(change), 'none');
  t.is(await organization.explain({ executionId: execution }), 0);
});

test('a late plan explains created queues too', async (t) => {
  const organization = await make();
  const created = await organization.addChange({ kind: 'created', queue: 'bills' });
  const execution = await organization.addExecution();
  const plan = await organization.addPlan(execution, {
    changes: [{ ...creation, address: 'aws_sqs_queue.bills', after: { name: 'bills' } }],
  });
  t.is(await organization.explain({ planId: plan }), 1);
  t.is(await organization.explanationOf(created), `execution ${execution} high aws_sqs_queue.bills`);
});

test('an exact attribution outside of the execution removes the explanation', async (t) => {
  const organization = await make();
  const change = await organization.addChange();
  await organization.addPlan(await organization.addExecution());
  t.is(await organization.explain({ changeIds: [change] }), 1);
  await api.inventory.query(
    `update changes set attribution = 'exact', occurred_at = now() - interval '50 minutes' where id = $1`,
    [change],
  );
  t.is(await organization.explain({ changeIds: [change] }), 1);
  t.is(await organization.explanationOf(change), 'none');
});

test('a queued execution, and one that ended before the last observation, explain nothing', async (t) => {
  const organization = await make();
  const change = await organization.addChange({ since: -10 });
  await organization.addPlan(
    await organization.addExecution({ status: 'queued', finishedAt: null, commit: 'q1' }),
  );
  await organization.addPlan(
    await organization.addExecution({ startedAt: -60, finishedAt: -26, commit: 'q2' }),
  );
  t.is(await organization.explain(), 0);
  t.is(await organization.explanationOf(change), 'none');
});

test('the first observation of a cell counts as a day', async (t) => {
  const organization = await make();
  const change = await organization.addChange({ kind: 'created', since: null });
  const changes = [{ ...creation, after: { name: 'orders' } }];
  await organization.addPlan(
    await organization.addExecution({ startedAt: -25 * 60, finishedAt: -25 * 60, commit: 'f1' }),
    { createdAt: -25 * 60, changes },
  );
  await organization.explain();
  t.is(await organization.explanationOf(change), 'none');
  const execution = await organization.addExecution({
    startedAt: -20 * 60,
    finishedAt: -20 * 60 + 5,
    commit: 'f2',
  });
  await organization.addPlan(execution, { createdAt: -20 * 60, changes });
  await organization.explain();
  t.is(await organization.explanationOf(change), `execution ${execution} high ${address}`);
});

test('explains more changes than a page, and none of another organization', async (t) => {
  const organization = await make();
  const stranger = await make();
  const ids = await Promise.all(Array.from({ length: 120 }, () => organization.addChange()));
  const foreign = await stranger.addChange();
  const execution = await organization.addExecution();
  await organization.addPlan(execution);
  t.is(await organization.explain(), ids.length);
  t.is(await stranger.explain(), 0);
  t.is(await stranger.explain({ executionId: execution }), 0);
  t.is(await stranger.explanationOf(foreign), 'none');
});

test('a report explains up to 200 changes itself and leaves more of them to the refresh', async (t) => {
  const organization = await make();
  const { organizationId } = organization;
  const inTenant = <T>(work: (tenant: Tenant) => Promise<T>) => api.inventory.write(organizationId, work);
  const few = await organization.addChange({ queue: 'bills' });
  const small = await organization.addExecution({ commit: 'c1' });
  await organization.addPlan(small, { changes: [{ resourceId: organization.queue('bills') }] });
  await inTenant((tenant) => explainReport(tenant, { executionId: small }));
  t.is(await organization.explanationOf(few), `execution ${small} high ${address}`);
  t.false(await inTenant(explainDueReport));

  const many = await Promise.all(Array.from({ length: 201 }, () => organization.addChange()));
  const large = await organization.addExecution({ commit: 'c2' });
  const plan = await organization.addPlan(large);
  await inTenant((tenant) => explainReport(tenant, { executionId: large }));
  await inTenant((tenant) => explainReport(tenant, { planId: plan }));
  t.is(await organization.explanationOf(many[0] ?? ''), 'none');
  t.true(await inTenant(explainDueReport));
  t.is(await organization.explanationOf(many[0] ?? ''), `execution ${large} high ${address}`);
  t.true(await inTenant(explainDueReport), 'the plan');
  t.false(await inTenant(explainDueReport));
});

test('deleted values of a plan can still explain, with low confidence', async (t) => {
  const organization = await make();
  const change = await organization.addChange();
  const execution = await organization.addExecution();
  const plan = await organization.addPlan(execution);
  await api.inventory.query('update plans set values_deleted_at = now() where id = $1', [plan]);
  await api.inventory.query('update plan_changes set before = null, after = null where plan_id = $1', [plan]);
  await organization.explain();
  t.is(await organization.explanationOf(change), `execution ${execution} low ${address}`);
});
