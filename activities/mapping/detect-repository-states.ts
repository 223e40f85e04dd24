import { settleConcurrently } from '../../domain/lists/settle-concurrently.ts';
import { detectableBackends, statesOfBackends } from '../../domain/mapping/plan-detected-states.ts';
import type {
  DetectableBackend,
  ListedBackend,
  ListedStates,
  StateProject,
} from '../../domain/mapping/plan-detected-states.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { requestEvidence } from '../../commands/mapping/request-evidence.ts';
import { requestAccountMatches } from '../../commands/mapping/request-account-matches.ts';
import { requestQueuedInference } from '../../commands/ownership/request-inference.ts';
import { requestStateSync } from '../../commands/mapping/request-state-sync.ts';
import { linkHcpWorkspaces } from '../../db/mapping/states/hcp-terraform-store.ts';
import { linkPushedSources } from '../../db/mapping/states/pushed-source-store.ts';
import { storeUnlistedProjects } from '../../db/mapping/states/unlisted-projects.ts';
import { storeDetectedStates } from '../../db/mapping/states/detected-source-store.ts';
import {
  beginStateDetection,
  endStateDetection,
  listStateProjects,
} from '../../db/mapping/states/state-detection-store.ts';
import type { Dependencies } from '../dependencies.ts';
import { locateChangedProjects } from './locate-changed-projects.ts';
import { listProjectWorkspaces } from './list-project-workspaces.ts';
import type { StateWorkspaces } from './list-state-workspaces.ts';

const listsAtOnce = 4;
/** Of one repository. A thousand projects with the same backend and 10,000 workspaces would have ten million. */
const maximumStates = 20_000;
/** Sources whose sync starts at once. Those of larger repositories start with the schedule, within a minute. */
const immediateSyncs = 20;

type DetectionDependencies = Pick<
  Dependencies,
  'configuration' | 'database' | 'documents' | 'logger' | 'roles' | 'secretHashKeys' | 'temporal'
>;

/**
 * Detects the states of the projects of the repository `subjectId`, starts the syncs of new sources, and locates the addresses that
 * corrections name.
 */
export async function detectRepositoryStates(
  dependencies: DetectionDependencies,
  { organizationId, subjectId: repositoryId }: RunInput,
  signal: AbortSignal,
): Promise<void> {
  const { database, configuration } = dependencies;
  const begun = await database.withTenant(organizationId, async (tenant) => {
    const next = await beginStateDetection(tenant, repositoryId, configuration.stateSyncMinutes);
    return next === undefined ? undefined : { next, projects: await listStateProjects(tenant, repositoryId) };
  });
  if (begun === undefined) return;
  const withBackend = begun.projects.flatMap((project) =>
    detectableBackends(project).map((backend) => ({ project, backend })),
  );
  const { states, unlistedProjects } = await listStates(dependencies, organizationId, withBackend, signal);
  const detectable = new Set(withBackend.map(({ project }) => project.id));
  const projectsWithoutState = begun.projects.flatMap(({ id, status }) =>
    status === 'active' && !detectable.has(id) ? [id] : [],
  );
  await database.withTenant(organizationId, async (tenant) => {
    const { toSync, toMatch } = await storeDetectedStates(tenant, repositoryId, {
      states,
      projectsWithoutState,
    });
    if (await storeUnlistedProjects(tenant, repositoryId, unlistedProjects))
      await requestEvidence(tenant, dependencies);
    for (const source of toSync.slice(0, immediateSyncs))
      await requestStateSync(tenant, dependencies, source);
    await requestAccountMatches(tenant, dependencies, toMatch);
    for (const source of await linkPushedSources(tenant, repositoryId))
      await requestStateSync(tenant, dependencies, source);
    await linkHcpWorkspaces(tenant);
    if (withBackend.length === 0) await endStateDetection(tenant, repositoryId, begun.next);
    await requestQueuedInference(tenant, dependencies);
  });
  // A correction of a project without a state requested this run.
  await locateChangedProjects(dependencies, organizationId, repositoryId, signal);
}

interface ProjectWithBackend {
  readonly project: StateProject;
  readonly backend: DetectableBackend;
}

/** Returns the states of all projects, and the projects that can have others. Lists each bucket and prefix once. */
async function listStates(
  dependencies: DetectionDependencies,
  organizationId: string,
  projects: readonly ProjectWithBackend[],
  signal: AbortSignal,
): Promise<ListedStates> {
  const lists = new Map<string, Promise<StateWorkspaces | undefined>>();
  const listed: ListedBackend[] = [];
  await settleConcurrently(
    projects,
    listsAtOnce,
    async ({ project, backend }) => {
      const id = JSON.stringify([backend.bucket, backend.workspaceKeyPrefix, backend.key]);
      const listing = lists.get(id) ?? listProjectWorkspaces(dependencies, organizationId, backend, signal);
      lists.set(id, listing);
      listed.push({ project, backend, listing: await listing });
    },
    () => undefined,
  );
  return statesOfBackends(listed, maximumStates);
}
