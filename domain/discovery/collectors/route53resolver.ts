import type { ServiceCollectors } from '../declaration/collector.ts';

export const route53Resolver: ServiceCollectors = {
  service: 'route53resolver',
  client: 'route53resolver',
  scope: 'regional',
  probe: { operation: 'ListResolverEndpoints', input: { MaxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::Route53Resolver::ResolverEndpoint',
      title: 'Resolver endpoint',
      list: { operation: 'ListResolverEndpoints', input: { MaxResults: 100 }, items: 'ResolverEndpoints[]' },
      nativeId: 'Id',
      arn: 'Arn',
      name: 'Name',
      createdAt: 'CreationTime',
      tags: { call: { operation: 'ListTagsForResource', input: { ResourceArn: '{Arn}' }, result: 'Tags' } },
      volatile: ['Status', 'StatusMessage', 'ModificationTime'],
      terraform: ['aws_route53_resolver_endpoint'],
    },
    {
      resourceType: 'AWS::Route53Resolver::ResolverRule',
      title: 'Resolver rule',
      list: { operation: 'ListResolverRules', input: { MaxResults: 100 }, items: 'ResolverRules[]' },
      nativeId: 'Id',
      arn: 'Arn',
      name: 'Name',
      createdAt: 'CreationTime',
      tags: {
        call: {
          operation: 'ListTagsForResource',
          input: { ResourceArn: '{Arn}' },
          result: 'Tags',
          // AWS rejects the call for the rule that it defines in every region. Source: turbot/steampipe-plugin-aws.
          when: [{ path: 'OwnerId', noneOf: ['Route 53 Resolver'] }],
        },
      },
      volatile: ['Status', 'StatusMessage', 'ModificationTime'],
      sets: { TargetIps: 'Route53/latest/APIReference/API_route53resolver_ResolverRule' },
      origin: [{ origin: 'default', when: [{ path: 'OwnerId', equals: 'Route 53 Resolver' }] }],
      terraform: ['aws_route53_resolver_rule'],
    },
    {
      resourceType: 'AWS::Route53Resolver::ResolverRuleAssociation',
      title: 'Resolver rule association',
      list: {
        operation: 'ListResolverRuleAssociations',
        input: { MaxResults: 100 },
        items: 'ResolverRuleAssociations[]',
      },
      nativeId: 'Id',
      name: 'Name',
      volatile: ['Status', 'StatusMessage'],
      terraform: ['aws_route53_resolver_rule_association'],
    },
    {
      resourceType: 'AWS::Route53Resolver::ResolverQueryLoggingConfig',
      title: 'Resolver query logging',
      list: {
        operation: 'ListResolverQueryLogConfigs',
        input: { MaxResults: 100 },
        items: 'ResolverQueryLogConfigs[]',
      },
      nativeId: 'Id',
      arn: 'Arn',
      name: 'Name',
      createdAt: 'CreationTime',
      tags: { call: { operation: 'ListTagsForResource', input: { ResourceArn: '{Arn}' }, result: 'Tags' } },
      volatile: ['Status', 'AssociationCount'],
      terraform: ['aws_route53_resolver_query_log_config'],
    },
  ],
};
