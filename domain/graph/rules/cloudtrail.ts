import type { EdgeRule } from '../edge-rule.ts';
import { keyArn } from './common-edges.ts';
import { bucketName, edge } from './edge.ts';

const trail = 'AWS::CloudTrail::Trail';
const eventDataStore = 'AWS::CloudTrail::EventDataStore';

export const cloudtrailRules: readonly EdgeRule[] = [
  bucketName(trail, 'S3BucketName', 'logs_to'),
  edge(trail, 'SnsTopicARN', 'arn', 'notifies', 'AWS::SNS::Topic'),
  edge(trail, 'CloudWatchLogsLogGroupArn', 'arn', 'logs_to', 'AWS::Logs::LogGroup'),
  edge(trail, 'CloudWatchLogsRoleArn', 'arn', 'uses', 'AWS::IAM::Role'),
  keyArn(trail, 'KmsKeyId'),
  edge(
    trail,
    'Selectors.EventSelectors[].DataResources[].Values[]',
    'arn',
    'monitors',
    ['AWS::S3::Bucket', 'AWS::Lambda::Function', 'AWS::DynamoDB::Table'],
    { external: false },
  ),
  edge(trail, 'Selectors.AdvancedEventSelectors[].FieldSelectors[].Equals[]', 'arn', 'monitors', [], {
    when: { on: 'item', conditions: [{ path: 'Field', equals: 'resources.ARN' }] },
    external: false,
  }),
  edge(
    trail,
    'Selectors.AdvancedEventSelectors[].FieldSelectors[].StartsWith[]',
    'arn',
    'monitors',
    'AWS::S3::Bucket',
    { when: { on: 'item', conditions: [{ path: 'Field', equals: 'resources.ARN' }] }, external: false },
  ),
  keyArn(eventDataStore, 'KmsKeyId'),
  edge(eventDataStore, 'FederationRoleArn', 'arn', 'uses', 'AWS::IAM::Role'),
];
