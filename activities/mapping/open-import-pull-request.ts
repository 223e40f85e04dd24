import { ApplicationFailure } from '@temporalio/activity';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { importBranch, importFilePaths, importProposal } from '../../domain/mapping/import-proposal.ts';
import { selectImports } from '../../domain/mapping/select-imports.ts';
import type { SelectedImports } from '../../domain/mapping/select-imports.ts';
import type { RepositoryRef, ScmClient } from '../../clients/scm/scm-client.ts';
import { ScmError } from '../../clients/scm/scm-error.ts';
import { listImportableResources } from '../../db/mapping/projects/importable-resources.ts';
import {
  findImportPullRequest,
  findProjectScope,
} from '../../db/mapping/projects/import-pull-request-store.ts';
import { findImportTarget } from '../../db/mapping/projects/import-target.ts';
import type { ImportTarget } from '../../db/mapping/projects/import-target.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Dependencies } from '../dependencies.ts';
import { refOf } from '../scm/sync-pull-requests.ts';
import { withScmClient } from '../scm/with-scm-client.ts';

interface Work {
  readonly target: ImportTarget;
  readonly imports: SelectedImports;
}

/**
 * Opens the pull request of the request `subjectId`: a branch with one new file, and a draft. A retry finds the branch and
 * the pull request by the name of the branch, which contains the id of the request. The grant is checked again before
 * each request that writes.
 * @throws ApplicationFailure, not retryable, when the grant was withdrawn, the project or repository changed, no resource
 *   can be imported any more, or the provider refuses the write
 */
export async function openImportPullRequest(
  dependencies: Dependencies,
  { organizationId, subjectId: requestId }: RunInput,
): Promise<void> {
  const { database } = dependencies;
  const inTenant = <T>(work: (tenant: Tenant) => Promise<T>) => database.withTenant(organizationId, work);
  const { target, imports } = await inTenant((tenant) => readWork(tenant, requestId));
  const { project, repository } = target;
  const opened = await withScmClient(
    dependencies,
    { organizationId, connectionId: repository.scmConnectionId },
    (client) =>
      open(client, {
        repository: refOf(repository),
        branch: importBranch(requestId),
        paths: importFilePaths(project.path, imports),
        imports,
        mayWrite: async () => {
          const { refusal } = await inTenant((tenant) => readTarget(tenant, project.id));
          if (refusal !== undefined) throw impossible(refusal);
          return true;
        },
      }),
  );
  if (opened === undefined) throw impossible('The connection of the repository was deleted.');
}

async function open(
  client: ScmClient,
  given: {
    readonly repository: RepositoryRef;
    readonly branch: string;
    readonly paths: readonly string[];
    readonly imports: SelectedImports;
    readonly mayWrite: () => Promise<boolean>;
  },
): Promise<true> {
  const { branch, imports, mayWrite } = given;
  const { title, body, commitMessage: message, content } = importProposal(imports);
  const { fullName, archived, defaultBranch } = await readRepository(client, given.repository);
  // The name may have changed, and GitHub finds branches by the owner.
  const repository = { ...given.repository, fullName };
  if ((await client.findPullRequest(repository, branch)) !== undefined) return true;
  if (archived) throw new ScmError('rejected', 'The repository is archived.');
  const baseSha = defaultBranch === undefined ? undefined : await client.getHead(repository, defaultBranch);
  if (defaultBranch === undefined || baseSha === undefined)
    throw new ScmError('rejected', 'The repository has no commits.');
  if ((await client.getHead(repository, branch)) === undefined) {
    const path = await freePath(client, repository, baseSha, given.paths);
    await client.createBranch(repository, { name: branch, baseSha, path, content, message, mayWrite });
  }
  await client.openDraft(repository, { branch, targetBranch: defaultBranch, title, body, mayWrite });
  return true;
}

async function readRepository(client: ScmClient, repository: RepositoryRef) {
  try {
    return await client.getRepository(repository);
  } catch (error) {
    if (!(error instanceof ScmError) || error.fault !== 'not_found') throw error;
    throw new ScmError('rejected', 'The repository does not exist, or the connection cannot access it.');
  }
}

async function freePath(
  client: ScmClient,
  repository: RepositoryRef,
  commitSha: string,
  paths: readonly string[],
): Promise<string> {
  for (const path of paths) if (!(await client.pathExists(repository, commitSha, path))) return path;
  throw new ScmError('rejected', `The folder has files of all names up to ${paths.at(-1)}.`);
}

/** @throws ApplicationFailure, not retryable */
async function readWork(tenant: Tenant, requestId: string): Promise<Work> {
  const request = await findImportPullRequest(tenant, requestId);
  if (request === undefined) throw impossible('The project was deleted.');
  const { target, refusal } = await readTarget(tenant, request.iacProjectId);
  if (target === undefined || refusal !== undefined) throw impossible(refusal ?? 'The project was deleted.');
  const resources = await listImportableResources(tenant, request.resourceIds);
  const { imports } = selectImports(resources, await findProjectScope(tenant, target.project));
  if (imports === undefined) throw impossible('None of the resources can be imported any more.');
  return { target, imports };
}

async function readTarget(
  tenant: Tenant,
  projectId: string,
): Promise<{ readonly target?: ImportTarget; readonly refusal?: string | undefined }> {
  const target = await findImportTarget(tenant, projectId);
  return target === undefined ? { refusal: 'The project was deleted.' } : { target, refusal: target.refusal };
}

function impossible(message: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, 'conflict');
}
