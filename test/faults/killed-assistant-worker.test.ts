import test from 'ava';
import type { ExecutionContext } from 'ava';
import { textOf } from '../support/assistant/event-stream.ts';
import type { EventStream } from '../support/assistant/event-stream.ts';
import { useAssistantApi } from '../support/assistant/use-assistant-api.ts';
import { eventually } from '../support/eventually.ts';
import { queryAsOwner } from '../support/query-as-owner.ts';
import { startProcess } from '../support/start-process.ts';
import { startWorkerProcess } from './support/worker-process.ts';
import type { WorkerProcess } from './support/worker-process.ts';

const api = useAssistantApi({ worker: false });
const workers: WorkerProcess[] = [];

function startWorker(environment: Record<string, string> = {}): WorkerProcess {
  const script = new URL('support/assistant-worker.ts', import.meta.url);
  const worker = startWorkerProcess(api.configuration, { ...process.env, ...environment }, undefined, script);
  workers.push(worker);
  return worker;
}

test.after.always(async () => {
  for (const worker of workers) if (worker.running()) await worker.kill();
});

const turnIdOf = (stream: EventStream) => String(stream.events[0]?.data['turn_id']);

/**
 * Asserts a complete answer after at least the given number of attempts: on a machine that stood still, one more attempt
 * can time out.
 * @returns the number of attempts
 */
function assertComplete(t: ExecutionContext, stream: EventStream, minimum: number): number {
  const { events } = stream;
  const attempts = 1 + events.filter(({ type }) => type === 'turn.reset').length;
  t.true(attempts >= minimum && attempts <= minimum + 2, `${attempts} attempts`);
  t.deepEqual(
    events.map(({ sequence }) => sequence),
    events.map((_, index) => index + 1),
  );
  t.is(events.filter(({ type }) => type === 'turn.completed' || type === 'turn.failed').length, 1);
  t.is(textOf(events), 'part one, part two');
  t.like(events.at(-1), {
    type: 'turn.completed',
    data: {
      answer: 'part one, part two',
      usage: { input_tokens: 10 * attempts, output_tokens: 5 * attempts, tool_calls: attempts },
    },
  });
  return attempts;
}

test.serial(
  'a turn resumes after its worker was killed while it streamed, and while it ended the turn',
  async (t) => {
    t.timeout(400_000);
    const asker = await api.signUpAsker();
    // No worker is running: the turn waits.
    const stream = await api.ask(asker, asker.conversationId, 'stages');
    await stream.until('turn.started');
    const stalling = startWorker({ ASSISTANT_STALLS: 'true' });
    await stream.until('text.delta');
    await stalling.kill();
    // The second attempt waits for this lock when it ends the turn.
    const lock = await queryAsOwner.hold(
      api.database.url,
      'select from ai_conversations where id = $1 for no key update',
      [asker.conversationId],
    );
    const ending = startWorker();
    await stream.until('turn.reset');
    await lock.untilWaiting(1);
    await ending.kill();
    await lock.release();
    startWorker();
    await stream.rest();
    const attempts = assertComplete(t, stream, 3);
    const rows = await queryAsOwner<{ kind: string; count: number }>(
      api.database.url,
      'select kind, count(*)::int as count from ai_audit_entries where organization_id = $1 group by 1 order by 1',
      [asker.organizationId],
    );
    t.deepEqual(rows, [
      { kind: 'tool_call', count: attempts },
      { kind: 'turn', count: 1 },
    ]);
  },
);

test.serial('a client that loses its API process resumes at another one', async (t) => {
  t.timeout(300_000);
  for (const worker of workers) if (worker.running()) await worker.kill();
  const { databaseUrl, temporalAddress, taskQueuePrefix } = api.configuration;
  const startApi = () =>
    startProcess(
      'api/main.ts',
      {
        DATABASE_URL: databaseUrl,
        TEMPORAL_ADDRESS: temporalAddress,
        TASK_QUEUE_PREFIX: taskQueuePrefix,
        LOG_LEVEL: 'silent',
      },
      '/api/v1/healthz',
    );
  const asker = await api.signUpAsker();
  const [killed, stopped] = [await startApi(), await startApi()];
  startWorker({ ASSISTANT_STALLS: 'true' });
  const first = await api.ask(asker, asker.conversationId, 'stages');
  const { id } = await first.until('text.delta');
  const path = { conversationId: asker.conversationId, turnId: turnIdOf(first) };
  const at = (url: string, lastEventId?: string) =>
    api.events(asker, path, {
      url,
      headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
    });
  const [atKilled, atStopped] = [await at(killed.url), await at(stopped.url)];
  await atKilled.until('text.delta');
  await atStopped.until('text.delta');
  process.kill(killed.pid, 'SIGKILL');
  await t.throwsAsync(atKilled.rest());
  await stopped.stop();
  t.is((await atStopped.rest()).at(-1)?.type, 'text.delta');
  const resumed = await at(api.url, id);
  for (const worker of workers) if (worker.running()) await worker.kill();
  startWorker();
  const events = await resumed.rest();
  t.is(events[0]?.type, 'turn.reset');
  t.is(events.at(-1)?.type, 'turn.completed');
  await first.rest();
  assertComplete(t, first, 2);
});

test.serial('a lease that expired does not block the conversation', async (t) => {
  t.timeout(300_000);
  for (const worker of workers) if (worker.running()) await worker.kill();
  const asker = await api.signUpAsker();
  const expire = () =>
    queryAsOwner(
      api.database.url,
      "update ai_turns set lease_expires_at = now() - interval '1 second' where organization_id = $1 and status = 'running'",
      [asker.organizationId],
    );
  const first = await api.ask(asker, asker.conversationId, 'stages');
  await first.until('turn.started');
  await expire();
  const second = await api.ask(asker, asker.conversationId, 'stages');
  t.is(second.response.status, 200);
  await second.until('turn.started');
  t.like((await first.rest()).at(-1), { type: 'turn.failed', data: { code: 'internal_error' } });
  await expire();
  const params = { path: { id: asker.conversationId, turn_id: turnIdOf(second) } };
  const { response } = await asker.client.POST('/api/v1/ai/conversations/{id}/turns/{turn_id}/cancel', {
    params,
  });
  t.is(response.status, 202);
  t.like((await second.rest()).at(-1), { type: 'turn.failed', data: { code: 'cancelled' } });
  const third = await api.ask(asker, asker.conversationId, 'stages');
  await third.until('turn.started');
  await expire();
  const worker = await api.startWorker({ workerQueues: ['inventory'] }, api.answerer);
  t.like((await third.rest()).at(-1), { type: 'turn.failed', data: { code: 'internal_error' } });
  await worker.stop();
  await eventually('the run to end', async () => {
    const [row] = await queryAsOwner<{ status: string }>(
      api.database.url,
      'select status from runs where id = $1',
      [turnIdOf(third)],
    );
    return row?.status === 'failed';
  });
});
