import type { ToolRow } from '../../../../domain/assistant/tool-response.ts';
import { errors } from '../../../../domain/errors.ts';
import { findNamedRecords } from '../../../../db/assistant/named-records.ts';
import { findNamedResources } from '../../../../db/assistant/named-resources.ts';
import { namedEntity, nameLookup, permissionOf, toolRow } from './entities.ts';
import type { Entity, NameKind } from './entities.ts';
import { asValues } from './parameters.ts';
import { AmbiguousName } from './tool.ts';
import type { ToolContext } from './tool.ts';

/** Candidates that an ambiguous name lists. */
const maximumCandidates = 5;

/** The kinds of filters, in the order in which a count cites the record that one of them names. */
const filterKinds = [
  'resource',
  'application',
  'project',
  'account',
  'team',
  'environment',
  'repository',
] as const satisfies readonly NameKind[];
type FilterKind = (typeof filterKinds)[number];

export interface ResolvedNames {
  /** Ids by argument; absent for arguments that are not given. */
  readonly ids: Readonly<Partial<Record<FilterKind, readonly string[]>>>;
  /** The record of the first argument that names exactly one. */
  readonly subject?: Entity;
}

/**
 * Finds the record that an argument names.
 * @throws AmbiguousName when several records have the best rank
 * @throws CatalogueError `validation_failed` when no record has the name; `forbidden` without the permission to read names
 */
export async function resolveRecordName(context: ToolContext, kind: NameKind, text: string): Promise<Entity> {
  const permission = permissionOf(kind);
  if (!context.permissions.has(permission)) throw errors.forbidden(permission);
  const { candidates, total } = await (kind === 'resource'
    ? findResources(context, text)
    : findRecords(context, kind, text));
  const [first] = candidates;
  if (first === undefined) throw errors.validationFailed(kind, `matches no ${kind}`);
  if (total > 1) throw new AmbiguousName({ argument: kind, candidates, total });
  return first.entity;
}

/** Finds the records that filters name. @throws as {@link resolveName} */
export async function resolveNames(
  context: ToolContext,
  args: Readonly<Partial<Record<FilterKind, string | readonly string[] | undefined>>>,
): Promise<ResolvedNames> {
  const ids: Partial<Record<FilterKind, readonly string[]>> = {};
  let subject: Entity | undefined;
  for (const kind of filterKinds) {
    const texts = asValues(args[kind]);
    if (texts === undefined) continue;
    const entities: Entity[] = [];
    for (const text of texts) entities.push(await resolveRecordName(context, kind, text));
    ids[kind] = entities.map(({ id }) => id);
    if (entities.length === 1) subject ??= entities[0];
  }
  return { ids, ...(subject === undefined ? {} : { subject }) };
}

interface Found {
  readonly candidates: readonly ToolRow[];
  readonly total: number;
}

async function findRecords(
  { tenant }: ToolContext,
  kind: Exclude<NameKind, 'resource'>,
  text: string,
): Promise<Found> {
  const { records, total } = await findNamedRecords(tenant, kind, text, maximumCandidates);
  const candidates = records.map(({ id, name, fields }) =>
    toolRow(namedEntity(kind, id, name), { name, ...fields }, structuralFields),
  );
  return { candidates, total };
}

/** Fields of candidates that are states or kinds. */
const structuralFields = ['status', 'lifecycle', 'is_active', 'class', 'system', 'provider'];

async function findResources(context: ToolContext, text: string): Promise<Found> {
  const { resources, total } = await findNamedResources(context.tenant, text, maximumCandidates);
  const accountName = await nameLookup(
    context,
    'account',
    resources.map((resource) => resource.awsAccountId),
  );
  const candidates = resources.map(({ id, name, resourceType, region, status, awsAccountId }) =>
    toolRow(
      namedEntity('resource', id, name),
      { name, resource_type: resourceType, region, status, account: accountName(awsAccountId) },
      ['resource_type', 'region', 'status'],
    ),
  );
  return { candidates, total };
}
