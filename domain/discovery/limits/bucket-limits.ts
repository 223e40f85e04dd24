import type { BucketLimits } from './token-bucket.ts';

/**
 * Initial request rates per account, region and service, for operations without a published quota (`api-quotas.ts`). A
 * throttling error from AWS lowers the rate of a bucket. Sources: the rate limiters of Steampipe (CloudFront, Organizations),
 * and issues 508 and 510 of ekristen/aws-nuke about Cloud Control.
 */
const limitsByService: Readonly<Record<string, BucketLimits>> = {
  cloudfront: { rate: 5, burst: 10 },
  organizations: { rate: 5, burst: 10 },
  cloudcontrol: { rate: 25, burst: 25 },
  s3: { rate: 100, burst: 200 },
};

const defaultLimits: BucketLimits = { rate: 50, burst: 100 };

/** Returns the initial rate (calls per second) and burst of a service, by its IAM prefix. */
export function bucketLimits(service: string): BucketLimits {
  return limitsByService[service] ?? defaultLimits;
}
