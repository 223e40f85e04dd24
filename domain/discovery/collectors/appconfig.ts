import type { ServiceCollectors } from '../declaration/collector.ts';

export const appconfig: ServiceCollectors = {
  service: 'appconfig',
  client: 'appconfig',
  scope: 'regional',
  probe: { operation: 'ListApplications', input: { MaxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::AppConfig::Application',
      title: 'AppConfig application',
      list: { operation: 'ListApplications', input: { MaxResults: 50 }, items: 'Items[]' },
      nativeId: 'Id',
      arn: 'arn:{partition}:appconfig:{region}:{account}:application/{id}',
      name: 'Name',
      tags: {
        call: {
          operation: 'ListTagsForResource',
          input: { ResourceArn: 'arn:{partition}:appconfig:{region}:{account}:application/{Id}' },
          result: 'Tags',
        },
      },
      terraform: ['aws_appconfig_application'],
    },
    {
      resourceType: 'AWS::AppConfig::Environment',
      title: 'AppConfig environment',
      parent: 'AWS::AppConfig::Application',
      list: {
        operation: 'ListEnvironments',
        input: { ApplicationId: '{Id}', MaxResults: 50 },
        items: 'Items[]',
      },
      nativeId: '{ApplicationId}/{Id}',
      arn: 'arn:{partition}:appconfig:{region}:{account}:application/{ApplicationId}/environment/{Id}',
      name: 'Name',
      volatile: ['State'],
      terraform: ['aws_appconfig_environment'],
    },
    {
      resourceType: 'AWS::AppConfig::ConfigurationProfile',
      title: 'AppConfig configuration profile',
      parent: 'AWS::AppConfig::Application',
      list: {
        operation: 'ListConfigurationProfiles',
        input: { ApplicationId: '{Id}', MaxResults: 50 },
        items: 'Items[]',
      },
      nativeId: '{ApplicationId}/{Id}',
      arn: 'arn:{partition}:appconfig:{region}:{account}:application/{ApplicationId}/configurationprofile/{Id}',
      name: 'Name',
      terraform: ['aws_appconfig_configuration_profile'],
    },
  ],
};
