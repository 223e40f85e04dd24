import { segmentsOf } from '../paths/repository-path.ts';

/** How a file is parsed. It depends on the path only, so that parsed documents can be cached by format and blob SHA. */
export type DocumentFormat =
  | 'terraform'
  | 'terraform_json'
  | 'terragrunt'
  | 'terragrunt_json'
  | 'terraform_lock'
  /** Values of variables, and attributes of backends. */
  | 'values'
  | 'values_json'
  /** Attributes of a backend, or Terragrunt configuration that a unit includes. */
  | 'backend_hcl'
  | 'cdk'
  | 'pulumi'
  | 'packages'
  | 'serverless'
  | 'serverless_code'
  | 'helm'
  | 'helm_requirements'
  | 'kustomization'
  | 'ansible_tasks'
  | 'ansible_meta'
  | 'ansible_collection'
  | 'sam_config'
  | 'bicep'
  | 'bicep_parameters'
  | 'ci'
  /** YAML and JSON files whose content tells the system: CloudFormation, SAM, Ansible playbooks, Crossplane. */
  | 'yaml'
  | 'json';

/** The first pattern that matches a file's name selects the format. */
const namePatterns: readonly (readonly [RegExp, DocumentFormat | undefined])[] = [
  // Editors' backup files, which Terraform ignores.
  [/~$|^#.*#$/, undefined],
  [/^\.terraform\.lock\.hcl$/, 'terraform_lock'],
  [/^\..*\.(?:tf|tofu)(?:\.json)?$/, undefined],
  [/\.(?:tf|tofu)\.json$/, 'terraform_json'],
  [/\.(?:tf|tofu)$/, 'terraform'],
  [/\.tf(?:component|stack|deploy)\.hcl$/, 'terraform'],
  [/\.(?:tftest|tofutest|tfmock|tfquery|pkr|pkrvars|nomad|tm)\.hcl$/, undefined],
  [/^backend[\w.-]*\.hcl$|\.backend\.hcl$/, 'backend_hcl'],
  [/^(?:\.tflint|docker-bake|\.terraformrc)\.hcl$/, undefined],
  [/\.hcl$/, 'terragrunt'],
  [/\.hcl\.json$/, 'terragrunt_json'],
  [/^cdk\.json$/, 'cdk'],
  [/^Pulumi\.ya?ml$/, 'pulumi'],
  // Configuration of Pulumi stacks: only the names are needed, and the values can be secrets.
  [/^Pulumi\..*\.ya?ml$/, undefined],
  // Manifests of package managers, which name the packages of Pulumi programs.
  [/^(?:package\.json|pyproject\.toml|requirements\.txt|Pipfile|setup\.py|go\.mod|pom\.xml)$/, 'packages'],
  [/^build\.gradle(?:\.kts)?$|\.(?:cs|fs|vb)proj$/, 'packages'],
  [/^serverless\.(?:ya?ml|json)$/, 'serverless'],
  [/^serverless\.(?:ts|js|cjs|mjs)$/, 'serverless_code'],
  [/^Chart\.yaml$/, 'helm'],
  // Dependencies of charts with apiVersion v1.
  [/^requirements\.yaml$/, 'helm_requirements'],
  [/^(?:kustomization\.ya?ml|Kustomization)$/, 'kustomization'],
  [/^galaxy\.ya?ml$/, 'ansible_collection'],
  [/^samconfig\.toml$/, 'sam_config'],
  [/\.bicep$/, 'bicep'],
  [/\.bicepparam$/, 'bicep_parameters'],
  [/^(?:atlantis|digger|infracost)\.ya?ml$/, 'ci'],
  [/^(?:\.gitlab-ci|bitbucket-pipelines|azure-pipelines)\.ya?ml$/, 'ci'],
  // They can hold secrets: only values that a backend can have are kept.
  [/\.(?:tfvars|tfbackend)$/, 'values'],
  [/\.tfvars\.json$/, 'values_json'],
  [
    /^(?:package-lock|npm-shrinkwrap|composer|tsconfig.*|jsconfig|angular|nx|turbo|lerna|renovate)\.json$/,
    undefined,
  ],
  [
    /^(?:cdk\.context|biome|\.eslintrc|\.prettierrc|babel\.config|manifest|appsettings.*|bicepconfig)\.json$/,
    undefined,
  ],
  [
    /^(?:pnpm-lock|pnpm-workspace|mkdocs|\.pre-commit-config|dependabot|codecov|\.golangci|\.yamllint)\.ya?ml$/,
    undefined,
  ],
  [/^(?:docker-)?compose.*\.ya?ml$/, undefined],
  [/\.(?:lock|min|schema|stories|spec|test)\.json$/, undefined],
  [/\.(?:ya?ml|template)$/, 'yaml'],
  [/\.json$/, 'json'],
];

/** Folders with a meaning for the YAML files directly in them. */
const folderPatterns: readonly (readonly [RegExp, RegExp, DocumentFormat])[] = [
  [/(?:^|\/)\.github\/workflows$/, /\.ya?ml$/, 'ci'],
  [/(?:^|\/)\.(?:terrateam|spacelift)$/, /^config\.ya?ml$/, 'ci'],
  [/(?:^|\/)tasks$/, /^main\.ya?ml$/, 'ansible_tasks'],
  [/(?:^|\/)meta$/, /^main\.ya?ml$/, 'ansible_meta'],
];

const ignoredFolders = new Set([
  '.github',
  '.gitlab',
  '.circleci',
  '.vscode',
  '.idea',
  '.changeset',
  'locales',
  'i18n',
]);

/** Returns the format of a file that detection reads; undefined for other files. */
export function documentFormatOf(path: string): DocumentFormat | undefined {
  const segments = segmentsOf(path);
  const name = segments.at(-1) ?? '';
  const folder = segments.slice(0, -1).join('/');
  const byFolder = folderPatterns.find(([inFolder, named]) => inFolder.test(folder) && named.test(name));
  if (byFolder !== undefined) return byFolder[2];
  const format = namePatterns.find(([pattern]) => pattern.test(name))?.[1];
  if ((format === 'yaml' || format === 'json') && segments.some((segment) => ignoredFolders.has(segment)))
    return undefined;
  return format;
}

/** Whether the name is that of a Terraform or OpenTofu configuration file. */
export function isTerraformFile(path: string): boolean {
  const format = documentFormatOf(path);
  return format === 'terraform' || format === 'terraform_json';
}

/** Whether the name is that of a file with attributes of a backend. */
export function isBackendFile(path: string): boolean {
  return path.endsWith('.tfbackend') || documentFormatOf(path) === 'backend_hcl';
}

/** Whether the name is that of a file with values of Terraform variables. */
export function isVariableFile(path: string): boolean {
  return /\.tfvars(?:\.json)?$/.test(path);
}
