import type { EdgeRule } from '../edge-rule.ts';
import { edge, encryptedBy } from './edge.ts';

const stream = 'AWS::Kinesis::Stream';
const streamConsumer = 'AWS::Kinesis::StreamConsumer';

export const kinesisRules: readonly EdgeRule[] = [
  ...encryptedBy(stream, 'KeyId'),
  edge(streamConsumer, 'StreamARN', 'arn', 'reads_from', 'AWS::Kinesis::Stream'),
];
