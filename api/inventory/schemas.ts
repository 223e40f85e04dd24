import { dayMs } from '../../domain/time.ts';
import { cloudformationId } from '../../domain/discovery/declaration/cloudformation-id.ts';
import { endOfMillisecond } from '../../domain/inventory/history-time.ts';
import type { HistoryTime } from '../../domain/inventory/history-time.ts';
import { z } from 'zod';
import {
  driftOutcomes,
  environmentSources,
  exposureStates,
  managementStates,
  membershipStatuses,
  ownerSources,
  resourceStatuses,
  unreadableReasons,
  environmentClasses,
  trustScopes,
} from '../../domain/values.ts';
import {
  facetNames,
  managementStateFilters,
  parseSort,
  sortNames,
} from '../../domain/inventory/resource-filter.ts';
import type { ResourceFilter, ResourceSort } from '../../domain/inventory/resource-filter.ts';
import { parsePropertyCondition, PropertyFault } from '../../domain/inventory/property-condition.ts';
import type { PropertyCondition } from '../../domain/inventory/property-condition.ts';
import { tagParameterLength } from '../../domain/inventory/tag-terms.ts';
import type { ResourceRow } from '../../db/inventory/search/resource-row.ts';
import type { OwnershipOfResource } from '../../db/ownership/owners/list-ownership.ts';
import type { Tenant } from '../../db/tenant.ts';
import { errors } from '../../domain/errors.ts';
import {
  accountFields,
  accountIdsOf,
  accountParameters,
  presentAccount,
} from '../connections/account-parameters.ts';
import { flag, inclusion, repeatable } from '../http/list.ts';
import { confidence, freeForm, id, instant, iso, timestamp } from '../http/schemas.ts';

/** The owner of a shared resource: the 12 digits of its account, and the ARN of the resource there. */
export const SharedFrom = z.object({ account_id: z.string(), arn: z.string().optional() });

export const DiscoveredResource = z
  .object({
    id,
    ...accountFields,
    region: z.string(),
    resource_type: z.string(),
    native_id: z.string(),
    cloudformation_id: z
      .string()
      .optional()
      .describe('Primary identifier in CloudFormation and Cloud Control; present if it is not `native_id`'),
    arn: z.string().optional(),
    name: z.string().optional(),
    tags: z.record(z.string(), z.string()),
    configuration: freeForm
      .optional()
      .describe('As the AWS API returns it, with secrets redacted; absent with `fields=summary`'),
    config_hash: z.string().optional(),
    status: z.enum(resourceStatuses),
    management_state: z.enum(managementStates).optional(),
    drift: z.enum(driftOutcomes).optional().describe('Outcome of the last comparison with its state'),
    exposure: z
      .enum(exposureStates)
      .optional()
      .describe(
        'Whether the resource can be reached from outside, or a control stops it. Absent: no way is known; that is no ' +
          'statement about parts of the inventory that were not read',
      ),
    unreadable: z
      .array(
        z.object({
          part: z.string().meta({ examples: ['Policy', 'tags', 'DescribeKey'] }),
          reason: z.enum(unreadableReasons),
          action: z.string().optional().describe('IAM action of the denied call'),
        }),
      )
      .optional()
      .describe(
        'Parts that the last scan could not read. They have the values of an earlier scan, if there are any',
      ),
    created_at_source: timestamp.optional().describe('Time of creation that AWS returns'),
    shared_from: SharedFrom.optional().describe(
      'Owner of a shared resource; present while the resource is stored in an account that uses it',
    ),
    first_discovered_at: timestamp,
    last_seen_at: timestamp.optional(),
    last_changed_at: timestamp,
    deleted_at: timestamp.optional(),
    ownership: z
      .object({
        owners: z.array(
          z.object({
            team_id: id.optional(),
            team_name: z.string().optional(),
            user_id: id.optional(),
            user_name: z.string().optional(),
            source: z.enum(ownerSources),
            confidence,
          }),
        ),
        applications: z.array(
          z.object({
            application_id: id,
            application_name: z.string(),
            status: z.enum(membershipStatuses),
            confidence,
          }),
        ),
        environment: z.object({ id, name: z.string(), source: z.enum(environmentSources) }).optional(),
      })
      .optional()
      .describe('Present with `include=ownership`. `GET /resources/{id}/ownership` has the evidence'),
  })
  .meta({ id: 'DiscoveredResource' });

export function presentResource(row: ResourceRow) {
  return {
    id: row.id,
    ...presentAccount(row),
    region: row.region,
    resource_type: row.resourceType,
    native_id: row.nativeId,
    cloudformation_id: cloudformationId(row),
    arn: row.arn,
    name: row.name,
    tags: row.tags ?? {},
    configuration: row.configuration ?? {},
    config_hash: row.configHash,
    status: row.status,
    management_state: row.managementState,
    drift: row.drift,
    exposure: row.exposure,
    unreadable: row.unreadable?.map(({ part, reason, action }) => ({ part, reason, action })),
    created_at_source: iso(row.createdAtSource),
    shared_from:
      row.ownerAccountNumber === undefined ? undefined : { account_id: row.ownerAccountNumber, arn: row.arn },
    first_discovered_at: iso(row.firstDiscoveredAt),
    last_seen_at: iso(row.lastSeenAt),
    last_changed_at: iso(row.lastChangedAt),
    deleted_at: iso(row.deletedAt),
  };
}

export function presentOwnership(ownership: OwnershipOfResource | undefined) {
  const { environmentId, environmentName, environmentSource } = ownership ?? {};
  return {
    owners: (ownership?.owners ?? []).map(({ teamId, userId, name, source, confidence }) => ({
      ...(teamId === null ? {} : { team_id: teamId, team_name: name }),
      ...(userId === null ? {} : { user_id: userId, user_name: name }),
      source,
      confidence,
    })),
    applications: (ownership?.applications ?? []).map(({ id, name, status, confidence }) => ({
      application_id: id,
      application_name: name,
      status,
      confidence,
    })),
    ...(environmentId === undefined || environmentName === undefined || environmentSource === undefined
      ? {}
      : { environment: { id: environmentId, name: environmentName, source: environmentSource } }),
  };
}

const FacetList = z.array(z.object({ value: z.string(), count: z.int() }));
export const Facets = z
  .object(
    Object.fromEntries(facetNames.map((name) => [name, FacetList])) as Record<
      (typeof facetNames)[number],
      typeof FacetList
    >,
  )
  .meta({ id: 'Facets' });

export const Freshness = z
  .object({
    oldest_successful_scan_at: timestamp.optional(),
    stale_accounts: z.array(
      z.object({
        aws_account_id: id,
        account_id: z.string(),
        name: z.string().optional(),
        scan_interval_minutes: z.int(),
        last_successful_scan_at: timestamp.optional(),
      }),
    ),
  })
  .meta({ id: 'Freshness' });

/** Search text. Control characters are rejected, because they separate the searched fields. */
const searchText = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[ -~\u0080-\uffff]*$/, 'must not contain control characters');

/** A filter by record id. An id that the organization does not have matches nothing. */
function idFilter(description: string) {
  return repeatable(id).describe(description);
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

export const resourceSort = z.enum(sortNames).default('-last_changed_at');

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
    properties: propertiesOf(query),
  };
}

/** @throws CatalogueError `validation_failed` for a condition with a fault, and for conditions without resource types */
function propertiesOf({
  property,
  resource_type: types,
}: FilterQuery): readonly PropertyCondition[] | undefined {
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
