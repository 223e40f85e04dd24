import { z } from 'zod';
import type { Tenant } from '../../db/tenant.ts';
import { errors } from '../../domain/errors.ts';
import { endOfMillisecond } from '../../domain/inventory/history-time.ts';
import type { HistoryTime } from '../../domain/inventory/history-time.ts';
import { parsePropertyCondition, PropertyFault } from '../../domain/inventory/property-condition.ts';
import type { PropertyCondition } from '../../domain/inventory/property-condition.ts';
import { managementStateFilters, parseSort, sortNames } from '../../domain/inventory/resource-filter.ts';
import type { ResourceFilter, ResourceSort } from '../../domain/inventory/resource-filter.ts';
import { tagParameterLength } from '../../domain/inventory/tag-terms.ts';
import { dayMs } from '../../domain/time.ts';
import {
  driftOutcomes,
  environmentClasses,
  exposureStates,
  resourceStatuses,
  trustScopes,
} from '../../domain/values.ts';
import { accountIdsOf, accountParameters } from './account-filter.ts';
import { flag, inclusion, instant, recordId, repeatable } from './parameter-values.ts';

/** Search text. Control characters are rejected, because they separate the searched fields. */
const searchText = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[ -~\u0080-\uffff]*$/, 'must not contain control characters');

/** A filter by record id. An id that the organization does not have matches nothing. */
function idFilter(description: string) {
  return repeatable(recordId).describe(description);
}

const filterText = z.string().min(1).max(300);
const tagText = z
  .string()
  .min(1)
  .refine(
    (text) => Array.from(text).length <= tagParameterLength,
    `must have at most ${tagParameterLength} characters`,
  );

/** The resource filters of search, export and other lists. */
export const resourceFilterQuery = {
  q: searchText.optional().describe('Substring of the name, native id or ARN, case-insensitive'),
  resource_type: repeatable(filterText),
  ...accountParameters,
  region: repeatable(filterText),
  status: repeatable(z.enum(resourceStatuses)).describe('Default: every status except `deleted`'),
  management_state: repeatable(z.enum(managementStateFilters)),
  environment_id: idFilter(
    'Resources in the environment, by a rule, a tag, their project or the default of their account',
  ),
  application_id: idFilter('Resources with a declared, confirmed or inferred membership in the application'),
  team_id: idFilter('Resources that the team owns, as `GET /resources/{id}/ownership` returns'),
  iac_project_id: idFilter('Resources that a state or a correction of the project claims'),
  drift: repeatable(z.enum(driftOutcomes)).describe(
    'Outcome of the last comparison with the states that manage the resource; `unknown` includes resources without one',
  ),
  exposure: repeatable(z.enum(exposureStates)).describe(
    'Whether the resource can be reached from outside, by `GET /graph/exposure`',
  ),
  tag: repeatable(tagText).describe('`key` or `key=value`; resources with one of the tags'),
  tag_all: repeatable(tagText).describe('`key` or `key=value`; resources with all of the tags'),
  owned: flag
    .optional()
    .describe(
      '`false`: resources with the open issue `unowned_resource`, which have no application and no owner; `true`: all others',
    ),
  has_team: flag
    .optional()
    .describe('Whether a team owns the resource, as `GET /resources/{id}/ownership` returns'),
  environment_class: repeatable(z.enum(environmentClasses)).describe(
    'Resources in an environment of the class, as `environment_id` finds them',
  ),
  without_child: repeatable(filterText).describe('Resource type: resources that contain no resource of it'),
  trusts: repeatable(z.enum(trustScopes)).describe(
    'IAM roles whose trust policy names an account that the organization has not connected (`other_account`), or everyone (`anyone`)',
  ),
  changed_since: instant.optional().describe('Resources whose `last_changed_at` is this time or later'),
  created_since: instant.optional().describe('Resources whose `first_discovered_at` is this time or later'),
  include_deleted: inclusion.optional().describe('Includes deleted resources if `status` is not given'),
  as_of: instant.optional().describe('Returns the inventory as of the end of this millisecond'),
};

const maximumProperties = 8;
const maximumPropertyTypes = 20;

/** The filter on properties, of operations that are about resources themselves. */
export const propertyParameter = {
  property: repeatable(z.string().min(1).max(512)).describe(
    'Condition on the configuration: `<path><operator><value>`, such as `Runtime=nodejs14.x|python3.7` or ' +
      '`IpPermissions[]{FromPort<=22;IpRanges[].CidrIp=0.0.0.0/0}`. Repeated ones are combined with AND. Requires `resource_type`',
  ),
};

const include = repeatable(z.enum(['ownership', 'states']));

/** The parameters of `GET /resources` besides the paging ones. */
export const resourceSearchParameters = {
  ...resourceFilterQuery,
  ...propertyParameter,
  include: include.describe(
    '`ownership` adds owners, applications and environment to each resource, and requires `ownership:read`. `states` adds ' +
      'the counts `states`. Neither can be combined with `as_of`',
  ),
  columns: repeatable(z.string().min(1).max(512)).describe(
    'Values to add to each resource as `columns`: `tag:<key>` or `property:<path>`; at most 50, none twice',
  ),
  facets: flag.optional().describe('`false` leaves out `facets`'),
  fields: z.enum(['all', 'summary']).default('all').describe('`summary` leaves out `configuration`'),
  sort: z.enum(sortNames).default('-last_changed_at'),
};

type FilterQuery = {
  [K in keyof typeof resourceFilterQuery]?: z.output<(typeof resourceFilterQuery)[K]> | undefined;
} & { readonly property?: readonly string[] | undefined };

const currentOnlyFilters = [
  'management_state',
  'include_deleted',
  'environment_id',
  'application_id',
  'team_id',
  'iac_project_id',
  'drift',
  'owned',
  'has_team',
  'environment_class',
  'without_child',
  'trusts',
  'property',
  'changed_since',
  'created_since',
  'exposure',
] as const;

/** @throws CatalogueError `validation_failed` for an `as_of` outside the retention, and for filters it excludes. */
export async function readFilter(
  tenant: Tenant,
  query: FilterQuery,
  retentionDays: number,
): Promise<ResourceFilter> {
  if (query.as_of !== undefined) {
    const excluded = currentOnlyFilters.find((name) => query[name] !== undefined);
    if (excluded !== undefined) throw errors.validationFailed(excluded, 'cannot be combined with as_of');
  }
  const asOf = query.as_of && readAsOf(query.as_of, retentionDays);
  return { ...(await filterOf(tenant, query)), includeDeleted: query.include_deleted, asOf };
}

/** @throws CatalogueError `validation_failed` for a time in the future or before the retention. */
export function readAsOf(time: Date, retentionDays: number): HistoryTime {
  const age = Date.now() - time.getTime();
  if (age < 0) throw errors.validationFailed('as_of', 'must not be in the future');
  if (age > retentionDays * dayMs)
    throw errors.validationFailed('as_of', `must be within the last ${retentionDays} days`);
  return endOfMillisecond(time);
}

/** Returns the filters on the current state of resources. */
export async function filterOf(tenant: Tenant, query: FilterQuery): Promise<ResourceFilter> {
  return {
    q: query.q,
    resourceTypes: query.resource_type,
    accountIds: await accountIdsOf(tenant, query),
    environmentIds: query.environment_id,
    applicationIds: query.application_id,
    iacProjectIds: query.iac_project_id,
    teamIds: query.team_id,
    regions: query.region,
    statuses: query.status,
    managementStates: query.management_state,
    tags: query.tag,
    allTags: query.tag_all,
    owned: query.owned,
    hasTeam: query.has_team,
    changedSince: query.changed_since,
    createdSince: query.created_since,
    drift: query.drift,
    exposures: query.exposure,
    environmentClasses: query.environment_class,
    withoutChildren: query.without_child,
    trusts: query.trusts,
    properties: propertyConditions(query),
  };
}

/**
 * Returns the conditions of a filter on properties.
 * @throws CatalogueError `validation_failed` for a condition with a fault, and for conditions without resource types
 */
export function propertyConditions({
  property,
  resource_type: types,
}: {
  readonly property?: readonly string[] | undefined;
  readonly resource_type?: readonly string[] | undefined;
}): readonly PropertyCondition[] | undefined {
  if (property === undefined) return undefined;
  if (types === undefined) throw errors.validationFailed('property', 'requires resource_type');
  if (property.length > maximumProperties)
    throw errors.validationFailed('property', `must be given at most ${maximumProperties} times`);
  if (types.length > maximumPropertyTypes)
    throw errors.validationFailed('resource_type', `must be at most ${maximumPropertyTypes} with property`);
  const now = new Date();
  return property.map((text) => withPropertyFaults('property', () => parsePropertyCondition(text, now)));
}

/** @throws CatalogueError `validation_failed` for a fault in the text of a property */
export function withPropertyFaults<T>(parameter: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof PropertyFault) throw errors.validationFailed(parameter, error.message);
    throw error;
  }
}

export function readSort(query: { readonly sort: (typeof sortNames)[number] }): ResourceSort {
  return parseSort(query.sort);
}
