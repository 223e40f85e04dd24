import type { ServiceCollectors } from '../declaration/collector.ts';

export const es: ServiceCollectors = {
  service: 'es',
  client: 'opensearch',
  scope: 'regional',
  probe: { operation: 'ListDomainNames' },
  types: [
    {
      resourceType: 'AWS::OpenSearchService::Domain',
      title: 'OpenSearch domain',
      notRead: 'Indexes and documents.',
      list: { operation: 'ListDomainNames', items: 'DomainNames[]', page: false },
      details: [
        {
          operation: 'DescribeDomains',
          input: { DomainNames: '{*}' },
          result: 'DomainStatusList[]',
          batch: { size: 5, by: 'DomainName', key: 'DomainName' },
        },
      ],
      nativeId: 'DomainName',
      arn: 'ARN',
      name: 'DomainName',
      tags: {
        call: {
          operation: 'ListTags',
          input: { ARN: 'arn:{partition}:es:{region}:{account}:domain/{DomainName}' },
          result: 'TagList',
        },
      },
      embedded: ['AccessPolicies'],
      settled: {
        'AutoTuneOptions.State': { ENABLE_IN_PROGRESS: 'ENABLED', DISABLE_IN_PROGRESS: 'DISABLED' },
      },
      volatile: [
        'Processing',
        'UpgradeProcessing',
        'DomainProcessingStatus',
        'ChangeProgressDetails',
        'ModifyingProperties',
        'ServiceSoftwareOptions',
        'Created',
        'AIMLOptions.NaturalLanguageQueryGenerationOptions.CurrentState',
      ],
      terraform: ['aws_opensearch_domain', 'aws_elasticsearch_domain'],
    },
    {
      resourceType: 'AWS::OpenSearchService::ReservedInstance',
      title: 'Reserved OpenSearch instance',
      list: {
        operation: 'DescribeReservedInstances',
        input: { MaxResults: 100 },
        items: 'ReservedInstances[]',
      },
      nativeId: 'ReservedInstanceId',
      name: 'ReservationName',
      createdAt: 'StartTime',
      volatile: ['State'],
      ended: { State: ['retired', 'payment-failed'] },
      notRead: 'Reservations that have ended.',
      terraform: [],
    },
  ],
};
