import type { S3Backend } from './state-object.ts';
import { defaultWorkspace, isStateKey, literalS3Backend, workspaceKey } from './state-object.ts';

/** A project of a repository, as far as the detection of its states needs it. */
export interface StateProject {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly backendType: string | undefined;
  readonly backendConfig: Readonly<Record<string, unknown>>;
  readonly environmentHints: { readonly workspaces?: readonly string[] };
}

export type DetectableBackend = S3Backend & {
  readonly hasUnknownPrefix: boolean;
  readonly isEvaluated: boolean;
};

/** The state of a project's workspace. */
export interface DetectedState {
  readonly projectId: string;
  readonly workspace: string;
  readonly bucket: string;
  readonly key: string;
  readonly region: string | undefined;
  /** Whether the code does not write the bucket, the key or the workspace: the object need not exist. */
  readonly guessed: boolean;
}

/** Returns the backend of an active root project with a literal s3 backend, else `undefined`. */
export function detectableBackend(project: StateProject): DetectableBackend | undefined {
  if (project.kind !== 'root' || project.status !== 'active') return undefined;
  return literalS3Backend(project.backendType, project.backendConfig);
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
    const guessed = backend.isEvaluated || (listed === undefined && workspace !== defaultWorkspace);
    const { bucket, region } = backend;
    return [{ projectId: project.id, workspace, bucket, key, region, guessed }];
  });
}
