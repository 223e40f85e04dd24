import test from 'ava';
import { threadId } from 'node:worker_threads';
import { createDocumentWorkers, DocumentRejected } from '../../runtime/document-workers.ts';
import type { DocumentTask } from '../../runtime/document-workers.ts';
import type { HostileInput } from './support/hostile-task.ts';

const task: DocumentTask<HostileInput, number> = {
  module: new URL('support/hostile-task.ts', import.meta.url),
  maximumSize: 1000,
  deadlineMilliseconds: 600_000,
};
const impatient = { ...task, deadlineMilliseconds: 300 };
const rejected = { instanceOf: DocumentRejected };

const workers = createDocumentWorkers(2);
test.after.always(() => workers.close());

test('runs a task in another thread', async (t) => {
  t.not(await workers.run('one', task, { kind: 'thread' }), threadId);
});

test('terminates a task that exceeds its deadline, while timers of the process fire', async (t) => {
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 10);
  const error = await t
    .throwsAsync(workers.run('endless', impatient, { kind: 'endless' }), rejected)
    .finally(() => clearInterval(timer));
  t.is(error?.problem, 'deadline_exceeded');
  t.true(ticks > 0);
  t.is(typeof (await workers.run('endless', task, { kind: 'thread' })), 'number');
});

test('a task that uses too much memory ends its thread and not the process', async (t) => {
  const error = await t.throwsAsync(workers.run('memory', task, { kind: 'memory' }), rejected);
  t.is(error?.problem, 'out_of_memory');
});

test('a thread whose memory is exhausted after its deadline does not end the process', async (t) => {
  for (const deadlineMilliseconds of [100, 200, 300, 400, 600]) {
    const separate = createDocumentWorkers(1);
    await t.throwsAsync(
      separate.run('memory', { ...task, deadlineMilliseconds }, { kind: 'memory' }),
      rejected,
    );
    await separate.close();
  }
});

test('rejects a document that is nested too deeply', async (t) => {
  const error = await t.throwsAsync(workers.run('depth', task, { kind: 'depth' }), rejected);
  t.is(error?.problem, 'too_deep');
});

test('rejects a document above the maximum size before it is copied to a thread', async (t) => {
  const input = { kind: 'text', text: 'a'.repeat(1001), notCloneable: () => undefined } as const;
  const error = await t.throwsAsync(workers.run('large', task, input), rejected);
  t.is(error?.problem, 'too_large');
});

test('an error of the task is thrown as it is', async (t) => {
  await t.throwsAsync(workers.run('error', task, { kind: 'error' }), {
    instanceOf: TypeError,
    message: 'a bug',
  });
});

test('terminates a task whose signal aborts', async (t) => {
  const cancelled = new AbortController();
  const running = workers.run('cancelled', task, { kind: 'endless' }, cancelled.signal);
  setImmediate(() => cancelled.abort(new Error('cancelled')));
  await t.throwsAsync(running, { message: 'cancelled' });
});

test('a tenant with endless documents leaves a thread to another tenant', async (t) => {
  const separate = createDocumentWorkers(2);
  const cancelled = new AbortController();
  const endless = [1, 2, 3].map(() =>
    separate.run('hostile', task, { kind: 'endless' }, cancelled.signal).catch((error: unknown) => error),
  );
  t.is(typeof (await separate.run('other', task, { kind: 'thread' })), 'number');
  cancelled.abort(new Error('cancelled'));
  await Promise.all(endless);
  await separate.close();
});
