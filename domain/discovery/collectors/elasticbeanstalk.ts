import type { ServiceCollectors } from '../declaration/collector.ts';

export const elasticBeanstalk: ServiceCollectors = {
  service: 'elasticbeanstalk',
  client: 'elastic-beanstalk',
  scope: 'regional',
  probe: { operation: 'DescribeApplications' },
  types: [
    {
      resourceType: 'AWS::ElasticBeanstalk::Application',
      title: 'Elastic Beanstalk application',
      list: { operation: 'DescribeApplications', items: 'Applications[]', page: false },
      nativeId: 'ApplicationName',
      arn: 'ApplicationArn',
      name: 'ApplicationName',
      createdAt: 'DateCreated',
      tags: {
        call: {
          operation: 'ListTagsForResource',
          input: { ResourceArn: '{ApplicationArn}' },
          result: 'ResourceTags',
        },
      },
      volatile: ['Versions', 'DateUpdated'],
      sets: { ConfigurationTemplates: 'elasticbeanstalk/latest/api/API_ApplicationDescription' },
      terraform: ['aws_elastic_beanstalk_application'],
    },
    {
      resourceType: 'AWS::ElasticBeanstalk::Environment',
      title: 'Elastic Beanstalk environment',
      list: {
        operation: 'DescribeEnvironments',
        input: { MaxRecords: 1000, IncludeDeleted: false },
        items: 'Environments[]',
      },
      nativeId: 'EnvironmentId',
      arn: 'EnvironmentArn',
      name: 'EnvironmentName',
      createdAt: 'DateCreated',
      tags: {
        call: {
          operation: 'ListTagsForResource',
          input: { ResourceArn: '{EnvironmentArn}' },
          result: 'ResourceTags',
        },
      },
      volatile: ['Status', 'Health', 'HealthStatus', 'AbortableOperationInProgress', 'DateUpdated'],
      ended: { Status: ['Terminated'] },
      terraform: ['aws_elastic_beanstalk_environment'],
    },
  ],
};
