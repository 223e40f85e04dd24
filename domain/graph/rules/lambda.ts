import type { EdgeRule } from '../edge-rule.ts';
import { allowedBy, allowingCondition, edge, encryptedBy } from './edge.ts';
import { environmentVariables } from './environment-variables.ts';

const lambdaFunction = 'AWS::Lambda::Function';
const alias = 'AWS::Lambda::Alias';
const mapping = 'AWS::Lambda::EventSourceMapping';
const queue = 'AWS::SQS::Queue';
const topic = 'AWS::SNS::Topic';

export const lambdaRules: readonly EdgeRule[] = [
  edge(lambdaFunction, 'Role', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(lambdaFunction, 'VpcConfig.VpcId', 'id', 'contained_in', 'AWS::EC2::VPC'),
  edge(lambdaFunction, 'VpcConfig.SubnetIds[]', 'id', 'contained_in', 'AWS::EC2::Subnet'),
  edge(lambdaFunction, 'VpcConfig.SecurityGroupIds[]', 'id', 'uses', 'AWS::EC2::SecurityGroup'),
  edge(lambdaFunction, 'Layers[].Arn', 'arn', 'uses', 'AWS::Lambda::LayerVersion'),
  edge(lambdaFunction, 'DeadLetterConfig.TargetArn', 'arn', 'dead_letters_to', [queue, topic]),
  edge(lambdaFunction, 'FileSystemConfigs[].Arn', 'arn', 'uses', 'AWS::EFS::AccessPoint'),
  edge(lambdaFunction, 'LoggingConfig.LogGroup', 'name', 'logs_to', 'AWS::Logs::LogGroup'),
  ...encryptedBy(lambdaFunction, 'KMSKeyArn'),
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

  // The list of aliases does not contain the ARN of the function.
  edge(alias, 'AliasArn', 'arn', 'contained_in', lambdaFunction, { read: '{value|start::}' }),

  edge(mapping, 'FunctionArn', 'arn', 'triggers', lambdaFunction),
  edge(mapping, 'EventSourceArn', 'arn', 'reads_from', [
    queue,
    'AWS::Kinesis::Stream',
    'AWS::Kinesis::StreamConsumer',
    'AWS::DynamoDB::Table',
    'AWS::MSK::Cluster',
    'AWS::AmazonMQ::Broker',
    'AWS::DocDB::DBCluster',
  ]),
  edge(mapping, 'DestinationConfig.OnFailure.Destination', 'arn', 'dead_letters_to', [
    queue,
    topic,
    'AWS::S3::Bucket',
  ]),
  edge(mapping, 'SourceAccessConfigurations[].URI', 'arn', 'reads_secret', 'AWS::SecretsManager::Secret'),
  ...encryptedBy(mapping, 'KMSKeyArn'),
];
