import type { EdgeRule } from '../edge-rule.ts';
import { encryptedBy } from './common-edges.ts';
import { edge } from './edge.ts';

const stream = 'AWS::Kinesis::Stream';
const streamConsumer = 'AWS::Kinesis::StreamConsumer';

export const kinesisRules: readonly EdgeRule[] = [
  ...encryptedBy(stream, 'KeyId'),
  edge(streamConsumer, 'StreamARN', 'arn', 'reads_from', 'AWS::Kinesis::Stream', {
    example: 'arn:aws:kinesis:eu-west-1:123456789012:stream/orders',
  }),
];
