import test from 'ava';
import { createDocumentWorkers, DocumentRejected } from '../../runtime/document-workers.ts';
import type { StreamTask } from '../../runtime/document-workers.ts';
import { eventually } from '../support/eventually.ts';
import type { StreamInput } from './support/stream-task.ts';

const task: StreamTask<StreamInput, number, number> = {
  module: new URL('support/stream-task.ts', import.meta.url),
  maximumBytes: 10_000_000,
  deadlineMilliseconds: 600_000,
};
const impatient = { ...task, deadlineMilliseconds: 300 };
const rejected = { instanceOf: DocumentRejected };

const workers = createDocumentWorkers(2);
test.after.always(() => workers.close());

/** A document of chunks, which counts how many were taken and whether it was closed. */
function documentOf(chunkSizes: readonly number[]) {
  const state = { taken: 0, closed: false, items: [] as number[] };
  async function* read(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for (const size of chunkSizes) {
        state.taken += 1;
        yield new Uint8Array(size);
      }
    } finally {
      state.closed = true;
    }
  }
  return { state, chunks: read(), receive: (items: readonly number[]) => void state.items.push(...items) };
}

test('sends a document to a thread in chunks of at most 256 KB and receives its items', async (t) => {
  const document = documentOf([10, 0, 600_000, 20]);
  t.is(await workers.stream('one', task, 'count', document), 600_030);
  t.deepEqual(document.state.items, [10, 262_144, 262_144, 75_712, 20]);
  t.true(document.state.closed);
});

test('receives all of many items before the result', async (t) => {
  const document = documentOf(Array.from({ length: 3_333 }, () => 1));
  t.is(await workers.stream('one', task, 'count', document), 3_333);
  t.is(document.state.items.length, 3_333);
});

test('an empty document has no chunks', async (t) => {
  t.is(await workers.stream('one', task, 'count', documentOf([])), 0);
});

test('takes no more chunks from the source than the thread requests', async (t) => {
  const document = documentOf(Array.from({ length: 100 }, () => 1_000));
  const cancelled = new AbortController();
  const running = workers.stream('one', task, 'idle', document, cancelled.signal);
  await eventually('four chunks', async () => document.state.taken >= 4);
  cancelled.abort(new Error('cancelled'));
  await t.throwsAsync(running, { message: 'cancelled' });
  t.true(document.state.taken <= 6, String(document.state.taken));
});

test('closes the source when the thread ends before the document', async (t) => {
  const document = documentOf(Array.from({ length: 100 }, () => 1_000));
  t.is(await workers.stream('one', task, 'early', document), 1_000);
  await eventually('the end of the source', async () => document.state.closed);
  t.true(document.state.taken < 100);
});

test('rejects a document with more bytes than allowed and closes the source', async (t) => {
  const document = documentOf(Array.from({ length: 100 }, () => 1_000_000));
  const error = await t.throwsAsync(workers.stream('one', task, 'count', document), rejected);
  t.is(error?.problem, 'too_large');
  await eventually('the end of the source', async () => document.state.closed);
  t.true(document.state.taken < 20);
});

test('terminates a thread at the deadline, whether it computes or waits for the source', async (t) => {
  for (const input of ['endless', 'idle'] as const) {
    const error = await t.throwsAsync(workers.stream('one', impatient, input, documentOf([1, 1])), rejected);
    t.is(error?.problem, 'deadline_exceeded');
  }
  async function* never(): AsyncGenerator<Uint8Array, void, undefined> {
    yield new Uint8Array(1);
    await new Promise(() => {});
  }
  const error = await t.throwsAsync(
    workers.stream('one', impatient, 'count', { chunks: never(), receive: () => undefined }),
    rejected,
  );
  t.is(error?.problem, 'deadline_exceeded');
  t.is(await workers.stream('one', task, 'count', documentOf([1])), 1);
});

test('a thread whose memory is exhausted ends, and not the process', async (t) => {
  const document = documentOf([1, 1]);
  const error = await t.throwsAsync(workers.stream('one', task, 'memory', document), rejected);
  t.is(error?.problem, 'out_of_memory');
  t.is(await workers.stream('one', task, 'count', documentOf([1])), 1);
});

test('throws errors of the task and of the source as they are', async (t) => {
  await t.throwsAsync(workers.stream('one', task, 'error', documentOf([1])), {
    instanceOf: TypeError,
    message: 'a bug',
  });
  async function* broken(): AsyncGenerator<Uint8Array, void, undefined> {
    yield new Uint8Array(1);
    throw new RangeError('the connection was lost');
  }
  await t.throwsAsync(workers.stream('one', task, 'count', { chunks: broken(), receive: () => undefined }), {
    instanceOf: RangeError,
    message: 'the connection was lost',
  });
});

test('a tenant whose sources stop sending leaves a thread to another tenant', async (t) => {
  const separate = createDocumentWorkers(2);
  const cancelled = new AbortController();
  const idle = [1, 2, 3].map(() =>
    separate.stream('slow', task, 'idle', documentOf([1]), cancelled.signal).catch((error: unknown) => error),
  );
  t.is(await separate.stream('other', task, 'count', documentOf([5])), 5);
  cancelled.abort(new Error('cancelled'));
  await Promise.all(idle);
  await separate.close();
});
