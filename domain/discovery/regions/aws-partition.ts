import { globalRegion } from '../../values.ts';

/** Source: AWS General Reference, endpoints of global services. */
const GLOBAL_CALL_REGION: Readonly<Record<string, string>> = {
  aws: 'us-east-1',
  'aws-cn': 'cn-northwest-1',
  'aws-us-gov': 'us-gov-west-1',
};

/** Region whose endpoints serve a partition's global services. It is also used for AssumeRole. */
export function globalCallRegion(partition: string): string {
  return GLOBAL_CALL_REGION[partition] ?? 'us-east-1';
}

/** Returns the region whose endpoint to call: `region` itself, or the partition's global region for `global`. */
export function callRegion(region: string, partition: string): string {
  return region === globalRegion ? globalCallRegion(partition) : region;
}

/**
 * Returns the region whose endpoint to call for a service, as {@link callRegion}; `undefined` when the service does not
 * exist in the partition.
 */
export function serviceCallRegion(
  { callRegions }: { readonly callRegions?: Readonly<Record<string, string>> },
  region: string,
  partition: string,
): string | undefined {
  return callRegions === undefined || region !== globalRegion
    ? callRegion(region, partition)
    : callRegions[partition];
}

/** Source: `partitions.json` of the SDK, `dnsSuffix`. */
const dnsSuffixes: Readonly<Record<string, string>> = {
  'aws-cn': 'amazonaws.com.cn',
  'aws-eusc': 'amazonaws.eu',
  'aws-iso': 'c2s.ic.gov',
  'aws-iso-b': 'sc2s.sgov.gov',
  'aws-iso-e': 'cloud.adc-e.uk',
  'aws-iso-f': 'csp.hci.ic.gov',
};

/** Returns the end of the host names of a partition's services, e.g. `amazonaws.com.cn`. */
export function dnsSuffixOf(partition: string): string {
  return dnsSuffixes[partition] ?? 'amazonaws.com';
}

/** Returns the partition of an ARN, e.g. `aws-cn`; `aws` when the text has no partition. */
export function partitionOfArn(arn: string): string {
  return arn.split(':')[1] ?? 'aws';
}
