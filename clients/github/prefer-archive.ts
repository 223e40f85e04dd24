import { maximumArchiveBytes } from '../scm/read-archive.ts';

/** Blobs of one GraphQL query. */
export const blobsPerQuery = 100;
/** The throttling plugin of Octokit starts one GraphQL query a second, because each counts as a write. */
const secondsPerQuery = 1;
/** Until GitHub starts to send an archive that it has not built before. */
const archiveStartSeconds = 2;
/** Of uncompressed content. */
const archiveBytesPerSecond = 25 * 1024 * 1024;
/** From this number of blobs, one archive is used when the size of the tree is unknown. */
const unknownSizeFrom = 1000;

/**
 * Whether one archive is faster than GraphQL queries of 100 blobs.
 *
 * @param treeBytes uncompressed size of all files of the commit
 */
export function prefersArchive(blobs: number, treeBytes: number | undefined): boolean {
  if (treeBytes === undefined) return blobs >= unknownSizeFrom;
  if (treeBytes > maximumArchiveBytes) return false;
  const querySeconds = Math.ceil(blobs / blobsPerQuery) * secondsPerQuery;
  return querySeconds > archiveStartSeconds + treeBytes / archiveBytesPerSecond;
}
