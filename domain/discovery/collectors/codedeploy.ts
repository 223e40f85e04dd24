import type { ServiceCollectors } from '../declaration/collector.ts';

export const codedeploy: ServiceCollectors = {
  service: 'codedeploy',
  client: 'codedeploy',
  scope: 'regional',
  probe: { operation: 'ListApplications' },
  types: [
    {
      resourceType: 'AWS::CodeDeploy::Application',
      title: 'CodeDeploy application',
      list: { operation: 'ListApplications', items: 'applications[]', as: 'applicationName' },
      details: [
        {
          operation: 'BatchGetApplications',
          input: { applicationNames: '{*}' },
          result: 'applicationsInfo[]',
          batch: { size: 100, by: 'applicationName', key: 'applicationName' },
        },
      ],
      nativeId: 'applicationName',
      arn: 'arn:{partition}:codedeploy:{region}:{account}:application:{applicationName}',
      name: 'applicationName',
      createdAt: 'createTime',
      tags: {
        call: {
          operation: 'ListTagsForResource',
          input: {
            ResourceArn: 'arn:{partition}:codedeploy:{region}:{account}:application:{applicationName}',
          },
          result: 'Tags',
        },
      },
      terraform: ['aws_codedeploy_app'],
    },
    {
      resourceType: 'AWS::CodeDeploy::DeploymentGroup',
      title: 'CodeDeploy deployment group',
      parent: 'AWS::CodeDeploy::Application',
      list: {
        operation: 'ListDeploymentGroups',
        input: { applicationName: '{applicationName}' },
        items: 'deploymentGroups[]',
        as: 'deploymentGroupName',
      },
      fromParent: { applicationName: 'applicationName' },
      details: [
        {
          operation: 'GetDeploymentGroup',
          input: { applicationName: '{applicationName}', deploymentGroupName: '{deploymentGroupName}' },
          result: 'deploymentGroupInfo',
        },
      ],
      nativeId: '{applicationName}/{deploymentGroupName}',
      arn: 'arn:{partition}:codedeploy:{region}:{account}:deploymentgroup:{applicationName}/{deploymentGroupName}',
      name: 'deploymentGroupName',
      volatile: ['lastSuccessfulDeployment', 'lastAttemptedDeployment', 'targetRevision'],
      terraform: ['aws_codedeploy_deployment_group'],
    },
  ],
};
