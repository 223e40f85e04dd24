import type { RelationshipType } from '../../values.ts';
import type { EdgeExample, EdgeRule, Matcher } from '../edge-rule.ts';
import { edge } from './edge.ts';
import type { EdgeOptions } from './edge.ts';

// The values of AWS that many types have. Each function returns the rules of one form of value, with their examples.

export const vpcId = edgeTo('id', 'AWS::EC2::VPC', 'vpc-0a1b2c3d4e5f60718');
export const subnetId = edgeTo('id', 'AWS::EC2::Subnet', 'subnet-0a1b2c3d4e5f60718');
export const securityGroupId = edgeTo('id', 'AWS::EC2::SecurityGroup', 'sg-0a1b2c3d4e5f60718');
export const roleArn = edgeTo('arn', 'AWS::IAM::Role', [
  'arn:aws:iam::123456789012:role/orders',
  'arn:aws:iam::210987654321:role/service-role/deploy',
  'arn:aws:iam::123456789012:role/aws-service-role/batch.amazonaws.com/AWSServiceRoleForBatch',
]);
export const functionArn = edgeTo('arn', ['AWS::Lambda::Function', 'AWS::Lambda::Alias'], {
  'arn:aws:lambda:eu-west-1:123456789012:function:orders': true,
  'arn:aws:lambda:eu-west-1:123456789012:function:orders:live': {
    baseKey: 'arn:aws:lambda:eu-west-1:123456789012:function:orders',
  },
});
export const secretArn = edgeTo('arn', 'AWS::SecretsManager::Secret', [
  'arn:aws:secretsmanager:eu-west-1:123456789012:secret:orders/database-9xQmLk',
  'arn:aws:secretsmanager:eu-west-1:123456789012:secret:rds!db-7b1f2a60-AbCdEf',
  'arn:aws:secretsmanager:eu-west-1:123456789012:secret:aws/transfer/as2-4rFd2A',
]);
export const topicArn = edgeTo('arn', 'AWS::SNS::Topic', 'arn:aws:sns:eu-west-1:123456789012:orders');
export const queueArn = edgeTo('arn', 'AWS::SQS::Queue', 'arn:aws:sqs:eu-west-1:123456789012:orders-failed');
export const certificateArn = edgeTo('arn', 'AWS::CertificateManager::Certificate', [
  'arn:aws:acm:eu-west-1:123456789012:certificate/7b1f2a60-3c55-4b8a-9e21-5d0f6c9a4e11',
  'arn:aws:acm:us-east-1:123456789012:certificate/1f2d3c4b-5a69-4788-9a0b-c1d2e3f40516',
]);
export const logGroupName = edgeTo('name', 'AWS::Logs::LogGroup', ['/app/orders', '/aws/vendedlogs/orders']);
/** Some APIs add `:*`, which stands for the streams of the group. */
export const logGroupArn = edgeTo('arn', 'AWS::Logs::LogGroup', {
  'arn:aws:logs:eu-west-1:123456789012:log-group:/app/orders': true,
  'arn:aws:logs:eu-west-1:123456789012:log-group:/app/payments:*':
    'arn:aws:logs:eu-west-1:123456789012:log-group:/app/payments',
});
export const logStreamArn = edgeTo('arn', 'AWS::Logs::LogGroup', {
  'arn:aws:logs:eu-west-1:123456789012:log-group:RDSOSMetrics:log-stream:db-ABCDEFGHIJ': {
    baseKey: 'arn:aws:logs:eu-west-1:123456789012:log-group:RDSOSMetrics',
  },
  'arn:aws:logs:eu-west-1:123456789012:log-group:/app/orders:log-stream:main': {
    baseKey: 'arn:aws:logs:eu-west-1:123456789012:log-group:/app/orders',
  },
});

/** A rule for values that are the ARN of a KMS key or alias, never an id. */
export const keyArn = edgeTo(
  'arn',
  ['AWS::KMS::Key', 'AWS::KMS::Alias'],
  [
    'arn:aws:kms:eu-west-1:123456789012:key/7b1f2a60-3c55-4b8a-9e21-5d0f6c9a4e11',
    'arn:aws:kms:eu-west-1:123456789012:alias/aws/s3',
  ],
);

/** Returns a function that returns the rule of a path whose values name resources of these types. */
function edgeTo(
  matcher: Matcher,
  targetTypes: string | readonly string[],
  example: EdgeExample,
): (sourceType: string, path: string, relation: RelationshipType, options?: EdgeOptions) => EdgeRule {
  return (sourceType, path, relation, options) =>
    edge(sourceType, path, matcher, relation, targetTypes, { ...options, example });
}

/**
 * Returns the rules of a value that names a KMS key in one of the four forms that AWS accepts: ARN of the key or alias, id of
 * the key, name of the alias. Source: KMS API reference, parameter `KeyId`.
 */
export function encryptedBy(sourceType: string, path: string): readonly EdgeRule[] {
  const key = 'AWS::KMS::Key';
  const alias = 'AWS::KMS::Alias';
  const relation = 'encrypted_by';
  return [
    edge(sourceType, path, 'arn', relation, key, {
      variant: 'key-arn',
      text: { includes: ':key/' },
      example: 'arn:aws:kms:eu-west-1:123456789012:key/7b1f2a60-3c55-4b8a-9e21-5d0f6c9a4e11',
    }),
    edge(sourceType, path, 'arn', relation, alias, {
      variant: 'alias-arn',
      text: { includes: ':alias/' },
      example: 'arn:aws:kms:eu-west-1:123456789012:alias/data',
    }),
    edge(sourceType, path, 'id', relation, key, {
      variant: 'key-id',
      text: { excludes: '/' },
      example: '7b1f2a60-3c55-4b8a-9e21-5d0f6c9a4e11',
    }),
    edge(sourceType, path, 'name', relation, alias, {
      variant: 'alias',
      text: { startsWith: 'alias/' },
      example: 'alias/data',
    }),
  ];
}

/** A rule for values that are ARNs, and one for values that are names. */
export function arnOrName(
  sourceType: string,
  path: string,
  relation: RelationshipType,
  targetTypes: string | readonly string[],
  example: { readonly arn: string; readonly name: string },
  options?: EdgeOptions,
): readonly EdgeRule[] {
  return (['arn', 'name'] as const).map((form) =>
    edge(sourceType, path, form, relation, targetTypes, {
      ...options,
      variant: form,
      example: example[form],
    }),
  );
}

/** A rule for names of buckets. Names of buckets are unique in a partition, so they are compared as ARNs. */
export function bucketName(
  sourceType: string,
  path: string,
  relation: RelationshipType,
  options?: EdgeOptions,
): EdgeRule {
  return edge(sourceType, path, 'arn', relation, 'AWS::S3::Bucket', {
    ...options,
    text: { excludes: ':' },
    read: 'arn:{partition}:s3:::{value}',
    example: { 'example-orders': 'arn:aws:s3:::example-orders' },
  });
}

/** A rule for the bucket in a URI such as `s3://bucket/key`; Hadoop also writes the schemes `s3a` and `s3n`. */
export function bucketUri(sourceType: string, path: string, relation: RelationshipType): EdgeRule {
  return edge(sourceType, path, 'arn', relation, 'AWS::S3::Bucket', {
    text: { startsWith: 's3', includes: '://' },
    read: 'arn:{partition}:s3:::{value|rest:://|before:/}',
    example: {
      's3://example-orders/2026/': 'arn:aws:s3:::example-orders',
      's3a://example-data': 'arn:aws:s3:::example-data',
    },
  });
}

/** A rule for container images in private ECR repositories: `<account>.dkr.ecr.<region>.amazonaws.com/<name>:<tag>`. */
export function ecrImage(sourceType: string, path: string): EdgeRule {
  return edge(sourceType, path, 'arn', 'pulls_from', 'AWS::ECR::Repository', {
    variant: 'ecr',
    text: { includes: '.dkr.ecr.' },
    read: 'arn:{partition}:ecr:{value|after:.dkr.ecr.|before:.}:{value|before:.}:repository/{value|image|rest:/}',
    example: {
      '210987654321.dkr.ecr.eu-central-1.amazonaws.com/shared/base:2026-01-12':
        'arn:aws:ecr:eu-central-1:210987654321:repository/shared/base',
    },
  });
}

/** The rule of {@link ecrImage}, and a rule for the full names of images of other registries. */
export function containerImage(sourceType: string, path: string): readonly EdgeRule[] {
  return [
    ecrImage(sourceType, path),
    edge(sourceType, path, 'name', 'pulls_from', ['AWS::ECR::Repository', 'AWS::ECR::PublicRepository'], {
      variant: 'registry',
      text: { excludes: '.dkr.ecr.' },
      read: '{value|image}',
      external: true,
      example: {
        'nginx:1.27': 'docker.io/library/nginx',
        'public.ecr.aws/docker/library/node:20': 'public.ecr.aws/docker/library/node',
        'public.ecr.aws/datadog/agent@sha256:0123456789abcdef': 'public.ecr.aws/datadog/agent',
      },
    }),
  ];
}

/**
 * Rules of a resource policy: the principals and the source ARNs that it allows. The root principal of an account is not the
 * name of a resource. Negative operators (`ArnNotLike`) and keys of the request or resource name nothing that is allowed.
 */
export function allowedBy(sourceType: string, path: string): readonly EdgeRule[] {
  const options = { confidence: 'low', external: false } as const;
  const statement = `${path}.Statement[]`;
  return [
    edge(
      sourceType,
      `${statement}.Principal.AWS[]`,
      'arn',
      'allows_from',
      ['AWS::IAM::Role', 'AWS::IAM::User', 'AWS::CloudFront::CloudFrontOriginAccessIdentity'],
      { ...options, when: allows, text: { excludes: ':root' } },
    ),
    edge(sourceType, `${statement}.Condition.*.*[]`, 'arn', 'allows_from', [], {
      ...options,
      ...allowingCondition,
      key: { words: callerKeys },
    }),
  ];
}

/** Keys of conditions whose values are the caller. Source: IAM User Guide, condition context keys; they ignore case. */
const callerKeys = [
  'source arn',
  'sourcearn',
  'principal arn',
  'principalarn',
  'source function arn',
  'source instance arn',
  'data access point arn',
  'logs arn',
];

/** Selects the values of conditions with positive operators, in statements that allow. */
export const allowingCondition = {
  itemKey: { excludes: 'Not' },
  when: { on: 'item', conditions: [{ path: '^.^.Effect', equals: 'Allow' }] },
} as const;

const allows = { on: 'item', conditions: [{ path: '^.Effect', equals: 'Allow' }] } as const;

/** A rule for the resources that an identity policy allows. */
export function allowedResources(sourceType: string, path: string, options?: EdgeOptions): EdgeRule {
  return edge(sourceType, `${path}.Statement[].Resource[]`, 'arn', 'references', [], {
    confidence: 'low',
    external: false,
    when: { on: 'item', conditions: [{ path: 'Effect', equals: 'Allow' }] },
    ...options,
  });
}
