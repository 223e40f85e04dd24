import { objectOf } from '../json/json.ts';

/** A workspace of HCP Terraform. */
export interface LinkableWorkspace {
  readonly hostname: string;
  readonly organization: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly repository?: string;
  readonly directory: string;
}

/** An active root project. */
export interface WorkspaceProject {
  readonly id: string;
  /** Full name of the repository. */
  readonly repository: string;
  readonly path: string;
  readonly backendType: string | undefined;
  readonly backendConfig: Readonly<Record<string, unknown>>;
}

export const defaultHcpHostname = 'app.terraform.io';

/** The ways to find the project of a workspace, best first. Each needs exactly one project. */
const ways: readonly ((workspace: LinkableWorkspace, project: WorkspaceProject) => boolean)[] = [
  // A `cloud` or `remote` block that names the workspace.
  (workspace, project) => selectorOf(workspace, project)?.name === workspace.name,
  ({ repository, directory }, project) =>
    repository !== undefined &&
    repository.toLowerCase() === project.repository.toLowerCase() &&
    directory === project.path,
  // A block that selects workspaces by a prefix or by tags.
  (workspace, project) => {
    const { prefix, tags = [] } = selectorOf(workspace, project) ?? {};
    if (prefix !== undefined && workspace.name.startsWith(prefix)) return true;
    return tags.length > 0 && tags.every((tag) => workspace.tags.includes(tag));
  },
];

/** Returns the id of the project whose configuration the workspace has the state of, if exactly one can be it. */
export function projectOfWorkspace(
  workspace: LinkableWorkspace,
  projects: readonly WorkspaceProject[],
): string | undefined {
  for (const isOfProject of ways) {
    const [found, ...others] = projects.filter((project) => isOfProject(workspace, project));
    if (found !== undefined) return others.length === 0 ? found.id : undefined;
  }
  return undefined;
}

interface Selector {
  readonly name?: string;
  readonly prefix?: string;
  readonly tags?: readonly string[];
}

/** Returns how the block of a project selects workspaces of the organization; `undefined` for other blocks. */
function selectorOf(
  { hostname, organization }: LinkableWorkspace,
  { backendType, backendConfig }: WorkspaceProject,
): Selector | undefined {
  if (backendType !== 'cloud' && backendType !== 'remote') return undefined;
  const host = textOf(backendConfig['hostname']) ?? defaultHcpHostname;
  if (host.toLowerCase() !== hostname || textOf(backendConfig['organization']) !== organization)
    return undefined;
  const { name, prefix, tags } = objectOf(backendConfig['workspaces']);
  // `tags` is a list of names, or since Terraform 1.10 a map.
  const named = Array.isArray(tags) ? tags : Object.keys(objectOf(tags));
  return {
    ...(textOf(name) === undefined ? {} : { name: textOf(name) ?? '' }),
    ...(textOf(prefix) === undefined ? {} : { prefix: textOf(prefix) ?? '' }),
    tags: named.filter((tag) => typeof tag === 'string'),
  };
}

/** Returns a literal, or the value of an expression that detection evaluated. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value : objectOf(value)['value'];
  return typeof text === 'string' && text !== '' ? text : undefined;
}
