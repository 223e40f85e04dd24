import { readdir } from 'node:fs/promises';
import os from 'node:os';
import { buffer } from 'node:stream/consumers';
import test from 'ava';
import { BodySpool } from '../../../../api/http/request/body-spool.ts';

const full = (ofKey: boolean) => new Error(ofKey ? 'key is full' : 'process is full');
const megabyte = 1024 * 1024;

async function* chunksOf(...sizes: readonly number[]) {
  for (const [index, size] of sizes.entries()) yield Buffer.alloc(size, `chunk ${index} `);
}

test('returns the bytes of a body that is longer than its part in memory, and deletes them', async (t) => {
  const spool = new BodySpool({ maximumBytes: 9 * megabyte, maximumBytesOfKey: 9 * megabyte, full });
  for (const sizes of [[], [10], [100_000, 200_000], [300_000, 1, 2 * megabyte]]) {
    const body = await spool.receive('a', chunksOf(...sizes), 9 * megabyte);
    const expected = await buffer(chunksOf(...sizes));
    t.is(body.bytes, expected.byteLength);
    t.true((await buffer(body.chunks())).equals(expected));
    t.is(spool.used, Math.max(megabyte, expected.byteLength));
    await body.close();
    t.is(spool.used, 0);
  }
  const names = await readdir(os.tmpdir());
  t.deepEqual(
    names.filter((name) => name.startsWith('inventory-body-')),
    [],
  );
});

test('stops beyond the maximum of a body, and rejects bodies without space', async (t) => {
  const spool = new BodySpool({ maximumBytes: 5 * megabyte, maximumBytesOfKey: 3 * megabyte, full });
  const long = await spool.receive('a', chunksOf(megabyte, megabyte, megabyte), megabyte);
  t.is(long.bytes, 2 * megabyte);
  await t.throwsAsync(spool.receive('a', chunksOf(1, 2 * megabyte), 9 * megabyte), {
    message: 'key is full',
  });
  const other = await spool.receive('b', chunksOf(2 * megabyte), 9 * megabyte);
  const third = await spool.receive('c', chunksOf(1), 9 * megabyte);
  await t.throwsAsync(spool.receive('d', chunksOf(1), 9 * megabyte), { message: 'process is full' });
  for (const body of [long, other, third]) await body.close();
  t.is(spool.used, 0);
});

test('keeps nothing of a body that fails', async (t) => {
  const spool = new BodySpool({ maximumBytes: 5 * megabyte, maximumBytesOfKey: 5 * megabyte, full });
  async function* failing() {
    yield Buffer.alloc(2 * megabyte);
    throw new Error('disconnected');
  }
  await t.throwsAsync(spool.receive('a', failing(), 9 * megabyte), { message: 'disconnected' });
  t.is(spool.used, 0);
});
