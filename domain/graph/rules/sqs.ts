import type { EdgeRule } from '../edge-rule.ts';
import { allowedBy, edge, encryptedBy } from './edge.ts';

const queue = 'AWS::SQS::Queue';

export const sqsRules: readonly EdgeRule[] = [
  edge(queue, 'Attributes.RedrivePolicy.deadLetterTargetArn', 'arn', 'dead_letters_to', queue),
  edge(queue, 'Attributes.RedriveAllowPolicy.sourceQueueArns[]', 'arn', 'allows_from', queue),
  ...encryptedBy(queue, 'Attributes.KmsMasterKeyId'),
  ...allowedBy(queue, 'Attributes.Policy'),
];
