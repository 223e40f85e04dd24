import { typesHintedBy, cloudControlType } from '../../domain/discovery/cloud-control/cloud-control-types.ts';
import type { CallLimiter } from '../../domain/discovery/observed-resource.ts';
import { globalRegion } from '../../domain/values.ts';
import type { LiveCell } from '../../db/inventory/live-cells.ts';
import type { AwsCaller } from '../../clients/aws/aws-clients.ts';
import { limitedCaller } from './limited-caller.ts';
import { mapConcurrently } from '../../domain/map-concurrently.ts';

export interface SignalOptions {
  readonly clients: AwsCaller;
  readonly regions: readonly string[];
  /** Of a region's service. */
  readonly limiterOf: (region: string, service: string) => CallLimiter;
  readonly signal: AbortSignal;
  /** Told when a source could not be read: a scan without hints is still a scan. */
  readonly missed: (region: string, source: string, error: unknown) => void;
}

const regionsAtOnce = 5;
const patienceMs = 20_000;
/** Pages that are read for hints; what is beyond them is found by whoever names the type. */
const maximumPages = 200;

/**
 * Types that only Cloud Control reads and that something says exist: ARNs of tagged resources, and those that Resource
 * Explorer knows where the account has an index. Source of the hint: the ARN's service and resource part.
 */
export async function readDiscoveryHints(options: SignalOptions): Promise<readonly LiveCell[]> {
  const found = await mapConcurrently(options.regions, regionsAtOnce, async (region) => {
    const sources = await Promise.all([
      arnsOf(options, region, tagging),
      arnsOf(options, region, resourceExplorer),
    ]);
    return [...typesHintedBy(sources.flat())].map((resourceType) => ({
      region: cloudControlType(resourceType)?.scope === 'global' ? globalRegion : region,
      resourceType,
    }));
  });
  return found.flat();
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

const resourceExplorer: Source = {
  service: 'resource-explorer-2',
  client: 'resource-explorer-2',
  operation: 'Search',
  input: { QueryString: '*', MaxResults: 1000 },
  tokenOut: 'NextToken',
  tokenIn: 'NextToken',
  items: 'Resources',
  arn: 'Arn',
};

async function arnsOf(options: SignalOptions, region: string, source: Source): Promise<readonly string[]> {
  const { signal } = options;
  const caller = limitedCaller({
    caller: options.clients,
    limiter: options.limiterOf(region, source.service),
    signal,
    concurrency: 1,
    throttlePatienceMs: patienceMs,
  });
  const arns: string[] = [];
  try {
    let token: unknown;
    for (let page = 0; page < maximumPages; page += 1) {
      const input = { ...source.input, ...(token === undefined ? {} : { [source.tokenIn]: token }) };
      const answer = (await caller.call({
        client: source.client,
        region,
        operation: source.operation,
        input,
      })) as Record<string, unknown>;
      for (const item of (answer[source.items] ?? []) as readonly Record<string, unknown>[])
        arns.push(String(item[source.arn]));
      token = answer[source.tokenOut];
      if (token === undefined || token === null || token === '') break;
    }
  } catch (error) {
    signal.throwIfAborted();
    options.missed(region, source.service, error);
  }
  return arns;
}
