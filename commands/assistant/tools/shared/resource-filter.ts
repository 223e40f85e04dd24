import { dayMs } from '../../../../domain/time.ts';
import { endOfMillisecond } from '../../../../domain/inventory/history-time.ts';
import { errors } from '../../../../domain/errors.ts';
import type { ResourceFilter } from '../../../../domain/inventory/resource-filter.ts';
import { propertyConditions } from '../../../inventory/resource-parameters.ts';
import type { z } from 'zod';
import { asDate, asValues } from './parameters.ts';
import type { resourceFilterParameters, searchParameters } from './parameters.ts';
import type { ResolvedNames } from './resolve-names.ts';
import type { ToolContext } from './tool.ts';

type Arguments<Shape extends Record<string, z.ZodType>> = {
  readonly [K in keyof Shape]?: z.output<Shape[K]> | undefined;
};

/** The default of REVISION_RETENTION_DAYS. */
const defaultRetentionDays = 400;

/** Returns the filter of the current state that the arguments describe. */
export function currentFilter(
  args: Arguments<typeof resourceFilterParameters>,
  { ids }: ResolvedNames,
): ResourceFilter {
  return {
    q: args.q,
    resourceTypes: asValues(args.resource_type),
    accountIds: ids.account,
    environmentIds: ids.environment,
    applicationIds: ids.application,
    iacProjectIds: ids.project,
    teamIds: ids.team,
    regions: asValues(args.region),
    statuses: asValues(args.status),
    managementStates: asValues(args.management_state),
    tags: asValues(args.tag),
    allTags: asValues(args.all_tags),
    withoutTags: asValues(args.without_tag),
    withoutOwner: args.without_owner,
    owned: args.owned,
    environmentClasses: asValues(args.environment_class),
    drift: asValues(args.drift),
    exposures: asValues(args.exposure),
    trusts: asValues(args.trusts),
    withoutChildren: asValues(args.without_child),
    properties: propertyConditions({
      property: asValues(args.property),
      resource_type: asValues(args.resource_type),
    }),
    changedSince: asDate(args.changed_since),
    createdSince: asDate(args.created_since),
  };
}

/** Filters whose history is not stored. */
const currentOnly = [
  'management_state',
  'environment',
  'application',
  'team',
  'project',
  'without_owner',
  'owned',
  'environment_class',
  'drift',
  'exposure',
  'trusts',
  'without_child',
  'property',
  'changed_since',
  'created_since',
  'include_deleted',
] as const;

/**
 * Returns the filter of a search, now or at `as_of`.
 * @throws CatalogueError `validation_failed` for an `as_of` outside of the retention, and with filters that it excludes
 */
export function searchFilter(
  context: ToolContext,
  args: Arguments<typeof resourceFilterParameters & typeof searchParameters>,
  names: ResolvedNames,
): ResourceFilter {
  const asOf = asDate(args.as_of);
  if (asOf !== undefined) {
    const excluded = currentOnly.find((name) => args[name] !== undefined);
    if (excluded !== undefined) throw errors.validationFailed(excluded, 'cannot be combined with as_of');
    const age = context.now.getTime() - asOf.getTime();
    const days = context.revisionRetentionDays ?? defaultRetentionDays;
    if (age < 0) throw errors.validationFailed('as_of', 'must not be in the future');
    if (age > days * dayMs) throw errors.validationFailed('as_of', `must be within the last ${days} days`);
  }
  return {
    ...currentFilter(args, names),
    includeDeleted: args.include_deleted,
    asOf: asOf && endOfMillisecond(asOf),
  };
}
