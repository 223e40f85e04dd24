import type { EdgeRule, Matcher } from '../edge-rule.ts';
import type { RelationshipType } from '../../values.ts';

type Options = Omit<EdgeRule, 'id' | 'sourceType' | 'path' | 'matcher' | 'relation' | 'targetTypes'> & {
  /** Distinguishes the ids of rules with the same type, path and relation. */
  readonly variant?: string;
};

/** Returns a rule with the id `<type without AWS::>.<path>:<relation>`, and `:<variant>` if there is one. */
export function edge(
  sourceType: string,
  path: string,
  matcher: Matcher,
  relation: RelationshipType,
  targetTypes: string | readonly string[],
  { variant, ...options }: Options = {},
): EdgeRule {
  const id = `${sourceType.replace('AWS::', '')}.${path}:${relation}${variant === undefined ? '' : `:${variant}`}`;
  return {
    id,
    sourceType,
    path,
    matcher,
    relation,
    targetTypes: typeof targetTypes === 'string' ? [targetTypes] : targetTypes,
    ...options,
  };
}

/**
 * Returns the rules of a value that names a KMS key in one of the four forms that AWS accepts: ARN of the key or alias, id of
 * the key, name of the alias. Source: KMS API reference, parameter `KeyId`.
 */
export function encryptedBy(sourceType: string, path: string, options: Options = {}): readonly EdgeRule[] {
  const key = 'AWS::KMS::Key';
  const alias = 'AWS::KMS::Alias';
  const relation = 'encrypted_by';
  return [
    edge(sourceType, path, 'arn', relation, key, {
      ...options,
      variant: 'key-arn',
      text: { includes: ':key/' },
    }),
    edge(sourceType, path, 'arn', relation, alias, {
      ...options,
      variant: 'alias-arn',
      text: { includes: ':alias/' },
    }),
    edge(sourceType, path, 'id', relation, key, { ...options, variant: 'key-id', text: { excludes: '/' } }),
    edge(sourceType, path, 'name', relation, alias, {
      ...options,
      variant: 'alias',
      text: { startsWith: 'alias/' },
    }),
  ];
}

/** A rule for values that are ARNs, and one for values that are names. */
export function arnOrName(
  sourceType: string,
  path: string,
  relation: RelationshipType,
  targetTypes: string | readonly string[],
  options: Options = {},
): readonly EdgeRule[] {
  return [
    edge(sourceType, path, 'arn', relation, targetTypes, { ...options, variant: 'arn' }),
    edge(sourceType, path, 'name', relation, targetTypes, { ...options, variant: 'name' }),
  ];
}

/** A rule for names of buckets. Names of buckets are unique in a partition, so they are compared as ARNs. */
export function bucketName(
  sourceType: string,
  path: string,
  relation: RelationshipType,
  options: Options = {},
): EdgeRule {
  return edge(sourceType, path, 'arn', relation, 'AWS::S3::Bucket', {
    ...options,
    text: { excludes: ':' },
    read: 'arn:{partition}:s3:::{value}',
  });
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
export function allowedResources(sourceType: string, path: string, options: Options = {}): EdgeRule {
  return edge(sourceType, `${path}.Statement[].Resource[]`, 'arn', 'references', [], {
    confidence: 'low',
    external: false,
    when: { on: 'item', conditions: [{ path: 'Effect', equals: 'Allow' }] },
    ...options,
  });
}
