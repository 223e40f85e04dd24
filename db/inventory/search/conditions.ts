import type { HistoryTime } from '../../../domain/inventory/history-time.ts';
import {
  activeMembershipStatuses,
  dimensions,
  statusesOf,
  valuesOf,
} from '../../../domain/inventory/resource-filter.ts';
import type { Dimension, ResourceFilter } from '../../../domain/inventory/resource-filter.ts';
import { tagTermsOf } from '../../../domain/inventory/tag-terms.ts';
import { resourceStatuses } from '../../../domain/values.ts';
import type { ResourceStatus } from '../../../domain/values.ts';
import { joinSql, rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';

const types: Readonly<Record<Dimension, string>> = {
  resource_type: 'text[]',
  aws_account_id: 'uuid[]',
  region: 'text[]',
  management_state: 'text[]',
};

/** Returns the condition on a dimension's column, or none when the filter does not limit the dimension. */
export function dimensionCondition(
  filter: ResourceFilter,
  dimension: Dimension,
  column: string,
): readonly Sql[] {
  const values = valuesOf(filter, dimension);
  if (values === undefined) return [];
  const [only] = values;
  return values.length === 1 && only !== undefined
    ? [sql`${rawSql(column)} = ${only}`]
    : [sql`${rawSql(column)} = any(${values}::${rawSql(types[dimension])})`];
}

/** Returns the conditions on columns of `resources`: all filters except `q`, `tag` and applications. */
export function resourceConditions(filter: ResourceFilter, alias: string): readonly Sql[] {
  return [
    ...dimensions.flatMap((dimension) => dimensionCondition(filter, dimension, `${alias}.${dimension}`)),
    ...statusCondition(statusesOf(filter), `${alias}.status`),
  ];
}

function statusCondition(statuses: readonly ResourceStatus[], column: string): readonly Sql[] {
  if (resourceStatuses.every((status) => statuses.includes(status))) return [];
  const list = statuses.map((status) => `'${status}'`).join(', ');
  return [rawSql(statuses.length === 0 ? 'false' : `${column} in (${list})`)];
}

/** Returns a query for the ids of resources that have one of the tags, now or at `asOf`. */
export function taggedIds(
  organizationId: string,
  tags: readonly string[],
  asOf: HistoryTime | undefined,
): Sql {
  return sql`select t.resource_id from resource_tags t
    where t.organization_id = ${organizationId} and ${tagCondition(tags)} and ${tagValidity(asOf)}`;
}

/** Returns the condition that the resource with the id in `idColumn` has one of the tags. */
export function isTagged(
  organizationId: string,
  idColumn: string,
  tags: readonly string[],
  asOf: HistoryTime | undefined,
): Sql {
  return sql`exists (select from resource_tags t where t.organization_id = ${organizationId}
    and t.resource_id = ${rawSql(idColumn)} and ${tagCondition(tags)} and ${tagValidity(asOf)})`;
}

function tagCondition(tags: readonly string[]): Sql {
  const alternatives = tags
    .flatMap(tagTermsOf)
    .map(({ key, value }) =>
      value === undefined ? sql`t.key = ${key}` : sql`(t.key = ${key} and t.value = ${value})`,
    );
  return alternatives.length === 0 ? rawSql('false') : sql`(${joinSql(alternatives, ' or ')})`;
}

function tagValidity(asOf: HistoryTime | undefined): Sql {
  return asOf === undefined
    ? rawSql("t.valid_to = 'infinity'")
    : sql`t.valid_from <= ${asOf} and t.valid_to > ${asOf}`;
}

/** Returns a query for the ids of resources that belong to one of the applications. */
export function memberIds(organizationId: string, applicationIds: readonly string[]): Sql {
  return sql`select m.resource_id from memberships m where m.organization_id = ${organizationId}
    and m.application_id = any(${applicationIds}::uuid[]) and ${belongs}`;
}

/** Returns the condition that the resource with the id in `idColumn` belongs to one of the applications. */
export function isMember(organizationId: string, idColumn: string, applicationIds: readonly string[]): Sql {
  return sql`exists (select from memberships m where m.organization_id = ${organizationId}
    and m.resource_id = ${rawSql(idColumn)} and m.application_id = any(${applicationIds}::uuid[]) and ${belongs})`;
}

const belongs = rawSql(`m.status in (${activeMembershipStatuses.map((status) => `'${status}'`).join(', ')})`);
