import { defined } from '../../defined.ts';
import type { EdgeRule, KeyCondition } from '../edge-rule.ts';
import { edge } from './edge.ts';

/** Types whose names are values of variables that end with these words: `ORDERS_TABLE`, `queueName`. */
const namedTypes: readonly (readonly [words: readonly string[], types: readonly string[]])[] = [
  [['table'], ['AWS::DynamoDB::Table']],
  [['queue'], ['AWS::SQS::Queue']],
  [['bucket'], ['AWS::S3::Bucket']],
  [['topic'], ['AWS::SNS::Topic']],
  [['stream'], ['AWS::Kinesis::Stream', 'AWS::KinesisFirehose::DeliveryStream']],
  [['function', 'lambda'], ['AWS::Lambda::Function']],
  [['secret'], ['AWS::SecretsManager::Secret']],
  [['parameter', 'param'], ['AWS::SSM::Parameter']],
  [['event bus', 'bus'], ['AWS::Events::EventBus']],
  [['log group'], ['AWS::Logs::LogGroup']],
  [['cluster'], ['AWS::ECS::Cluster', 'AWS::EKS::Cluster']],
];

/**
 * Rules of environment variables. Their values are stored as keyed hashes, so that only whole values can be compared.
 *
 * @param path path of the values
 * @param nameKey key of the variable's name next to the value; absent: the name is the key of the value
 */
export function environmentVariables(
  sourceType: string,
  path: string,
  nameKey?: string,
): readonly EdgeRule[] {
  const options = { confidence: 'low', external: false } as const;
  const key = (words: readonly string[]): KeyCondition => defined({ path: nameKey, words });
  return [
    ...(['arn', 'url', 'dns'] as const).map((matcher) =>
      edge(sourceType, path, matcher, 'references', [], { ...options, variant: matcher }),
    ),
    ...namedTypes.map(([words, types]) =>
      edge(sourceType, path, 'name', 'references', types, {
        ...options,
        variant: (words[0] ?? '').replace(' ', '-'),
        key: key(words),
      }),
    ),
  ];
}
