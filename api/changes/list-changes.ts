import { z } from 'zod';
import { changeKinds, changeSources, resourceStatuses } from '../../domain/values.ts';
import type { ResourceStatus } from '../../domain/values.ts';
import { listChanges as selectChanges } from '../../db/changes/change-read-model.ts';
import type { ChangeFilter } from '../../db/changes/change-read-model.ts';
import { cutPage, flag, inclusion, listOf, pager, pagingParameters, repeatable } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { instant } from '../http/schemas.ts';
import { readPosition } from '../inventory/read-position.ts';
import { filterOf, resourceFilters } from '../inventory/schemas.ts';
import { Change, presentChange } from './schemas.ts';

/** The filters of every list of changes. */
export const changeFilters = {
  kind: repeatable(z.enum(changeKinds)),
  source: repeatable(z.enum(changeSources)),
  actor: repeatable(z.string().min(1).max(2048)).describe('ARN or name of the actor'),
  explained: flag.optional().describe('Whether an execution, plan or pull request explains the change'),
  since: instant.optional(),
  until: instant.optional(),
};

type ChangeQuery = { [K in keyof typeof changeFilters]?: z.output<(typeof changeFilters)[K]> | undefined };

export function readChangeFilter(query: ChangeQuery): ChangeFilter {
  const { kind: kinds, source: sources, actor: actors, explained, since, until } = query;
  return { kinds, sources, actors, explained, since, until };
}

const { as_of: _asOf, include_deleted: _includeDeleted, ...ofResources } = resourceFilters;

export const listChanges = operation({
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
    ...pagingParameters,
  }),
  success: [200, listOf(Change)],
  async handle(context) {
    const { query, tenant } = context;
    const { request, envelope } = pager(context, 'changes', query);
    const filter: ChangeFilter = {
      ...readChangeFilter(query),
      resources: filterOf({ ...query, status: statusesOf(query) }),
    };
    const rows = await selectChanges(tenant, filter, request.limit, readPosition(request.after));
    return envelope(
      cutPage(rows, request.limit, (row) => [row.position, row.id]),
      presentChange,
    );
  },
});

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
