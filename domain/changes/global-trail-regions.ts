/**
 * Regions in which CloudTrail records the events of global services (IAM, STS, CloudFront, Route 53, Organizations), by
 * partition. In China the events of CloudFront, and of the services with an endpoint there, are in cn-northwest-1, those of
 * IAM in cn-north-1. Source: AWS CloudTrail User Guide, "Global service events"; AWS GovCloud (US) and Amazon Web Services
 * in China user guides, "AWS Identity and Access Management", "Amazon CloudTrail".
 */
export const globalTrailRegions: Readonly<Record<string, readonly string[]>> = {
  aws: ['us-east-1'],
  'aws-cn': ['cn-north-1', 'cn-northwest-1'],
  'aws-us-gov': ['us-gov-west-1'],
};

const regions = new Set(Object.values(globalTrailRegions).flat());

/** Returns whether CloudTrail records the global events of the region's partition in this region. */
export function isGlobalTrailRegion(region: string): boolean {
  return regions.has(region);
}

/** Global services whose trail is elsewhere. Source: AWS Global Accelerator developer guide, "Logging with CloudTrail". */
const trailRegionsOfService: Readonly<Record<string, readonly string[]>> = {
  globalaccelerator: ['us-west-2'],
};

/** Returns whether CloudTrail records the events of a global service in this region. */
export function isTrailRegionOf(eventSource: string, region: string): boolean {
  return trailRegionsOfService[eventSource]?.includes(region) ?? isGlobalTrailRegion(region);
}
