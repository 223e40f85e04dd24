import { cloudControlType } from '../../domain/discovery/cloud-control/cloud-control-types.ts';
import { typesHintedBy } from '../../domain/discovery/cloud-control/types-hinted-by.ts';
import type { CallLimiter } from '../../domain/discovery/observed-resource.ts';
import { globalRegion } from '../../domain/values.ts';
import type { Cell } from '../../db/inventory/live-cells.ts';
import type { AwsCaller } from '../../clients/aws/aws-caller.ts';
import { limitedCaller } from './limited-caller.ts';
import { groupBy } from '../../domain/group-by.ts';
import { mapConcurrently } from '../../domain/map-concurrently.ts';

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
  const found = await mapConcurrently(options.regions, regionsAtOnce, async (region) => {
    const sources = await Promise.all([
      arnsOf(options, region, tagging),
      arnsOf(options, region, resourceExplorer),
    ]);
    return sources.flat().map((arn) => ({ arn, region: arn.split(':')[3] || region }));
  });
  const hints = groupBy(found.flat(), ({ region }) => region);
  const cells = options.regions.flatMap((region) =>
    [...typesHintedBy((hints.get(region) ?? []).map(({ arn }) => arn))].map((resourceType) => ({
      region: cloudControlType(resourceType)?.scope === 'global' ? globalRegion : region,
      resourceType,
    })),
  );
  return [...new Map(cells.map((cell) => [`${cell.region} ${cell.resourceType}`, cell])).values()];
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

async function arnsOf(options: HintOptions, region: string, source: Source): Promise<readonly string[]> {
  const { signal } = options;
  const caller = limitedCaller({
    caller: options.clients,
    limiter: options.limiterOf(region, source.service),
    signal,
    concurrency: 1,
    throttleTimeoutMs,
  });
  const arns: string[] = [];
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
      for (const item of (response[source.items] ?? []) as readonly Record<string, unknown>[])
        arns.push(String(item[source.arn]));
      token = response[source.tokenOut];
      if (token === undefined || token === null || token === '') break;
    }
  } catch (error) {
    signal.throwIfAborted();
    options.onFailure(region, source.service, error);
  }
  return arns;
}
