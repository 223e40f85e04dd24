import { ApplicationFailure } from '@temporalio/activity';
import { defined } from '../../domain/defined.ts';
import { resolveSymbolicLinks } from '../../domain/scm/detection/paths/resolve-symbolic-links.ts';
import { detectorVersion } from '../../domain/scm/detection/detector-version.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import type { ScmClient } from '../../clients/scm/scm-client.ts';
import { requestEvidence } from '../../commands/mapping/request-evidence.ts';
import { requestStateDetection } from '../../commands/mapping/request-state-detection.ts';
import { linkLatePlans } from '../../commands/plans/publish-impact.ts';
import type { Launcher } from '../../commands/runs/launch-run.ts';
import { copyAndDeleteDocuments, listDocumentKeys, listDocuments } from '../../db/scm/iac-document-store.ts';
import { storeDetectedProjects } from '../../db/scm/detected-project-store.ts';
import { refreshPullRequestProjects } from '../../db/scm/pull-request-projects.ts';
import { lockForScanResult, recordRepositoryScan } from '../../db/scm/repository-scan-store.ts';
import type { BegunRepository } from '../../db/scm/repository-scan-store.ts';
import { holdsRun } from '../../db/runs/take-run.ts';
import { storeScannedPaths } from '../../db/scm/scanned-paths.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Dependencies } from '../dependencies.ts';
import type { RunDocument } from '../shared/run-document.ts';
import { leftToNewerRelease } from '../shared/take-run-or-leave.ts';
import type { DetectionResult } from './detect/detect-projects-task.ts';
import {
  detectProjectsTask,
  documentsTooLarge,
  maximumDocumentsLength,
  planScanTask,
  projectsTooLarge,
  runForRepository,
} from './detect/detect-in-thread.ts';
import { packTree } from './detect/pack-tree.ts';
import type { ScanPlan } from './detect/plan-scan-task.ts';
import { findHead } from './find-head.ts';
import type { Head } from './find-head.ts';
import { readDocuments } from './read-documents.ts';
import { readLinks } from './read-links.ts';
import { refOf } from './sync-pull-requests.ts';

/** The result of a scan. */
interface ScanResult {
  readonly head: Head;
  readonly plan: ScanPlan;
  readonly detection: DetectionResult & { readonly projects: string };
  /** Whether a limit left files out. */
  readonly truncated: boolean;
  readonly unreadFiles: number;
}

/**
 * Scans the head of the default branch: reads the tree of the commit, then the blobs that detection needs and that changed
 * since the last scan, and stores the projects. Parsed files are stored as they are read, so that a repeated scan
 * continues. All other changes are one transaction. A repository without commits has no projects.
 *
 * @throws ScmError `too_large` when detection exceeds the limits of a thread
 * @throws ApplicationFailure, retryable, when another scan of the repository stored its result in the meantime, or a worker of a
 *   newer release has taken the run
 */
export async function scanRepositoryHead(
  dependencies: Pick<Dependencies, 'database' | 'documents' | 'logger' | 'temporal'>,
  { organizationId, runId }: Pick<RunInput, 'organizationId' | 'runId'>,
  client: ScmClient,
  repository: BegunRepository,
  signal: AbortSignal,
): Promise<void> {
  const { database, documents: threads } = dependencies;
  const runDocument: RunDocument = (task, input) => threads.run(organizationId, task, input, signal);
  const inTenant = <T>(work: (tenant: Tenant) => Promise<T>) => database.withTenant(organizationId, work);
  const head = await findHead(client, repository);
  const tree =
    head.commitSha === undefined
      ? { entries: [], truncated: false }
      : await client.readTree(refOf(repository), head.commitSha);
  const stored = await inTenant((tenant) => listDocumentKeys(tenant, repository.id));
  const texts = await readLinks(client, repository, head.commitSha, tree.entries, stored);
  const packed = await packTree(resolveSymbolicLinks(tree.entries, texts));
  const plan = await runForRepository(runDocument, planScanTask, { tree: packed, stored });
  // Before the first file is stored, so that the rows of scans that fail do not add up.
  await inTenant((tenant) => copyAndDeleteDocuments(tenant, repository.id, plan.copies, plan.stale));
  const unreadFiles =
    head.commitSha === undefined
      ? 0
      : await readDocuments({ client, runDocument, inTenant }, repository, head.commitSha, plan);
  const known = await inTenant(async (tenant) => {
    await copyAndDeleteDocuments(tenant, repository.id, plan.copies, plan.stale);
    return listDocuments(tenant, repository.id, maximumDocumentsLength);
  });
  if (known === undefined) throw documentsTooLarge();
  const detection = await runForRepository(runDocument, detectProjectsTask, {
    tree: packed,
    documents: known,
  });
  const { projects } = detection;
  if (projects === undefined) throw projectsTooLarge();
  const truncated = tree.truncated || plan.truncated || detection.truncated || unreadFiles > 0;
  await inTenant(async (tenant) => {
    // This worker stood still, and one of a newer release has begun the scan again.
    if (!(await holdsRun(tenant, runId, detectorVersion))) throw leftToNewerRelease();
    await storeScan(tenant, dependencies, repository, {
      head,
      plan,
      detection: { ...detection, projects },
      truncated,
      unreadFiles,
    });
  });
}

async function storeScan(
  tenant: Tenant,
  launcher: Launcher,
  repository: BegunRepository,
  result: ScanResult,
): Promise<void> {
  const { head, plan, detection, truncated } = result;
  const action = await lockForScanResult(tenant, repository);
  if (action === 'discard') return;
  if (action === 'repeat')
    throw ApplicationFailure.create({ message: 'Another scan stored its result.', type: 'scan_conflict' });
  await storeScannedPaths(tenant, repository.id, plan.paths);
  await storeDetectedProjects(tenant, repository.id, {
    commitSha: head.commitSha,
    projects: detection.projects,
    complete: !truncated,
  });
  await refreshPullRequestProjects(tenant, repository.id);
  await recordRepositoryScan(
    tenant,
    repository.id,
    {
      ...defined({ commit_sha: head.commitSha }),
      files: plan.files,
      skipped_files: plan.skippedFiles + detection.skippedFiles + result.unreadFiles,
      truncated,
      finished_at: new Date().toISOString(),
    },
    { begunAt: repository.begunAt, ...defined({ defaultBranch: head.newDefaultBranch }) },
  );
  await linkLatePlans(tenant, launcher);
  await requestStateDetection(tenant, launcher, repository);
  await requestEvidence(tenant, launcher);
}
