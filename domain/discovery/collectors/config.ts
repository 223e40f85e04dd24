import type { ServiceCollectors } from '../declaration/collector.ts';

export const config: ServiceCollectors = {
  service: 'config',
  client: 'config-service',
  scope: 'regional',
  probe: { operation: 'DescribeConfigurationRecorders' },
  types: [
    {
      resourceType: 'AWS::Config::ConfigRule',
      title: 'Config rule',
      list: { operation: 'DescribeConfigRules', items: 'ConfigRules[]' },
      nativeId: 'ConfigRuleName',
      arn: 'ConfigRuleArn',
      name: 'ConfigRuleName',
      tags: {
        call: { operation: 'ListTagsForResource', input: { ResourceArn: '{ConfigRuleArn}' }, result: 'Tags' },
      },
      embedded: ['InputParameters'],
      volatile: ['ConfigRuleState'],
      origin: [{ origin: 'child', when: [{ path: 'CreatedBy', present: true }] }],
      terraform: ['aws_config_config_rule'],
    },
    {
      resourceType: 'AWS::Config::ConfigurationRecorder',
      title: 'Config recorder',
      list: { operation: 'DescribeConfigurationRecorders', items: 'ConfigurationRecorders[]', page: false },
      details: [
        {
          operation: 'DescribeConfigurationRecorderStatus',
          input: { ConfigurationRecorderNames: ['{name}'] },
          result: 'ConfigurationRecordersStatus[]',
          into: 'status',
        },
      ],
      nativeId: 'name',
      arn: 'arn',
      name: 'name',
      sets: { 'recordingGroup.resourceTypes': 'config/latest/APIReference/API_RecordingGroup' },
      // All of the status but `recording` and the identity.
      volatile: [
        'status.lastStartTime',
        'status.lastStopTime',
        'status.lastStatus',
        'status.lastErrorCode',
        'status.lastErrorMessage',
        'status.lastStatusChangeTime',
      ],
      terraform: ['aws_config_configuration_recorder'],
    },
    {
      resourceType: 'AWS::Config::DeliveryChannel',
      title: 'Config delivery channel',
      list: { operation: 'DescribeDeliveryChannels', items: 'DeliveryChannels[]', page: false },
      nativeId: 'name',
      name: 'name',
      terraform: ['aws_config_delivery_channel'],
    },
    {
      resourceType: 'AWS::Config::ConfigurationAggregator',
      title: 'Config aggregator',
      list: {
        operation: 'DescribeConfigurationAggregators',
        input: { Limit: 100 },
        items: 'ConfigurationAggregators[]',
      },
      nativeId: 'ConfigurationAggregatorName',
      arn: 'ConfigurationAggregatorArn',
      name: 'ConfigurationAggregatorName',
      createdAt: 'CreationTime',
      tags: {
        call: {
          operation: 'ListTagsForResource',
          input: { ResourceArn: '{ConfigurationAggregatorArn}' },
          result: 'Tags',
        },
      },
      volatile: ['LastUpdatedTime'],
      terraform: ['aws_config_configuration_aggregator'],
    },
    {
      resourceType: 'AWS::Config::AggregationAuthorization',
      title: 'Config aggregation authorization',
      list: {
        operation: 'DescribeAggregationAuthorizations',
        input: { Limit: 100 },
        items: 'AggregationAuthorizations[]',
      },
      nativeId: 'AggregationAuthorizationArn',
      arn: 'AggregationAuthorizationArn',
      createdAt: 'CreationTime',
      label: '{AuthorizedAccountId} in {AuthorizedAwsRegion}',
      tags: {
        call: {
          operation: 'ListTagsForResource',
          input: { ResourceArn: '{AggregationAuthorizationArn}' },
          result: 'Tags',
        },
      },
      terraform: ['aws_config_aggregate_authorization'],
    },
    {
      resourceType: 'AWS::Config::ConformancePack',
      title: 'Conformance pack',
      list: {
        operation: 'DescribeConformancePacks',
        input: { Limit: 20 },
        items: 'ConformancePackDetails[]',
      },
      nativeId: 'ConformancePackName',
      arn: 'ConformancePackArn',
      name: 'ConformancePackName',
      volatile: ['LastUpdateRequestedTime'],
      terraform: ['aws_config_conformance_pack'],
    },
  ],
};
