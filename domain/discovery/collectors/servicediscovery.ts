import type { ServiceCollectors } from '../collector.ts';

export const serviceDiscovery: ServiceCollectors = {
  service: 'servicediscovery',
  client: 'servicediscovery',
  scope: 'regional',
  probe: {
    operation: 'ListNamespaces',
    input: {
      MaxResults: 1,
    },
  },
  types: [
    {
      resourceType: 'AWS::ServiceDiscovery::HttpNamespace',
      title: 'Cloud Map HTTP namespace',
      list: {
        operation: 'ListNamespaces',
        input: {
          MaxResults: 100,
        },
        items: 'Namespaces[]',
        only: [
          {
            path: 'Type',
            equals: 'HTTP',
          },
        ],
      },
      nativeId: 'Id',
      arn: 'Arn',
      name: 'Name',
      createdAt: 'CreateDate',
      tags: {
        call: {
          operation: 'ListTagsForResource',
          input: {
            ResourceARN: '{Arn}',
          },
          result: 'Tags',
        },
      },
      volatile: ['ServiceCount'],
      terraform: ['aws_service_discovery_http_namespace'],
    },
    {
      resourceType: 'AWS::ServiceDiscovery::PrivateDnsNamespace',
      title: 'Cloud Map private DNS namespace',
      list: {
        operation: 'ListNamespaces',
        input: {
          MaxResults: 100,
        },
        items: 'Namespaces[]',
        only: [
          {
            path: 'Type',
            equals: 'DNS_PRIVATE',
          },
        ],
      },
      nativeId: 'Id',
      arn: 'Arn',
      name: 'Name',
      createdAt: 'CreateDate',
      tags: {
        call: {
          operation: 'ListTagsForResource',
          input: {
            ResourceARN: '{Arn}',
          },
          result: 'Tags',
        },
      },
      volatile: ['ServiceCount'],
      terraform: ['aws_service_discovery_private_dns_namespace'],
    },
    {
      resourceType: 'AWS::ServiceDiscovery::PublicDnsNamespace',
      title: 'Cloud Map public DNS namespace',
      list: {
        operation: 'ListNamespaces',
        input: {
          MaxResults: 100,
        },
        items: 'Namespaces[]',
        only: [
          {
            path: 'Type',
            equals: 'DNS_PUBLIC',
          },
        ],
      },
      nativeId: 'Id',
      arn: 'Arn',
      name: 'Name',
      createdAt: 'CreateDate',
      tags: {
        call: {
          operation: 'ListTagsForResource',
          input: {
            ResourceARN: '{Arn}',
          },
          result: 'Tags',
        },
      },
      volatile: ['ServiceCount'],
      terraform: ['aws_service_discovery_public_dns_namespace'],
    },
    {
      resourceType: 'AWS::ServiceDiscovery::Service',
      title: 'Cloud Map service',
      list: {
        operation: 'ListServices',
        input: {
          MaxResults: 100,
        },
        items: 'Services[]',
      },
      nativeId: 'Id',
      arn: 'Arn',
      name: 'Name',
      createdAt: 'CreateDate',
      tags: {
        call: {
          operation: 'ListTagsForResource',
          input: {
            ResourceARN: '{Arn}',
          },
          result: 'Tags',
        },
      },
      volatile: ['InstanceCount'],
      terraform: ['aws_service_discovery_service'],
    },
  ],
};
