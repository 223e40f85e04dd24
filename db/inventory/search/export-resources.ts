import type { HistoryTime } from '../../../domain/inventory/history-time.ts';
import type { ResourceFilter } from '../../../domain/inventory/resource-filter.ts';
import { dimensions, statusesOf } from '../../../domain/inventory/resource-filter.ts';
import type { Tenant } from '../../tenant.ts';
import { statusCodes, statusNameOf } from './value-codes.ts';
import { dimensionCondition, resourceConditions } from './conditions.ts';
import { findCandidates, lookedUpInCandidateSet } from './candidate-set.ts';
import type { CandidateSet } from './candidate-set.ts';
import { execute, rowsOf } from '../../query.ts';
import { toColumns } from '../../rows.ts';
import { allOf, joinSql, rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import { listOwnership } from '../../ownership/owners/list-ownership.ts';
import type { PropertyStep } from '../../../domain/inventory/property-condition.ts';
import { propertyValue } from './property-filter.ts';
import { createdAtAsOf, lastSeen } from './resource-row.ts';

/**
 * A row of an export. Every value is text; `shared_from`, `tags`, `unreadable`, `owners`, `applications` and `configuration` are
 * JSON. `values` has the JSON values of the {@link ExportedValue}s, in their order.
 */
export type ExportedRow = Readonly<Record<ExportColumn, string | undefined>> & {
  readonly values?: string | undefined;
};

/** A column with the value of a tag, or with what is at a path of the configuration. */
export type ExportedValue = { readonly tag: string } | { readonly path: readonly PropertyStep[] };

export const exportColumns = [
  'id',
  'aws_account_id',
  'account_id',
  'region',
  'resource_type',
  'native_id',
  'arn',
  'name',
  'status',
  'management_state',
  'config_hash',
  'created_at_source',
  'shared_from',
  'first_discovered_at',
  'last_changed_at',
  'deleted_at',
  'tags',
  'configuration',
  'account_name',
  'last_seen_at',
  'unreadable',
  'owners',
  'applications',
  'environment',
] as const;
export type ExportColumn = (typeof exportColumns)[number];

/** Rows per FETCH. Larger batches were not faster and needed more memory. */
const batchSize = 100;

/**
 * Yields all resources that match a filter in batches, by id, from a server-side cursor, so that memory does not grow
 * with the result. Owners, applications and environments are added on request; the past has none. The caller opens a snapshot
 * transaction and keeps it open until the last batch.
 */
export async function* exportResources(
  tenant: Tenant,
  filter: ResourceFilter,
  { withOwnership, values }: { readonly withOwnership: boolean; readonly values: readonly ExportedValue[] },
): AsyncGenerator<readonly ExportedRow[], void, undefined> {
  const candidates = await findCandidates(tenant, filter);
  const query =
    filter.asOf === undefined
      ? currentRows(tenant.organizationId, filter, candidates, values)
      : rowsAt(tenant.organizationId, filter, filter.asOf, candidates, values);
  // By default the planner optimises a cursor for the first tenth of its rows. An export reads all rows.
  await execute(tenant, sql`select set_config('cursor_tuple_fraction', '1', true)`);
  await execute(tenant, sql`declare exported no scroll cursor for ${query}`);
  // Fetches the next batch while the caller writes this one. `await next` below reports its error.
  const fetchNext = () => {
    const batch = rowsOf<object>(tenant, sql`fetch ${rawSql(String(batchSize))} from exported`);
    batch.catch(() => undefined);
    return batch;
  };
  let next = fetchNext();
  try {
    for (let rows = await next; rows.length > 0; rows = await next) {
      next = fetchNext();
      const columns = rows.map((row) => toColumns(row) as ExportedRow);
      yield withOwnership ? await addOwnership(tenant, columns) : columns;
    }
  } finally {
    await next.catch(() => undefined);
  }
}

/** Adds the names of owners and applications as JSON, and the name of the environment. */
async function addOwnership(tenant: Tenant, rows: readonly ExportedRow[]): Promise<readonly ExportedRow[]> {
  const ownership = await listOwnership(
    tenant,
    rows.flatMap(({ id }) => (id === undefined ? [] : [id])),
  );
  return rows.map((row) => {
    const of = ownership.get(row.id ?? '');
    return {
      ...row,
      owners: JSON.stringify(of?.owners.map(({ name }) => name) ?? []),
      applications: JSON.stringify(of?.applications.map(({ name }) => name) ?? []),
      environment: of?.environmentName,
    };
  });
}

function currentRows(
  organizationId: string,
  filter: ResourceFilter,
  candidates: CandidateSet | undefined,
  values: readonly ExportedValue[],
): Sql {
  return sql`
    select r.id::text, r.aws_account_id::text, a.account_id, a.name as account_name, r.region, r.resource_type,
           r.native_id, r.arn, r.name, r.status, r.management_state, r.config_hash,
           ${times('r.first_discovered_at', 'r.last_changed_at', 'r.deleted_at')},
           ${timeText(rawSql('r.created_at_source'))} as created_at_source, ${sharedFrom} as shared_from,
           ${timeText(lastSeen(organizationId))} as last_seen_at, nullif(r.unreadable::text, '[]') as unreadable,
           d.tags::text, d.configuration::text, ${valuesOf('d', values)} as values
    from resources r
    left join aws_accounts a on a.organization_id = ${organizationId} and a.id = r.aws_account_id
    left join coverage_cells c on c.organization_id = ${organizationId} and c.aws_account_id = r.aws_account_id
      and c.region = r.region and c.resource_type = r.resource_type
    left join resource_documents d on d.organization_id = ${organizationId} and d.resource_id = r.id
    where r.organization_id = ${organizationId}
      and ${allOf([...resourceConditions(filter, 'r'), ...lookedUpInCandidateSet(candidates, 'r.id')])}
    order by r.id`;
}

function rowsAt(
  organizationId: string,
  filter: ResourceFilter,
  asOf: HistoryTime,
  candidates: CandidateSet | undefined,
  values: readonly ExportedValue[],
): Sql {
  const statuses = statusesOf(filter).map((status) => statusCodes[status]);
  return sql`
    select r.id::text, r.aws_account_id::text, a.account_id, a.name as account_name, r.region, r.resource_type,
           r.native_id, r.arn, nullif(h.name, '') as name, ${rawSql(statusNameOf('h.status'))} as status, null as management_state,
           v.config_hash, ${times('r.first_discovered_at', 'h.last_changed_at', 'h.deleted_at')},
           ${timeText(createdAtAsOf(asOf))} as created_at_source, ${sharedFrom} as shared_from,
           v.tags::text, v.configuration::text, ${valuesOf('v', values)} as values
    from resources r
    join resource_history h on h.organization_id = ${organizationId} and h.resource_id = r.id
      and h.valid_from <= ${asOf} and h.valid_to > ${asOf} and h.status = any(${statuses}::smallint[])
    left join aws_accounts a on a.organization_id = ${organizationId} and a.id = r.aws_account_id
    left join lateral (
      select v.tags, v.configuration, v.config_hash from resource_revisions v
      where v.organization_id = ${organizationId} and v.resource_id = r.id and v.observed_at <= ${asOf}
      order by v.revision desc limit 1) v on true
    where r.organization_id = ${organizationId}
      and ${allOf([
        ...dimensions.flatMap((dimension) => dimensionCondition(filter, dimension, `r.${dimension}`)),
        ...lookedUpInCandidateSet(candidates, 'r.id'),
      ])}
    order by r.id`;
}

/** The JSON array of some values of a document. */
function valuesOf(document: string, values: readonly ExportedValue[]): Sql {
  if (values.length === 0) return rawSql('null');
  const listed = values.map((value) =>
    'tag' in value
      ? sql`${rawSql(document)}.tags -> ${value.tag}::text`
      : propertyValue(rawSql(`${document}.configuration`), value.path),
  );
  return sql`jsonb_build_array(${joinSql(listed, ', ')})::text`;
}

/** The owner of a shared resource, as `GET /resources` returns it. */
const sharedFrom = sql`case when r.owner_account_number is not null then
  json_strip_nulls(json_build_object('account_id', r.owner_account_number, 'arn', r.arn))::text end`;

/** The time columns that change with the row, named as in {@link exportColumns}. */
function times(first: string, changed: string, deleted: string): Sql {
  return sql`${timeText(rawSql(first))} as first_discovered_at, ${timeText(rawSql(changed))} as last_changed_at,
    ${timeText(rawSql(deleted))} as deleted_at`;
}

/** A time in ISO 8601 with milliseconds. */
function timeText(time: Sql): Sql {
  return sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
