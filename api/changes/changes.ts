import { z } from 'zod';
import { flag, inclusion, instant, repeatable } from '../../commands/inventory/parameter-values.ts';
import { filterOf, resourceFilterQuery } from '../../commands/inventory/resource-parameters.ts';
import { getApplication } from '../../db/applications/application-store.ts';
import { countChanges, findChange, listChanges } from '../../db/changes/change-read-model.ts';
import type { ChangeFilter, ChangeRow } from '../../db/changes/change-read-model.ts';
import type { StoredOwner } from '../../db/changes/attribution-store.ts';
import { resourceExists } from '../../db/inventory/resource-read-model.ts';
import type { Actor as TrailActor } from '../../domain/changes/read-typed-event.ts';
import { errors } from '../../domain/errors.ts';
import {
  changeAttributions,
  changeKinds,
  changeSources,
  explanationKinds,
  resourceStatuses,
} from '../../domain/values.ts';
import type { ResourceStatus } from '../../domain/values.ts';
import { accountFields, presentAccount } from '../connections/account-parameters.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { id, iso, timestamp, confidence } from '../http/schemas.ts';
import { readPosition } from '../inventory/read-position.ts';

export const DiffEntry = z
  .object({
    op: z.enum(['add', 'remove', 'replace']),
    path: z.string().describe('JSON Pointer (RFC 6901)'),
    before: z.unknown().optional(),
    after: z.unknown().optional(),
  })
  .meta({ id: 'DiffEntry' });

const Actor = z
  .object({
    type: z.string().optional(),
    arn: z.string().optional(),
    name: z.string().optional(),
    via: z
      .string()
      .optional()
      .describe('The service that called for the actor, such as `cloudformation.amazonaws.com`'),
  })
  .meta({ id: 'ChangeActor' });

const Owner = z
  .object({
    resource_type: z.string(),
    id: id.optional().describe('The resource in the inventory, if it has one'),
    native_id: z.string(),
  })
  .meta({ id: 'ChangeOwner' });

const ChangedResource = z
  .object({ id, name: z.string().optional(), native_id: z.string(), arn: z.string().optional() })
  .meta({ id: 'ChangedResource' });

const Change = z
  .object({
    id,
    resource_id: id,
    resource: ChangedResource,
    ...accountFields,
    region: z.string(),
    resource_type: z.string(),
    kind: z.enum(changeKinds),
    occurred_at: timestamp,
    detected_at: timestamp,
    source: z.enum(changeSources),
    attribution: z.enum(changeAttributions),
    actor: Actor.optional(),
    event_name: z.string().optional(),
    owner: Owner.optional().describe(
      'The resource that the event names in place of the changed one: a stack, or an instance that takes its volume along',
    ),
    candidates: z
      .array(
        z.object({
          event_name: z.string(),
          occurred_at: timestamp,
          actor: Actor.optional(),
          owner: Owner.optional(),
        }),
      )
      .optional()
      .describe('Events of other actors that can have caused the change, newest first; at most 5'),
    paths: z.array(z.string()),
    diff: z.array(DiffEntry),
    explained_by: z
      .object({ kind: z.enum(explanationKinds), id, confidence: confidence, address: z.string().optional() })
      .optional()
      .describe('The execution, plan or pull request that explains the change, if known'),
  })
  .meta({ id: 'Change' });

const ChangeList = listOf(Change)
  .extend({ total: z.int().optional().describe('Number of all changes that match; with `include=total`') })
  .meta({ id: 'CountedChangeList' });

/** The filters of every list of changes. */
const changeFilters = {
  kind: repeatable(z.enum(changeKinds)),
  source: repeatable(z.enum(changeSources)),
  actor: repeatable(z.string().min(1).max(2048)).describe('ARN or name of the actor, not of candidates'),
  explained: flag.optional().describe('Whether an execution, plan or pull request explains the change'),
  since: instant.optional(),
  until: instant.optional(),
};

type ChangeQuery = { [K in keyof typeof changeFilters]?: z.output<(typeof changeFilters)[K]> | undefined };

function readChangeFilter(query: ChangeQuery): ChangeFilter {
  const { kind: kinds, source: sources, actor: actors, explained, since, until } = query;
  return { kinds, sources, actors, explained, since, until };
}

const { as_of: _asOf, include_deleted: _includeDeleted, ...ofResources } = resourceFilterQuery;

export const changeOperations = [
  operation({
    id: 'listChanges',
    method: 'GET',
    path: '/changes',
    tag: 'Changes',
    summary: 'List changes, newest first',
    description:
      'Resource filters apply to the current state of the resources. Changes of deleted resources are included, unless ' +
      '`include_deleted` is `false`.',
    access: 'changes:read',
    transaction: 'snapshot',
    query: z.strictObject({
      ...changeFilters,
      ...ofResources,
      include_deleted: inclusion.default(true).describe('Includes changes of deleted resources'),
      include: repeatable(z.enum(['total'])).describe(
        '`total` adds the number of all changes that match. Counting years of changes can take a second',
      ),
      ...pagingParameters,
    }),
    success: [200, ChangeList],
    async handle(context) {
      const { query, tenant } = context;
      const { request, envelope } = pager(context, 'changes', query);
      const filter: ChangeFilter = {
        ...readChangeFilter(query),
        resources: await filterOf(tenant, { ...query, status: statusesOf(query) }),
      };
      const rows = await listChanges(tenant, filter, request.limit, readPosition(request.after));
      const page = cutPage(rows, request.limit, (row) => [row.position, row.id]);
      const total = query.include === undefined ? undefined : await countChanges(tenant, filter);
      return { ...envelope(page, presentChange), ...(total === undefined ? {} : { total }) };
    },
  }),
  operation({
    id: 'getChange',
    method: 'GET',
    path: '/changes/{id}',
    tag: 'Changes',
    summary: 'Get a change with its diff and actor',
    description: 'The diff lists the changed values, with secrets redacted.',
    access: 'changes:read',
    success: [200, Change],
    async handle({ params, tenant }) {
      const row = await findChange(tenant, params.id);
      if (row === undefined) throw errors.notFound();
      return presentChange(row);
    },
  }),
  operation({
    id: 'listResourceChanges',
    method: 'GET',
    path: '/resources/{id}/changes',
    tag: 'Resources',
    summary: 'List the changes of a resource, newest first',
    description: 'Filters are combined with AND.',
    access: 'changes:read',
    query: z.strictObject({ ...changeFilters, ...pagingParameters }),
    success: [200, listOf(Change)],
    async handle(context) {
      const { query, tenant, params } = context;
      const resourceId = params.id;
      if (!(await resourceExists(tenant, resourceId))) throw errors.notFound();
      const { request, envelope } = pager(context, `changes of ${resourceId}`, query);
      const filter = { ...readChangeFilter(query), resourceId };
      const rows = await listChanges(tenant, filter, request.limit, readPosition(request.after));
      const page = cutPage(rows, request.limit, (row) => [row.position, row.id]);
      return envelope(page, presentChange);
    },
  }),
  operation({
    id: 'listApplicationChanges',
    method: 'GET',
    path: '/applications/{id}/changes',
    tag: 'Applications',
    summary: 'List the changes of an application, newest first',
    description: 'Changes of the resources that belong to the application.',
    access: 'applications:read',
    transaction: 'snapshot',
    query: z.strictObject({ ...changeFilters, ...pagingParameters }),
    success: [200, listOf(Change)],
    async handle(context) {
      const { query, tenant, params } = context;
      const { id } = await getApplication(tenant, params.id);
      const { request, envelope } = pager(context, `changes of application ${id}`, query);
      const filter = { ...readChangeFilter(query), resources: { applicationIds: [id] } };
      const rows = await listChanges(tenant, filter, request.limit, readPosition(request.after));
      const page = cutPage(rows, request.limit, (row) => [row.position, row.id]);
      return envelope(page, presentChange);
    },
  }),
];

function presentChange(row: ChangeRow) {
  const { actorType: type, actorArn: arn, actorName: name, actorVia: via } = row;
  return {
    id: row.id,
    resource_id: row.resourceId,
    resource: {
      id: row.resourceId,
      name: row.resourceName,
      native_id: row.resourceNativeId,
      arn: row.resourceArn,
    },
    ...presentAccount(row),
    region: row.region,
    resource_type: row.resourceType,
    kind: row.kind,
    occurred_at: iso(row.occurredAt),
    detected_at: iso(row.detectedAt),
    source: row.source,
    attribution: row.attribution,
    actor: presentActor({ type, arn, name, via }),
    event_name: row.eventName,
    owner: presentOwner(row.owner),
    candidates:
      row.candidates.length === 0
        ? undefined
        : row.candidates.map(({ eventName, occurredAt, actor, owner }) => ({
            event_name: eventName,
            occurred_at: occurredAt,
            actor: presentActor(actor),
            owner: presentOwner(owner),
          })),
    paths: row.paths,
    diff: row.diff,
    explained_by: presentExplanation(row),
  };
}

function presentActor({ type, arn, name, via }: Partial<TrailActor>) {
  const isKnown = type !== undefined || arn !== undefined || name !== undefined;
  return isKnown ? { type, arn, name, via } : undefined;
}

function presentOwner(owner: StoredOwner | undefined) {
  if (owner === undefined) return undefined;
  return { resource_type: owner.resourceType, id: owner.id, native_id: owner.nativeId };
}

function presentExplanation(row: ChangeRow) {
  const { explainedByKind: kind, explainedById: by, explainedByConfidence: confidence } = row;
  if (kind === undefined || by === undefined || confidence === undefined) return undefined;
  return { kind, id: by, confidence, address: row.explainedByAddress };
}

function statusesOf({
  status,
  include_deleted: includeDeleted,
}: {
  readonly status?: readonly ResourceStatus[] | undefined;
  readonly include_deleted: boolean;
}): ResourceStatus[] | undefined {
  if (includeDeleted) return status === undefined ? undefined : [...status];
  return (status ?? resourceStatuses).filter((name) => name !== 'deleted');
}
