import type { IacProjectKind, IacSystem } from '../../values.ts';
import type { BackendConfig } from './documents/backend-config.ts';

/** A reason for a project's system or kind. Only Terraform and OpenTofu add up weights; see terraform-evidence.ts. */
export interface ProjectEvidence {
  readonly kind: string;
  readonly path: string;
  readonly detail: string;
  readonly weight: number;
}

/**
 * Relations of a project to files and folders outside it. A change of the target reaches the project, except for
 * `dependency`: Terragrunt runs the other unit first, but its code is not part of this project.
 */
export type ProjectReferenceKind =
  | 'module'
  | 'include'
  | 'dependency'
  | 'variables'
  | 'base'
  | 'subchart'
  | 'role'
  | 'template'
  | 'source'
  /** The target of a symbolic link. */
  | 'link';

export interface Reference {
  readonly kind: ProjectReferenceKind;
  /** A file or a folder of the repository. */
  readonly path: string;
}

export interface EnvironmentHints {
  readonly environments: readonly string[];
  readonly workspaces: readonly string[];
  /** Paths of variable files. */
  readonly tfvars: readonly string[];
  readonly stacks: readonly string[];
}

export interface UnreadableFile {
  readonly path: string;
  readonly reason: string;
}

export interface RequiredProvider {
  readonly source?: string;
  readonly version?: string;
}

/** Tags that an AWS provider leaves alone: `ignore_tags`. The empty prefix stands for a list that is not literal. */
export interface IgnoredTags {
  readonly keys: readonly string[];
  readonly prefixes: readonly string[];
}

/** The location of a configuration of an AWS provider, from literal values, and what it does to tags. */
export interface ProviderLocation {
  /** Namespace and type: `hashicorp/aws`. Other registries than the public ones come first. */
  readonly source: string;
  /** Missing for the default configuration. */
  readonly alias?: string;
  readonly region?: string;
  /** The account of the role that the provider assumes. */
  readonly assumeRoleAccount?: string;
  readonly defaultTags?: true;
  readonly ignoredTags?: IgnoredTags;
}

/** A backend of a project whose attributes detection evaluated. */
export interface EvaluatedStateBackend {
  /** The attributes that identify the state, as texts. */
  readonly config: BackendConfig;
  /** The files or arguments whose values make it; empty when the code alone does. */
  readonly variant: string;
}

/** A project that detection found in a tree. `path` and `system` are unique. */
export interface DetectedProject {
  /** A folder, `.` for the root; the file for CloudFormation, SAM, Bicep and Ansible playbooks. */
  readonly path: string;
  readonly system: IacSystem;
  readonly kind: IacProjectKind;
  readonly name: string;
  readonly evidence: readonly ProjectEvidence[];
  readonly backendType: string | null;
  readonly backendConfig: BackendConfig;
  /** The backends of a project that has several, or partial ones; empty when `backendConfig` is the only one. */
  readonly backends: readonly EvaluatedStateBackend[];
  /** Why the state cannot be found from the code; `too_many_backends`: `backends` does not have all of them. */
  readonly stateReason: 'backend_unresolved' | 'too_many_backends' | null;
  /** Names of what the backend needs and the code does not determine. */
  readonly stateReasonNames: readonly string[];
  readonly requiredProviders: Readonly<Record<string, RequiredProvider>>;
  readonly environmentHints: EnvironmentHints;
  /** Of the root module of a Terraform, OpenTofu or Terragrunt project. */
  readonly providerLocations: readonly ProviderLocation[];
  /** Whether the providers of the code are known, and none is of AWS. */
  readonly withoutAws: boolean;
  /** The accounts of the AWS provider configurations; missing when one of them names none. */
  readonly providerAccountNumbers?: readonly string[];
  readonly unreadableFiles: readonly UnreadableFile[];
  readonly references: readonly Reference[];
}
