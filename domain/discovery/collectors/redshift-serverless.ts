import type { ServiceCollectors, TagSource } from '../declaration/collector.ts';

const tagsOf = (arn: string): TagSource => ({
  call: { operation: 'ListTagsForResource', input: { resourceArn: `{${arn}}` }, result: 'tags' },
});

export const redshiftServerless: ServiceCollectors = {
  service: 'redshift-serverless',
  client: 'redshift-serverless',
  scope: 'regional',
  probe: { operation: 'ListNamespaces', input: { maxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::RedshiftServerless::Namespace',
      title: 'Redshift Serverless namespace',
      list: { operation: 'ListNamespaces', input: { maxResults: 100 }, items: 'namespaces[]' },
      nativeId: 'namespaceName',
      arn: 'namespaceArn',
      name: 'namespaceName',
      createdAt: 'creationDate',
      tags: tagsOf('namespaceArn'),
      volatile: ['status', 's3TablePublishStatus'],
      ended: { status: ['DELETING'] },
      sets: {
        iamRoles: 'redshift-serverless/latest/APIReference/API_Namespace',
        logExports: 'redshift-serverless/latest/APIReference/API_Namespace',
      },
      terraform: ['aws_redshiftserverless_namespace'],
    },
    {
      resourceType: 'AWS::RedshiftServerless::Workgroup',
      title: 'Redshift Serverless workgroup',
      list: { operation: 'ListWorkgroups', input: { maxResults: 100 }, items: 'workgroups[]' },
      nativeId: 'workgroupName',
      arn: 'workgroupArn',
      name: 'workgroupName',
      createdAt: 'creationDate',
      tags: tagsOf('workgroupArn'),
      volatile: ['status', 'patchVersion', 'endpoint.vpcEndpoints[].networkInterfaces'],
      ended: { status: ['DELETING'] },
      sets: {
        configParameters: 'redshift-serverless/latest/APIReference/API_Workgroup',
        crossAccountVpcs: 'redshift-serverless/latest/APIReference/API_Workgroup',
      },
      terraform: ['aws_redshiftserverless_workgroup'],
    },
    {
      resourceType: 'AWS::RedshiftServerless::Snapshot',
      title: 'Redshift Serverless snapshot',
      list: { operation: 'ListSnapshots', input: { maxResults: 100 }, items: 'snapshots[]' },
      nativeId: 'snapshotName',
      arn: 'snapshotArn',
      name: 'snapshotName',
      createdAt: 'snapshotCreateTime',
      volatile: [
        'status',
        'backupProgressInMegaBytes',
        'currentBackupRateInMegaBytesPerSecond',
        'estimatedSecondsToCompletion',
        'elapsedTimeInSeconds',
        'snapshotRemainingDays',
        'actualIncrementalBackupSizeInMegaBytes',
        'totalBackupSizeInMegaBytes',
      ],
      ended: { status: ['DELETED', 'CANCELLED', 'FAILED'] },
      sets: {
        accountsWithRestoreAccess: 'redshift-serverless/latest/APIReference/API_Snapshot',
        accountsWithProvisionedRestoreAccess: 'redshift-serverless/latest/APIReference/API_Snapshot',
      },
      notRead: 'Recovery points, which AWS makes every 30 minutes and keeps for 24 hours.',
      terraform: [],
    },
  ],
};
