/** Signing names that differ from the service's IAM prefix. Source: AWS service authorization reference. */
const prefixes: Readonly<Record<string, string>> = {
  monitoring: 'cloudwatch',
  email: 'ses',
  tagging: 'tag',
  cloudcontrolapi: 'cloudformation',
  'amazon-mq': 'mq',
};

/** Operations whose IAM action has a different name. Source: AWS service authorization reference, Amazon S3 and others. */
const actions: Readonly<Record<string, string>> = {
  's3:ListBuckets': 's3:ListAllMyBuckets',
  's3:HeadBucket': 's3:ListBucket',
  's3:ListObjects': 's3:ListBucket',
  's3:ListObjectsV2': 's3:ListBucket',
  's3:HeadObject': 's3:GetObject',
  's3:GetBucketEncryption': 's3:GetEncryptionConfiguration',
  's3:GetBucketLifecycleConfiguration': 's3:GetLifecycleConfiguration',
  's3:GetBucketLifecycle': 's3:GetLifecycleConfiguration',
  's3:GetBucketReplication': 's3:GetReplicationConfiguration',
  's3:GetBucketNotificationConfiguration': 's3:GetBucketNotification',
  's3:GetBucketCors': 's3:GetBucketCORS',
  's3:GetPublicAccessBlock': 's3:GetBucketPublicAccessBlock',
  's3:GetObjectLockConfiguration': 's3:GetBucketObjectLockConfiguration',
  's3:GetBucketAccelerateConfiguration': 's3:GetAccelerateConfiguration',
  's3:GetBucketAccessControlPolicy': 's3:GetBucketAcl',
  'budgets:DescribeBudgets': 'budgets:ViewBudget',
};

/** Services that authorize by HTTP method. */
const byMethod: ReadonlySet<string> = new Set(['apigateway']);

/** The IAM action that an operation needs. */
export function iamAction(service: string, operation: string, method: string): string {
  if (byMethod.has(service)) return `${service}:${method}`;
  const plain = `${prefixes[service] ?? service}:${operation.replace(/\d{4}_\d{2}_\d{2}$/, '').replace(/\d{8}$/, '')}`;
  return actions[plain] ?? plain;
}

/**
 * The ARN of the S3 bucket or object in a request's path. Undefined for other services: their policies are evaluated by
 * action only.
 */
export function resourceOf({ service, path }: { service: string; path: string }): string | undefined {
  const [, bucket = '', key = ''] = /^\/([^/]*)\/?(.*)$/.exec(path) ?? [];
  if (service !== 's3' || bucket === '') return undefined;
  return `arn:aws:s3:::${bucket}${key === '' ? '' : `/${decodeURIComponent(key)}`}`;
}
