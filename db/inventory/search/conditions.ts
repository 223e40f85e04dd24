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
import { fixed, joinSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';

const types: Readonly<Record<Dimension, string>> = {
  resource_type: 'text[]',
  aws_account_id: 'uuid[]',
  region: 'text[]',
  management_state: 'text[]',
};

/** The condition on a dimension's column, or nothing when the filter leaves it open. */
export function dimensionCondition(
  filter: ResourceFilter,
  dimension: Dimension,
  column: string,
): readonly Sql[] {
  const values = valuesOf(filter, dimension);
  if (values === undefined) return [];
  const [only] = values;
  return values.length === 1 && only !== undefined
    ? [sql`${fixed(column)} = ${only}`]
    : [sql`${fixed(column)} = any(${values}::${fixed(types[dimension])})`];
}

/** Every condition on columns of `resources` itself: all but `q` and `tag`. */
export function resourceConditions(filter: ResourceFilter, alias: string): readonly Sql[] {
  return [
    ...dimensions.flatMap((dimension) => dimensionCondition(filter, dimension, `${alias}.${dimension}`)),
    ...statusCondition(statusesOf(filter), `${alias}.status`),
  ];
}

function statusCondition(statuses: readonly ResourceStatus[], column: string): readonly Sql[] {
  if (resourceStatuses.every((status) => statuses.includes(status))) return [];
  const list = statuses.map((status) => `'${status}'`).join(', ');
  return [fixed(statuses.length === 0 ? 'false' : `${column} in (${list})`)];
}

/** The resources that carry one of the tags, now or at a time of the past, as a subquery of their ids. */
export function taggedIds(organizationId: string, tags: readonly string[], asOf: Date | undefined): Sql {
  return sql`select t.resource_id from resource_tags t
    where t.organization_id = ${organizationId} and ${tagCondition(tags)} and ${tagValidity(asOf)}`;
}

/** Whether the resource with this id carries one of the tags. */
export function isTagged(
  organizationId: string,
  id: string,
  tags: readonly string[],
  asOf: Date | undefined,
): Sql {
  return sql`exists (select from resource_tags t where t.organization_id = ${organizationId}
    and t.resource_id = ${fixed(id)} and ${tagCondition(tags)} and ${tagValidity(asOf)})`;
}

function tagCondition(tags: readonly string[]): Sql {
  const alternatives = tags
    .flatMap(tagTermsOf)
    .map(({ key, value }) =>
      value === undefined ? sql`t.key = ${key}` : sql`(t.key = ${key} and t.value = ${value})`,
    );
  return alternatives.length === 0 ? fixed('false') : sql`(${joinSql(alternatives, ' or ')})`;
}

function tagValidity(asOf: Date | undefined): Sql {
  return asOf === undefined
    ? fixed("t.valid_to = 'infinity'")
    : sql`t.valid_from <= ${asOf} and t.valid_to > ${asOf}`;
}

/** The resources that belong to one of the applications, as a subquery of their ids. */
export function memberIds(organizationId: string, applicationIds: readonly string[]): Sql {
  return sql`select m.resource_id from memberships m where m.organization_id = ${organizationId}
    and m.application_id = any(${applicationIds}::uuid[]) and ${belongs}`;
}

/** Whether the resource with this id belongs to one of the applications. */
export function isMember(organizationId: string, id: string, applicationIds: readonly string[]): Sql {
  return sql`exists (select from memberships m where m.organization_id = ${organizationId}
    and m.resource_id = ${fixed(id)} and m.application_id = any(${applicationIds}::uuid[]) and ${belongs})`;
}

const belongs = fixed(`m.status in (${activeMembershipStatuses.map((status) => `'${status}'`).join(', ')})`);
