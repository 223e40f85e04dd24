import type { CitedEntityType, ToolRow } from '../../../../domain/assistant/tool-response.ts';
import type { Permission } from '../../../../domain/identity/permissions.ts';
import type { Json } from '../../../../domain/json/json.ts';
import { namesOfRecords } from '../../../../db/assistant/named-records.ts';
import type { RecordKind } from '../../../../db/assistant/named-records.ts';
import { namesOfResources } from '../../../../db/assistant/named-resources.ts';
import type { ToolContext } from './tool.ts';

export type Entity = ToolRow['entity'];

/** Kinds of records that an argument can name. */
export type NameKind = 'resource' | Exclude<RecordKind, 'user'>;

/** Types with an operation that returns one record by its id. */
type PathType = Exclude<
  CitedEntityType,
  'revision' | 'pull_request' | 'document' | 'ownership_issue' | 'audit_entry' | 'user'
>;

const paths: Readonly<Record<PathType, string>> = {
  resource: 'resources',
  change: 'changes',
  account: 'aws/accounts',
  application: 'applications',
  team: 'teams',
  environment: 'environments',
  iac_project: 'iac-projects',
  repository: 'repositories',
  plan: 'plans',
  execution: 'executions',
  scan: 'scans',
  state_source: 'state-sources',
  saved_query: 'saved-queries',
  inference_rule: 'inference-rules',
  drift_rule: 'drift-rules',
};

/** The kinds with the permission to read their names. An account is named in the freshness of every inventory response. */
const kinds: Readonly<Record<NameKind, { readonly type: PathType; readonly permission: Permission }>> = {
  resource: { type: 'resource', permission: 'resources:read' },
  account: { type: 'account', permission: 'accounts:read' },
  application: { type: 'application', permission: 'applications:read' },
  team: { type: 'team', permission: 'teams:read' },
  environment: { type: 'environment', permission: 'environments:read' },
  project: { type: 'iac_project', permission: 'iac_projects:read' },
  repository: { type: 'repository', permission: 'repositories:read' },
};

/** Returns a record for a citation. */
export function entityOf(type: PathType, id: string, name: string): Entity {
  return { type, id, name, url: `/api/v1/${paths[type]}/${id}` };
}

/** Returns the record of a kind that an argument can name. */
export function namedEntity(kind: NameKind, id: string, name: string): Entity {
  return entityOf(kinds[kind].type, id, name);
}

/** Returns the kind of the records of a type, if an argument can name them. */
export function kindOfType(type: CitedEntityType): NameKind | undefined {
  return (Object.keys(kinds) as NameKind[]).find((kind) => kinds[kind].type === type);
}

/** Returns the permission that the names of a kind need. */
export function permissionOf(kind: NameKind | 'user'): Permission {
  return kind === 'user' ? 'members:read' : kinds[kind].permission;
}

/** Returns a function from an id to the record's name; to the id itself without the permission to read the names. */
export async function nameLookup(
  { tenant, permissions }: ToolContext,
  kind: NameKind | 'user',
  ids: readonly (string | null | undefined)[],
): Promise<(id: string) => string> {
  const known = ids.filter((id) => id !== null && id !== undefined);
  if (kind !== 'account' && !permissions.has(permissionOf(kind))) return (id) => id;
  const names =
    kind === 'resource' ? await namesOfResources(tenant, known) : await namesOfRecords(tenant, kind, known);
  return (id) => names.get(id) ?? id;
}

/** Returns the name of a node's account, or the 12 digits of an account that is not connected. */
export function accountOf(
  node: { readonly awsAccountId: string | undefined; readonly accountId: string | undefined },
  accountName: (id: string) => string,
): string | undefined {
  return node.awsAccountId === undefined ? node.accountId : accountName(node.awsAccountId);
}

/** Returns a row without the fields that have no value. */
export function toolRow(
  entity: Entity,
  fields: Readonly<Record<string, Json | undefined>>,
  structural: readonly string[],
): ToolRow {
  const present = Object.entries(fields).filter(
    (entry): entry is [string, Json] => entry[1] !== undefined && entry[1] !== null,
  );
  return { entity, fields: Object.fromEntries(present), structural };
}

/** Returns an ISO 8601 time with seconds. */
export function timeText(date: Date): string;
export function timeText(date: Date | null | undefined): string | undefined;
export function timeText(date: Date | null | undefined): string | undefined {
  return date === null || date === undefined ? undefined : `${date.toISOString().slice(0, 19)}Z`;
}
