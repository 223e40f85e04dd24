import type { EdgeRule } from '../edge-rule.ts';
import { allowedBy, encryptedBy, queueArn } from './common-edges.ts';

const queue = 'AWS::SQS::Queue';

export const sqsRules: readonly EdgeRule[] = [
  queueArn(queue, 'Attributes.RedrivePolicy.deadLetterTargetArn', 'dead_letters_to'),
  queueArn(queue, 'Attributes.RedriveAllowPolicy.sourceQueueArns[]', 'allows_from'),
  ...encryptedBy(queue, 'Attributes.KmsMasterKeyId'),
  ...allowedBy(queue, 'Attributes.Policy'),
];
