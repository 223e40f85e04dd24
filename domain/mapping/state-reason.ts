import type { IacProjectKind, IacSystem, StateSourceStatus } from '../values.ts';
import { kindsWithState, systemsWithState } from './evidence-rule.ts';
import { literalS3Backend } from './state-object.ts';

/** A project, as far as it decides why its state is not read. */
export interface ProjectBackend {
  readonly system: IacSystem;
  readonly kind: IacProjectKind;
  readonly backendType: string | undefined;
  readonly backendConfig: Readonly<Record<string, unknown>>;
  /** The evaluated backends of a project that has several, or partial ones. */
  readonly backends: readonly unknown[];
  /** `too_many_backends`: `backends` does not have all of them. */
  readonly stateReason: string | undefined;
  /** Whether the detection of states did not list all workspaces. */
  readonly hasUnlistedStates: boolean;
  /** Names of the values that the backend needs and no code determines. */
  readonly stateReasonNames: readonly string[];
}

/** The state source that a project shows. */
export interface ShownSource {
  readonly shownStatus: StateSourceStatus;
  readonly lastError: string | undefined;
}

/**
 * Returns why the state of a project, or one of its states, is not read, as `<code>: <sentence>`; `undefined` when it is, or
 * when a project of its system and kind has no state.
 *
 * @param source `deleted`: a user deleted the source that was detected
 */
export function stateReasonOf(
  project: ProjectBackend,
  source: ShownSource | 'deleted' | undefined,
): string | undefined {
  const { system, kind, backendType: type } = project;
  if (!systemsWithState.includes(system) || !kindsWithState.some((known) => known === kind)) return undefined;
  if (source === 'deleted') return 'source_deleted: A user deleted the state source.';
  if (source !== undefined) return reasonOfSource(source) ?? reasonOfOthers(project);
  if (system === 'pulumi') return 'backend_unsupported: States of Pulumi are not read.';
  if (type === undefined) return 'no_backend: The code declares no backend, so the state is a local file.';
  if (type === 'cloud' || type === 'remote')
    return project.stateReasonNames.length > 0
      ? `backend_unresolved: The code does not determine the workspace of the backend ${type}.${neededOf(project)}`
      : `backend_unsupported: States in the backend ${type} are read by a connection with HCP Terraform, and none has a workspace of the project.`;
  if (type !== 's3')
    return `backend_unsupported: States in the backend ${type} are not read, only pushed ones (POST /ingest/states).`;
  if (project.backends.length > 0 || literalS3Backend(type, project.backendConfig) !== undefined)
    return 'not_detected: The state source was not detected yet.';
  return `backend_unresolved: The code does not determine ${unresolved(project.backendConfig)} of the backend s3.${neededOf(project)}`;
}

function neededOf({ stateReasonNames: names }: ProjectBackend): string {
  return names.length === 0 ? '' : ` It needs ${names.join(', ')}.`;
}

function reasonOfSource({ shownStatus, lastError = '' }: ShownSource): string | undefined {
  switch (shownStatus) {
    case 'disabled':
      return 'source_disabled: The state source is disabled.';
    case 'error':
      return `source_error: The last sync of the state source failed: ${lastError}`;
    case 'pending':
      return 'source_pending: The state was not read yet.';
    default:
      return undefined;
  }
}

/** A project with a state that is read can have others. */
function reasonOfOthers(project: ProjectBackend): string | undefined {
  const { stateReason, backends, hasUnlistedStates } = project;
  if (stateReason === 'too_many_backends')
    return `too_many_backends: The code has more backends than the ${backends.length} that are read. The other states are not read.`;
  if (stateReason === 'backend_unresolved' && backends.length > 0)
    return `backend_unresolved: The code determines only ${backends.length} of its backends. The other states are not read.${neededOf(project)}`;
  return hasUnlistedStates
    ? 'too_many_workspaces: Not all workspaces were listed: the bucket has more than 10,000 keys with the prefix, the repository more than 20,000 states, or the code does not determine the prefix. The other states are not read.'
    : undefined;
}

/** Names the attributes that are missing or not literal, with their expressions. */
function unresolved(config: Readonly<Record<string, unknown>>): string {
  const names = ['bucket', 'key'].flatMap((name) => {
    const value = config[name];
    if (typeof value === 'string') return [];
    if (typeof value !== 'object' || value === null || !('expr' in value)) return [name];
    if ('value' in value) return [];
    return [typeof value.expr === 'string' ? `${name} (${value.expr.slice(0, 200)})` : name];
  });
  return names.length === 0 ? 'a valid bucket and key' : names.join(' and ');
}
