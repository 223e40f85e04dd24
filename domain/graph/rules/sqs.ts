import type { EdgeRule } from '../edge-rule.ts';
import { edge, encryptedBy } from './edge.ts';

const queue = 'AWS::SQS::Queue';

export const sqsRules: readonly EdgeRule[] = [
  edge(queue, 'Attributes.RedrivePolicy.deadLetterTargetArn', 'arn', 'dead_letters_to', queue),
  ...encryptedBy(queue, 'Attributes.KmsMasterKeyId'),
];
