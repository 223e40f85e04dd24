import type { ServiceCollectors } from '../declaration/collector.ts';

export const kinesisAnalytics: ServiceCollectors = {
  service: 'kinesisanalytics',
  client: 'kinesis-analytics-v2',
  scope: 'regional',
  probe: { operation: 'ListApplications', input: { Limit: 1 } },
  types: [
    {
      resourceType: 'AWS::KinesisAnalyticsV2::Application',
      title: 'Managed Flink application',
      list: { operation: 'ListApplications', input: { Limit: 50 }, items: 'ApplicationSummaries[]' },
      details: [
        {
          operation: 'DescribeApplication',
          input: { ApplicationName: '{ApplicationName}' },
          result: 'ApplicationDetail',
        },
      ],
      nativeId: 'ApplicationName',
      arn: 'ApplicationARN',
      name: 'ApplicationName',
      createdAt: 'CreateTimestamp',
      tags: {
        call: {
          operation: 'ListTagsForResource',
          input: { ResourceARN: '{ApplicationARN}' },
          result: 'Tags',
        },
      },
      secrets: [
        'ApplicationConfigurationDescription.EnvironmentPropertyDescriptions.PropertyGroupDescriptions[].PropertyMap.*',
      ],
      volatile: [
        'ApplicationStatus',
        'LastUpdateTimestamp',
        'ApplicationVersionId',
        'ApplicationVersionRolledBackFrom',
      ],
      terraform: ['aws_kinesisanalyticsv2_application', 'aws_kinesis_analytics_application'],
    },
  ],
};
