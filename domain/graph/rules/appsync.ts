import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

const graphQLApi = 'AWS::AppSync::GraphQLApi';
const dataSource = 'AWS::AppSync::DataSource';

export const appsyncRules: readonly EdgeRule[] = [
  edge(graphQLApi, 'logConfig.cloudWatchLogsRoleArn', 'arn', 'uses', 'AWS::IAM::Role'),
  edge(graphQLApi, 'userPoolConfig.userPoolId', 'id', 'uses', 'AWS::Cognito::UserPool'),
  edge(
    graphQLApi,
    'additionalAuthenticationProviders[].userPoolConfig.userPoolId',
    'id',
    'uses',
    'AWS::Cognito::UserPool',
  ),
  edge(graphQLApi, 'lambdaAuthorizerConfig.authorizerUri', 'arn', 'invokes', [
    'AWS::Lambda::Function',
    'AWS::Lambda::Alias',
  ]),
  edge(
    graphQLApi,
    'additionalAuthenticationProviders[].lambdaAuthorizerConfig.authorizerUri',
    'arn',
    'invokes',
    ['AWS::Lambda::Function', 'AWS::Lambda::Alias'],
  ),
  edge(graphQLApi, 'wafWebAclArn', 'arn', 'protects', 'AWS::WAFv2::WebACL', { reversed: true }),
  edge(graphQLApi, 'mergedApiExecutionRoleArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(dataSource, 'apiId', 'id', 'contained_in', 'AWS::AppSync::GraphQLApi'),
  edge(dataSource, 'serviceRoleArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(dataSource, 'dynamodbConfig.tableName', 'arn', 'uses', 'AWS::DynamoDB::Table', {
    read: 'arn:{partition}:dynamodb:{item.awsRegion}:{account}:table/{value}',
  }),
  edge(
    dataSource,
    'dynamodbConfig.deltaSyncConfig.deltaSyncTableName',
    'arn',
    'uses',
    'AWS::DynamoDB::Table',
    { read: 'arn:{partition}:dynamodb:{holder.dynamodbConfig.awsRegion}:{account}:table/{value}' },
  ),
  edge(dataSource, 'lambdaConfig.lambdaFunctionArn', 'arn', 'invokes', [
    'AWS::Lambda::Function',
    'AWS::Lambda::Alias',
  ]),
  edge(
    dataSource,
    'relationalDatabaseConfig.rdsHttpEndpointConfig.dbClusterIdentifier',
    'arn',
    'uses',
    'AWS::RDS::DBCluster',
  ),
  edge(
    dataSource,
    'relationalDatabaseConfig.rdsHttpEndpointConfig.awsSecretStoreArn',
    'arn',
    'reads_secret',
    'AWS::SecretsManager::Secret',
  ),
  edge(dataSource, 'eventBridgeConfig.eventBusArn', 'arn', 'targets', 'AWS::Events::EventBus'),
  edge(dataSource, 'openSearchServiceConfig.endpoint', 'dns', 'uses', 'AWS::OpenSearchService::Domain'),
  edge(dataSource, 'elasticsearchConfig.endpoint', 'dns', 'uses', 'AWS::OpenSearchService::Domain'),
];
