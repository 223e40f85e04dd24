import { managementStates, resourceStatuses } from '../values.ts';
import type { HistoryTime } from './history-time.ts';
import type { PropertyCondition } from './property-condition.ts';
import type {
  DriftOutcome,
  EnvironmentClass,
  ExposureState,
  MembershipStatus,
  ResourceStatus,
  TrustScope,
} from '../values.ts';

/** Values of the filter on management states. Only state entries are `managed_missing`, so it matches no resource. */
export const managementStateFilters = [...managementStates, 'managed_missing'] as const;

/** Filter of an inventory search. Values within a list are combined with OR, fields with AND. */
export interface ResourceFilter {
  /** Substring of name, native id or ARN, case-insensitive. */
  readonly q?: string | undefined;
  readonly resourceTypes?: readonly string[] | undefined;
  readonly accountIds?: readonly string[] | undefined;
  /** Matches resources in one of these environments, by a rule, a tag, their project or the default of their account. */
  readonly environmentIds?: readonly string[] | undefined;
  /** Matches resources that one of these teams owns. */
  readonly teamIds?: readonly string[] | undefined;
  /** Matches members of these applications; only {@link activeMembershipStatuses} count. */
  readonly applicationIds?: readonly string[] | undefined;
  /** Matches resources that the state or a correction of one of these projects claims. */
  readonly iacProjectIds?: readonly string[] | undefined;
  readonly regions?: readonly string[] | undefined;
  readonly statuses?: readonly ResourceStatus[] | undefined;
  readonly managementStates?: readonly (typeof managementStateFilters)[number][] | undefined;
  /** Outcomes of the last comparison with the states; `unknown` includes resources that were never compared. */
  readonly drift?: readonly DriftOutcome[] | undefined;
  /** Whether the resources can be reached from outside, and whether a control stops it. */
  readonly exposures?: readonly ExposureState[] | undefined;
  /** `key` or `key=value`. */
  readonly tags?: readonly string[] | undefined;
  /** Matches resources with every one of these tags: `key` or `key=value`. */
  readonly allTags?: readonly string[] | undefined;
  /** Matches resources with none of these tags: `key` or `key=value`. */
  readonly withoutTags?: readonly string[] | undefined;
  /** Matches resources that no active team or user owns. */
  readonly withoutOwner?: boolean | undefined;
  /** Whether resources match that no team or user owns and that belong to no application, or all others. */
  readonly owned?: boolean | undefined;
  /** Whether resources match that an active team owns, or all others. */
  readonly hasTeam?: boolean | undefined;
  /** Matches resources that changed at this time or later. */
  readonly changedSince?: Date | undefined;
  /** Matches resources that were first discovered at this time or later. */
  readonly createdSince?: Date | undefined;
  /** Conditions on the configuration. `resourceTypes` is set. */
  readonly properties?: readonly PropertyCondition[] | undefined;
  /** Matches resources that contain no resource of any of these types. */
  readonly withoutChildren?: readonly string[] | undefined;
  /** Matches roles whose trust policy names someone outside of the organization. */
  readonly trusts?: readonly TrustScope[] | undefined;
  /** Matches resources in an environment of one of these classes. */
  readonly environmentClasses?: readonly EnvironmentClass[] | undefined;
  /** Whether deleted resources match when `statuses` is absent. */
  readonly includeDeleted?: boolean | undefined;
  /** Searches the history: the inventory as it was known at this time. */
  readonly asOf?: HistoryTime | undefined;
}

/** Statuses of memberships that count. `rejected` and `stale` do not. */
export const activeMembershipStatuses: readonly MembershipStatus[] = ['inferred', 'confirmed', 'declared'];

/** Properties with precomputed counts. They are stored per status. */
export const dimensions = ['resource_type', 'aws_account_id', 'region', 'management_state'] as const;
export type Dimension = (typeof dimensions)[number];

/** Facets of a search response. Source: the interface specification, "Facets". */
export const facetNames = ['resource_type', 'aws_account_id', 'region', 'status'] as const;
export type FacetName = (typeof facetNames)[number];
export type Facets = Readonly<Record<FacetName, readonly FacetEntry[]>>;

export interface FacetEntry {
  readonly value: string;
  readonly count: number;
}

/** Columns by which a search can be sorted. */
const sortColumns = ['name', 'resource_type', 'first_discovered_at', 'last_changed_at'] as const;
export type SortColumn = (typeof sortColumns)[number];
export interface ResourceSort {
  readonly column: SortColumn;
  readonly descending: boolean;
}

/** Every valid value of the query parameter `sort`; the prefix `-` means descending. */
export const sortNames = sortColumns.flatMap((column) => [column, `-${column}`] as const);
export type SortName = (typeof sortNames)[number];

/** Parses a `sort` parameter. */
export function parseSort(name: SortName): ResourceSort {
  const descending = name.startsWith('-');
  return { column: (descending ? name.slice(1) : name) as SortColumn, descending };
}

/** Returns the statuses that a filter matches. Deleted resources are excluded by default. */
export function statusesOf(filter: ResourceFilter): readonly ResourceStatus[] {
  if (filter.statuses !== undefined) return filter.statuses;
  return filter.includeDeleted === true
    ? resourceStatuses
    : resourceStatuses.filter((status) => status !== 'deleted');
}

/** Returns the filter's values for a dimension, or `undefined` when the filter does not restrict it. */
export function valuesOf(filter: ResourceFilter, dimension: Dimension): readonly string[] | undefined {
  return {
    resource_type: filter.resourceTypes,
    aws_account_id: filter.accountIds,
    region: filter.regions,
    management_state: filter.managementStates,
  }[dimension];
}
