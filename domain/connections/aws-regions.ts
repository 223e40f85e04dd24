/**
 * AWS regions by partition. Source: AWS General Reference, "AWS service endpoints", November 2026.
 * Validation also accepts regions that an account has enabled, so a new region works before it is added here.
 */
export const awsRegions: Readonly<Record<string, readonly string[]>> = {
  aws: [
    'af-south-1',
    'ap-east-1',
    'ap-east-2',
    'ap-northeast-1',
    'ap-northeast-2',
    'ap-northeast-3',
    'ap-south-1',
    'ap-south-2',
    'ap-southeast-1',
    'ap-southeast-2',
    'ap-southeast-3',
    'ap-southeast-4',
    'ap-southeast-5',
    'ap-southeast-6',
    'ap-southeast-7',
    'ca-central-1',
    'ca-west-1',
    'eu-central-1',
    'eu-central-2',
    'eu-north-1',
    'eu-south-1',
    'eu-south-2',
    'eu-west-1',
    'eu-west-2',
    'eu-west-3',
    'il-central-1',
    'me-central-1',
    'me-south-1',
    'mx-central-1',
    'sa-east-1',
    'us-east-1',
    'us-east-2',
    'us-west-1',
    'us-west-2',
  ],
  'aws-cn': ['cn-north-1', 'cn-northwest-1'],
  'aws-us-gov': ['us-gov-east-1', 'us-gov-west-1'],
};

const known: ReadonlySet<string> = new Set(Object.values(awsRegions).flat());

/** Returns the first region that is neither in {@link awsRegions} nor in `enabled`, or `undefined`. */
export function findUnknownRegion(
  regions: readonly string[],
  enabled: readonly string[] = [],
): string | undefined {
  return regions.find((region) => !known.has(region) && !enabled.includes(region));
}
