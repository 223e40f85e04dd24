import test from 'ava';
import { Readable } from 'node:stream';
import { readBody } from '../../../activities/mapping/read-body.ts';
import { StateReadFailed } from '../../../activities/mapping/state-read-failed.ts';

const failed = { instanceOf: StateReadFailed };

async function lengthOf(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let length = 0;
  for await (const chunk of chunks) length += chunk.byteLength;
  return length;
}

test('reads a body and counts its bytes', async (t) => {
  const body = readBody(Readable.from([Buffer.from('abc'), Buffer.from('de')]), 5);
  t.is(await lengthOf(body.chunks), 5);
  t.is(body.bytesRead(), 5);
});

test('fails when the body is shorter than S3 said, or missing', async (t) => {
  const short = await t.throwsAsync(
    lengthOf(readBody(Readable.from([Buffer.from('abc')]), 5).chunks),
    failed,
  );
  t.like(short, { fault: 'unreachable', retryable: true });
  await t.throwsAsync(lengthOf(readBody(undefined, 0).chunks), failed);
});

test('closes a body without bytes after the time limit', async (t) => {
  const stalled = new Readable({ read: () => undefined });
  stalled.push(Buffer.from('abc'));
  await t.throwsAsync(lengthOf(readBody(stalled, 5, undefined, 20).chunks), failed);
  t.true(stalled.destroyed);
});

test('closes the body when the reader stops', async (t) => {
  const endless = new Readable({
    read() {
      this.push(Buffer.alloc(10));
    },
  });
  for await (const chunk of readBody(endless, undefined).chunks) if (chunk.length > 0) break;
  t.true(endless.destroyed);
});
