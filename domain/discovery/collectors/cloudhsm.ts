import type { ServiceCollectors } from '../declaration/collector.ts';

export const cloudHsm: ServiceCollectors = {
  service: 'cloudhsm',
  client: 'cloudhsm-v2',
  scope: 'regional',
  probe: { operation: 'DescribeClusters', input: { MaxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::CloudHSM::Cluster',
      title: 'CloudHSM cluster',
      list: { operation: 'DescribeClusters', input: { MaxResults: 25 }, items: 'Clusters[]' },
      nativeId: 'ClusterId',
      arn: 'arn:{partition}:cloudhsm:{region}:{account}:cluster/{id}',
      createdAt: 'CreateTimestamp',
      tags: { path: 'TagList' },
      // The password with which the first crypto officer activates the cluster.
      secrets: ['PreCoPassword'],
      volatile: ['State', 'StateMessage', 'Hsms[].State', 'Hsms[].StateMessage'],
      ended: { State: ['DELETE_IN_PROGRESS', 'DELETED'] },
      sets: { Hsms: 'cloudhsm/latest/APIReference/API_Cluster' },
      terraform: ['aws_cloudhsm_v2_cluster'],
    },
    {
      resourceType: 'AWS::CloudHSM::Backup',
      title: 'CloudHSM backup',
      list: { operation: 'DescribeBackups', input: { MaxResults: 50 }, items: 'Backups[]' },
      nativeId: 'BackupId',
      arn: 'arn:{partition}:cloudhsm:{region}:{account}:backup/{id}',
      createdAt: 'CreateTimestamp',
      tags: { path: 'TagList' },
      volatile: ['BackupState'],
      ended: { BackupState: ['DELETED', 'PENDING_DELETION'] },
      origin: [{ origin: 'child', when: [{ path: 'NeverExpires', equals: false }] }],
      terraform: [],
    },
  ],
};
