import type { ScmClient } from '../../clients/scm/scm-client.ts';
import { detectProjects } from '../../domain/scm/detection/detect-projects.ts';
import { selectBlobs } from '../../domain/scm/detection/select-blobs.ts';
import type { NeededBlob } from '../../domain/scm/detection/select-blobs.ts';
import type { TreeEntry } from '../../domain/scm/detection/tree-entry.ts';
import { listDocuments, storeDocuments } from '../../db/scm/iac-document-store.ts';
import type { StoredDocument } from '../../db/scm/iac-document-store.ts';
import { listProjectsOf, storeDetectedProjects } from '../../db/scm/iac-project-store.ts';
import { refreshPullRequestProjects } from '../../db/scm/pull-request-projects.ts';
import { lockIfSelected, recordRepositoryScan } from '../../db/scm/repository-store.ts';
import type { Repository } from '../../db/scm/repository.ts';
import { storeFolders } from '../../db/scm/scanned-paths.ts';
import type { Dependencies } from '../dependencies.ts';
import type { RunDocument } from '../run-document.ts';
import { parseInThread } from './parse/parse-in-thread.ts';
import { refOf } from './sync-pull-requests.ts';

/**
 * Scans the head of the default branch: reads the tree, then the blobs that detection needs and that changed since the
 * last scan, and stores the projects. A repository without commits has no projects.
 */
export async function scanRepositoryHead(
  { database, documents: threads }: Dependencies,
  organizationId: string,
  client: ScmClient,
  repository: Repository,
  signal: AbortSignal,
): Promise<void> {
  const ref = refOf(repository);
  const branch = repository.default_branch;
  const commitSha = branch === null ? undefined : await client.getHead(ref, branch);
  const tree =
    commitSha === undefined
      ? { commitSha: '', entries: [], truncated: false }
      : await client.readTree(ref, commitSha);
  const selection = selectBlobs(tree.entries);
  const stored = await database.withTenant(organizationId, (tenant) => listDocuments(tenant, repository.id));
  const runDocument: RunDocument = (task, input) => threads.run(organizationId, task, input, signal);
  const documents = await readDocuments(
    client,
    runDocument,
    repository,
    tree.commitSha,
    selection.needed,
    stored,
  );
  const projects = detectProjects(
    tree.entries,
    new Map(documents.all.map(({ path, document }) => [path, document])),
  );
  await database.withTenant(organizationId, async (tenant) => {
    // A repository that was deselected meanwhile: its projects stay missing.
    if (!(await lockIfSelected(tenant, repository.id))) return;
    await storeDocuments(
      tenant,
      repository.id,
      documents.changed,
      selection.needed.map(({ path }) => path),
    );
    await storeFolders(tenant, repository.id, foldersOf(tree.entries));
    const known = await listProjectsOf(tenant, repository.id);
    const paths = new Set([...foldersOf(tree.entries), ...tree.entries.map(({ path }) => path)]);
    await storeDetectedProjects(tenant, repository.id, {
      commitSha: tree.commitSha,
      projects,
      existingPaths: known.map(({ path }) => path).filter((path) => paths.has(path)),
    });
    await refreshPullRequestProjects(tenant, repository.id);
    await recordRepositoryScan(tenant, repository.id, {
      commit_sha: tree.commitSha,
      files: selection.files,
      skipped_files: Object.values(selection.skippedCounts).reduce((sum, count) => sum + count, 0),
      truncated: tree.truncated || selection.truncated,
      finished_at: new Date().toISOString(),
    });
  });
}

interface Documents {
  readonly all: readonly StoredDocument[];
  readonly changed: readonly StoredDocument[];
}

async function readDocuments(
  client: ScmClient,
  runDocument: RunDocument,
  repository: Repository,
  commitSha: string,
  needed: readonly NeededBlob[],
  stored: readonly StoredDocument[],
): Promise<Documents> {
  const known = new Map(stored.map((document) => [`${document.path}|${document.document_key}`, document]));
  const kept = needed.flatMap(({ path, documentKey }) => known.get(`${path}|${documentKey}`) ?? []);
  const keptPaths = new Set(kept.map(({ path }) => path));
  const missing = new Map(needed.filter(({ path }) => !keptPaths.has(path)).map((blob) => [blob.path, blob]));
  const changed: StoredDocument[] = [];
  const wanted = new Map([...missing].map(([path, { sha }]) => [path, sha]));
  if (wanted.size > 0) {
    const blobs = client.readBlobs(refOf(repository), commitSha, wanted);
    for await (const { path, document } of parseInThread(runDocument, blobs))
      changed.push({ path, document_key: missing.get(path)?.documentKey ?? '', document });
  }
  return { all: [...kept, ...changed], changed };
}

/** Returns the paths of all folders, sorted, and `.` for the root. */
function foldersOf(entries: readonly TreeEntry[]): readonly string[] {
  const folders = new Set(['.']);
  for (const { path } of entries) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return [...folders].toSorted();
}
