import { listProjectsToLocate } from '../../db/mapping/projects/code-changes.ts';
import { listSourcesOfProject } from '../../db/mapping/projects/project-sources.ts';
import { compareDrift } from '../drift/compare-drift.ts';
import type { DriftDependencies } from '../drift/compare-drift.ts';
import { locateProject } from './locate-project.ts';
import type { LocateDependencies } from './locate-project.ts';

/**
 * Locates the projects whose locations a scan of the repository made out of date, in this and in other repositories. Compares
 * their resources, because `ignore_changes` and `ignore_tags` of the code can have changed.
 */
export async function locateChangedProjects(
  dependencies: LocateDependencies & DriftDependencies,
  organizationId: string,
  repositoryId: string,
  signal?: AbortSignal,
): Promise<void> {
  const projectIds = await dependencies.database.withTenant(organizationId, (tenant) =>
    listProjectsToLocate(tenant, repositoryId),
  );
  const sourceIds = new Set<string>();
  for (const projectId of projectIds) {
    await locateProject(dependencies, organizationId, projectId, signal);
    const sources = await dependencies.database.withTenant(organizationId, (tenant) =>
      listSourcesOfProject(tenant, projectId),
    );
    for (const { id } of sources) sourceIds.add(id);
  }
  for (const stateSourceId of sourceIds) await compareDrift(dependencies, organizationId, { stateSourceId });
}
