import { Readable } from 'node:stream';
import type { Response } from 'undici';
import type { ProviderBlob } from '../../domain/scm/provider-records.ts';
import { maximumFileBytes } from '../scm/read-archive.ts';
import { readArchiveThenRest } from '../scm/read-archive-then-rest.ts';
import { readCapped } from '../scm/read-capped.ts';
import { ScmError } from '../scm/scm-error.ts';
import { errorOf } from './gitlab-requester.ts';
import type { GitlabTransport } from './gitlab-requester.ts';

/** From this number of files, one archive costs less than a request for each. gitlab.com allows 5 archives a minute. */
const archiveFrom = 20;
/** Files that an archive lacks and that are read one by one; the others count as not found. */
const maximumSingleFiles = 500;
const archiveTimeoutMs = 5 * 60_000;
const blobTimeoutMs = 20_000;

/** A project, and how its files are requested. */
export interface GitlabProjectSource {
  /** Of the project's API: `https://gitlab.com/api/v4/projects/42`. */
  readonly url: string;
  readonly accessToken: string;
  readonly transport: GitlabTransport;
}

/** Yields every wanted file of a commit: from one archive, or by one request a file. @throws ScmError */
export async function* readGitlabBlobs(
  source: GitlabProjectSource,
  commitSha: string,
  wanted: ReadonlyMap<string, string>,
): AsyncGenerator<ProviderBlob, void, undefined> {
  const readSingle = (rest: ReadonlyMap<string, string>) => readSingleBlobs(source, rest);
  if (wanted.size < archiveFrom) {
    yield* readSingle(wanted);
    return;
  }
  // Without the files of Git LFS, which can be larger than the repository.
  const query = new URLSearchParams({ sha: commitSha, include_lfs_blobs: 'false' });
  const path = `/repository/archive.tar.gz?${query.toString()}`;
  const response = await get(source, path, archiveTimeoutMs);
  if (!response.ok || response.body === null) throw await errorOf(response);
  yield* readArchiveThenRest(Readable.fromWeb(response.body), wanted, readSingle);
}

async function* readSingleBlobs(
  source: GitlabProjectSource,
  wanted: ReadonlyMap<string, string>,
): AsyncGenerator<ProviderBlob, void, undefined> {
  let count = 0;
  for (const [path, sha] of wanted) {
    count += 1;
    if (count > maximumSingleFiles) yield { path, sha, problem: 'not_found' };
    else yield await readSingleBlob(source, path, sha);
  }
}

async function readSingleBlob(source: GitlabProjectSource, path: string, sha: string): Promise<ProviderBlob> {
  const response = await get(source, `/repository/blobs/${encodeURIComponent(sha)}/raw`, blobTimeoutMs);
  try {
    if (!response.ok) throw await errorOf(response);
    return { path, sha, content: await readCapped(response, maximumFileBytes) };
  } catch (error) {
    if (error instanceof ScmError && error.fault === 'not_found') return { path, sha, problem: 'not_found' };
    if (error instanceof ScmError && error.fault === 'too_large') return { path, sha, problem: 'too_large' };
    throw error;
  }
}

function get(
  { url, accessToken, transport }: GitlabProjectSource,
  path: string,
  timeoutMs: number,
): Promise<Response> {
  return transport.budget.run(() =>
    transport.safeFetch.request(new URL(`${url}${path}`), {
      method: 'GET',
      headers: { authorization: `Bearer ${accessToken}` },
      signal: AbortSignal.timeout(timeoutMs),
    }),
  );
}
