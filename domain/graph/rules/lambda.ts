import type { EdgeRule } from '../edge-rule.ts';
import {
  allowedBy,
  allowingCondition,
  encryptedBy,
  logGroupName,
  roleArn,
  securityGroupId,
  subnetId,
  vpcId,
} from './common-edges.ts';
import { edge } from './edge.ts';
import { environmentVariables } from './environment-variables.ts';

const lambdaFunction = 'AWS::Lambda::Function';
const mapping = 'AWS::Lambda::EventSourceMapping';
const queue = 'AWS::SQS::Queue';
const topic = 'AWS::SNS::Topic';

export const lambdaRules: readonly EdgeRule[] = [
  roleArn(lambdaFunction, 'Role', 'runs_as'),
  vpcId(lambdaFunction, 'VpcConfig.VpcId', 'contained_in'),
  subnetId(lambdaFunction, 'VpcConfig.SubnetIds[]', 'contained_in'),
  securityGroupId(lambdaFunction, 'VpcConfig.SecurityGroupIds[]', 'uses'),
  edge(lambdaFunction, 'Layers[].Arn', 'arn', 'uses', 'AWS::Lambda::LayerVersion', {
    example: {
      'arn:aws:lambda:eu-west-1:123456789012:layer:tools:7': {
        baseKey: 'arn:aws:lambda:eu-west-1:123456789012:layer:tools',
      },
    },
  }),
  edge(lambdaFunction, 'DeadLetterConfig.TargetArn', 'arn', 'dead_letters_to', [queue, topic], {
    example: 'arn:aws:sqs:eu-west-1:123456789012:failed',
  }),
  edge(lambdaFunction, 'FileSystemConfigs[].Arn', 'arn', 'uses', 'AWS::EFS::AccessPoint', {
    example: 'arn:aws:elasticfilesystem:eu-west-1:123456789012:access-point/fsap-0a1b2c3d4e5f60718',
  }),
  logGroupName(lambdaFunction, 'LoggingConfig.LogGroup', 'logs_to'),
  ...encryptedBy(lambdaFunction, 'KMSKeyArn'),
  // Of a function whose code is an image, the hash is the digest of the image. Sources: Lambda developer guide, "Create a Lambda
  // function using a container image"; the Serverless Framework, which compares the two before it deploys.
  edge(lambdaFunction, 'CodeSha256', 'id', 'pulls_from', 'AWS::ECR::Image', {
    confidence: 'medium',
    external: false,
    when: { on: 'holder', conditions: [{ path: 'PackageType', equals: 'Image' }] },
    read: 'sha256:{value}',
  }),
  ...environmentVariables(lambdaFunction, 'Environment.Variables.*'),
  ...allowedBy(lambdaFunction, 'Policy'),
  // API Gateway permissions name `arn:aws:execute-api:<region>:<account>:<API id>/<stage>/<method>/<path>`.
  edge(
    lambdaFunction,
    'Policy.Statement[].Condition.*["AWS:SourceArn"]',
    'id',
    'allows_from',
    ['AWS::ApiGateway::RestApi', 'AWS::ApiGatewayV2::Api'],
    {
      ...allowingCondition,
      variant: 'api',
      confidence: 'low',
      external: false,
      text: { includes: ':execute-api:' },
      read: '{value|after::|before:/}',
    },
  ),

  edge(mapping, 'FunctionArn', 'arn', 'triggers', lambdaFunction, {
    example: {
      'arn:aws:lambda:eu-west-1:123456789012:function:resize:live': {
        baseKey: 'arn:aws:lambda:eu-west-1:123456789012:function:resize',
      },
    },
  }),
  edge(
    mapping,
    'EventSourceArn',
    'arn',
    'reads_from',
    [
      queue,
      'AWS::Kinesis::Stream',
      'AWS::Kinesis::StreamConsumer',
      'AWS::DynamoDB::Table',
      'AWS::MSK::Cluster',
      'AWS::AmazonMQ::Broker',
      'AWS::DocDB::DBCluster',
    ],
    { example: 'arn:aws:sqs:eu-west-1:123456789012:uploads' },
  ),
  edge(
    mapping,
    'DestinationConfig.OnFailure.Destination',
    'arn',
    'dead_letters_to',
    [queue, topic, 'AWS::S3::Bucket'],
    { example: 'arn:aws:sqs:eu-west-1:123456789012:failed' },
  ),
  edge(mapping, 'SourceAccessConfigurations[].URI', 'arn', 'reads_secret', 'AWS::SecretsManager::Secret', {
    example: {
      'arn:aws:secretsmanager:eu-west-1:123456789012:secret:kafka-AbCdEf': true,
      'subnet:subnet-0a1b2c3d4e5f60718': false,
    },
  }),
  ...encryptedBy(mapping, 'KMSKeyArn'),
];
