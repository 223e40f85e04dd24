import type { EdgeRule } from '../edge-rule.ts';
import { functionArn, roleArn, secretArn } from './common-edges.ts';
import { edge } from './edge.ts';

const graphQLApi = 'AWS::AppSync::GraphQLApi';
const dataSource = 'AWS::AppSync::DataSource';

export const appsyncRules: readonly EdgeRule[] = [
  roleArn(graphQLApi, 'logConfig.cloudWatchLogsRoleArn', 'uses'),
  edge(graphQLApi, 'userPoolConfig.userPoolId', 'id', 'uses', 'AWS::Cognito::UserPool', {
    example: 'eu-west-1_Ab12Cd34E',
  }),
  edge(
    graphQLApi,
    'additionalAuthenticationProviders[].userPoolConfig.userPoolId',
    'id',
    'uses',
    'AWS::Cognito::UserPool',
    { example: 'eu-west-1_Zy98Xw76V' },
  ),
  functionArn(graphQLApi, 'lambdaAuthorizerConfig.authorizerUri', 'invokes'),
  functionArn(
    graphQLApi,
    'additionalAuthenticationProviders[].lambdaAuthorizerConfig.authorizerUri',
    'invokes',
  ),
  edge(graphQLApi, 'wafWebAclArn', 'arn', 'protects', 'AWS::WAFv2::WebACL', {
    reversed: true,
    example:
      'arn:aws:wafv2:eu-west-1:123456789012:regional/webacl/storefront/2b7f0d5e-31d1-4cf4-9a54-9f21c0b4b9d3',
  }),
  roleArn(graphQLApi, 'mergedApiExecutionRoleArn', 'runs_as'),
  roleArn(dataSource, 'serviceRoleArn', 'runs_as'),
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
  functionArn(dataSource, 'lambdaConfig.lambdaFunctionArn', 'invokes'),
  edge(
    dataSource,
    'relationalDatabaseConfig.rdsHttpEndpointConfig.dbClusterIdentifier',
    'arn',
    'uses',
    'AWS::RDS::DBCluster',
    { example: 'arn:aws:rds:eu-west-1:123456789012:cluster:ledger' },
  ),
  secretArn(dataSource, 'relationalDatabaseConfig.rdsHttpEndpointConfig.awsSecretStoreArn', 'reads_secret'),
  edge(dataSource, 'eventBridgeConfig.eventBusArn', 'arn', 'targets', 'AWS::Events::EventBus', {
    example: 'arn:aws:events:eu-west-1:123456789012:event-bus/storefront',
  }),
  edge(dataSource, 'openSearchServiceConfig.endpoint', 'dns', 'uses', 'AWS::OpenSearchService::Domain', {
    example: {
      'https://search-catalog-2j5kd6sn7vqk3cxu4tz5w6y7za.eu-west-1.es.amazonaws.com':
        'search-catalog-2j5kd6sn7vqk3cxu4tz5w6y7za.eu-west-1.es.amazonaws.com',
    },
  }),
  edge(dataSource, 'elasticsearchConfig.endpoint', 'dns', 'uses', 'AWS::OpenSearchService::Domain', {
    example: {
      'https://search-legacy-2j5kd6sn7vqk3cxu4tz5w6y7za.eu-west-1.es.amazonaws.com':
        'search-legacy-2j5kd6sn7vqk3cxu4tz5w6y7za.eu-west-1.es.amazonaws.com',
    },
  }),
];
