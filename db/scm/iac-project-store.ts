import { fn } from 'objection';
import { errors } from '../../domain/errors.ts';
import type { DetectedProject } from '../../domain/scm/detection/detected-project.ts';
import type { IacProjectKind, IacSystem } from '../../domain/values.ts';
import { mapConstraintErrors } from '../database-errors.ts';
import { execute, queryModel } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { withoutUndefined } from '../without-undefined.ts';
import { IacProject } from './iac-project.ts';
import { lockProjectsForUpdate, refreshPullRequestProjects } from './pull-request-projects.ts';

/**
 * Stores the projects of a scan. A corrected or manual project keeps its system, kind and environment; a disabled one
 * stays disabled. Projects that the scan did not find become missing, except for manual and corrected ones whose path
 * exists in the tree.
 */
export async function storeDetectedProjects(
  tenant: Tenant,
  repositoryId: string,
  scan: {
    readonly commitSha: string;
    readonly projects: readonly DetectedProject[];
    /** Paths of files and folders of the tree at which the repository has corrected or manual projects. */
    readonly existingPaths: readonly string[];
  },
): Promise<void> {
  const { organizationId } = tenant;
  const rows = JSON.stringify(scan.projects);
  await execute(
    tenant,
    sql`insert into iac_projects as p (organization_id, repository_id, path, detected_system, system, kind, detection,
        detected_kind, backend_type, backend_config, required_providers, environment_hints, evidence, unreadable_files,
        code_references, last_seen_commit_sha)
      select ${organizationId}, ${repositoryId}, d.path, d.system, d.system, d.kind, 'automatic', d.kind,
        d."backendType", d."backendConfig", d."requiredProviders", d."environmentHints", d.evidence,
        d."unreadableFiles", d."references", ${scan.commitSha}
      from jsonb_to_recordset(${rows}::jsonb) as d(path text, system text, kind text, "backendType" text,
        "backendConfig" jsonb, "requiredProviders" jsonb, "environmentHints" jsonb, evidence jsonb,
        "unreadableFiles" jsonb, "references" jsonb)
      on conflict (organization_id, repository_id, path, detected_system) do update set
        kind = case when p.detection = 'automatic' then excluded.kind else p.kind end,
        detected_kind = excluded.kind,
        status = case when p.disabled then 'disabled' else 'active' end,
        backend_type = excluded.backend_type, backend_config = excluded.backend_config,
        required_providers = excluded.required_providers, environment_hints = excluded.environment_hints,
        evidence = excluded.evidence, unreadable_files = excluded.unreadable_files,
        code_references = excluded.code_references, last_seen_commit_sha = excluded.last_seen_commit_sha,
        updated_at = now()`,
  );
  const found = scan.projects.map(({ path, system }) => JSON.stringify([path, system]));
  await execute(
    tenant,
    sql`update iac_projects p set
        status = case
          when p.detection <> 'automatic' and p.path = any(${scan.existingPaths}::text[])
            then case when p.disabled then 'disabled' else 'active' end
          else 'missing' end,
        last_seen_commit_sha = case
          when p.detection <> 'automatic' and p.path = any(${scan.existingPaths}::text[]) then ${scan.commitSha}
          else p.last_seen_commit_sha end,
        updated_at = now()
      where p.organization_id = ${organizationId} and p.repository_id = ${repositoryId}
        and jsonb_build_array(p.path, p.detected_system) <> all(${found}::jsonb[])`,
  );
}

/** Lists all projects of a repository by id. */
export async function listProjectsOf(tenant: Tenant, repositoryId: string): Promise<readonly IacProject[]> {
  return queryModel(tenant, IacProject)
    .where({ organization_id: tenant.organizationId, repository_id: repositoryId })
    .orderBy('id');
}

/** @throws CatalogueError `not_found`. */
async function findProject(tenant: Tenant, id: string): Promise<IacProject> {
  const project = await queryModel(tenant, IacProject).findById([tenant.organizationId, id]);
  if (project === undefined) throw errors.notFound();
  return project;
}

/** @throws CatalogueError `not_found`. */
export async function lockProject(tenant: Tenant, id: string): Promise<IacProject> {
  const project = await queryModel(tenant, IacProject).findById([tenant.organizationId, id]).forUpdate();
  if (project === undefined) throw errors.notFound();
  return project;
}

export interface ProjectCorrection {
  readonly system?: IacSystem | undefined;
  readonly kind?: IacProjectKind | undefined;
  readonly environment_id?: string | null | undefined;
  readonly disable?: boolean | undefined;
  /** Returns to the detected system and kind. */
  readonly reset?: boolean | undefined;
}

/**
 * Corrects a project. @throws CatalogueError `not_found`; `conflict` when another project of the path has the system;
 *   `validation_failed` for an unknown environment.
 */
export async function correctProject(
  tenant: Tenant,
  id: string,
  { disable, reset, ...fields }: ProjectCorrection,
): Promise<void> {
  // The lock of the repository comes first, in the order of the activities that store pull requests.
  const { repository_id: repositoryId } = await findProject(tenant, id);
  await lockProjectsForUpdate(tenant, repositoryId);
  const before = await lockProject(tenant, id);
  const manual = before.detected_kind === null;
  const base =
    reset === true && !manual
      ? {
          system: before.detected_system,
          kind: before.detected_kind ?? before.kind,
          detection: 'automatic' as const,
          environment_id: null,
          disabled: false,
        }
      : {};
  const corrected = fields.system !== undefined || fields.kind !== undefined;
  const disabled = disable ?? ('disabled' in base ? base.disabled : before.disabled);
  const system = fields.system ?? ('system' in base ? base.system : before.system);
  await requireFreeSystem(tenant, before, system);
  await mapConstraintErrors(
    {
      iac_projects_environment_fkey: () => errors.validationFailed('environment_id', 'does not exist'),
      iac_projects_path_key: errors.conflict,
    },
    queryModel(tenant, IacProject)
      .findById([tenant.organizationId, id])
      .patch({
        ...base,
        ...withoutUndefined(fields),
        ...(corrected && before.detection === 'automatic' ? { detection: 'corrected' as const } : {}),
        disabled,
        ...(before.status === 'missing'
          ? {}
          : { status: disabled ? ('disabled' as const) : ('active' as const) }),
        updated_at: fn.now(),
      }),
  );
  await refreshPullRequestProjects(tenant, repositoryId);
}

async function requireFreeSystem(tenant: Tenant, project: IacProject, system: IacSystem): Promise<void> {
  const taken = await queryModel(tenant, IacProject)
    .where({
      organization_id: tenant.organizationId,
      repository_id: project.repository_id,
      path: project.path,
      system,
    })
    .whereNot('id', project.id)
    .first();
  if (taken !== undefined) throw errors.conflict('Another project has this path and system.');
}

/** Inserts a manual project. @throws CatalogueError `conflict` when the path has a project of the system. */
export async function createManualProject(
  tenant: Tenant,
  project: {
    readonly repositoryId: string;
    readonly path: string;
    readonly system: IacSystem;
    readonly kind: IacProjectKind;
    readonly commitSha: string | null;
  },
): Promise<IacProject> {
  const { organizationId: organization_id } = tenant;
  const { repositoryId: repository_id, path, system, kind } = project;
  await lockProjectsForUpdate(tenant, repository_id);
  const taken = await queryModel(tenant, IacProject)
    .where({ organization_id, repository_id, path, system })
    .first();
  if (taken !== undefined) throw errors.conflict('The path has a project of this system.');
  const inserted = await mapConstraintErrors(
    { iac_projects_path_key: errors.conflict },
    queryModel(tenant, IacProject)
      .insert({
        organization_id,
        repository_id,
        path,
        detected_system: system,
        system,
        kind,
        detection: 'manual',
        last_seen_commit_sha: project.commitSha,
      })
      .returning('*'),
  );
  await refreshPullRequestProjects(tenant, repository_id);
  return inserted;
}
