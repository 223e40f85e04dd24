/**
 * Regions in which CloudTrail records the events of global services (IAM, STS, CloudFront, Route 53, Organizations), by
 * partition. In China the events of CloudFront, and of the services with an endpoint there, are in cn-northwest-1, those of
 * IAM in cn-north-1. Source: AWS CloudTrail User Guide, "Global service events"; AWS GovCloud (US) user guide; Getting Started
 * with Amazon Web Services in China, "Amazon CloudTrail".
 */
export const globalTrailRegions: Readonly<Record<string, readonly string[]>> = {
  aws: ['us-east-1'],
  'aws-cn': ['cn-north-1', 'cn-northwest-1'],
  'aws-us-gov': ['us-gov-west-1'],
};

const regions = new Set(Object.values(globalTrailRegions).flat());

/**
 * Global services whose events are in other regions: service → partition → region. Sources: AWS Global Accelerator developer
 * guide, "Logging with CloudTrail"; General Reference, "Network Manager endpoints" (the endpoint is in us-west-2).
 */
export const serviceTrailRegions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  globalaccelerator: { aws: 'us-west-2' },
  networkmanager: { aws: 'us-west-2' },
};

/** Returns whether CloudTrail records the events of a global service in this region. */
export function isTrailRegionOf(service: string, region: string): boolean {
  const own = Object.values(serviceTrailRegions[service] ?? {});
  return own.includes(region) || (!own.some(hasPartitionOf(region)) && regions.has(region));
}

/** Returns whether CloudTrail records events of any global service in this region. */
export function isGlobalTrailRegion(region: string): boolean {
  return (
    regions.has(region) ||
    Object.keys(serviceTrailRegions).some((service) => isTrailRegionOf(service, region))
  );
}

function hasPartitionOf(region: string): (other: string) => boolean {
  return (other) => /^(?:cn-|us-gov-)?/.exec(other)?.[0] === /^(?:cn-|us-gov-)?/.exec(region)?.[0];
}
