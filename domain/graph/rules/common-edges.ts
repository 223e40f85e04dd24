import { defined } from '../../defined.ts';
import type { RelationshipType } from '../../values.ts';
import type { EdgeExample, EdgeRule, Matcher } from '../edge-rule.ts';
import type { ExternalType } from '../external-type.ts';
import { wordsIgnoringCase } from '../key-words.ts';
import { callerKeys } from '../policy-statement.ts';
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
 * Rules of a resource policy or trust policy: the parties that its statements allow, and the callers that conditions name.
 * Sources: IAM User Guide, AWS JSON policy elements: Principal, and condition context keys. Negative operators
 * (`ArnNotLike`) and keys of the request or resource name nothing that is allowed.
 */
export function allowedBy(
  sourceType: string,
  path: string,
  relation: 'allows_from' | 'trusts' = 'allows_from',
): readonly EdgeRule[] {
  const confidence = relation === 'trusts' ? 'high' : 'low';
  const named = { audience: 'named', confidence } as const;
  const narrowed = { ...named, audience: 'narrowed' } as const;
  const open = { ...named, audience: 'open' } as const;
  const statement = `${path}.Statement[]`;
  const aws = `${statement}.Principal.AWS[]`;
  const federated = `${statement}.Principal.Federated[]`;
  const condition = `${statement}.Condition.*.*[]`;
  const party = (from: string, type: ExternalType, options: EdgeOptions): EdgeRule =>
    edge(sourceType, from, 'id', relation, [...resourceTypesOf[type], type], options);
  return [
    edge(
      sourceType,
      aws,
      'arn',
      relation,
      relation === 'trusts' ? [role, user] : [role, user, originIdentity],
      { ...named, text: { includes: ':iam::', excludes: ':root' } },
    ),
    edge(sourceType, aws, 'arn', relation, role, {
      ...named,
      variant: 'session',
      external: false,
      text: { includes: ':assumed-role/' },
      read: 'arn:{partition}:iam::{value|field::4|before::}:role/{value|rest:/|before:/}',
    }),
    party(aws, 'account', {
      ...named,
      variant: 'account',
      read: ['{value|having::root|field::4|before::}', '{value}'],
    }),
    party(aws, 'anyone', { ...open, variant: 'anyone', text: { equals: '*' } }),
    party(`${statement}.Principal`, 'anyone', { ...open, text: { equals: '*' } }),
    party(`${statement}.NotPrincipal.*[]`, 'anyone', open),
    party(`${statement}.Principal.Service[]`, 'service', named),
    edge(sourceType, federated, 'arn', relation, ['AWS::IAM::OIDCProvider', 'AWS::IAM::SAMLProvider'], named),
    party(federated, 'service', { ...named, variant: 'service' }),
    ...(relation === 'trusts'
      ? []
      : [
          edge(sourceType, condition, 'arn', relation, [], {
            ...named,
            ...positive,
            external: false,
            key: { words: keyWords.arn },
          }),
        ]),
    edge(sourceType, condition, 'arn', relation, [], {
      ...narrowed,
      ...positive,
      variant: 'caller',
      key: { words: keyWords.arn },
    }),
    party(condition, 'account', {
      ...narrowed,
      ...positive,
      variant: 'account',
      key: { words: keyWords.account },
    }),
    party(condition, 'account', {
      ...narrowed,
      ...positive,
      variant: 'account-of-pattern',
      key: { words: keyWords.arn },
      text: { includes: '*' },
      read: '{value|field::4|before::}',
    }),
    party(condition, 'organization', {
      ...narrowed,
      ...positive,
      variant: 'organization',
      key: { words: keyWords.organization },
      read: '{value|before:/}',
    }),
  ];
}

const role = 'AWS::IAM::Role';
const user = 'AWS::IAM::User';
const originIdentity = 'AWS::CloudFront::CloudFrontOriginAccessIdentity';

/** Types of the resources that are the party. They are in the inventory of the management account. */
const resourceTypesOf: Readonly<Record<ExternalType, readonly string[]>> = {
  account: ['AWS::Organizations::Account'],
  anyone: [],
  organization: ['AWS::Organizations::Organization'],
  service: [],
};

/** Words of the keys of conditions whose values are the caller; those of ARNs also name a caller more closely. */
const keyWords = {
  arn: [...wordsOf([...callerKeys.arn, 'lambda:SourceFunctionArn', 'ec2:SourceInstanceARN']), 'logs arn'],
  account: wordsOf(callerKeys.account),
  organization: wordsOf([...callerKeys.organization, ...callerKeys.organizationPath]),
} as const;

function wordsOf(keys: readonly string[]): readonly string[] {
  return keys.flatMap((key) => wordsIgnoringCase(key.slice(key.indexOf(':') + 1)));
}

const positive = { itemKey: { excludes: 'Not' } } as const;

/** Selects the values of conditions with positive operators, in statements that allow. */
export const allowingCondition = { ...positive, audience: 'named' } as const;

/** A rule for the number of an account with which a resource is shared. */
export function sharedWith(sourceType: string, path: string): readonly EdgeRule[] {
  return [
    edge(sourceType, path, 'id', 'allows_from', ['AWS::Organizations::Account', 'account'], {
      example: '210987654321',
    }),
  ];
}

/**
 * Rules for the principal of a grant or share: the ARN of a role, user, session or account, the number of an account, or the name
 * of a service. Sources: AWS KMS API reference, CreateGrant; AWS RAM API reference, AssociateResourceShare.
 */
export function grantedTo(
  sourceType: string,
  path: string,
  options: Pick<EdgeOptions, 'confidence'> = {},
): readonly EdgeRule[] {
  const rule = (
    variant: string,
    matcher: Matcher,
    types: string | readonly string[],
    { text, read, external, example }: EdgeOptions,
  ): EdgeRule =>
    edge(sourceType, path, matcher, 'allows_from', types, {
      ...options,
      ...defined({ text, read, external, example }),
      variant,
    });
  return [
    rule('principal', 'arn', [role, user], {
      text: { includes: ':iam::', excludes: ':root' },
      example: {
        'arn:aws:iam::123456789012:role/orders': true,
        'arn:aws:iam::210987654321:user/deploy': true,
        'arn:aws:iam::210987654321:role/*': false,
      },
    }),
    rule('session', 'arn', role, {
      external: false,
      text: { includes: ':assumed-role/' },
      read: 'arn:{partition}:iam::{value|field::4|before::}:role/{value|rest:/|before:/}',
      example: {
        'arn:aws:sts::123456789012:assumed-role/nodes/i-0a1b2c3d4e5f60718':
          'arn:aws:iam::123456789012:role/nodes',
      },
    }),
    rule('account', 'id', [...resourceTypesOf.account, 'account'], {
      read: ['{value|having::root|field::4|before::}', '{value}'],
      example: { '345678901234': true, 'arn:aws:iam::456789012345:root': '456789012345', '1234': false },
    }),
    rule('service', 'id', 'service', { example: { 'dynamodb.eu-west-1.amazonaws.com': true, '*': false } }),
  ];
}

/** A rule for the group of permissions that stands for everyone. */
export function sharedWithAll(sourceType: string, path: string): EdgeRule {
  return edge(sourceType, path, 'id', 'allows_from', 'anyone', {
    text: { equals: 'all' },
    example: { all: '*' },
  });
}

/** Rules for the accounts that can restore a snapshot of RDS. */
export function sharedSnapshot(sourceType: string, path: string): readonly EdgeRule[] {
  const values = `${path}.AttributeValues[]`;
  const when = { on: 'item', conditions: [{ path: 'AttributeName', equals: 'restore' }] } as const;
  return [
    edge(sourceType, values, 'id', 'allows_from', ['AWS::Organizations::Account', 'account'], { when }),
    edge(sourceType, values, 'id', 'allows_from', 'anyone', {
      variant: 'anyone',
      when,
      text: { equals: 'all' },
    }),
  ];
}

/** A rule for the resources that an identity policy allows. */
export function allowedResources(sourceType: string, path: string, options?: EdgeOptions): EdgeRule {
  return edge(sourceType, `${path}.Statement[].Resource[]`, 'arn', 'references', [], {
    confidence: 'low',
    external: false,
    when: { on: 'item', conditions: [{ path: 'Effect', equals: 'Allow' }] },
    ...options,
  });
}
