import { once } from 'node:events';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import { pack } from 'tar-stream';
import { readArchive } from '../../../clients/scm/read-archive.ts';
import { collect } from '../../support/scm/expect-fault.ts';

/** An entry of an archive: of tar-stream, or bytes as they are. */
type Part =
  | readonly [
      { readonly name: string; readonly type?: 'symlink' | 'directory'; readonly linkname?: string },
      string,
    ]
  | Buffer;

test('reads files and links, and names folders and files that are too large', async (t) => {
  const long = `${'folder/'.repeat(40)}é.tf`;
  const archive = await tarOf(
    [{ name: 'top/a.tf' }, 'a'],
    [{ name: `top/${long}` }, 'long'],
    [{ name: 'top/link.tf', type: 'symlink', linkname: '/etc/passwd' }, ''],
    [{ name: 'top/folder.tf', type: 'directory' }, ''],
    [{ name: 'top/large.tf' }, 'x'.repeat(1024 * 1024 + 1)],
    [{ name: 'top/last.tf' }, 'x'.repeat(1024 * 1024)],
  );
  const blobs = await read(archive, ['a.tf', long, 'link.tf', 'folder.tf', 'large.tf', 'last.tf']);
  t.deepEqual(blobs, [
    ['a.tf', 'a'],
    [long, 'long'],
    ['link.tf', '/etc/passwd'],
    ['large.tf', 'too_large'],
    ['last.tf', 'x'.repeat(1024 * 1024)],
  ]);
});

test('paths outside of the archive are no files of the repository', async (t) => {
  const archive = await tarOf(
    [{ name: '../../etc/a.tf' }, 'evil'],
    [{ name: '/a.tf' }, 'first'],
    [{ name: 'top/../a.tf' }, 'evil'],
    [{ name: 'top/a.tf' }, 'second'],
  );
  t.deepEqual(await read(archive, ['a.tf']), [['a.tf', 'first']]);
});

test('a path that is in the archive many times is yielded once', async (t) => {
  const entries = Array.from({ length: 50 }, (_, index): Part => [{ name: 'top/a.tf' }, String(index)]);
  t.deepEqual(await read(await tarOf(...entries), ['a.tf']), [['a.tf', '0']]);
});

test('global records are ignored, however many there are', async (t) => {
  const records = Array.from({ length: 100_000 }, (_, index) => record(`key${index}`, 'value'));
  const archive = await tarOf(rawEntry('g', `${record('path', 'top/other.tf')}${records.join('')}`), [
    { name: 'top/a.tf' },
    'a',
  ]);
  t.deepEqual(await read(archive, ['a.tf', 'other.tf']), [['a.tf', 'a']]);
});

test('more than 64 KB of records for an entry are rejected', async (t) => {
  const archive = await tarOf(rawEntry('x', record('comment', 'x'.repeat(70_000))), [
    { name: 'top/a.tf' },
    'a',
  ]);
  await rejects(archive);
  t.pass();
});

test('headers whose sizes or records are wrong are rejected', async (t) => {
  for (const records of [
    '99 path=a\n',
    '0 path=a\n',
    'path=a\n',
    record('size', '-1'),
    record('size', '1e9'),
  ])
    await rejects(await tarOf(rawEntry('x', records), [{ name: 'top/a.tf' }, 'a']));
  const header = rawEntry('0', '');
  header.write('77777777777\0', 124);
  await rejects(Buffer.concat([withChecksum(header), Buffer.alloc(2048)]));
  await rejects(Buffer.concat([header.fill(1, 0, 10), Buffer.alloc(2048)]));
  t.pass();
});

async function rejects(archive: Buffer): Promise<void> {
  const error: unknown = await read(archive, ['a.tf']).catch((thrown: unknown) => thrown);
  if (!(error instanceof Error) || !('fault' in error) || error.fault !== 'invalid_response')
    throw new Error(`expected a damaged archive, not ${String(error)}`);
}

async function read(archive: Buffer, paths: readonly string[]): Promise<readonly (readonly string[])[]> {
  const wanted = new Map(paths.map((path) => [path, 'sha']));
  const blobs = await collect(readArchive(Readable.from([gzipSync(archive)]), wanted));
  return blobs.map((blob) => [
    blob.path,
    'content' in blob ? Buffer.from(blob.content).toString('utf8') : blob.problem,
  ]);
}

async function tarOf(...parts: readonly Part[]): Promise<Buffer> {
  const archive = pack();
  const chunks: unknown[] = [];
  archive.on('data', (chunk) => chunks.push(chunk));
  for (const part of parts) {
    if (Buffer.isBuffer(part)) archive.push(part);
    else archive.entry(...part);
  }
  archive.finalize();
  await once(archive, 'end');
  return Buffer.concat(chunks as Buffer[]);
}

/** A header with its content, padded to blocks. */
function rawEntry(flag: string, content: string): Buffer {
  const header = Buffer.alloc(512);
  header.write('top/raw');
  header.write(`${Buffer.byteLength(content).toString(8).padStart(11, '0')}\0`, 124);
  header.write(flag, 156);
  header.write('ustar\u000000', 257);
  const padding = Buffer.alloc((512 - (Buffer.byteLength(content) % 512)) % 512);
  return Buffer.concat([withChecksum(header), Buffer.from(content), padding]);
}

function withChecksum(header: Buffer): Buffer {
  header.fill(' ', 148, 156);
  const sum = header.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** A pax record, whose length includes its own digits. */
function record(name: string, value: string): string {
  const rest = ` ${name}=${value}\n`;
  let length = Buffer.byteLength(rest) + 1;
  while (String(length).length + Buffer.byteLength(rest) !== length) length += 1;
  return `${length}${rest}`;
}
