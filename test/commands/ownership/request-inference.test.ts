import { randomUUID } from 'node:crypto';
import test from 'ava';
import {
  requestFullInferences,
  requestQueuedInferences,
} from '../../../activities/ownership/request-inferences.ts';
import { requestInference, requestQueuedInference } from '../../../commands/ownership/request-inference.ts';
import { queueInference } from '../../../db/ownership/inference/inference-queue.ts';
import { takeInferenceQueue } from '../../../db/ownership/inference/take-inference-queue.ts';
import { finishRun } from '../../../db/runs/run-store.ts';
import { runPriorities } from '../../../domain/runs/run-kinds.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();

const database = () => api.services.database;
const query = <Row extends Record<string, unknown>>(text: string, values: readonly unknown[]) =>
  queryAsOwner<Row>(api.database.url, text, values);

const runsOf = (organizationId: string) =>
  query<{ id: string; status: string }>(
    `select id, status from runs where organization_id = $1 and kind = 'infer_memberships' order by created_at, id`,
    [organizationId],
  );

/** Returns the priority key of the workflow of the organization's run. */
async function priorityOf(organizationId: string): Promise<number | null | undefined> {
  const [run] = await runsOf(organizationId);
  const handle = api.services.temporal.client.workflow.getHandle(`infer_memberships:${run?.id}`);
  const { raw } = await handle.describe();
  return raw.workflowExecutionInfo?.priority?.priorityKey;
}

const queueOf = (organizationId: string) =>
  query<{ kind: string; subject_id: string | null }>(
    'select kind, subject_id from inference_queue where organization_id = $1 order by id',
    [organizationId],
  );

test('two concurrent requests give one run, and both changes are queued', async (t) => {
  const { organizationId } = await api.signUp();
  const [one, other] = [randomUUID(), randomUUID()];
  await Promise.all(
    [one, other].map((id) =>
      database().withTenant(organizationId, (tenant) =>
        requestInference(tenant, api.services, 'application', [id]),
      ),
    ),
  );
  t.is((await runsOf(organizationId)).length, 1);
  t.deepEqual(
    (await queueOf(organizationId)).map(({ subject_id: id }) => id ?? '').toSorted(),
    [one, other].toSorted(),
  );
});

test('a request without subjects queues nothing, and one without ids queues all resources', async (t) => {
  const { organizationId } = await api.signUp();
  await database().withTenant(organizationId, async (tenant) => {
    await requestInference(tenant, api.services, 'resource', []);
    await requestQueuedInference(tenant, api.services);
  });
  t.deepEqual(await runsOf(organizationId), []);
  await database().withTenant(organizationId, (tenant) => requestInference(tenant, api.services, 'rule'));
  t.deepEqual(await queueOf(organizationId), [{ kind: 'all', subject_id: null }]);
});

test('a run ends after the transaction of a request that got its id, and then reads the queue again', async (t) => {
  const { organizationId } = await api.signUp();
  const request = (id: string) => (tenant: Parameters<typeof requestInference>[0]) =>
    requestInference(tenant, api.services, 'resource', [id]);
  await database().withTenant(organizationId, request(randomUUID()));
  const [run] = await runsOf(organizationId);
  await database().withTenant(organizationId, (tenant) => takeInferenceQueue(tenant));
  let isFinished = false;
  let finished: Promise<unknown> = Promise.resolve();
  await database().withTenant(organizationId, async (tenant) => {
    await request(randomUUID())(tenant);
    finished = database()
      .withTenant(organizationId, (other) => finishRun(other, run?.id ?? '', 'succeeded'))
      .then(() => (isFinished = true));
    const lock = await queryAsOwner.hold(api.database.url, 'select 1', []);
    await lock.untilWaiting(1);
    await lock.release();
    t.false(isFinished);
  });
  await finished;
  await database().withTenant(organizationId, (tenant) => requestQueuedInference(tenant, api.services));
  t.deepEqual(
    (await runsOf(organizationId)).map(({ status }) => status),
    ['succeeded', 'queued'],
  );
});

// Serial: a full run of all organizations adds queue rows to the organizations of concurrent tests.
test.serial(
  'the schedules start runs of organizations with a queue, and full runs of all organizations',
  async (t) => {
    const [waiting, active, idle] = [await api.signUp(), await api.signUp(), await api.signUp()];
    for (const { organizationId } of [waiting, active])
      await database().withTenant(organizationId, (tenant) =>
        queueInference(tenant, 'account', [randomUUID()]),
      );
    await query(
      `insert into runs (organization_id, kind, subject_id, status) values ($1, 'infer_memberships', $1, 'running')`,
      [active.organizationId],
    );
    const { signal } = new AbortController();
    await requestQueuedInferences(api.services, signal);
    const statuses = async (organizationId: string) =>
      (await runsOf(organizationId)).map(({ status }) => status);
    t.deepEqual(await statuses(waiting.organizationId), ['queued']);
    t.deepEqual(await statuses(active.organizationId), ['running']);
    t.deepEqual(await statuses(idle.organizationId), []);
    await requestFullInferences(api.services, signal, () => true);
    t.deepEqual(await statuses(idle.organizationId), ['queued']);
    t.deepEqual(await queueOf(idle.organizationId), [{ kind: 'all', subject_id: null }]);
    t.is(await priorityOf(waiting.organizationId), runPriorities.normal);
    t.is(await priorityOf(idle.organizationId), runPriorities.background);
    // What follows a full extraction does not raise it; a request of a user does, with the same run.
    await database().withTenant(idle.organizationId, (tenant) =>
      requestQueuedInference(tenant, api.services, 'background'),
    );
    t.is(await priorityOf(idle.organizationId), runPriorities.background);
    const before = await runsOf(idle.organizationId);
    await database().withTenant(idle.organizationId, (tenant) =>
      requestInference(tenant, api.services, 'application', [randomUUID()]),
    );
    t.is(await priorityOf(idle.organizationId), runPriorities.normal);
    t.deepEqual(await runsOf(idle.organizationId), before);
    const handle = api.services.temporal.client.workflow.getHandle(`infer_memberships:${before[0]?.id}`);
    const { status, runId } = await handle.describe();
    t.is(status.name, 'RUNNING');
    await database().withTenant(idle.organizationId, (tenant) =>
      requestInference(tenant, api.services, 'application', [randomUUID()]),
    );
    t.is((await handle.describe()).runId, runId, 'it is replaced once');
  },
);

test('changes of environments queue all resources, whose tags name environments', async (t) => {
  const { organizationId, client } = await api.signUp();
  const environment = await client.request<{ id: string }>('POST', '/environments', {
    body: { name: 'production', class: 'production' },
  });
  t.is(environment.status, 201);
  t.deepEqual(await queueOf(organizationId), [{ kind: 'all', subject_id: null }]);
  t.is((await runsOf(organizationId)).length, 1);
  await client.request('PATCH', `/environments/${environment.body.id}`, { body: { name: 'live' } });
  await client.request('DELETE', `/environments/${environment.body.id}`);
  t.is((await queueOf(organizationId)).length, 3);
});
