import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { WorkflowHandle } from '@temporalio/client';
import { tasksPerActivity } from '../../domain/discovery/tasks/scan-input.ts';
import type { Activities } from '../../activities/index.ts';
import { activityQueues } from '../../workflows/activity-queues.ts';
import { eventually } from '../support/eventually.ts';
import { runInput, withFakeActivities } from '../support/run-workflow.ts';
import type { FakeActivityWorker } from '../support/run-workflow.ts';

test('schedules each activity on its task queue with the fairness key of its organization', async (t) => {
  const input = runInput();
  const fakes: Partial<Activities> = { ingestRunFeed: () => Promise.resolve(0) };
  await withFakeActivities(fakes, async ({ start }) => {
    const ingest = await start('ingestChanges', input);
    await ingest.result();
    const scheduled = await scheduledActivities(ingest);
    t.deepEqual(
      scheduled.map(({ type, queue, key }) => [type, queue, key]),
      [
        ['markRunStarted', 'inventory', input.organizationId],
        ['ingestRunFeed', 'aws', input.organizationId],
        ['markRunFinished', 'inventory', input.organizationId],
      ],
    );
  });
});

test('gives child workflows and activities without an organization in their input the key of the workflow', async (t) => {
  const input = runInput();
  const fakes: Partial<Activities> = {
    checkConnection: () => Promise.resolve({ state: 'ok' }),
    recheckOnboarding: () => Promise.resolve(),
    listAccountsToValidate: () => Promise.resolve([]),
    finishValidation: () => Promise.resolve(0),
  };
  await withFakeActivities(fakes, async ({ start }) => {
    const validation = await start('validateConnection', input);
    await validation.result();
    const { events } = await validation.fetchHistory();
    const children = (events ?? []).flatMap(
      ({ startChildWorkflowExecutionInitiatedEventAttributes: child }) => child?.priority?.fairnessKey ?? [],
    );
    t.deepEqual(children, [input.organizationId]);
    const activities = await scheduledActivities(validation);
    t.true(activities.length > 3);
    for (const { type, queue, key } of activities) {
      t.is(key, input.organizationId, type);
      t.is(queue, activityQueues[type as keyof Activities], type);
    }
  });
});

test('finishes the scan of a second organization while 200 activities of the first are queued', async (t) => {
  const queued = 200;
  const first = randomUUID();
  const blocked: (() => void)[] = [];
  const finished = new Set<string>();
  // The worker waits for its activities when it stops, also after a failed assertion.
  let stopping = false;
  const releaseAll = () => {
    stopping = true;
    for (const release of blocked.splice(0)) release();
  };
  const fakes: Partial<Activities> = {
    planScanAccount: () => Promise.resolve(),
    pendingScanTasks: ({ organizationId, scanId }) => {
      const pending = (organizationId === first ? queued : 3) * tasksPerActivity;
      return Promise.resolve(finished.has(scanId) ? [] : [{ region: 'eu-west-1', pending }]);
    },
    runScanTasks: async ({ organizationId, scanId }) => {
      if (organizationId === first && !stopping) await new Promise<void>((resolve) => blocked.push(resolve));
      finished.add(scanId);
      return tasksPerActivity;
    },
  };
  const input = (organizationId: string, window: number) => ({
    organizationId,
    scanId: randomUUID(),
    accountId: randomUUID(),
    window,
  });
  const use = async ({ start }: FakeActivityWorker) => {
    const huge = await start('scanAccount', input(first, queued));
    await eventually('the queue to fill', async () => (await pendingActivities(huge)) === queued);
    const small = await start('scanAccount', input(randomUUID(), 3));
    let ended = false;
    const ending = small.result().then(() => (ended = true));
    let released = 0;
    while (!ended && released < queued) {
      // Frees a slot only while the second organization waits for one, so that only the order of dispatch matters.
      await eventually(
        'the second organization to wait',
        async () => ended || (await pendingActivities(small)) > 0,
      );
      const release = await eventually('a blocked activity', () => Promise.resolve(blocked.shift()));
      release();
      released += 1;
    }
    await ending;
    t.true(released < queued / 2, `${released} activities of the first organization came first`);
    t.is((await huge.describe()).status.name, 'RUNNING');
    await huge.terminate();
  };
  await withFakeActivities(fakes, (worker) => use(worker).finally(releaseAll), { awsSlots: 2 });
});

async function pendingActivities(workflow: WorkflowHandle): Promise<number> {
  const { raw } = await workflow.describe();
  return raw.pendingActivities?.length ?? 0;
}

interface ScheduledActivity {
  readonly type: string;
  /** Task queue without its prefix. */
  readonly queue: string;
  readonly key: string;
}

async function scheduledActivities(workflow: WorkflowHandle): Promise<readonly ScheduledActivity[]> {
  const { events } = await workflow.fetchHistory();
  return (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: scheduled }) => {
    if (!scheduled) return [];
    const queue = scheduled.taskQueue?.name?.split('-').at(-1) ?? '';
    return [{ type: scheduled.activityType?.name ?? '', queue, key: scheduled.priority?.fairnessKey ?? '' }];
  });
}
