import { listSourcesOfProject } from '../../db/mapping/projects/project-sources.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Launcher } from '../runs/launch-run.ts';
import { requestStateSync } from './request-state-sync.ts';

/**
 * Starts syncs of the enabled state sources of a project, after an apply or destroy of the project was reported. With a
 * workspace, only of those of that workspace, if one has it.
 */
export async function requestSyncsOfProject(
  tenant: Tenant,
  launcher: Launcher,
  projectId: string,
  workspace?: string,
): Promise<void> {
  const sources = await listSourcesOfProject(tenant, projectId);
  const ofWorkspace = sources.filter((source) => source.workspaces.includes(workspace ?? ''));
  for (const source of ofWorkspace.length > 0 ? ofWorkspace : sources)
    await requestStateSync(tenant, launcher, source);
}
