import type { ServiceCollectors } from '../declaration/collector.ts';

export const appsync: ServiceCollectors = {
  service: 'appsync',
  client: 'appsync',
  scope: 'regional',
  probe: { operation: 'ListGraphqlApis', input: { maxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::AppSync::GraphQLApi',
      title: 'GraphQL API',
      list: { operation: 'ListGraphqlApis', input: { maxResults: 25 }, items: 'graphqlApis[]' },
      nativeId: 'apiId',
      arn: 'arn',
      name: 'name',
      tags: { path: 'tags' },
      terraform: ['aws_appsync_graphql_api'],
    },
    {
      resourceType: 'AWS::AppSync::DataSource',
      title: 'GraphQL data source',
      parent: 'AWS::AppSync::GraphQLApi',
      list: {
        operation: 'ListDataSources',
        input: { apiId: '{apiId}', maxResults: 25 },
        items: 'dataSources[]',
      },
      fromParent: { apiId: 'apiId' },
      nativeId: 'dataSourceArn',
      arn: 'dataSourceArn',
      name: 'name',
      terraform: ['aws_appsync_datasource'],
    },
  ],
};
