import type { HistoryTime } from '../../../domain/inventory/history-time.ts';
import { facetNames, parseSort, statusesOf } from '../../../domain/inventory/resource-filter.ts';
import type {
  FacetName,
  ResourceFilter,
  ResourceSort,
  SortName,
} from '../../../domain/inventory/resource-filter.ts';
import type { DriftOutcome, ExposureState, ManagementState, ResourceStatus } from '../../../domain/values.ts';

export interface NaiveVersion {
  readonly from: number;
  readonly status: ResourceStatus;
  readonly name: string | null;
  readonly lastChanged: number;
  readonly tags: Readonly<Record<string, string>>;
}

export interface NaiveResource {
  readonly id: string;
  readonly type: string;
  readonly account: string;
  readonly region: string;
  readonly nativeId: string;
  readonly arn: string | null;
  readonly firstDiscovered: number;
  managementState: ManagementState;
  /** Ids of the applications of the resource. */
  readonly applications: Set<string>;
  /** Ids of the teams that own the resource. */
  teams?: readonly string[];
  /** Id of the environment of the resource. */
  environment?: string | undefined;
  /** State of its exposure by kind. */
  exposures?: ReadonlyMap<string, ExposureState>;
  /** Outcome of the last comparison; a resource that was never compared has none. */
  drift?: DriftOutcome;
  /** Oldest first; the last is the current version. */
  readonly versions: NaiveVersion[];
}

interface Shown extends NaiveResource {
  readonly shown: NaiveVersion;
}

/** Reference implementation of search without an index, for the property tests. */
export function searchNaively(
  resources: readonly NaiveResource[],
  filter: ResourceFilter,
  sortName: SortName,
): { ids: readonly string[]; total: number; facets: Record<FacetName, Record<string, number>> } {
  const shown = resources.flatMap((resource) => showAt(resource, filter.asOf));
  const found = shown.filter((resource) => matches(resource, filter));
  const sort = parseSort(sortName);
  return {
    ids: found.toSorted((a, b) => compare(a, b, sort)).map(({ id }) => id),
    total: found.length,
    facets: Object.fromEntries(
      facetNames.map((facet) => {
        const open = shown.filter((resource) => matches(resource, filter, facet));
        return [facet, tally(open.map((resource) => valueOf(resource, facet)))];
      }),
    ) as Record<FacetName, Record<string, number>>,
  };
}

/** Reference implementation of the counts of states. */
export function countStatesNaively(
  resources: readonly NaiveResource[],
  filter: ResourceFilter,
): Record<'management_state' | 'drift' | 'exposure', Record<string, number>> {
  const found = (open: Partial<ResourceFilter>) =>
    resources
      .flatMap((resource) => showAt(resource, undefined))
      .filter((resource) => matches(resource, { ...filter, ...open }));
  return {
    management_state: tally(
      found({ managementStates: undefined }).map(({ managementState }) => managementState),
    ),
    drift: tally(found({ drift: undefined }).map(({ drift = 'unknown' }) => drift)),
    exposure: tally(found({ exposures: undefined }).flatMap((resource) => exposureOf(resource) ?? [])),
  };
}

function showAt(resource: NaiveResource, asOf: HistoryTime | undefined): Shown[] {
  const shown = resource.versions.findLast(({ from }) => asOf === undefined || from <= Date.parse(asOf));
  return shown === undefined ? [] : [{ ...resource, shown }];
}

function matches(resource: Shown, filter: ResourceFilter, open?: FacetName): boolean {
  const { shown } = resource;
  const text = [shown.name ?? '', resource.nativeId, resource.arn ?? ''].map((part) =>
    part.normalize('NFC').toLowerCase(),
  );
  const has = (facet: FacetName, wanted: readonly string[] | undefined) =>
    facet === open || wanted === undefined || wanted.includes(valueOf(resource, facet));
  return (
    has('resource_type', filter.resourceTypes) &&
    has('aws_account_id', filter.accountIds) &&
    (filter.applicationIds?.some((id) => resource.applications.has(id)) ?? true) &&
    (filter.teamIds?.some((id) => resource.teams?.includes(id)) ?? true) &&
    (filter.environmentIds?.includes(resource.environment ?? '') ?? true) &&
    has('region', filter.regions) &&
    has('status', statusesOf(filter)) &&
    (filter.exposures?.some((state) => state === exposureOf(resource)) ?? true) &&
    (filter.drift?.includes(resource.drift ?? 'unknown') ?? true) &&
    (filter.managementStates?.includes(resource.managementState) ?? true) &&
    (filter.q === undefined ||
      text.some((part) => part.includes(filter.q?.normalize('NFC').toLowerCase() ?? ''))) &&
    (filter.tags === undefined ||
      Object.entries(shown.tags).some(
        ([key, value]) => filter.tags?.includes(key) === true || filter.tags?.includes(`${key}=${value}`),
      ))
  );
}

function exposureOf({ exposures }: NaiveResource): ExposureState | undefined {
  const states = [...(exposures?.values() ?? [])];
  return states.find((state) => state === 'exposed') ?? states[0];
}

function valueOf(resource: Shown, facet: FacetName): string {
  return {
    resource_type: resource.type,
    aws_account_id: resource.account,
    region: resource.region,
    status: resource.shown.status,
  }[facet];
}

function compare(a: Shown, b: Shown, { column, descending }: ResourceSort): number {
  const keys = (resource: Shown): string | number =>
    ({
      name: Buffer.from(resource.shown.name ?? '').toString('hex'),
      resource_type: resource.type,
      first_discovered_at: resource.firstDiscovered,
      last_changed_at: resource.shown.lastChanged,
    })[column];
  const [x, y] = [keys(a), keys(b)];
  const order = x < y ? -1 : x > y ? 1 : a.id < b.id ? -1 : 1;
  return descending ? -order : order;
}

function tally(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
