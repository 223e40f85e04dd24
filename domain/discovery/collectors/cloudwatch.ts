import type { ServiceCollectors } from '../collector.ts';

export const cloudwatch: ServiceCollectors = {
  service: 'cloudwatch',
  client: 'cloudwatch',
  scope: 'regional',
  probe: {
    operation: 'DescribeAlarms',
    input: {
      MaxRecords: 1,
    },
  },
  types: [
    {
      resourceType: 'AWS::CloudWatch::Alarm',
      title: 'CloudWatch alarm',
      notRead: 'Metrics and the history of the alarm.',
      list: {
        operation: 'DescribeAlarms',
        input: {
          MaxRecords: 100,
          AlarmTypes: ['MetricAlarm', 'CompositeAlarm'],
        },
        items: 'MetricAlarms[]',
      },
      nativeId: 'AlarmName',
      arn: 'AlarmArn',
      name: 'AlarmName',
      tags: {
        taggingApi: 'cloudwatch:alarm',
      },
      volatile: [
        'StateValue',
        'StateReason',
        'StateReasonData',
        'StateUpdatedTimestamp',
        'StateTransitionedTimestamp',
        'EvaluationState',
      ],
      sets: ['AlarmActions', 'OKActions', 'InsufficientDataActions', 'Dimensions'],
      origin: [
        {
          origin: 'child',
          when: [
            {
              path: 'AlarmName',
              startsWith: 'TargetTracking-',
            },
          ],
        },
      ],
      terraform: ['aws_cloudwatch_metric_alarm'],
    },
    {
      resourceType: 'AWS::CloudWatch::CompositeAlarm',
      title: 'Composite alarm',
      list: {
        operation: 'DescribeAlarms',
        input: {
          MaxRecords: 100,
          AlarmTypes: ['MetricAlarm', 'CompositeAlarm'],
        },
        items: 'CompositeAlarms[]',
      },
      nativeId: 'AlarmName',
      arn: 'AlarmArn',
      name: 'AlarmName',
      tags: {
        taggingApi: 'cloudwatch:alarm',
      },
      volatile: [
        'StateValue',
        'StateReason',
        'StateReasonData',
        'StateUpdatedTimestamp',
        'StateTransitionedTimestamp',
        'ActionsSuppressedReason',
        'ActionsSuppressedBy',
      ],
      sets: ['AlarmActions', 'OKActions', 'InsufficientDataActions'],
      terraform: ['aws_cloudwatch_composite_alarm'],
    },
    {
      resourceType: 'AWS::CloudWatch::Dashboard',
      title: 'CloudWatch dashboard',
      // Dashboards are global. Source: CloudWatch User Guide, "Using Amazon CloudWatch dashboards".
      scope: 'global',
      list: {
        operation: 'ListDashboards',
        items: 'DashboardEntries[]',
      },
      details: [
        {
          operation: 'GetDashboard',
          input: {
            DashboardName: '{DashboardName}',
          },
          result: 'DashboardBody',
          into: 'DashboardBody',
        },
      ],
      nativeId: 'DashboardName',
      arn: 'DashboardArn',
      name: 'DashboardName',
      embedded: ['DashboardBody'],
      volatile: ['LastModified', 'Size'],
      terraform: ['aws_cloudwatch_dashboard'],
    },
    {
      resourceType: 'AWS::CloudWatch::InsightRule',
      title: 'Contributor Insights rule',
      list: {
        operation: 'DescribeInsightRules',
        input: {
          MaxResults: 500,
        },
        items: 'InsightRules[]',
      },
      nativeId: 'Name',
      arn: 'arn:{partition}:cloudwatch:{region}:{account}:insight-rule/{Name}',
      name: 'Name',
      tags: {
        taggingApi: 'cloudwatch:insight-rule',
      },
      embedded: ['Definition'],
      origin: [
        {
          origin: 'child',
          when: [
            {
              path: 'ManagedRule',
              equals: true,
            },
          ],
        },
      ],
      terraform: ['aws_cloudwatch_contributor_insight_rule'],
    },
    {
      resourceType: 'AWS::CloudWatch::MetricStream',
      title: 'Metric stream',
      list: {
        operation: 'ListMetricStreams',
        input: {
          MaxResults: 500,
        },
        items: 'Entries[]',
      },
      nativeId: 'Name',
      arn: 'Arn',
      name: 'Name',
      createdAt: 'CreationDate',
      tags: {
        taggingApi: 'cloudwatch:metric-stream',
      },
      volatile: ['LastUpdateDate', 'State'],
      terraform: ['aws_cloudwatch_metric_stream'],
    },
  ],
};
