import { z } from 'zod';
import { resourceStatuses, managementStates } from '../../domain/values.ts';
import { facetNames, parseSort, sortNames } from '../../domain/inventory/resource-filter.ts';
import type { ResourceFilter, ResourceSort } from '../../domain/inventory/resource-filter.ts';
import type { ResourceRow } from '../../db/inventory/search/resource-row.ts';
import { errors } from '../../domain/errors.ts';
import { flag, repeatable } from '../http/list.ts';
import { freeForm, id, iso, omitNull, timestamp } from '../http/schemas.ts';

export const DiscoveredResource = z
  .object({
    id,
    aws_account_id: id,
    region: z.string(),
    resource_type: z.string(),
    native_id: z.string(),
    arn: z.string().optional(),
    name: z.string().optional(),
    tags: z.record(z.string(), z.string()),
    configuration: freeForm,
    config_hash: z.string().optional(),
    status: z.enum(resourceStatuses),
    management_state: z.enum(managementStates).optional(),
    first_discovered_at: timestamp,
    last_seen_at: timestamp.optional(),
    last_changed_at: timestamp,
    deleted_at: timestamp.optional(),
  })
  .meta({ id: 'DiscoveredResource' });

export function presentResource(row: ResourceRow) {
  return {
    id: row.id,
    aws_account_id: row.aws_account_id,
    region: row.region,
    resource_type: row.resource_type,
    native_id: row.native_id,
    arn: omitNull(row.arn),
    name: omitNull(row.name),
    tags: row.tags ?? {},
    configuration: row.configuration ?? {},
    config_hash: omitNull(row.config_hash),
    status: row.status,
    management_state: omitNull(row.management_state),
    first_discovered_at: iso(row.first_discovered_at),
    last_seen_at: iso(row.last_seen_at),
    last_changed_at: iso(row.last_changed_at),
    deleted_at: iso(row.deleted_at),
  };
}

const FacetList = z.array(z.object({ value: z.string(), count: z.int() }));
export const FacetRail = z
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

/** A search text: any characters but controls, which part the searched fields. */
const searchText = z
  .string()
  .min(1)
  .max(200)
  // eslint-disable-next-line no-control-regex
  .regex(/^[^\u0000-\u001f\u007f]*$/, 'must not contain control characters');

/** A filter by the id of a record; one that the organization does not have finds nothing. */
function ofRecord(description: string) {
  return repeatable(id.transform((text) => text.toLowerCase())).describe(description);
}

const filterText = z.string().min(1).max(300);

/** The filters of the inventory; the same for search, export and whatever else selects resources. */
export const resourceFilters = {
  q: searchText.optional().describe('Substring of name, native id or ARN, letters of either case'),
  resource_type: repeatable(filterText),
  aws_account_id: ofRecord('Those of the account'),
  region: repeatable(filterText),
  status: repeatable(z.enum(resourceStatuses)).describe('Default: all but `deleted`'),
  management_state: repeatable(z.enum(managementStates)),
  environment_id: ofRecord('Those of accounts whose default environment it is'),
  application_id: ofRecord('Those that belong to the application: declared, confirmed or inferred'),
  team_id: ofRecord('Those that the team owns'),
  iac_project_id: ofRecord('Those that the project manages'),
  tag: repeatable(z.string().min(1).max(400)).describe('`key` or `key=value`'),
  include_deleted: flag.optional().describe('Shows deleted resources too, where `status` is not given'),
  as_of: z.iso
    .datetime({ offset: true, error: 'must be an ISO 8601 time' })
    .transform((text) => new Date(text))
    .optional()
    .describe('Answers from history: the inventory as it was then'),
};

export const resourceSort = z.enum(sortNames).default('-last_changed_at');

type FilterQuery = {
  [K in keyof typeof resourceFilters]?: z.output<(typeof resourceFilters)[K]> | undefined;
};

/** No team or project can be made yet, so that every id of one is unknown. */
const unknownRecords = ['team_id', 'iac_project_id'] as const;
const notOfThePast = [
  'management_state',
  'include_deleted',
  'environment_id',
  'application_id',
  ...unknownRecords,
] as const;
const dayMilliseconds = 24 * 60 * 60 * 1000;

/** @throws CatalogueError `validation_failed` for a time that has no answer, and for filters that do not go with it. */
export function readFilter(query: FilterQuery, retentionDays: number): ResourceFilter {
  if (query.as_of !== undefined) {
    const refused = notOfThePast.find((name) => query[name] !== undefined);
    if (refused !== undefined) throw errors.validationFailed(refused, 'does not go with as_of');
    const age = Date.now() - query.as_of.getTime();
    if (age < 0) throw errors.validationFailed('as_of', 'must not be in the future');
    if (age > retentionDays * dayMilliseconds)
      throw errors.validationFailed('as_of', `must be within the last ${retentionDays} days`);
  }
  return { ...filterOf(query), includeDeleted: query.include_deleted, asOf: query.as_of };
}

/** What every list that selects resources asks of them as they are today. */
export function filterOf(query: FilterQuery): ResourceFilter {
  return {
    q: query.q,
    resourceTypes: query.resource_type,
    accountIds: query.aws_account_id,
    environmentIds: query.environment_id,
    applicationIds: query.application_id,
    withinAccounts: unknownRecords.some((name) => query[name] !== undefined) ? [] : undefined,
    regions: query.region,
    statuses: query.status,
    managementStates: query.management_state,
    tags: query.tag,
  };
}

export function readSort(query: { readonly sort: (typeof sortNames)[number] }): ResourceSort {
  return parseSort(query.sort);
}
