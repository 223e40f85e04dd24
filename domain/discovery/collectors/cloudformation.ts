import type { ServiceCollectors } from '../declaration/collector.ts';

/** Parameter values are hashed because templates take passwords as parameters, with or without NoEcho. */
export const cloudformation: ServiceCollectors = {
  service: 'cloudformation',
  client: 'cloudformation',
  scope: 'regional',
  probe: { operation: 'ListStacks' },
  types: [
    {
      resourceType: 'AWS::CloudFormation::Stack',
      title: 'CloudFormation stack',
      notRead: 'Templates, events and parameters of earlier updates.',
      list: { operation: 'DescribeStacks', items: 'Stacks[]' },
      members: {
        operation: 'ListStackResources',
        input: { StackName: '{StackId}' },
        items: 'StackResourceSummaries[]',
        part: 'StackResources',
        // A deletion that failed again has the same status.
        version: [
          '{StackStatus} {LastUpdatedTime} {DeletionTime}',
          '{StackStatus} {LastUpdatedTime}',
          '{StackStatus} {DeletionTime}',
          'StackStatus',
        ],
        changing: [{ path: 'StackStatus', includes: '_IN_PROGRESS' }],
      },
      nativeId: 'StackId',
      arn: 'StackId',
      name: 'StackName',
      createdAt: 'CreationTime',
      tags: { path: 'Tags' },
      secrets: ['Parameters[].ParameterValue'],
      volatile: ['StackStatus', 'StackStatusReason', 'LastUpdatedTime', 'DriftInformation', 'DetailedStatus'],
      sets: {
        Parameters: 'AWSCloudFormation/latest/APIReference/API_Stack',
        Outputs: 'AWSCloudFormation/latest/APIReference/API_Stack',
        Capabilities: 'AWSCloudFormation/latest/APIReference/API_Stack',
        NotificationARNs: 'AWSCloudFormation/latest/APIReference/API_Stack',
      },
      origin: [
        { origin: 'child', when: [{ path: 'ParentId', present: true }] },
        { origin: 'child', when: [{ tag: 'aws:cloudformation:stackset-id' }] },
      ],
      ended: { StackStatus: ['DELETE_COMPLETE'] },
      terraform: ['aws_cloudformation_stack', 'aws_serverlessapplicationrepository_cloudformation_stack'],
    },
    {
      resourceType: 'AWS::CloudFormation::StackSet',
      title: 'CloudFormation stack set',
      list: {
        operation: 'ListStackSets',
        input: { Status: 'ACTIVE', MaxResults: 100 },
        items: 'Summaries[]',
      },
      nativeId: 'StackSetName',
      arn: ['arn:{partition}:cloudformation:{region}:{account}:stackset/{StackSetId}'],
      name: 'StackSetName',
      volatile: ['LastDriftCheckTimestamp', 'DriftStatus'],
      ended: { Status: ['DELETED'] },
      terraform: ['aws_cloudformation_stack_set'],
    },
  ],
};
