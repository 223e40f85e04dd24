import type { ServiceCollectors } from '../collector.ts';

export const dms: ServiceCollectors = {
  service: 'dms',
  client: 'database-migration-service',
  scope: 'regional',
  probe: {
    operation: 'DescribeReplicationInstances',
    input: {
      MaxRecords: 20,
    },
  },
  types: [
    {
      resourceType: 'AWS::DMS::ReplicationInstance',
      title: 'DMS replication instance',
      list: {
        operation: 'DescribeReplicationInstances',
        input: {
          MaxRecords: 100,
        },
        items: 'ReplicationInstances[]',
      },
      nativeId: 'ReplicationInstanceIdentifier',
      arn: 'ReplicationInstanceArn',
      name: 'ReplicationInstanceIdentifier',
      createdAt: 'InstanceCreateTime',
      tags: {
        taggingApi: 'dms:replication-instance',
      },
      volatile: ['ReplicationInstanceStatus', 'PendingModifiedValues', 'FreeUntil'],
      terraform: ['aws_dms_replication_instance'],
    },
    {
      resourceType: 'AWS::DMS::Endpoint',
      title: 'DMS endpoint',
      list: {
        operation: 'DescribeEndpoints',
        input: {
          MaxRecords: 100,
        },
        items: 'Endpoints[]',
      },
      nativeId: 'EndpointIdentifier',
      arn: 'EndpointArn',
      name: 'EndpointIdentifier',
      tags: {
        taggingApi: 'dms:endpoint',
      },
      secrets: [
        'ExtraConnectionAttributes',
        '*.Password',
        '*.SaslPassword',
        '*.SslClientKeyPassword',
        '*.AuthPassword',
        '*.AsmPassword',
        '*.SecurityDbEncryption',
      ],
      volatile: ['Status'],
      terraform: ['aws_dms_endpoint', 'aws_dms_s3_endpoint'],
    },
    {
      resourceType: 'AWS::DMS::ReplicationTask',
      title: 'DMS replication task',
      list: {
        operation: 'DescribeReplicationTasks',
        input: {
          MaxRecords: 100,
        },
        items: 'ReplicationTasks[]',
      },
      nativeId: 'ReplicationTaskIdentifier',
      arn: 'ReplicationTaskArn',
      name: 'ReplicationTaskIdentifier',
      createdAt: 'ReplicationTaskCreationDate',
      tags: {
        taggingApi: 'dms:task',
      },
      embedded: ['TableMappings', 'ReplicationTaskSettings'],
      volatile: [
        'Status',
        'ReplicationTaskStats',
        'LastFailureMessage',
        'StopReason',
        'ReplicationTaskStartDate',
        'RecoveryCheckpoint',
        'CdcStartPosition',
      ],
      terraform: ['aws_dms_replication_task'],
    },
    {
      resourceType: 'AWS::DMS::ReplicationSubnetGroup',
      title: 'DMS subnet group',
      list: {
        operation: 'DescribeReplicationSubnetGroups',
        input: {
          MaxRecords: 100,
        },
        items: 'ReplicationSubnetGroups[]',
      },
      nativeId: 'ReplicationSubnetGroupIdentifier',
      arn: 'arn:{partition}:dms:{region}:{account}:subgrp:{id}',
      name: 'ReplicationSubnetGroupIdentifier',
      volatile: ['SubnetGroupStatus', 'Subnets[].SubnetStatus'],
      terraform: ['aws_dms_replication_subnet_group'],
    },
  ],
};
