import { defined } from '../defined.ts';
import { objectOf } from '../json/json.ts';
import type { Json } from '../json/json.ts';

/** What a delivery asks to refresh. It holds ids only: the state is read from the provider, so that order is irrelevant. */
export type DeliveryEffect =
  | { readonly kind: 'push'; readonly external_id: string; readonly branch: string }
  | { readonly kind: 'pull_request'; readonly external_id: string; readonly number: number }
  /** The repositories of the connection, their names or their visibility changed. */
  | { readonly kind: 'repositories' }
  /** The installation was suspended, resumed or deleted, or its permissions changed. */
  | { readonly kind: 'installation' };

/** The installation of a GitHub delivery with the action `created`, and the person who created it. */
export interface CreatedInstallation {
  readonly id: number;
  readonly accountId: number;
  readonly accountLogin: string;
  readonly accountType: 'User' | 'Organization';
  /** Permission to level. */
  readonly permissions: Readonly<Record<string, string>>;
  readonly senderId: number;
}

/** The parts of a delivery that the product processes. */
export interface ScmDelivery {
  /** Of GitHub only. */
  readonly installationId?: number;
  /** Set for the event `installation` with the action `created`. */
  readonly created?: CreatedInstallation;
  /** Whether the installation was deleted. */
  readonly deleted: boolean;
  readonly effects: readonly DeliveryEffect[];
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
const installationActions = ['deleted', 'suspend', 'unsuspend', 'new_permissions_accepted'];
const branchPrefix = 'refs/heads/';
/** Git limits a path to 4,096 bytes on most systems; GitHub rejects names of more than 255 bytes. */
const maximumBranchCharacters = 1000;

/**
 * Reads a GitHub delivery; an unknown event has no effects.
 * Source: GitHub, "Webhook events and payloads".
 */
export function readGithubDelivery(event: string, payload: Json): ScmDelivery {
  const fields = objectOf(payload);
  const installationId = objectOf(fields['installation'])['id'];
  const created = readCreatedInstallation(event, fields);
  return {
    ...(isId(installationId) ? { installationId } : {}),
    ...defined({ created }),
    deleted: event === 'installation' && fields['action'] === 'deleted',
    effects: effectsOf(event, fields),
  };
}

function effectsOf(event: string, fields: Fields): readonly DeliveryEffect[] {
  const action = textOf(fields['action']);
  const externalId = idOf(objectOf(fields['repository'])['id']);
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
    case 'installation':
      return installationActions.includes(action) ? [{ kind: 'installation' }] : [];
    default:
      return [];
  }
}

function readCreatedInstallation(event: string, fields: Fields): CreatedInstallation | undefined {
  if (event !== 'installation' || fields['action'] !== 'created') return undefined;
  const installation = objectOf(fields['installation']);
  const account = objectOf(installation['account']);
  const [id, accountId, senderId] = [installation['id'], account['id'], objectOf(fields['sender'])['id']];
  const accountLogin = textOf(account['login'] ?? account['slug']);
  if (!isId(id) || !isId(accountId) || !isId(senderId) || !/^[\w.-]{1,200}$/.test(accountLogin))
    return undefined;
  const accountType = account['type'] === 'User' ? 'User' : 'Organization';
  return { id, accountId, accountLogin, accountType, permissions: permissionsOf(installation), senderId };
}

function permissionsOf(installation: Fields): Readonly<Record<string, string>> {
  const isName = (value: Json | undefined): value is string =>
    typeof value === 'string' && /^\w{1,100}$/.test(value);
  const entries = Object.entries(objectOf(installation['permissions'])).slice(0, 200);
  return Object.fromEntries(
    entries.flatMap(([name, level]) => (isName(name) && isName(level) ? [[name, level]] : [])),
  );
}

/**
 * Returns the effects of a GitLab delivery; an unknown event has none.
 * Source: GitLab, "Webhook events"; `object_kind` and `event_name` name the event in the body.
 */
export function readGitlabDelivery(payload: Json): readonly DeliveryEffect[] {
  const fields = objectOf(payload);
  const event = textOf(fields['object_kind']) || textOf(fields['event_name']);
  const project = idOf(fields['project_id'] ?? objectOf(fields['project'])['id']);
  if (event === 'push') return pushEffects(project, textOf(fields['ref']));
  if (event === 'merge_request') {
    const attributes = objectOf(fields['object_attributes']);
    return pullRequestEffects(idOf(attributes['target_project_id']) ?? project, attributes['iid']);
  }
  const changesRepositories = /^(?:project|subgroup)_[a-z]{1,20}$/.test(event);
  return changesRepositories ? [{ kind: 'repositories' }] : [];
}

function pushEffects(externalId: string | undefined, ref: string): readonly DeliveryEffect[] {
  if (externalId === undefined || !ref.startsWith(branchPrefix) || ref.length > maximumBranchCharacters)
    return [];
  // Git allows no control characters in names, and Postgres stores neither U+0000 nor lone surrogates in jsonb.
  if (/[\p{Control}\p{Surrogate}]/u.test(ref)) return [];
  return [{ kind: 'push', external_id: externalId, branch: ref.slice(branchPrefix.length) }];
}

function pullRequestEffects(
  externalId: string | undefined,
  number: Json | undefined,
): readonly DeliveryEffect[] {
  if (externalId === undefined || !isId(number) || number > 2_147_483_647) return [];
  return [{ kind: 'pull_request', external_id: externalId, number }];
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
