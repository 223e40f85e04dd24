import type { ProjectEvidence } from '../detected-project.ts';

/** Facts about a folder with Terraform or OpenTofu files. Each list has the paths of the files that prove the fact. */
export interface FolderFacts {
  readonly folder: string;
  readonly backends: readonly { readonly path: string; readonly type: string }[];
  readonly providers: readonly string[];
  /** Files with a provider block that has arguments. Modules leave the configuration to their callers. */
  readonly configuredProviders: readonly string[];
  readonly imports: readonly string[];
  readonly lockFiles: readonly string[];
  readonly variableFiles: readonly string[];
  /** Files that name the folder: CI, Atlantis and similar configuration. */
  readonly ciFiles: readonly string[];
  readonly deployments: readonly string[];
  readonly isEnvironment: boolean;
  readonly hasResources: boolean;
  readonly variablesWithoutDefault: number;
  readonly isInModulesFolder: boolean;
}

interface EvidenceRule {
  readonly kind: string;
  readonly weight: number;
  /** Returns a path that shows the fact and a description; undefined when the fact does not hold. */
  readonly find: (facts: FolderFacts) => readonly [path: string, detail: string] | undefined;
}

/** A folder with at least this sum of weights is a root module. */
export const rootScore = 3;

/**
 * Weights of the facts that distinguish root modules from modules. Nothing in a folder says that it is a root module, and the
 * rule of each tool alone misses cases: Infracost requires a provider or backend block and no local caller, Digger takes every
 * folder outside of `modules/`, Terramate requires a backend block. Added to their facts: import blocks, folders of environments,
 * and variables that all have defaults.
 */
const rules: readonly EvidenceRule[] = [
  {
    kind: 'backend',
    weight: 5,
    find: ({ backends: [first] }) => first && [first.path, describeBackend(first.type)],
  },
  { kind: 'ci_configuration', weight: 4, find: ({ ciFiles }) => firstOf(ciFiles, 'runs in this folder') },
  { kind: 'lock_file', weight: 3, find: ({ lockFiles }) => firstOf(lockFiles, 'dependency lock file') },
  { kind: 'provider', weight: 2, find: ({ providers }) => firstOf(providers, 'provider block') },
  // Outweighs missing values: a pipeline gives them. A configured provider in a module fails with `count` and `for_each`.
  {
    kind: 'configured_provider',
    weight: 2,
    find: ({ configuredProviders, variablesWithoutDefault }) =>
      variablesWithoutDefault > 0
        ? firstOf(configuredProviders, 'configured provider block that no module call uses')
        : undefined,
  },
  { kind: 'variable_files', weight: 2, find: ({ variableFiles }) => firstOf(variableFiles, 'variable file') },
  // Terraform allows import blocks in root modules only.
  { kind: 'import_block', weight: 3, find: ({ imports }) => firstOf(imports, 'import block') },
  {
    kind: 'deployment',
    weight: 5,
    find: ({ deployments }) => firstOf(deployments, 'deployment of a Terraform Stack'),
  },
  {
    kind: 'environment_folder',
    weight: 2,
    find: ({ folder, isEnvironment }) =>
      isEnvironment ? [folder, 'the path names an environment'] : undefined,
  },
  {
    kind: 'complete_variables',
    weight: 1,
    find: ({ folder, hasResources, variablesWithoutDefault }) =>
      hasResources && variablesWithoutDefault === 0 ? [folder, 'every variable has a default'] : undefined,
  },
  {
    kind: 'missing_variables',
    weight: -1,
    find: ({ folder, variablesWithoutDefault, variableFiles }) =>
      variablesWithoutDefault > 0 && variableFiles.length === 0
        ? [folder, 'variables without default and no variable file']
        : undefined,
  },
  {
    kind: 'modules_folder',
    weight: -3,
    find: ({ folder, isInModulesFolder }) =>
      isInModulesFolder ? [folder, 'below a folder of modules'] : undefined,
  },
];

/** Returns the evidence of a folder. The sum of its weights is the score. */
export function terraformEvidence(facts: FolderFacts): readonly ProjectEvidence[] {
  return rules.flatMap(({ kind, weight, find }) => {
    const found = find(facts);
    return found === undefined ? [] : [{ kind, path: found[0], detail: found[1], weight }];
  });
}

function firstOf(paths: readonly string[], detail: string): readonly [string, string] | undefined {
  const [path] = paths;
  return path === undefined ? undefined : [path, detail];
}

/** Returns the sum of the weights. */
export function scoreOf(evidence: readonly ProjectEvidence[]): number {
  return evidence.reduce((sum, { weight }) => sum + weight, 0);
}

function describeBackend(type: string): string {
  return type === 'cloud' ? 'cloud block' : `backend "${type}"`;
}
