import type { ServiceCollectors } from '../collector.ts';

export const appRunner: ServiceCollectors = {
  service: 'apprunner',
  client: 'apprunner',
  scope: 'regional',
  probe: { operation: 'ListServices', input: { MaxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::AppRunner::Service',
      title: 'App Runner service',
      list: {
        operation: 'ListServices',
        input: { MaxResults: 20 },
        items: 'ServiceSummaryList[]',
        only: [{ path: 'Status', noneOf: ['DELETED'] }],
      },
      details: [{ operation: 'DescribeService', input: { ServiceArn: '{ServiceArn}' }, result: 'Service' }],
      nativeId: 'ServiceArn',
      arn: 'ServiceArn',
      name: 'ServiceName',
      tags: { taggingApi: 'apprunner:service' },
      secrets: [
        'SourceConfiguration.CodeRepository.CodeConfiguration.CodeConfigurationValues.RuntimeEnvironmentVariables.*',
        'SourceConfiguration.ImageRepository.ImageConfiguration.RuntimeEnvironmentVariables.*',
      ],
      volatile: ['Status', 'UpdatedAt'],
      terraform: ['aws_apprunner_service'],
    },
    {
      resourceType: 'AWS::AppRunner::VpcConnector',
      title: 'App Runner VPC connector',
      list: {
        operation: 'ListVpcConnectors',
        input: { MaxResults: 100 },
        items: 'VpcConnectors[]',
        only: [{ path: 'Status', equals: 'ACTIVE' }],
      },
      nativeId: 'VpcConnectorArn',
      arn: 'VpcConnectorArn',
      name: 'VpcConnectorName',
      tags: { taggingApi: 'apprunner:vpcconnector' },
      terraform: ['aws_apprunner_vpc_connector'],
    },
    {
      resourceType: 'AWS::AppRunner::AutoScalingConfiguration',
      title: 'App Runner scaling configuration',
      list: {
        operation: 'ListAutoScalingConfigurations',
        input: { MaxResults: 100 },
        items: 'AutoScalingConfigurationSummaryList[]',
        only: [{ path: 'Status', noneOf: ['INACTIVE'] }],
      },
      details: [
        {
          operation: 'DescribeAutoScalingConfiguration',
          input: { AutoScalingConfigurationArn: '{AutoScalingConfigurationArn}' },
          result: 'AutoScalingConfiguration',
        },
      ],
      nativeId: 'AutoScalingConfigurationArn',
      arn: 'AutoScalingConfigurationArn',
      name: '{AutoScalingConfigurationName}:{AutoScalingConfigurationRevision}',
      tags: { taggingApi: 'apprunner:autoscalingconfiguration' },
      volatile: ['HasAssociatedService'],
      origin: [
        {
          origin: 'default',
          when: [{ path: 'AutoScalingConfigurationName', equals: 'DefaultConfiguration' }],
        },
      ],
      terraform: ['aws_apprunner_auto_scaling_configuration_version'],
    },
    {
      resourceType: 'AWS::AppRunner::Connection',
      title: 'App Runner source connection',
      list: {
        operation: 'ListConnections',
        input: { MaxResults: 100 },
        items: 'ConnectionSummaryList[]',
        only: [{ path: 'Status', noneOf: ['DELETED'] }],
      },
      nativeId: 'ConnectionArn',
      arn: 'ConnectionArn',
      name: 'ConnectionName',
      tags: { taggingApi: 'apprunner:connection' },
      volatile: ['Status'],
      terraform: ['aws_apprunner_connection'],
    },
  ],
};
