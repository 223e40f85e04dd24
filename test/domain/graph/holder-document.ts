import { createHash } from 'node:crypto';
import type { EdgeRule, ExtractedReference, HolderDocument } from '../../../domain/graph/edge-rule.ts';
import { extractHolder, extractionRules } from '../../../domain/graph/extract-holder.ts';

/** Type of the holder of {@link document}. */
export const holderType = 'AWS::SQS::Queue';
/** Type of the resources that rules of tests name. */
export const targetType = 'AWS::KMS::Key';
export const topicArn = 'arn:aws:sns:eu-west-1:123456789012:orders';

/** Returns the hash of a text, in place of the keyed hash of an organization. */
export const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns a queue with a configuration. */
export function document(configuration: unknown, fields: Partial<HolderDocument> = {}): HolderDocument {
  return {
    resourceType: holderType,
    nativeId: 'https://sqs.eu-west-1.amazonaws.com/123456789012/orders',
    arn: 'arn:aws:sqs:eu-west-1:123456789012:orders',
    name: 'orders',
    awsAccountNumber: '123456789012',
    region: 'eu-west-1',
    configuration: JSON.stringify(configuration),
    volatile: '{}',
    tags: '{}',
    ...fields,
  };
}

/** Returns the references that rules find in a configuration, without the names of the rules. */
export function references(
  rules: readonly EdgeRule[],
  configuration: unknown,
  fields: Partial<HolderDocument> = {},
): readonly Omit<ExtractedReference, 'rule'>[] {
  return extractHolder(document(configuration, fields), hash, extractionRules(rules, [])).references.map(
    (reference) => {
      const { rule: _, ...found } = reference;
      return found;
    },
  );
}
