import type { BucketLimits } from './token-bucket.ts';

/**
 * Initial request rates per account, region and service. A throttling error from AWS lowers the rate of a bucket.
 * Sources: the EC2 API reference, the rate limiters of Steampipe, and issues of aws-nuke about Cloud Control.
 */
const limitsByService: Readonly<Record<string, BucketLimits>> = {
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

const defaultLimits: BucketLimits = { rate: 50, burst: 100 };

/** Returns the initial rate (calls per second) and burst of a service, by its IAM prefix. */
export function bucketLimits(service: string): BucketLimits {
  return limitsByService[service] ?? defaultLimits;
}
