import type {
  AutomationGrant,
  IacProjectKind,
  IacProjectStatus,
  IacSystem,
  RepositoryStatus,
} from '../values.ts';

/** A project and its repository, as far as they decide whether import blocks can be added. */
export interface ImportTargetState {
  readonly system: IacSystem;
  readonly kind: IacProjectKind;
  readonly projectStatus: IacProjectStatus;
  readonly repositoryStatus: RepositoryStatus;
  readonly archived: boolean;
  readonly defaultBranch: string | undefined;
  /** The grants that the App or token can carry out. */
  readonly effectiveGrants: readonly AutomationGrant[];
}

/** Terraform accepts import blocks in root modules only. Source: Terraform documentation, "Import". */
const systemsWithImports: readonly IacSystem[] = ['terraform', 'opentofu', 'terragrunt'];

/** Returns why no pull request with import blocks may be opened, or `undefined`. */
export function importRefusal(state: ImportTargetState): string | undefined {
  if (!systemsWithImports.includes(state.system) || state.kind !== 'root')
    return 'The project is not a root module of Terraform, OpenTofu or Terragrunt.';
  if (state.repositoryStatus === 'removed') return 'The repository is not selected.';
  if (state.projectStatus !== 'active') return `The status of the project is ${state.projectStatus}.`;
  if (state.archived) return 'The repository is archived.';
  if (state.defaultBranch === undefined) return 'The repository has no commits.';
  if (!state.effectiveGrants.includes('open_pull_requests'))
    return 'The repository has no effective grant open_pull_requests.';
  return undefined;
}
