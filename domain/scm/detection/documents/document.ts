import type { BackendConfig } from './backend-config.ts';
import type { IgnoredTags, RequiredProvider } from '../detected-project.ts';

/**
 * A parsed file, reduced to the facts that detection and mapping need. It depends on the file's name and content only,
 * contains no credentials, and is plain JSON, so that it can be cached by the blob's document key.
 */
export type DetectionDocument = (
  | TerraformDocument
  | TerragruntDocument
  | LockDocument
  | ValuesDocument
  | TemplateDocument
  | CdkDocument
  | PulumiDocument
  | PackagesDocument
  | ServerlessDocument
  | ChartDocument
  | ChartRequirementsDocument
  | KustomizationDocument
  | PlaybookDocument
  | RoleDocument
  | CollectionDocument
  | CrossplaneDocument
  | BicepDocument
  | CiDocument
  | SamConfigDocument
  | OtherDocument
  | UnreadableDocument
) & {
  /** Why the file, or a part of it, could not be parsed. */
  readonly problem?: string;
  /** The file, when the path is a symbolic link to it. */
  readonly linkTarget?: string;
};

/** A block with the line where it starts. `address` is `aws_s3_bucket.logs` or `module.vpc`. */
export interface CodeBlock {
  readonly address: string;
  readonly line: number;
  /** Of a resource: `lifecycle.ignore_changes` as dotted attributes without indices, `*` for `all`. */
  readonly ignored?: readonly string[];
}

export interface ModuleCall {
  readonly name: string;
  readonly source: string;
  /** The version constraint of a registry module. */
  readonly version?: string;
  readonly line: number;
}

/** A provider block with the literal values that locate its resources. `roleArn` is the last role that it assumes. */
export interface ProviderBlock {
  readonly name: string;
  readonly alias?: string;
  readonly region?: string;
  readonly roleArn?: string;
  /** `allowed_account_ids`, when all of them are literal account numbers. */
  readonly allowedAccountIds?: readonly string[];
  /** It assumes a role, or names a profile or keys, so that the credentials of the environment do not decide its account. */
  readonly ownCredentials?: true;
  /** Whether it has arguments besides `alias` and `version`. */
  readonly configured?: boolean;
  /** Whether the block has `default_tags`. */
  readonly defaultTags?: true;
  readonly ignoredTags?: IgnoredTags;
  readonly line: number;
}

export interface BackendBlock {
  /** The backend's label, or `cloud`. */
  readonly type: string;
  readonly config: BackendConfig;
  readonly line: number;
}

export interface MovedBlock {
  readonly from: string;
  readonly to: string;
  readonly line: number;
}

export interface TerraformDocument {
  readonly type: 'terraform';
  /** Whether a header says that a tool wrote the file. */
  readonly generated: boolean;
  readonly backend?: BackendBlock;
  readonly workspaces: readonly string[];
  readonly requiredProviders: readonly (RequiredProvider & { readonly name: string })[];
  readonly providers: readonly ProviderBlock[];
  readonly modules: readonly ModuleCall[];
  /** Managed resources and module calls. */
  readonly blocks: readonly CodeBlock[];
  /** Addresses as written, with index keys. */
  readonly moved: readonly MovedBlock[];
  readonly variablesWithoutDefault: number;
  /** Defaults of variables, of the form that values of backends have. */
  readonly defaults: readonly NamedValue[];
  /** Local values, as expressions. */
  readonly locals: readonly { readonly name: string; readonly text: string }[];
  readonly imports: number;
  /** Whether the file declares anything besides settings, variables and local values. */
  readonly hasContent: boolean;
  /** Whether it declares a resource, a data source or a module call. */
  readonly hasResources: boolean;
  /** Deployments of a Terraform Stack. */
  readonly deployments: readonly string[];
}

/** The declarations of a Terraform file that Terragrunt generates. */
export type GeneratedCode = Pick<
  TerraformDocument,
  'backend' | 'blocks' | 'modules' | 'moved' | 'providers' | 'requiredProviders'
>;

export interface GeneratedFile {
  readonly path: string;
  /** Line of the `generate` or `remote_state` block. Lines in `code` count from the start of the generated text. */
  readonly line: number;
  /** Missing when the contents are not a literal text, or when the file is not Terraform. */
  readonly code?: GeneratedCode;
}

/** Terragrunt configuration. Texts are HCL expressions; `terragrunt-expression.ts` evaluates them. */
export interface TerragruntDocument {
  readonly type: 'terragrunt';
  readonly includes: readonly { readonly name: string; readonly path: string }[];
  readonly locals: readonly { readonly name: string; readonly text: string }[];
  readonly source?: { readonly text: string; readonly line: number };
  /** The expression of `iam_role`. */
  readonly iamRole?: string;
  readonly dependencies: readonly string[];
  /** Arguments of functions that read other files. */
  readonly reads: readonly string[];
  readonly variableFiles: readonly string[];
  readonly remoteState?: BackendBlock;
  /** Files that Terragrunt writes into the module's folder. */
  readonly generates: readonly GeneratedFile[];
  /** Units and stacks of a `terragrunt.stack.hcl`. */
  readonly units: readonly { readonly name: string; readonly source: string; readonly line: number }[];
}

/** A scalar that an attribute of a backend can have. */
export interface NamedValue {
  readonly name: string;
  /** Absent when it is not stored: see `isBackendText`. */
  readonly value?: string;
}

/** Values of variables (`*.tfvars`), or attributes of a backend (`*.tfbackend`, `backend.hcl`). */
export interface ValuesDocument {
  readonly type: 'values';
  readonly values: readonly NamedValue[];
  /** The file sets more values. */
  readonly isTruncated?: true;
}

export interface LockDocument {
  readonly type: 'lock';
  /** Host names of the providers' registries. */
  readonly registries: readonly string[];
}

/** A CloudFormation or SAM template. */
export interface TemplateDocument {
  readonly type: 'template';
  readonly system: 'cloudformation' | 'sam';
  /** Whether the template has `AWSTemplateFormatVersion`. */
  readonly versioned: boolean;
  /** Whether the AWS CDK synthesized it. */
  readonly generated: boolean;
  /** Relative paths of nested templates. */
  readonly nested: readonly string[];
  /** Relative paths of code that SAM packages. */
  readonly sources: readonly string[];
}

export interface CdkDocument {
  readonly type: 'cdk';
  readonly hasApp: boolean;
  readonly output?: string;
}

export interface PulumiDocument {
  readonly type: 'pulumi';
  readonly name?: string;
  readonly runtime?: string;
  readonly backend?: { readonly type: string; readonly url: string };
  readonly stackFolder?: string;
  /** Whether a package or the type of a resource is one of AWS. */
  readonly mentionsAws: boolean;
}

/** The manifest of a package manager, which names the packages of a Pulumi program. */
export interface PackagesDocument {
  readonly type: 'packages';
  /** Whether it names a package of AWS, or packages of the repository, which can. */
  readonly mayUseAws: boolean;
}

export interface ServerlessDocument {
  readonly type: 'serverless';
  readonly name?: string;
  readonly hasProvider: boolean;
  readonly stages: readonly string[];
  /** Relative paths of `${file(…)}` references. */
  readonly files: readonly string[];
}

export interface ChartDocument {
  readonly type: 'chart';
  readonly name?: string;
  readonly library: boolean;
  /** Relative folders of dependencies with a `file://` repository. */
  readonly localDependencies: readonly string[];
}

/** A `requirements.yaml`, in which charts with apiVersion v1 list their dependencies. */
export interface ChartRequirementsDocument {
  readonly type: 'chart_requirements';
  readonly localDependencies: readonly string[];
}

export interface KustomizationDocument {
  readonly type: 'kustomization';
  readonly component: boolean;
  readonly name?: string;
  /** Relative paths of resources, bases, components, patches and generators. */
  readonly paths: readonly string[];
}

export interface PlaybookDocument {
  readonly type: 'playbook';
  readonly name?: string;
  readonly roles: readonly string[];
  /** Relative paths of imported playbooks, task files and variable files. */
  readonly files: readonly string[];
}

/** A task file or metadata of an Ansible role. */
export interface RoleDocument {
  readonly type: 'role';
  readonly roles: readonly string[];
}

export interface CollectionDocument {
  readonly type: 'collection';
  readonly name?: string;
}

export interface CrossplaneDocument {
  readonly type: 'crossplane';
  /** Name of a package of kind Configuration or Project. */
  readonly package?: string;
  /** Names of the file's Compositions. */
  readonly compositions: readonly string[];
}

export interface BicepDocument {
  readonly type: 'bicep';
  /** Relative paths of called and imported files. */
  readonly files: readonly string[];
  /** For parameter files: the relative path of the template. */
  readonly using?: string;
}

/** Folders that CI, Atlantis and similar tools run Terraform in. */
export interface CiDocument {
  readonly type: 'ci';
  readonly runs: readonly { readonly folder: string; readonly workspace?: string; readonly line: number }[];
  /** The values of `-backend-config` of each `init`, and the folder in which it runs. */
  readonly inits: readonly { readonly folder: string; readonly settings: readonly string[] }[];
}

export interface SamConfigDocument {
  readonly type: 'sam_config';
  readonly environments: readonly string[];
}

/** A file that detection does not use. */
export interface OtherDocument {
  readonly type: 'other';
}

/** A file that no part of could be parsed. */
export interface UnreadableDocument {
  readonly type: 'unreadable';
  /** The system that words in the text suggest, for formats that several systems share. */
  readonly suspected?: 'cloudformation' | 'sam' | 'ansible' | 'crossplane';
  /** Set when the content was not read: the file is too large or missing, or a limit of the repository was reached. */
  readonly skipped?: 'file' | 'repository_limit';
  readonly problem: string;
}
