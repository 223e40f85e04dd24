import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import type { ProviderBlob } from '../../domain/scm/provider-records.ts';
import { ScmError } from './scm-error.ts';

export const mostArchiveBytes = 512 * 1024 * 1024;
export const mostFileBytes = 1024 * 1024;

/**
 * Yields the wanted files of a gzip-compressed tar archive, whose first path segment is the name of the archive. Files
 * over 1 MB, and links, are yielded with a problem. Files that the archive lacks are left out: `export-ignore` in
 * `.gitattributes` excludes files from archives.
 *
 * @param wanted the SHA of each wanted path
 * @param most bytes of the uncompressed archive
 * @throws ScmError `too_large` when the archive has more than `most` bytes, `invalid_response` when it is damaged,
 *   `unavailable` when its transfer fails.
 */
export async function* readArchive(
  archive: Readable,
  wanted: ReadonlyMap<string, string>,
  most = mostArchiveBytes,
): AsyncGenerator<ProviderBlob, void, undefined> {
  const entries = extract();
  const gunzip = createGunzip();
  let size = 0;
  gunzip.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > most) gunzip.destroy(new ScmError('too_large', `The archive has more than ${most} bytes.`));
  });
  // `pipeline` destroys all streams with the error of one: the first event is that of the stream that failed.
  let failed: 'transfer' | 'content' | undefined;
  archive.once('error', () => (failed ??= 'transfer'));
  gunzip.once('error', () => (failed ??= 'content'));
  pipeline(archive, gunzip, entries, () => undefined);
  try {
    for await (const entry of entries) {
      const path = entry.header.name.slice(entry.header.name.indexOf('/') + 1);
      const sha = wanted.get(path);
      const isFile = entry.header.type === 'file';
      if (sha === undefined || !isFile || (entry.header.size ?? 0) > mostFileBytes) {
        entry.resume();
        if (sha !== undefined && entry.header.type !== 'directory')
          yield { path, sha, problem: isFile ? 'too_large' : 'not_a_file' };
        continue;
      }
      const chunks: Buffer[] = [];
      for await (const chunk of entry) chunks.push(chunk as Buffer);
      yield { path, sha, content: Buffer.concat(chunks) };
    }
  } catch (error) {
    if (error instanceof ScmError) throw error;
    if (failed === 'transfer')
      throw new ScmError('unavailable', 'The connection ended within the archive.', { cause: error });
    throw new ScmError('invalid_response', 'The archive is damaged or incomplete.', { cause: error });
  } finally {
    archive.destroy();
  }
}
