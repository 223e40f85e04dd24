import { listProjectsToLocate } from '../../db/mapping/projects/code-changes.ts';
import { locateProject } from './locate-project.ts';
import type { LocateDependencies } from './locate-project.ts';

/** Locates the projects whose locations a scan of the repository made out of date, in this and in other repositories. */
export async function locateChangedProjects(
  dependencies: LocateDependencies,
  organizationId: string,
  repositoryId: string,
  signal?: AbortSignal,
): Promise<void> {
  const projectIds = await dependencies.database.withTenant(organizationId, (tenant) =>
    listProjectsToLocate(tenant, repositoryId),
  );
  for (const projectId of projectIds) await locateProject(dependencies, organizationId, projectId, signal);
}
