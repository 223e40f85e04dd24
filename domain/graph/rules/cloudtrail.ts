import type { EdgeRule } from '../edge-rule.ts';
import { bucketName, keyArn, logGroupArn, roleArn, topicArn } from './common-edges.ts';
import { edge } from './edge.ts';

const trail = 'AWS::CloudTrail::Trail';
const eventDataStore = 'AWS::CloudTrail::EventDataStore';

export const cloudtrailRules: readonly EdgeRule[] = [
  bucketName(trail, 'S3BucketName', 'logs_to'),
  topicArn(trail, 'SnsTopicARN', 'notifies'),
  logGroupArn(trail, 'CloudWatchLogsLogGroupArn', 'logs_to'),
  roleArn(trail, 'CloudWatchLogsRoleArn', 'uses'),
  keyArn(trail, 'KmsKeyId', 'encrypted_by'),
  edge(
    trail,
    'Selectors.EventSelectors[].DataResources[].Values[]',
    'arn',
    'monitors',
    ['AWS::S3::Bucket', 'AWS::Lambda::Function', 'AWS::DynamoDB::Table'],
    {
      external: false,
      example: {
        'arn:aws:s3:::payments-ledger/': { baseKey: 'arn:aws:s3:::payments-ledger' },
        'arn:aws:lambda:eu-west-1:123456789012:function:orders': true,
      },
    },
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
  keyArn(eventDataStore, 'KmsKeyId', 'encrypted_by'),
  roleArn(eventDataStore, 'FederationRoleArn', 'uses'),
];
