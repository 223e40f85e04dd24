import type { Permission } from '../identity/permissions.ts';

interface EventDeclaration {
  /** What the caller needs to read the record that the event is about. */
  readonly permission: Permission;
  /** The field of `data` with the record. */
  readonly subject: EventSubject;
  readonly description: string;
}

export type EventSubject =
  | 'resource'
  | 'issue'
  | 'scan'
  | 'account'
  | 'connection'
  | 'scm_connection'
  | 'state_source'
  | 'plan'
  | 'rule'
  | 'query'
  | 'entry';

/** Every type of event. */
export const eventDeclarations = {
  'resource.created': of('resources:read', 'resource', 'A scan found a new resource'),
  'resource.updated': of(
    'resources:read',
    'resource',
    'A scan found another configuration or other tags of a resource',
  ),
  'resource.deleted': of('resources:read', 'resource', 'A resource no longer exists'),
  'resource.reappeared': of('resources:read', 'resource', 'A deleted resource exists again'),
  'resource.drifted': of('resources:read', 'resource', 'A resource differs from the state of its code'),
  'resource.drift_resolved': of(
    'resources:read',
    'resource',
    'A resource no longer differs from the state of its code',
  ),
  'ownership_issue.opened': of('ownership:read', 'issue', 'An ownership issue was opened'),
  'ownership_issue.resolved': of('ownership:read', 'issue', 'An ownership issue was resolved'),
  'scan.finished': of('scans:read', 'scan', 'A scan ended'),
  'account.status_changed': of('accounts:read', 'account', 'The status of an AWS account changed'),
  'account.stale': of(
    'accounts:read',
    'account',
    'No scan of an account succeeded within the interval of its scans',
  ),
  'account.fresh': of('accounts:read', 'account', 'A scan of a stale account succeeded'),
  'connection.status_changed': of(
    'connections:read',
    'connection',
    'The status of a connection to AWS changed',
  ),
  'scm_connection.status_changed': of(
    'scm:read',
    'scm_connection',
    'The status of a connection to GitHub or GitLab changed',
  ),
  'state_source.status_changed': of(
    'state_sources:read',
    'state_source',
    'The status of a Terraform state source changed',
  ),
  'plan.reported': of('plans:read', 'plan', 'A CI system reported a Terraform plan'),
  'rule.suspended': of('rules:read', 'rule', 'An inference rule was suspended'),
  'query.matched': of('resources:read', 'query', 'A saved query matches other resources than before'),
  'audit.entry': of('audit_log:read', 'entry', 'An entry was added to the audit log'),
} as const satisfies Readonly<Record<string, EventDeclaration>>;

export type EventType = keyof typeof eventDeclarations;

/** Every type of event, in display order. */
export const eventTypes = Object.keys(eventDeclarations) as readonly EventType[];

/** Returns the types whose record a caller with the permissions may read. */
export function readableEventTypes(permissions: ReadonlySet<Permission>): readonly EventType[] {
  return eventTypes.filter((type) => permissions.has(eventDeclarations[type].permission));
}

/** Wildcards of the `events` of a subscription: every type, or every type of records of a kind. */
export const eventWildcards = [
  '*',
  ...new Set(eventTypes.map((type) => `${type.slice(0, type.indexOf('.'))}.*`)),
] as readonly ('*' | `${string}.*`)[];

/**
 * Returns the types that the `events` of a subscription stand for, when a caller with the permissions makes it: a wildcard
 * stands for the types whose record the caller may read. `refused`: names that stand for none, or a type that the caller may
 * not read.
 */
export function expandEventNames(
  names: readonly string[],
  permissions: ReadonlySet<Permission>,
): { readonly types: readonly EventType[]; readonly refused: readonly string[] } {
  const readable = readableEventTypes(permissions);
  const typesOf = (name: string) =>
    readable.filter(
      (type) => name === '*' || name === type || (name.endsWith('.*') && type.startsWith(name.slice(0, -1))),
    );
  const wanted = new Set(names.flatMap(typesOf));
  return {
    types: eventTypes.filter((type) => wanted.has(type)),
    refused: names.filter((name) => typesOf(name).length === 0),
  };
}

function of<const P extends Permission, const S extends EventSubject>(
  permission: P,
  subject: S,
  description: string,
): { readonly permission: P; readonly subject: S; readonly description: string } {
  return { permission, subject, description };
}
