import { randomUUID } from 'node:crypto';
import { accounts, applications } from '../inventory/searched-database.ts';
import type { NaiveResource } from '../inventory/naive-inventory.ts';

export const teams = [randomUUID(), randomUUID(), randomUUID()];
export const users = [randomUUID(), randomUUID()];
export const environments = [randomUUID(), randomUUID(), randomUUID()];
export const repositories = [randomUUID(), randomUUID()];
/** Projects with the number of their repository. */
export const projects = [0, 0, 1].map((repository) => ({ id: randomUUID(), repository }));
/** State sources with the numbers of their projects. A user chose the projects of a source with one project. */
export const sources = [[0], [1, 2], [2]].map((ofProjects) => ({ id: randomUUID(), ofProjects }));

/** Records of an organization on which owners and environments depend. Numbers are places in the lists above. */
export interface World {
  readonly activeTeams: readonly number[];
  readonly activeUsers: readonly number[];
  readonly archivedApplications: readonly number[];
  readonly owners: readonly {
    readonly application: number;
    readonly kind: 'owner' | 'on_call' | 'contributor';
    readonly team?: number | undefined;
    readonly user?: number | undefined;
  }[];
  readonly repositoryTeams: readonly { readonly repository: number; readonly team: number }[];
  readonly countedSources: readonly number[];
  /** The default environment of each account. */
  readonly defaults: readonly (number | null)[];
}

/** The rows about one resource. */
export interface Assignment {
  readonly environment: number | null;
  readonly ruleTeam: number | null;
  readonly memberships: readonly {
    readonly application: number;
    readonly status: 'inferred' | 'confirmed' | 'declared' | 'rejected' | 'stale';
  }[];
  readonly entries: readonly number[];
  readonly linkedProject: number | null;
  /** The project whose claims a correction voids; `all` voids every claim. */
  readonly unlinked: number | 'all' | null;
}

/** An owner of a resource: its source and its id. */
export type NaiveOwner = readonly [source: 'rule' | 'application' | 'repository', id: string];

/** Resolves the owners of a resource, without SQL. */
export function ownersNaively(world: World, assignment: Assignment | undefined): readonly NaiveOwner[] {
  if (assignment === undefined) return [];
  const { ruleTeam, memberships } = assignment;
  if (ruleTeam !== null && world.activeTeams.includes(ruleTeam)) return [['rule', teams[ruleTeam] ?? '']];
  const belongsTo = memberships
    .filter(({ application, status }) => {
      return !world.archivedApplications.includes(application) && status !== 'rejected' && status !== 'stale';
    })
    .map(({ application }) => application);
  const byApplication = world.owners
    .filter(({ application, kind }) => kind === 'owner' && belongsTo.includes(application))
    .flatMap(({ team, user }) => {
      if (team !== undefined) return world.activeTeams.includes(team) ? [teams[team] ?? ''] : [];
      return user !== undefined && world.activeUsers.includes(user) ? [users[user] ?? ''] : [];
    });
  if (byApplication.length > 0) return [...new Set(byApplication)].map((id) => ['application', id]);
  const managing = new Set(claimsOf(world, assignment).map((project) => projects[project]?.repository));
  const byRepository = world.repositoryTeams
    .filter(({ repository, team }) => managing.has(repository) && world.activeTeams.includes(team))
    .map(({ team }) => teams[team] ?? '');
  return [...new Set(byRepository)].map((id) => ['repository', id]);
}

/** Returns the projects that manage a resource. */
function claimsOf(world: World, { entries, linkedProject, unlinked }: Assignment): readonly number[] {
  const claimed = entries
    .filter((source) => world.countedSources.includes(source))
    .map((source) => sources[source]?.ofProjects ?? [])
    .filter((ofProjects) => unlinked !== 'all' && (unlinked === null || !ofProjects.includes(unlinked)))
    .flat();
  return linkedProject === null ? claimed : [...claimed, linkedProject];
}

/** Writes owners, applications and environment into the model of a resource. */
export function resolveInModel(
  resource: NaiveResource,
  world: World,
  assignment: Assignment | undefined,
): void {
  resource.teams = ownersNaively(world, assignment).map(([, id]) => id);
  const account = accounts.findIndex((id) => id === resource.account);
  resource.environment = environments[assignment?.environment ?? world.defaults[account] ?? -1];
  resource.applications.clear();
  for (const { application, status } of assignment?.memberships ?? [])
    if (status !== 'rejected' && status !== 'stale')
      resource.applications.add(applications[application] ?? '');
}
