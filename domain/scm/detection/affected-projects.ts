import { addToGroup } from '../../lists/add-to-group.ts';
import type { IacProjectKind, IacProjectStatus, IacSystem } from '../../values.ts';
import type { Reference, ProjectReferenceKind } from './detected-project.ts';
import { nearestPossible, selfAndAncestors } from './paths/repository-path.ts';

/** A file that a pull request changes. A renamed file has both paths. */
export interface ChangedFile {
  readonly path: string;
  readonly previousPath?: string;
}

/** The fields of a project that decide whether a change affects it. */
export interface AffectableProject {
  readonly path: string;
  readonly system: IacSystem;
  readonly kind: IacProjectKind;
  readonly status: IacProjectStatus;
  readonly references: readonly Reference[];
}

/**
 * Returns the active projects that changed files affect, in the order of `projects`:
 *
 * - projects with a changed file. A file belongs to the projects with the longest path that contains it; disabled
 *   projects own their files, missing ones do not.
 * - roots, stacks, charts and playbooks that refer to a changed file or to a module with a changed file, directly or
 *   through other projects. Modules and examples are not added by references.
 */
export function affectedProjects<P extends AffectableProject>(
  changes: readonly ChangedFile[],
  projects: readonly P[],
): readonly P[] {
  return createAffectedProjects(projects)(changes);
}

/** As {@link affectedProjects}, for several lists of changed files. */
export function createAffectedProjects<P extends AffectableProject>(
  projects: readonly P[],
): (changes: readonly ChangedFile[]) => readonly P[] {
  const byPath = Map.groupBy(
    projects.filter(({ status }) => status !== 'missing'),
    ({ path }) => path,
  );
  const byTarget = new Map<string, P[]>();
  for (const project of projects)
    for (const { kind, path } of project.references)
      if (reachingKinds.has(kind)) addToGroup(byTarget, path, project);
  return (changes) => {
    const affected = new Set<P>();
    const reached = new Set<P>();
    const visited = new Set<string>();
    for (const path of changes.flatMap(pathsOf)) {
      for (const folder of selfAndAncestors(nearestPossible(path))) {
        // An earlier path went on from here.
        if (visited.has(folder)) break;
        visited.add(folder);
        for (const user of byTarget.get(folder) ?? []) reached.add(user);
        const owners = byPath.get(folder);
        if (owners === undefined) continue;
        for (const owner of owners) affected.add(owner);
        // Files of a nested project are not part of the outer folder.
        break;
      }
    }
    for (const project of reached) {
      if (deployableKinds.has(project.kind)) affected.add(project);
      for (const user of byTarget.get(project.path) ?? []) if (refersTo(user, project)) reached.add(user);
    }
    if (affected.size === 0) return [];
    return projects.filter((project) => project.status === 'active' && affected.has(project));
  };
}

/** Whether a change of a reference's target affects the project. */
const effects: Readonly<Record<ProjectReferenceKind, boolean>> = {
  module: true,
  include: true,
  variables: true,
  base: true,
  subchart: true,
  role: true,
  template: true,
  source: true,
  link: true,
  // Terragrunt runs the other unit first; this unit's code does not change with it.
  dependency: false,
};
const reachingKinds: ReadonlySet<ProjectReferenceKind> = new Set(
  (Object.keys(effects) as ProjectReferenceKind[]).filter((kind) => effects[kind]),
);
const deployableKinds: ReadonlySet<IacProjectKind> = new Set(['root', 'stack', 'chart', 'playbook']);

const terraformSystems: readonly IacSystem[] = ['terraform', 'opentofu', 'terragrunt'];

/** Two systems can share a folder. A reference reaches the system that its kind means. */
function refersTo(user: AffectableProject, project: AffectableProject): boolean {
  return terraformSystems.includes(user.system)
    ? terraformSystems.includes(project.system)
    : user.system === project.system || (isTemplate(user) && isTemplate(project));
}

function isTemplate({ system }: AffectableProject): boolean {
  return system === 'cloudformation' || system === 'sam';
}

function pathsOf({ path, previousPath }: ChangedFile): readonly string[] {
  return previousPath === undefined ? [path] : [path, previousPath];
}
