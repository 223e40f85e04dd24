import type { ScmClient } from '../../clients/scm/scm-client.ts';
import type { DocumentRow } from '../../domain/scm/detection/documents/plan-documents.ts';
import { linkBlobsOf } from '../../domain/scm/detection/paths/resolve-symbolic-links.ts';
import { linkTextsOfKeys } from '../../domain/scm/detection/paths/select-blobs.ts';
import type { TreeEntry } from '../../domain/scm/detection/paths/tree-entry.ts';
import type { Repository } from '../../db/scm/repository.ts';
import { refOf } from './sync-pull-requests.ts';

/** Longer contents are no paths. */
const maximumBytes = 4_096;

/** Reads the contents of the symbolic links of a commit, by SHA, except those that the keys of stored documents have. */
export async function readLinks(
  client: ScmClient,
  repository: Repository,
  commitSha: string | undefined,
  tree: readonly TreeEntry[],
  stored: readonly DocumentRow[],
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map(linkTextsOfKeys(stored.map(({ documentKey }) => documentKey)));
  const wanted = new Map(
    [...linkBlobsOf(tree)].flatMap(([sha, path]) => (texts.has(sha) ? [] : [[path, sha] as const])),
  );
  if (commitSha === undefined || wanted.size === 0) return texts;
  // The blobs are small, whatever the size of the tree: an archive is the slower way.
  for await (const blob of client.readBlobs(refOf(repository), commitSha, wanted, Number.MAX_SAFE_INTEGER)) {
    if ('content' in blob && blob.content.length <= maximumBytes)
      texts.set(blob.sha, Buffer.from(blob.content).toString('utf8'));
  }
  return texts;
}
