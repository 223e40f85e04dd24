import { globalRegion } from '../values.ts';

/** Source: AWS endpoints. */
const GLOBAL_CALL_REGION: Readonly<Record<string, string>> = {
  aws: 'us-east-1',
  'aws-cn': 'cn-northwest-1',
  'aws-us-gov': 'us-gov-west-1',
};

/** Where the global services of a partition are called, and STS first. */
export function globalCallRegion(partition: string): string {
  return GLOBAL_CALL_REGION[partition] ?? 'us-east-1';
}

/** The region to call for a cell's region. */
export function callRegion(region: string, partition: string): string {
  return region === globalRegion ? globalCallRegion(partition) : region;
}

/** The partition of an ARN. */
export function partitionOfArn(arn: string): string {
  return arn.split(':')[1] ?? 'aws';
}
