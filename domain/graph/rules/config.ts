import type { EdgeRule } from '../edge-rule.ts';
import { keyArn } from './common-edges.ts';
import { bucketName, edge } from './edge.ts';

const configRule = 'AWS::Config::ConfigRule';
const configurationRecorder = 'AWS::Config::ConfigurationRecorder';
const deliveryChannel = 'AWS::Config::DeliveryChannel';
const configurationAggregator = 'AWS::Config::ConfigurationAggregator';
const conformancePack = 'AWS::Config::ConformancePack';

export const configRules: readonly EdgeRule[] = [
  edge(configRule, 'Source.SourceIdentifier', 'arn', 'invokes', [
    'AWS::Lambda::Function',
    'AWS::Lambda::Alias',
  ]),
  edge(configurationRecorder, 'roleARN', 'arn', 'runs_as', 'AWS::IAM::Role'),
  bucketName(deliveryChannel, 's3BucketName', 'logs_to'),
  keyArn(deliveryChannel, 's3KmsKeyArn'),
  edge(deliveryChannel, 'snsTopicARN', 'arn', 'notifies', 'AWS::SNS::Topic'),
  edge(configurationAggregator, 'OrganizationAggregationSource.RoleArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
  bucketName(conformancePack, 'DeliveryS3Bucket', 'uses'),
  edge(conformancePack, 'TemplateSSMDocumentDetails.DocumentName', 'name', 'uses', 'AWS::SSM::Document'),
];
