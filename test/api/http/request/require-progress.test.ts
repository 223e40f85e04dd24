import { setTimeout as delay } from 'node:timers/promises';
import test from 'ava';
import { receiveRate, requireProgress } from '../../../../api/http/request/require-progress.ts';

const chunk = new Uint8Array(1_000);

/** Yields chunks, then nothing until `signal` aborts. */
async function* stall(count: number, signal: AbortSignal) {
  for (let index = 0; index < count; index += 1) yield chunk;
  await delay(60_000, undefined, { signal });
}

async function countOf(chunks: AsyncIterable<Uint8Array>, milliseconds = 0): Promise<number> {
  let count = 0;
  for await (const _ of chunks) {
    count += 1;
    await delay(milliseconds);
  }
  return count;
}

test('rejects a body that stalls, at its beginning or later', async (t) => {
  const controller = new AbortController();
  for (const count of [0, 3]) {
    const body = requireProgress(stall(count, controller.signal), {
      graceMilliseconds: 20,
      bytesPerSecond: 1e6,
    });
    await t.throwsAsync(countOf(body), { code: 'invalid_body', message: /arrives too slowly/ });
  }
  controller.abort();
});

test('does not count the time in which chunks are processed', async (t) => {
  async function* all() {
    for (let index = 0; index < 5; index += 1) yield chunk;
  }
  t.is(await countOf(requireProgress(all(), { graceMilliseconds: 2_000, bytesPerSecond: 1e9 }), 20), 5);
});

test('closes the body when its reader stops', async (t) => {
  let isClosed = false;
  async function* all() {
    try {
      for (;;) yield chunk;
    } finally {
      isClosed = true;
    }
  }
  for await (const _ of requireProgress(all(), receiveRate)) break;
  t.true(isClosed);
});

test('a stalled body gives its permit back before other plans are rejected', (t) => {
  t.true(receiveRate.graceMilliseconds < 30_000);
});
