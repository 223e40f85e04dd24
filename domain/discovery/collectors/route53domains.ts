import type { ServiceCollectors } from '../declaration/collector.ts';

export const route53Domains: ServiceCollectors = {
  service: 'route53domains',
  client: 'route-53-domains',
  scope: 'global',
  // Source: AWS General Reference, endpoints of Route 53 domain registration.
  callRegions: { aws: 'us-east-1' },
  probe: { operation: 'ListDomains', input: { MaxItems: 1 } },
  types: [
    {
      resourceType: 'AWS::Route53Domains::Domain',
      title: 'Registered domain',
      list: {
        operation: 'ListDomains',
        input: { MaxItems: 100 },
        items: 'Domains[]',
        page: { tokens: { Marker: 'NextPageMarker' } },
      },
      details: [{ operation: 'GetDomainDetail', input: { DomainName: '{DomainName}' } }],
      nativeId: 'DomainName',
      name: 'DomainName',
      createdAt: 'CreationDate',
      tags: {
        call: { operation: 'ListTagsForDomain', input: { DomainName: '{DomainName}' }, result: 'TagList' },
      },
      secrets: ['AdminContact.**', 'BillingContact.**', 'RegistrantContact.**', 'TechContact.**'],
      volatile: ['UpdatedDate'],
      sets: {
        Nameservers: 'Route53/latest/APIReference/API_domains_GetDomainDetail',
        StatusList: 'Route53/latest/APIReference/API_domains_GetDomainDetail',
      },
      notRead: 'The authorization code of a transfer.',
      terraform: ['aws_route53domains_registered_domain'],
    },
  ],
};
