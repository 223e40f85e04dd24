import type { ServiceCollectors } from '../declaration/collector.ts';

export const aoss: ServiceCollectors = {
  service: 'aoss',
  client: 'opensearchserverless',
  scope: 'regional',
  probe: { operation: 'ListCollections', input: { maxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::OpenSearchServerless::Collection',
      title: 'OpenSearch Serverless collection',
      list: { operation: 'ListCollections', input: { maxResults: 100 }, items: 'collectionSummaries[]' },
      nativeId: 'id',
      arn: 'arn',
      name: 'name',
      tags: { call: { operation: 'ListTagsForResource', input: { resourceArn: '{arn}' }, result: 'tags' } },
      volatile: ['status'],
      terraform: ['aws_opensearchserverless_collection'],
    },
    {
      resourceType: 'AWS::OpenSearchServerless::SecurityPolicy',
      title: 'OpenSearch Serverless security policy',
      list: {
        operation: 'ListSecurityPolicies',
        input: { maxResults: 100 },
        variants: [{ type: 'encryption' }, { type: 'network' }],
        items: 'securityPolicySummaries[]',
      },
      details: [
        {
          operation: 'GetSecurityPolicy',
          input: { name: '{name}', type: '{type}' },
          result: 'securityPolicyDetail',
        },
      ],
      nativeId: '{type}/{name}',
      name: 'name',
      createdAt: 'createdDate',
      volatile: ['lastModifiedDate'],
      terraform: ['aws_opensearchserverless_security_policy'],
    },
  ],
};
