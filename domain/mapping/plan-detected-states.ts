import { byCodeUnit } from '../json/canonical.ts';
import type { S3Backend } from './state-object.ts';
import { defaultWorkspace, isStateKey, literalS3Backend, workspaceKey } from './state-object.ts';

/** A project of a repository, as far as the detection of its states needs it. */
export interface StateProject {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly backendType: string | undefined;
  readonly backendConfig: Readonly<Record<string, unknown>>;
  /** Evaluated backends; empty when `backendConfig` is the only one. */
  readonly backends?: readonly {
    readonly config: Readonly<Record<string, unknown>>;
    readonly variant: string;
  }[];
  readonly environmentHints: { readonly workspaces?: readonly string[] };
}

export interface DetectableBackend extends S3Backend {
  readonly hasUnknownPrefix: boolean;
  /** The files whose values make the backend; empty for the only one of a project. */
  readonly variant: string;
  /** Whether detection evaluated the bucket, the key or the prefix. */
  readonly isEvaluated: boolean;
}

/** The state of a project's workspace. */
export interface DetectedState {
  readonly projectId: string;
  readonly workspace: string;
  readonly variant: string;
  readonly bucket: string;
  readonly key: string;
  readonly region: string | undefined;
  /** Whether the code does not write the bucket, the key or the workspace: the object need not exist. */
  readonly guessed: boolean;
}

/** Returns the s3 backends of an active root project whose bucket and key are literals or were evaluated. */
export function detectableBackends(project: StateProject): readonly DetectableBackend[] {
  const { kind, status, backendType, backendConfig, backends = [] } = project;
  if (kind !== 'root' || status !== 'active') return [];
  const isEvaluated = ['bucket', 'key', 'workspace_key_prefix'].some(
    (name) => typeof backendConfig[name] === 'object' && backendConfig[name] !== null,
  );
  const all =
    backends.length > 0
      ? backends.map((backend) => ({ ...backend, isEvaluated: true }))
      : [{ config: backendConfig, variant: '', isEvaluated }];
  return all.flatMap(({ config, ...fields }) => {
    const backend = literalS3Backend(backendType, config);
    return backend === undefined ? [] : [{ ...backend, ...fields }];
  });
}

/**
 * Returns the states of a project: one for each workspace that has an object. Without a list (`undefined`: it was denied, or
 * no account has the bucket) the workspaces are the default one and those of the repository's files. A project without any
 * object has its default workspace, so that the missing state is shown.
 */
export function detectedStates(
  project: StateProject,
  backend: DetectableBackend,
  listed: readonly string[] | undefined,
): readonly DetectedState[] {
  const workspaces =
    listed === undefined
      ? [defaultWorkspace, ...(backend.hasUnknownPrefix ? [] : (project.environmentHints.workspaces ?? []))]
      : listed.length === 0
        ? [defaultWorkspace]
        : listed;
  return [...new Set(workspaces)].flatMap((workspace) => {
    const key = workspaceKey(backend, workspace);
    if (workspace.includes('/') || !isStateKey(key)) return [];
    const { bucket, region, variant, isEvaluated } = backend;
    const guessed = isEvaluated || (listed === undefined && workspace !== defaultWorkspace);
    return [{ projectId: project.id, workspace, variant, bucket, key, region, guessed }];
  });
}

/** A backend with the workspaces that have an object; without them when the list was denied. */
export interface ListedBackend {
  readonly project: StateProject;
  readonly backend: DetectableBackend;
  /** `complete` is false when other workspaces can have an object. */
  readonly listing: { readonly workspaces: readonly string[]; readonly complete: boolean } | undefined;
}

export interface ListedStates {
  /** By project. */
  readonly states: readonly DetectedState[];
  /** Ids of projects that can have other states. */
  readonly unlistedProjects: readonly string[];
}

/** Returns the states of backends, up to a maximum, and the projects of which some are missing. */
export function statesOfBackends(backends: readonly ListedBackend[], maximum: number): ListedStates {
  const states: DetectedState[] = [];
  const unlisted = new Set<string>();
  for (const { project, backend, listing } of backends) {
    const found = detectedStates(project, backend, listing?.workspaces);
    const kept = found.slice(0, maximum - states.length);
    states.push(...kept);
    if (kept.length < found.length || listing?.complete === false) unlisted.add(project.id);
  }
  return {
    states: states.toSorted((one, other) => byCodeUnit(one.projectId, other.projectId)),
    unlistedProjects: [...unlisted],
  };
}
