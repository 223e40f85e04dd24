import type { Readable } from 'node:stream';
import type { ProviderBlob } from '../../domain/scm/provider-records.ts';
import { maximumArchiveBytes, readArchive } from './read-archive.ts';
import { ScmError } from './scm-error.ts';

/**
 * Yields the wanted files of an archive, then the ones that the archive lacks. When the archive has more than `most`
 * bytes, the files that were not reached are yielded with the problem `archive_limit`.
 *
 * @param wanted the SHA of each wanted path
 * @param readRest reads the files that the archive lacks
 * @throws ScmError `invalid_response` for a damaged archive, `unavailable` when its transfer fails
 */
export async function* readArchiveThenRest(
  archive: Readable,
  wanted: ReadonlyMap<string, string>,
  readRest: (rest: ReadonlyMap<string, string>) => AsyncGenerator<ProviderBlob, void, undefined>,
  most = maximumArchiveBytes,
): AsyncGenerator<ProviderBlob, void, undefined> {
  const rest = new Map(wanted);
  try {
    for await (const blob of readArchive(archive, wanted, most)) {
      rest.delete(blob.path);
      yield blob;
    }
  } catch (error) {
    if (!(error instanceof ScmError) || error.fault !== 'too_large') throw error;
    for (const [path, sha] of rest) yield { path, sha, problem: 'archive_limit' };
    return;
  }
  if (rest.size > 0) yield* readRest(rest);
}
