import { importRefusal } from '../../../domain/mapping/import-refusal.ts';
import { effectiveGrants } from '../../../domain/scm/grant-permissions.ts';
import { queryModel } from '../../query.ts';
import { IacProject } from '../../scm/iac-project.ts';
import { findRepository } from '../../scm/repository-store.ts';
import type { Repository } from '../../scm/repository.ts';
import { findScmConnection } from '../../scm/scm-connection-store.ts';
import type { Tenant } from '../../tenant.ts';

/** A project to which import blocks can be added. */
export interface ImportTarget {
  readonly project: IacProject;
  readonly repository: Repository;
  /** Why no pull request may be opened now. */
  readonly refusal: string | undefined;
}

/** Finds a project, and whether a pull request with import blocks may be opened in its repository now. */
export async function findImportTarget(tenant: Tenant, projectId: string): Promise<ImportTarget | undefined> {
  const project = await queryModel(tenant, IacProject).findById([tenant.organizationId, projectId]);
  const repository = project === undefined ? undefined : await findRepository(tenant, project.repositoryId);
  if (project === undefined || repository === undefined) return undefined;
  const connection = await findScmConnection(tenant, repository.scmConnectionId);
  if (connection === undefined) return undefined;
  const { provider, grantedPermissions: granted } = connection;
  const refusal = importRefusal({
    system: project.system,
    kind: project.kind,
    projectStatus: project.disabled ? 'disabled' : project.status,
    repositoryStatus: repository.status,
    archived: repository.archived,
    defaultBranch: repository.defaultBranch,
    effectiveGrants: effectiveGrants(provider, granted, repository.automationGrants),
  });
  return { project, repository, refusal };
}
