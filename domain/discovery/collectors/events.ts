import type { ServiceCollectors } from '../collector.ts';

export const events: ServiceCollectors = {
  service: 'events',
  client: 'eventbridge',
  scope: 'regional',
  probe: {
    operation: 'ListEventBuses',
    input: {
      Limit: 1,
    },
  },
  types: [
    {
      resourceType: 'AWS::Events::EventBus',
      title: 'Event bus',
      list: {
        operation: 'ListEventBuses',
        input: {
          Limit: 100,
        },
        items: 'EventBuses[]',
        page: {
          tokens: {
            NextToken: 'NextToken',
          },
        },
      },
      nativeId: 'Name',
      arn: 'Arn',
      name: 'Name',
      createdAt: 'CreationTime',
      tags: {
        taggingApi: 'events:event-bus',
      },
      embedded: ['Policy'],
      volatile: ['LastModifiedTime'],
      origin: [
        {
          origin: 'default',
          when: [
            {
              path: 'Name',
              equals: 'default',
            },
          ],
        },
      ],
      terraform: ['aws_cloudwatch_event_bus'],
    },
    {
      resourceType: 'AWS::Events::Rule',
      title: 'EventBridge rule',
      parent: 'AWS::Events::EventBus',
      list: {
        operation: 'ListRules',
        input: {
          EventBusName: '{Name}',
          Limit: 100,
        },
        items: 'Rules[]',
      },
      details: [
        {
          operation: 'ListTargetsByRule',
          input: {
            Rule: '{Name}',
            EventBusName: '{EventBusName}',
            Limit: 100,
          },
          result: 'Targets',
          into: 'Targets',
        },
      ],
      nativeId: ['Arn'],
      arn: 'Arn',
      name: 'Name',
      tags: { call: { operation: 'ListTagsForResource', input: { ResourceARN: '{Arn}' }, result: 'Tags' } },
      embedded: ['EventPattern'],
      secrets: [
        'Targets[].HttpParameters.HeaderParameters.*',
        'Targets[].HttpParameters.QueryStringParameters.*',
      ],
      sets: ['Targets'],
      origin: [
        {
          origin: 'child',
          when: [
            {
              path: 'ManagedBy',
              present: true,
            },
          ],
        },
      ],
      terraform: ['aws_cloudwatch_event_rule'],
    },
    {
      resourceType: 'AWS::Events::Archive',
      title: 'Event archive',
      notRead: 'Events of the archive.',
      list: {
        operation: 'ListArchives',
        input: {
          Limit: 100,
        },
        items: 'Archives[]',
      },
      details: [
        {
          operation: 'DescribeArchive',
          input: {
            ArchiveName: '{ArchiveName}',
          },
        },
      ],
      nativeId: 'ArchiveName',
      arn: 'arn:{partition}:events:{region}:{account}:archive/{id}',
      name: 'ArchiveName',
      createdAt: 'CreationTime',
      embedded: ['EventPattern'],
      volatile: ['EventCount', 'SizeBytes', 'State', 'StateReason'],
      terraform: ['aws_cloudwatch_event_archive'],
    },
    {
      resourceType: 'AWS::Events::Connection',
      title: 'EventBridge connection',
      list: {
        operation: 'ListConnections',
        input: {
          Limit: 100,
        },
        items: 'Connections[]',
      },
      details: [
        {
          operation: 'DescribeConnection',
          input: {
            Name: '{Name}',
          },
        },
      ],
      nativeId: 'Name',
      arn: 'ConnectionArn',
      name: 'Name',
      createdAt: 'CreationTime',
      secrets: [
        'AuthParameters.*.HeaderParameters[].Value',
        'AuthParameters.InvocationHttpParameters.**',
        'AuthParameters.OAuthParameters.OAuthHttpParameters.**',
      ],
      volatile: ['LastAuthorizedTime', 'LastModifiedTime', 'ConnectionState', 'StateReason'],
      terraform: ['aws_cloudwatch_event_connection'],
    },
    {
      resourceType: 'AWS::Events::ApiDestination',
      title: 'API destination',
      list: {
        operation: 'ListApiDestinations',
        input: {
          Limit: 100,
        },
        items: 'ApiDestinations[]',
      },
      nativeId: 'Name',
      arn: 'ApiDestinationArn',
      name: 'Name',
      createdAt: 'CreationTime',
      volatile: ['LastModifiedTime', 'ApiDestinationState'],
      terraform: ['aws_cloudwatch_event_api_destination'],
    },
  ],
};
