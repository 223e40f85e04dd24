/** Where the calls of a cell go: a global service is called in its partition's own region. Source: AWS endpoints. */
const GLOBAL_CALL_REGION: Readonly<Record<string, string>> = {
  aws: 'us-east-1',
  'aws-cn': 'cn-northwest-1',
  'aws-us-gov': 'us-gov-west-1',
};

/** The region name of cells of global services. */
export const GLOBAL_REGION = 'global';

/** The region to call for a cell's region. */
export function callRegion(region: string, partition: string): string {
  return region === GLOBAL_REGION ? (GLOBAL_CALL_REGION[partition] ?? 'us-east-1') : region;
}

/** The partition that a region belongs to. */
export function partitionOf(region: string): string {
  if (region.startsWith('cn-')) return 'aws-cn';
  return region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws';
}
