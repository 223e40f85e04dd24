import type { EdgeRule } from '../edge-rule.ts';
import { bucketName, functionArn, keyArn, roleArn, sharedWith, topicArn } from './common-edges.ts';
import { edge } from './edge.ts';

const configRule = 'AWS::Config::ConfigRule';
const configurationRecorder = 'AWS::Config::ConfigurationRecorder';
const deliveryChannel = 'AWS::Config::DeliveryChannel';
const configurationAggregator = 'AWS::Config::ConfigurationAggregator';
const conformancePack = 'AWS::Config::ConformancePack';

export const configRules: readonly EdgeRule[] = [
  functionArn(configRule, 'Source.SourceIdentifier', 'invokes'),
  roleArn(configurationRecorder, 'roleARN', 'runs_as'),
  bucketName(deliveryChannel, 's3BucketName', 'logs_to'),
  keyArn(deliveryChannel, 's3KmsKeyArn', 'encrypted_by'),
  topicArn(deliveryChannel, 'snsTopicARN', 'notifies'),
  roleArn(configurationAggregator, 'OrganizationAggregationSource.RoleArn', 'runs_as'),
  ...sharedWith('AWS::Config::AggregationAuthorization', 'AuthorizedAccountId'),
  bucketName(conformancePack, 'DeliveryS3Bucket', 'uses'),
  edge(conformancePack, 'TemplateSSMDocumentDetails.DocumentName', 'name', 'uses', 'AWS::SSM::Document', {
    example: 'conformance-baseline',
  }),
];
