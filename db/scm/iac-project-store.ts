import { defined } from '../../domain/defined.ts';
import { errors } from '../../domain/errors.ts';
import type { IacProjectKind, IacSystem } from '../../domain/values.ts';
import { mapConstraintErrors } from '../database-errors.ts';
import { linkExecutionsToProjects } from '../plans/executions/link-executions.ts';
import { queryModel } from '../query.ts';
import { insertRow, updateRow } from '../row-store.ts';
import type { Tenant } from '../tenant.ts';
import { IacProject } from './iac-project.ts';
import { refreshPullRequestProjects } from './pull-request-projects.ts';
import { lockRepository } from './repository-store.ts';

/** Lists all projects of a repository by id. */
export async function listProjectsOf(tenant: Tenant, repositoryId: string): Promise<readonly IacProject[]> {
  return queryModel(tenant, IacProject)
    .where({ organization_id: tenant.organizationId, repository_id: repositoryId })
    .orderBy('id');
}

/**
 * Returns a project, locked until the transaction ends. Locks its repository first, as the end of a scan does.
 * @throws CatalogueError `not_found`.
 */
async function lockProject(tenant: Tenant, id: string): Promise<IacProject> {
  const key = [tenant.organizationId, id];
  const found = await queryModel(tenant, IacProject).findById(key);
  if (found === undefined) throw errors.notFound();
  await lockRepository(tenant, found.repositoryId);
  const project = await queryModel(tenant, IacProject).findById(key).forUpdate();
  if (project === undefined) throw errors.notFound();
  return project;
}

export interface ProjectCorrection {
  readonly system?: IacSystem | undefined;
  readonly kind?: IacProjectKind | undefined;
  readonly environmentId?: string | null | undefined;
  readonly disable?: boolean | undefined;
  /** Returns to the detected system and kind. */
  readonly reset?: boolean | undefined;
}

/**
 * Corrects a project. A reset returns to what the last scan detected; it has no effect on a project that no scan has
 * detected.
 *
 * @throws CatalogueError `not_found`; `conflict` when another project of the path has the system; `validation_failed` for
 *   an unknown environment
 */
export async function correctProject(
  tenant: Tenant,
  id: string,
  { disable, reset, ...fields }: ProjectCorrection,
): Promise<void> {
  const before = await lockProject(tenant, id);
  const base = reset === true ? detectedFields(before) : {};
  const isCorrected = Object.values(fields).some((value) => value !== undefined && value !== null);
  const after = {
    system: before.system,
    detection: before.detection,
    disabled: before.disabled,
    ...base,
    ...defined({ ...fields, disabled: disable }),
  };
  await requireFreeSystem(tenant, before, after.system);
  await mapConstraintErrors(
    {
      iac_projects_environment_fkey: () => errors.validationFailed('environment_id', 'does not exist'),
      iac_projects_system_key: systemTaken,
    },
    updateRow(tenant, IacProject, id, {
      ...after,
      detection: isCorrected && after.detection === 'automatic' ? 'corrected' : after.detection,
      status: before.status === 'missing' ? undefined : after.disabled ? 'disabled' : 'active',
    }),
  );
  await refreshPullRequestProjects(tenant, before.repositoryId);
}

function detectedFields(project: IacProject) {
  if (project.detectedKind === undefined) return {};
  return {
    system: project.detectedSystem,
    kind: project.detectedKind,
    detection: 'automatic' as const,
    environmentId: null,
    disabled: false,
  };
}

const systemTaken = () => errors.conflict('Another project has this path and system.');
const detectedTaken = () =>
  errors.conflict('A project of this path was detected with this system and corrected to another one.');

/** @throws CatalogueError `conflict` when a project of the path, other than `id`, has the system. */
async function requireFreeSystem(
  tenant: Tenant,
  { repositoryId, path, id }: Pick<IacProject, 'repositoryId' | 'path'> & { readonly id?: string },
  system: IacSystem,
): Promise<void> {
  const query = queryModel(tenant, IacProject)
    .where({ organization_id: tenant.organizationId, repository_id: repositoryId, path, system })
    .first();
  if (id !== undefined) void query.whereNot('id', id);
  if ((await query) !== undefined) throw systemTaken();
}

/**
 * Inserts a manual project. @throws CatalogueError `conflict` when the path has a project of the system, detected or
 *   corrected.
 */
export async function createManualProject(
  tenant: Tenant,
  project: {
    readonly repositoryId: string;
    readonly path: string;
    readonly system: IacSystem;
    readonly kind: IacProjectKind;
    readonly commitSha: string | undefined;
  },
): Promise<IacProject> {
  const { repositoryId, path, system, kind } = project;
  await lockRepository(tenant, repositoryId);
  await requireFreeSystem(tenant, { repositoryId, path }, system);
  const inserted = await mapConstraintErrors(
    { iac_projects_system_key: systemTaken, iac_projects_path_key: detectedTaken },
    insertRow(tenant, IacProject, {
      repositoryId,
      path,
      detectedSystem: system,
      system,
      kind,
      detection: 'manual',
      lastSeenCommitSha: project.commitSha,
    }),
  );
  await refreshPullRequestProjects(tenant, repositoryId);
  await linkExecutionsToProjects(tenant, repositoryId);
  return inserted;
}
