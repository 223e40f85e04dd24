import { defined } from '../../domain/defined.ts';
import type { Probe } from '../../domain/connections/summarize-probes.ts';
import type { AwsCaller } from '../../clients/aws/aws-caller.ts';
import { classifyAwsError } from '../../clients/aws/classify-aws-error.ts';

export type EnabledRegions = { readonly regions: readonly string[] } | { readonly deniedByScp: string };

/**
 * Returns the regions that are enabled in an account, sorted, or why the call was denied. Throws other errors of AWS.
 *
 * @param options.region region of the call
 */
export async function listEnabledRegions(options: {
  readonly caller: AwsCaller;
  readonly region: string;
  readonly signal?: AbortSignal;
}): Promise<EnabledRegions | { readonly probe: Probe }> {
  try {
    const { Regions: regions = [] } = (await options.caller.call({
      client: 'ec2',
      region: options.region,
      operation: 'DescribeRegions',
      ...defined({ signal: options.signal }),
    })) as { Regions?: readonly { readonly RegionName?: string }[] };
    return { regions: regions.flatMap(({ RegionName }) => RegionName ?? []).toSorted() };
  } catch (error) {
    const { outcome, deniedByScp, message } = classifyAwsError(error);
    if (outcome !== 'denied') throw error;
    if (deniedByScp === true) return { deniedByScp: message };
    return {
      probe: {
        service: 'ec2',
        region: options.region,
        outcome,
        missingActions: ['ec2:DescribeRegions'],
        message,
      },
    };
  }
}
