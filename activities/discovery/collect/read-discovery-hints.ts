import { byCodeUnit } from '../../../domain/json/canonical.ts';
import { cloudControlType } from '../../../domain/discovery/cloud-control/cloud-control-types.ts';
import { typesHintedBy } from '../../../domain/discovery/cloud-control/types-hinted-by.ts';
import type { CallLimiter } from '../../../domain/discovery/observation/observed-resource.ts';
import { globalRegion } from '../../../domain/values.ts';
import type { Cell } from '../../../db/inventory/live-cells.ts';
import type { AwsCaller } from '../../../clients/aws/aws-caller.ts';
import { limitedCaller } from '../aws/limited-caller.ts';
import { mapConcurrently } from '../../../domain/lists/map-concurrently.ts';

/** Options of {@link readDiscoveryHints}. */
export interface HintOptions {
  /** Caller with the role in the account. */
  readonly clients: AwsCaller;
  readonly regions: readonly string[];
  /** Returns the limiter of a service in a region. */
  readonly limiterOf: (region: string, service: string) => CallLimiter;
  readonly signal: AbortSignal;
  /** Called when a source cannot be read. */
  readonly onFailure: (region: string, source: string, error: unknown) => void;
}

const regionsAtOnce = 5;
const throttleTimeoutMs = 20_000;
/** Maximum pages per source and region. Resources on later pages are no hints. */
const maximumPages = 200;

/**
 * Returns the tier B cells that probably have resources. Reads the ARNs of tagged resources and of the Resource Explorer
 * index of each region. Derives the types from the service and resource part of the ARNs, and the regions from the ARNs,
 * because an aggregator index returns resources of other regions. A failed source adds no hints.
 */
export async function readDiscoveryHints(options: HintOptions): Promise<readonly Cell[]> {
  const cells = new Map<string, Cell>();
  /** Keeps the cells of a page of ARNs, not the ARNs: an account can have millions. */
  function addCells(arns: readonly string[], calledRegion: string): void {
    for (const [regionOfArns, some] of Map.groupBy(arns, (arn) => arn.split(':')[3] || calledRegion)) {
      if (!options.regions.includes(regionOfArns)) continue;
      for (const resourceType of typesHintedBy(some)) {
        const isGlobal = cloudControlType(resourceType)?.scope === 'global';
        const region = isGlobal ? globalRegion : regionOfArns;
        cells.set(`${region} ${resourceType}`, { region, resourceType });
      }
    }
  }
  await mapConcurrently(options.regions, regionsAtOnce, (region) =>
    mapConcurrently([tagging, resourceExplorer], 2, async (source) => {
      for await (const arns of pagesOfArns(options, region, source)) addCells(arns, region);
    }),
  );
  return [...cells].sort(([left], [right]) => byCodeUnit(left, right)).map(([, cell]) => cell);
}

interface Source {
  readonly service: string;
  readonly client: string;
  readonly operation: string;
  readonly input: object;
  readonly tokenOut: string;
  readonly tokenIn: string;
  readonly items: string;
  readonly arn: string;
}

const tagging: Source = {
  service: 'tag',
  client: 'resource-groups-tagging-api',
  operation: 'GetResources',
  input: { ResourcesPerPage: 100 },
  tokenOut: 'PaginationToken',
  tokenIn: 'PaginationToken',
  items: 'ResourceTagMappingList',
  arn: 'ResourceARN',
};

/**
 * Search returns only the first 1,000 results. ListResources has no such limit, but returns no token when the page size is
 * 1,000. Source: the SDK's model, `ListResourcesInput$NextToken` and `SearchInput$QueryString`.
 */
const resourceExplorer: Source = {
  service: 'resource-explorer-2',
  client: 'resource-explorer-2',
  operation: 'ListResources',
  input: { MaxResults: 500 },
  tokenOut: 'NextToken',
  tokenIn: 'NextToken',
  items: 'Resources',
  arn: 'Arn',
};

async function* pagesOfArns(
  options: HintOptions,
  region: string,
  source: Source,
): AsyncGenerator<readonly string[]> {
  const { signal } = options;
  const caller = limitedCaller({
    caller: options.clients,
    limiter: options.limiterOf(region, source.service),
    signal,
    concurrency: 1,
    throttleTimeoutMs,
  });
  try {
    let token: unknown;
    for (let page = 0; page < maximumPages; page += 1) {
      const input = { ...source.input, ...(token === undefined ? {} : { [source.tokenIn]: token }) };
      const response = (await caller.call({
        client: source.client,
        region,
        operation: source.operation,
        input,
      })) as Record<string, unknown>;
      const items = (response[source.items] ?? []) as readonly Record<string, unknown>[];
      yield items.map((item) => String(item[source.arn]));
      token = response[source.tokenOut];
      if (token === undefined || token === null || token === '') break;
    }
  } catch (error) {
    signal.throwIfAborted();
    options.onFailure(region, source.service, error);
  }
}
