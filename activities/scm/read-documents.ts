import type { ScmClient } from '../../clients/scm/scm-client.ts';
import { toJsonText } from '../../domain/json/text.ts';
import { addToGroup } from '../../domain/lists/add-to-group.ts';
import type { NeededBlob } from '../../domain/scm/detection/paths/select-blobs.ts';
import type { BlobProblem, ProviderBlob } from '../../domain/scm/provider-records.ts';
import { storeDocuments } from '../../db/scm/iac-document-store.ts';
import type { StoredDocument } from '../../db/scm/iac-document-store.ts';
import type { Repository } from '../../db/scm/repository.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { RunDocument } from '../shared/run-document.ts';
import type { ScanPlan } from './detect/plan-scan-task.ts';
import { documentsTooLarge, maximumDocumentsLength } from './detect/detect-in-thread.ts';
import { parseInThread } from './parse/parse-in-thread.ts';
import type { SourceFile } from './parse/parse-files.ts';
import { refOf } from './sync-pull-requests.ts';

interface ReadContext {
  readonly client: ScmClient;
  readonly runDocument: RunDocument;
  readonly inTenant: <T>(work: (tenant: Tenant) => Promise<T>) => Promise<T>;
}

/** Characters of documents in one statement. */
const batchSize = 1024 * 1024;
/** Time after which no further file of a repository is parsed in this scan. Hostile files take up to 30 s each. */
const parseMs = 15 * 60_000;

/**
 * Reads and parses the files of a plan, and stores them in batches. A file that the provider does not return is stored as
 * unreadable. Returns the number of files that were not parsed because of the time limit; the next scan parses them.
 * @throws ScmError `too_large` when the documents are larger than detection can process
 */
export async function readDocuments(
  { client, runDocument, inTenant }: ReadContext,
  repository: Repository,
  commitSha: string,
  plan: ScanPlan,
): Promise<number> {
  const missing = new Map<string, NeededBlob>(plan.read.map((blob) => [blob.path, blob]));
  if (missing.size === 0) return 0;
  /** The paths of the documents by the path of the file that is read: a file is read once for all its links. */
  const pathsOf = new Map<string, string[]>();
  for (const { path, target = path } of missing.values()) addToGroup(pathsOf, target, path);
  const wanted = new Map([...missing.values()].map(({ path, target = path, sha }) => [target, sha]));
  const deadline = performance.now() + parseMs;
  let batch: StoredDocument[] = [];
  let [size, total] = [0, 0];
  const flush = async (): Promise<void> => {
    const documents = batch;
    [batch, size] = [[], 0];
    await inTenant((tenant) => storeDocuments(tenant, repository.id, documents));
  };
  const add = async (path: string, document: string): Promise<void> => {
    const blob = missing.get(path);
    if (blob === undefined) return;
    missing.delete(path);
    batch.push({ path, documentKey: blob.documentKey, document: withTarget(document, blob.target) });
    size += document.length;
    total += document.length;
    if (total > maximumDocumentsLength) throw documentsTooLarge();
    if (size >= batchSize) await flush();
  };
  const blobs = client.readBlobs(
    refOf(repository),
    commitSha,
    wanted,
    plan.bytes === 0 ? undefined : plan.bytes,
  );
  const files = readable(blobs, pathsOf, (path, problem) => add(path, unreadable(problem)));
  try {
    for await (const { path, document } of parseInThread(runDocument, files)) {
      await add(path, document);
      if (performance.now() > deadline) break;
    }
  } finally {
    // When the provider fails, the files that were read need not be read again.
    await flush();
  }
  return missing.size;
}

/** Passes the files with content on, and reports the others. */
async function* readable(
  blobs: AsyncIterable<ProviderBlob>,
  pathsOf: ReadonlyMap<string, readonly string[]>,
  report: (path: string, problem: BlobProblem) => Promise<void>,
): AsyncGenerator<SourceFile, void, undefined> {
  for await (const blob of blobs) {
    for (const path of pathsOf.get(blob.path) ?? []) {
      if ('content' in blob) yield { path, content: blob.content };
      else await report(path, blob.problem);
    }
  }
}

/** Adds the file to which a link leads to the JSON text of its document. */
function withTarget(document: string, target: string | undefined): string {
  return target === undefined ? document : `{"linkTarget":${toJsonText(target)},${document.slice(1)}`;
}

function unreadable(problem: BlobProblem): string {
  return toJsonText({
    type: 'unreadable',
    problem: problemTexts[problem],
    ...(problem === 'binary' ? {} : { skipped: problem === 'archive_limit' ? 'repository_limit' : 'file' }),
  });
}

const problemTexts: Readonly<Record<BlobProblem, string>> = {
  binary: 'The file is binary.',
  too_large: 'The file is larger than 1 MB.',
  not_a_file: 'The file is a link.',
  not_found: 'The provider did not return the file.',
  archive_limit: 'The archive of the repository is larger than 512 MB.',
};
