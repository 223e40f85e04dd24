import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { ProviderBlob } from '../../domain/scm/provider-records.ts';
import { readTar } from './read-tar.ts';
import { ScmError } from './scm-error.ts';

export const maximumArchiveBytes = 512 * 1024 * 1024;
export const maximumFileBytes = 1024 * 1024;

/**
 * Yields the wanted files of a gzip-compressed tar archive, whose first path segment is the name of the archive. Files over 1
 * MB, and hard links, are yielded with a problem; a symbolic link has the path to which it points as content, as in Git. Files
 * that the archive lacks are left out: `export-ignore` in `.gitattributes` excludes files from archives.
 *
 * @param wanted the SHA of each wanted path
 * @param most bytes of the uncompressed archive
 * @throws ScmError `too_large` when the archive has more than `most` bytes, `invalid_response` when it is damaged,
 *   `unavailable` when its transfer fails.
 */
export async function* readArchive(
  archive: Readable,
  wanted: ReadonlyMap<string, string>,
  most = maximumArchiveBytes,
): AsyncGenerator<ProviderBlob, void, undefined> {
  const gunzip = createGunzip();
  // `pipeline` destroys both streams with the error of one: the first event tells which one failed.
  let failed: 'transfer' | 'content' | undefined;
  archive.once('error', () => (failed ??= 'transfer'));
  gunzip.once('error', () => (failed ??= 'content'));
  pipeline(archive, gunzip, () => undefined);
  const rest = new Map(wanted);
  try {
    for await (const entry of readTar(limitBytes(gunzip, most))) {
      const path = entry.path.slice(entry.path.indexOf('/') + 1);
      const sha = rest.get(path);
      if (sha === undefined || entry.type === 'directory') continue;
      rest.delete(path);
      if (entry.linkTarget !== undefined) yield { path, sha, content: Buffer.from(entry.linkTarget) };
      else if (entry.type !== 'file') yield { path, sha, problem: 'not_a_file' };
      else if (entry.size > maximumFileBytes) yield { path, sha, problem: 'too_large' };
      else yield { path, sha, content: await entry.read() };
    }
  } catch (error) {
    if (error instanceof ScmError) throw error;
    if (failed === 'transfer')
      throw new ScmError('unavailable', 'The connection ended within the archive.', { cause: error });
    throw new ScmError('invalid_response', 'The archive is damaged or incomplete.', { cause: error });
  } finally {
    archive.destroy();
    gunzip.destroy();
  }
}

async function* limitBytes(chunks: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > most) throw new ScmError('too_large', `The archive has more than ${most} bytes.`);
    yield chunk;
  }
}
