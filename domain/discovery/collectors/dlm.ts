import type { ServiceCollectors } from '../declaration/collector.ts';

export const dlm: ServiceCollectors = {
  service: 'dlm',
  client: 'dlm',
  scope: 'regional',
  probe: { operation: 'GetLifecyclePolicies' },
  types: [
    {
      resourceType: 'AWS::DLM::LifecyclePolicy',
      title: 'Lifecycle policy of snapshots and images',
      list: { operation: 'GetLifecyclePolicies', items: 'Policies[]', page: false },
      details: [{ operation: 'GetLifecyclePolicy', input: { PolicyId: '{PolicyId}' }, result: 'Policy' }],
      nativeId: 'PolicyId',
      arn: ['PolicyArn', 'arn:{partition}:dlm:{region}:{account}:policy/{id}'],
      name: 'Description',
      createdAt: 'DateCreated',
      tags: { path: 'Tags' },
      volatile: ['DateModified', 'StatusMessage'],
      sets: {
        'PolicyDetails.ResourceTypes': 'dlm/latest/APIReference/API_PolicyDetails',
        'PolicyDetails.TargetTags': 'dlm/latest/APIReference/API_PolicyDetails',
      },
      terraform: ['aws_dlm_lifecycle_policy'],
    },
  ],
};
