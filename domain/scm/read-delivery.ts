import type { Json } from '../json.ts';

/** What a delivery asks to refresh. It holds ids only: the state is read from the provider, so that order is irrelevant. */
export type DeliveryEffect =
  | { readonly kind: 'push'; readonly external_id: string; readonly branch: string }
  | { readonly kind: 'pull_request'; readonly external_id: string; readonly number: number }
  /** The repositories of the connection, their names or their visibility changed. */
  | { readonly kind: 'repositories' }
  | { readonly kind: 'installation'; readonly action: InstallationAction };

export type InstallationAction = 'deleted' | 'suspend' | 'unsuspend' | 'new_permissions_accepted';

/** The installation that a GitHub delivery is about, and the person who created it. */
export interface DeliveredInstallation {
  readonly id: number;
  readonly accountId: number;
  readonly accountLogin: string;
  readonly senderId: number;
}

type Fields = Readonly<Record<string, Json | undefined>>;

const repositoryActions = [
  'renamed',
  'transferred',
  'archived',
  'unarchived',
  'deleted',
  'edited',
  'privatized',
  'publicized',
  'created',
];
const installationActions: readonly InstallationAction[] = [
  'deleted',
  'suspend',
  'unsuspend',
  'new_permissions_accepted',
];
const branchPrefix = 'refs/heads/';

/**
 * Returns the effects of a GitHub delivery; an unknown event has none.
 * Source: GitHub, "Webhook events and payloads".
 */
export function readGithubDelivery(event: string, payload: Json): readonly DeliveryEffect[] {
  const fields = fieldsOf(payload);
  const action = textOf(fields['action']);
  const externalId = idOf(fieldsOf(fields['repository'])['id']);
  switch (event) {
    case 'push':
      return pushEffects(externalId, textOf(fields['ref']));
    case 'pull_request':
      return pullRequestEffects(externalId, fields['number']);
    case 'repository':
      return repositoryActions.includes(action) ? [{ kind: 'repositories' }] : [];
    case 'installation_repositories':
    case 'installation_target':
      return [{ kind: 'repositories' }];
    case 'installation': {
      const known = installationActions.find((candidate) => candidate === action);
      return known === undefined ? [] : [{ kind: 'installation', action: known }];
    }
    default:
      return [];
  }
}

/** Returns the installation of an `installation` delivery with the action `created`, else `undefined`. */
export function readCreatedInstallation(event: string, payload: Json): DeliveredInstallation | undefined {
  const fields = fieldsOf(payload);
  if (event !== 'installation' || fields['action'] !== 'created') return undefined;
  const installation = fieldsOf(fields['installation']);
  const account = fieldsOf(installation['account']);
  const [id, accountId, senderId] = [installation['id'], account['id'], fieldsOf(fields['sender'])['id']];
  if (!isId(id) || !isId(accountId) || !isId(senderId)) return undefined;
  return { id, accountId, accountLogin: textOf(account['login']), senderId };
}

/** Returns the id of the installation that a GitHub delivery names. */
export function installationIdOf(payload: Json): number | undefined {
  const id = fieldsOf(fieldsOf(payload)['installation'])['id'];
  return isId(id) ? id : undefined;
}

/**
 * Returns the effects of a GitLab delivery; an unknown event has none.
 * Source: GitLab, "Webhook events"; `object_kind` and `event_name` name the event in the body.
 */
export function readGitlabDelivery(payload: Json): readonly DeliveryEffect[] {
  const fields = fieldsOf(payload);
  const event = textOf(fields['object_kind']) || textOf(fields['event_name']);
  const project = idOf(fields['project_id'] ?? fieldsOf(fields['project'])['id']);
  if (event === 'push') return pushEffects(project, textOf(fields['ref']));
  if (event === 'merge_request') {
    const attributes = fieldsOf(fields['object_attributes']);
    return pullRequestEffects(idOf(attributes['target_project_id']) ?? project, attributes['iid']);
  }
  const changesRepositories = /^(?:project|subgroup)_[a-z]{1,20}$/.test(event);
  return changesRepositories ? [{ kind: 'repositories' }] : [];
}

function pushEffects(externalId: string | undefined, ref: string): readonly DeliveryEffect[] {
  if (externalId === undefined || !ref.startsWith(branchPrefix)) return [];
  return [{ kind: 'push', external_id: externalId, branch: ref.slice(branchPrefix.length) }];
}

function pullRequestEffects(
  externalId: string | undefined,
  number: Json | undefined,
): readonly DeliveryEffect[] {
  if (externalId === undefined || !isId(number) || number > 2_147_483_647) return [];
  return [{ kind: 'pull_request', external_id: externalId, number }];
}

function fieldsOf(value: Json | undefined): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function isId(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

function idOf(value: Json | undefined): string | undefined {
  return isId(value) ? String(value) : undefined;
}
