import { resourceStatuses } from '../values.ts';
import type { ManagementState, MembershipStatus, ResourceStatus } from '../values.ts';

/** What a search of the inventory asks for. Values within a list mean OR, different fields mean AND. */
export interface ResourceFilter {
  /** Substring of name, native id or ARN; letters of either case. */
  readonly q?: string | undefined;
  readonly resourceTypes?: readonly string[] | undefined;
  readonly accountIds?: readonly string[] | undefined;
  /** The accounts that are asked about at all: unlike `accountIds`, it narrows the facet of accounts too. */
  readonly withinAccounts?: readonly string[] | undefined;
  /** Environments of which one is the account's default. */
  readonly environmentIds?: readonly string[] | undefined;
  /** Applications that resources belong to, by {@link activeMembershipStatuses}. */
  readonly applicationIds?: readonly string[] | undefined;
  readonly regions?: readonly string[] | undefined;
  readonly statuses?: readonly ResourceStatus[] | undefined;
  readonly managementStates?: readonly ManagementState[] | undefined;
  /** `key` or `key=value`. */
  readonly tags?: readonly string[] | undefined;
  /** Without statuses: whether deleted resources are among the found. */
  readonly includeDeleted?: boolean | undefined;
  /** Answers from history: the inventory as it was then. */
  readonly asOf?: Date | undefined;
}

/** Memberships that count: not those that were rejected, or whose reason is gone. */
export const activeMembershipStatuses: readonly MembershipStatus[] = ['inferred', 'confirmed', 'declared'];

/** The properties that are counted ahead; `status` is counted beside them. */
export const dimensions = ['resource_type', 'aws_account_id', 'region', 'management_state'] as const;
export type Dimension = (typeof dimensions)[number];

/** What the filter rail shows; source: the interface specification, "Facets". */
export const facetNames = ['resource_type', 'aws_account_id', 'region', 'status'] as const;
export type FacetName = (typeof facetNames)[number];
export type Facets = Readonly<Record<FacetName, readonly FacetEntry[]>>;

export interface FacetEntry {
  readonly value: string;
  readonly count: number;
}

export const sortColumns = ['name', 'resource_type', 'first_discovered_at', 'last_changed_at'] as const;
export type SortColumn = (typeof sortColumns)[number];
export interface ResourceSort {
  readonly column: SortColumn;
  readonly descending: boolean;
}

/** Every `sort` that a client may send. */
export const sortNames = sortColumns.flatMap((column) => [column, `-${column}`] as const);
export type SortName = (typeof sortNames)[number];

export function parseSort(name: SortName): ResourceSort {
  const descending = name.startsWith('-');
  return { column: (descending ? name.slice(1) : name) as SortColumn, descending };
}

/** The statuses that a filter lets through: deleted resources are hidden until they are asked for. */
export function statusesOf(filter: ResourceFilter): readonly ResourceStatus[] {
  if (filter.statuses !== undefined) return filter.statuses;
  return filter.includeDeleted === true
    ? resourceStatuses
    : resourceStatuses.filter((status) => status !== 'deleted');
}

/** The values that a filter asks for in a dimension; `undefined` for any. */
export function valuesOf(filter: ResourceFilter, dimension: Dimension): readonly string[] | undefined {
  return {
    resource_type: filter.resourceTypes,
    aws_account_id: accountsOf(filter),
    region: filter.regions,
    management_state: filter.managementStates,
  }[dimension];
}

function accountsOf({ accountIds, withinAccounts }: ResourceFilter): readonly string[] | undefined {
  if (withinAccounts === undefined || accountIds === undefined) return accountIds ?? withinAccounts;
  return accountIds.filter((id) => withinAccounts.includes(id));
}
