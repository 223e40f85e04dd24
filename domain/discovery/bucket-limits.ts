import type { BucketLimits } from './token-bucket.ts';

/**
 * Request rates per account, region and service that AWS allows or that other inventories were measured to survive
 * (Steampipe's limiters, the EC2 API reference, aws-nuke's Cloud Control experience). They are where a bucket starts:
 * throttle answers take it down.
 */
const seeds: Readonly<Record<string, BucketLimits>> = {
  route53: { rate: 5, burst: 10 },
  cloudfront: { rate: 5, burst: 10 },
  wafv2: { rate: 5, burst: 10 },
  kinesis: { rate: 5, burst: 10 },
  organizations: { rate: 5, burst: 10 },
  cloudtrail: { rate: 2, burst: 2 },
  'resource-explorer-2': { rate: 5, burst: 5 },
  cloudcontrol: { rate: 25, burst: 25 },
  ec2: { rate: 20, burst: 100 },
  s3: { rate: 100, burst: 200 },
};

const otherServices: BucketLimits = { rate: 50, burst: 100 };

export function bucketLimits(service: string): BucketLimits {
  return seeds[service] ?? otherServices;
}
