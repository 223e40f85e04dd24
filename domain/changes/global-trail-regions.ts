/**
 * Regions in which CloudTrail records the events of global services (IAM, STS, CloudFront, Route 53, Organizations), by
 * partition. In China the events of CloudFront are in cn-northwest-1, those of IAM in cn-north-1. Sources: AWS CloudTrail User
 * Guide, "Global service events"; Getting Started with Amazon Web Services in China, "Amazon CloudTrail"; AWS GovCloud (US)
 * user guide.
 */
export const globalTrailRegions: Readonly<Record<string, readonly string[]>> = {
  aws: ['us-east-1'],
  'aws-cn': ['cn-north-1', 'cn-northwest-1'],
  'aws-us-gov': ['us-gov-west-1'],
};

/**
 * Global services whose events are elsewhere: service → partition → regions. Sources: AWS Global Accelerator developer guide,
 * "Logging with CloudTrail", and Route 53 developer guide, "Understanding Route 53 log file entries" (`awsRegion` of the
 * records); the endpoint rules of `@aws-sdk/client-networkmanager`.
 */
export const serviceTrailRegions: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  globalaccelerator: { aws: ['us-west-2'] },
  networkmanager: { aws: ['us-west-2'] },
  route53domains: { aws: ['us-east-1', 'us-west-2'] },
};

/** Returns whether CloudTrail records the events of a global service in this region. */
export function isTrailRegionOf(service: string, region: string): boolean {
  const partition = partitionOf(region);
  return (serviceTrailRegions[service]?.[partition] ?? globalTrailRegions[partition] ?? []).includes(region);
}

/** Returns whether CloudTrail records events of any global service in this region. */
export function isGlobalTrailRegion(region: string): boolean {
  const partition = partitionOf(region);
  return [globalTrailRegions, ...Object.values(serviceTrailRegions)].some((regions) =>
    regions[partition]?.includes(region),
  );
}

function partitionOf(region: string): string {
  if (region.startsWith('cn-')) return 'aws-cn';
  return region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws';
}
