import type { ServiceCollectors } from '../collector.ts';

export const redshift: ServiceCollectors = {
  service: 'redshift',
  client: 'redshift',
  scope: 'regional',
  probe: {
    operation: 'DescribeClusters',
    input: {
      MaxRecords: 20,
    },
  },
  types: [
    {
      resourceType: 'AWS::Redshift::Cluster',
      title: 'Redshift cluster',
      notRead: 'Databases, tables and queries.',
      list: {
        operation: 'DescribeClusters',
        input: {
          MaxRecords: 100,
        },
        items: 'Clusters[]',
      },
      nativeId: 'ClusterIdentifier',
      arn: 'arn:{partition}:redshift:{region}:{account}:cluster:{ClusterIdentifier}',
      name: 'ClusterIdentifier',
      createdAt: 'ClusterCreateTime',
      tags: {
        path: 'Tags',
      },
      volatile: [
        'ClusterStatus',
        'ClusterAvailabilityStatus',
        'RestoreStatus',
        'DataTransferProgress',
        'NextMaintenanceWindowStartTime',
        'PendingModifiedValues',
        'ExpectedNextSnapshotScheduleTime',
        'ExpectedNextSnapshotScheduleTimeStatus',
        'ClusterNodes',
        'TotalStorageCapacityInMegaBytes',
      ],
      sets: ['ClusterParameterGroups', 'IamRoles', 'ClusterSecurityGroups'],
      terraform: ['aws_redshift_cluster'],
    },
    {
      resourceType: 'AWS::Redshift::ClusterSubnetGroup',
      title: 'Redshift subnet group',
      list: {
        operation: 'DescribeClusterSubnetGroups',
        input: {
          MaxRecords: 100,
        },
        items: 'ClusterSubnetGroups[]',
      },
      nativeId: 'ClusterSubnetGroupName',
      arn: 'arn:{partition}:redshift:{region}:{account}:subnetgroup:{ClusterSubnetGroupName}',
      name: 'ClusterSubnetGroupName',
      tags: {
        path: 'Tags',
      },
      volatile: ['SubnetGroupStatus', 'Subnets[].SubnetStatus'],
      terraform: ['aws_redshift_subnet_group'],
    },
    {
      resourceType: 'AWS::Redshift::ClusterParameterGroup',
      title: 'Redshift parameter group',
      list: {
        operation: 'DescribeClusterParameterGroups',
        input: {
          MaxRecords: 100,
        },
        items: 'ParameterGroups[]',
      },
      nativeId: 'ParameterGroupName',
      arn: 'arn:{partition}:redshift:{region}:{account}:parametergroup:{ParameterGroupName}',
      name: 'ParameterGroupName',
      tags: {
        path: 'Tags',
      },
      origin: [
        {
          origin: 'default',
          when: [
            {
              path: 'ParameterGroupName',
              startsWith: 'default.',
            },
          ],
        },
      ],
      terraform: ['aws_redshift_parameter_group'],
    },
    {
      resourceType: 'AWS::Redshift::ClusterSecurityGroup',
      title: 'Redshift security group (classic)',
      list: {
        operation: 'DescribeClusterSecurityGroups',
        input: {
          MaxRecords: 100,
        },
        items: 'ClusterSecurityGroups[]',
      },
      nativeId: 'ClusterSecurityGroupName',
      arn: 'arn:{partition}:redshift:{region}:{account}:securitygroup:{ClusterSecurityGroupName}',
      name: 'ClusterSecurityGroupName',
      tags: {
        path: 'Tags',
      },
      origin: [
        {
          origin: 'default',
          when: [
            {
              path: 'ClusterSecurityGroupName',
              startsWith: 'Default',
            },
          ],
        },
      ],
      terraform: ['aws_redshift_security_group'],
    },
    {
      resourceType: 'AWS::Redshift::ClusterSnapshot',
      title: 'Redshift snapshot',
      list: {
        operation: 'DescribeClusterSnapshots',
        input: {
          MaxRecords: 100,
        },
        items: 'Snapshots[]',
      },
      nativeId: 'SnapshotIdentifier',
      arn: [
        'SnapshotArn',
        'arn:{partition}:redshift:{region}:{account}:snapshot:{ClusterIdentifier}/{SnapshotIdentifier}',
      ],
      name: 'SnapshotIdentifier',
      createdAt: 'SnapshotCreateTime',
      tags: {
        path: 'Tags',
      },
      volatile: [
        'Status',
        'ElapsedTimeInSeconds',
        'EstimatedSecondsToCompletion',
        'CurrentBackupRateInMegaBytesPerSecond',
        'BackupProgressInMegaBytes',
        'ActualIncrementalBackupSizeInMegaBytes',
      ],
      origin: [
        {
          origin: 'child',
          when: [
            {
              path: 'SnapshotType',
              equals: 'automated',
            },
          ],
        },
      ],
      terraform: ['aws_redshift_cluster_snapshot'],
    },
    {
      resourceType: 'AWS::Redshift::ReservedNode',
      title: 'Reserved Redshift node',
      list: {
        operation: 'DescribeReservedNodes',
        input: { MaxRecords: 100 },
        items: 'ReservedNodes[]',
      },
      nativeId: 'ReservedNodeId',
      name: '{NodeCount} {NodeType}',
      createdAt: 'StartTime',
      volatile: ['State'],
      ended: { State: ['retired', 'payment-failed'] },
      notRead: 'Reservations that have ended.',
      terraform: [],
    },
  ],
};
