import type { ServiceCollectors } from '../declaration/collector.ts';

export const cloudtrail: ServiceCollectors = {
  service: 'cloudtrail',
  client: 'cloudtrail',
  scope: 'regional',
  probe: { operation: 'ListTrails' },
  types: [
    {
      resourceType: 'AWS::CloudTrail::Trail',
      title: 'CloudTrail trail',
      list: {
        operation: 'DescribeTrails',
        input: { includeShadowTrails: false },
        items: 'trailList[]',
        page: false,
      },
      details: [
        { operation: 'GetEventSelectors', input: { TrailName: '{TrailARN}' }, result: '', into: 'Selectors' },
        { operation: 'GetTrailStatus', input: { Name: '{TrailARN}' }, into: 'Status' },
      ],
      nativeId: 'TrailARN',
      arn: 'TrailARN',
      name: 'Name',
      tags: {
        call: {
          operation: 'ListTags',
          input: { ResourceIdList: '{*}' },
          result: 'ResourceTagList[]',
          batch: { size: 20, by: 'TrailARN', key: 'ResourceId', part: 'TagsList' },
        },
      },
      // All of the status but IsLogging.
      volatile: [
        'Status.LatestDeliveryError',
        'Status.LatestNotificationError',
        'Status.LatestDeliveryTime',
        'Status.LatestNotificationTime',
        'Status.StartLoggingTime',
        'Status.StopLoggingTime',
        'Status.LatestCloudWatchLogsDeliveryError',
        'Status.LatestCloudWatchLogsDeliveryTime',
        'Status.LatestDigestDeliveryTime',
        'Status.LatestDigestDeliveryError',
        'Status.LatestDeliveryAttemptTime',
        'Status.LatestNotificationAttemptTime',
        'Status.LatestNotificationAttemptSucceeded',
        'Status.LatestDeliveryAttemptSucceeded',
        'Status.TimeLoggingStarted',
        'Status.TimeLoggingStopped',
      ],
      terraform: ['aws_cloudtrail'],
    },
    {
      resourceType: 'AWS::CloudTrail::EventDataStore',
      title: 'CloudTrail event data store',
      notRead: 'Events of the store.',
      list: { operation: 'ListEventDataStores', input: { MaxResults: 1000 }, items: 'EventDataStores[]' },
      details: [{ operation: 'GetEventDataStore', input: { EventDataStore: '{EventDataStoreArn}' } }],
      nativeId: 'EventDataStoreArn',
      arn: 'EventDataStoreArn',
      name: 'Name',
      createdAt: 'CreatedTimestamp',
      tags: {
        call: {
          operation: 'ListTags',
          input: { ResourceIdList: '{*}' },
          result: 'ResourceTagList[]',
          batch: { size: 20, by: 'EventDataStoreArn', key: 'ResourceId', part: 'TagsList' },
        },
      },
      settled: { FederationStatus: { ENABLING: 'ENABLED', DISABLING: 'DISABLED' } },
      volatile: ['Status', 'UpdatedTimestamp'],
      terraform: ['aws_cloudtrail_event_data_store'],
    },
  ],
};
