import type {
  ItemCondition,
  DetailCall,
  ServiceCollectors,
  TypeCollector,
} from '../declaration/collector.ts';

const TAGS = { tags: { path: 'TagList' } } as const;
const PAGE = { MaxRecords: 100 } as const;

/** RDS calls also return Neptune and DocumentDB databases; the engine determines the resource type. */
const OTHER_ENGINES = { Neptune: 'neptune', DocDB: 'docdb' } as const;
const isRds: readonly ItemCondition[] = [{ path: 'Engine', noneOf: Object.values(OTHER_ENGINES) }];

const instances = (
  product: 'RDS' | keyof typeof OTHER_ENGINES,
  title: string,
  terraform: readonly string[],
  only: readonly ItemCondition[] = product === 'RDS'
    ? isRds
    : [{ path: 'Engine', equals: OTHER_ENGINES[product] }],
): TypeCollector => ({
  resourceType: `AWS::${product}::DBInstance`,
  title,
  list: { operation: 'DescribeDBInstances', input: PAGE, items: 'DBInstances[]', only },
  nativeId: 'DBInstanceIdentifier',
  arn: 'DBInstanceArn',
  name: 'DBInstanceIdentifier',
  createdAt: 'InstanceCreateTime',
  ...TAGS,
  settled: { ActivityStreamStatus: { starting: 'started', stopping: 'stopped' } },
  volatile: [
    'LatestRestorableTime',
    'DBInstanceStatus',
    'PendingModifiedValues',
    'StatusInfos',
    'DBSubnetGroup.SubnetGroupStatus',
    'CertificateDetails.ValidTill',
    'VpcSecurityGroups[].Status',
    'DBSecurityGroups[].Status',
    'DBParameterGroups[].ParameterApplyStatus',
    'OptionGroupMemberships[].Status',
    'DomainMemberships[].Status',
    'AssociatedRoles[].Status',
    'MasterUserSecret.SecretStatus',
    'DBSubnetGroup.Subnets[].SubnetStatus',
    'AdditionalStorageVolumes[].StorageVolumeStatus',
    'AdditionalStorageVolumes[].StorageOperationStatus',
    'StorageOperationStatus',
    'StorageVolumeStatus',
    'PercentProgress',
  ],
  sets: {
    DBParameterGroups: 'AmazonRDS/latest/APIReference/API_DBInstance',
    DBSecurityGroups: 'AmazonRDS/latest/APIReference/API_DBInstance',
    OptionGroupMemberships: 'AmazonRDS/latest/APIReference/API_DBInstance',
    ReadReplicaDBInstanceIdentifiers: 'AmazonRDS/latest/APIReference/API_DBInstance',
    AssociatedRoles: 'AmazonRDS/latest/APIReference/API_DBInstance',
    EnabledCloudwatchLogsExports: 'AmazonRDS/latest/APIReference/API_DBInstance',
    ProcessorFeatures: 'AmazonRDS/latest/APIReference/API_DBInstance',
  },
  terraform,
});
const clusters = (
  product: 'RDS' | keyof typeof OTHER_ENGINES,
  title: string,
  terraform: readonly string[],
  only: readonly ItemCondition[] = product === 'RDS'
    ? isRds
    : [{ path: 'Engine', equals: OTHER_ENGINES[product] }],
): TypeCollector => ({
  resourceType: `AWS::${product}::DBCluster`,
  title,
  list: { operation: 'DescribeDBClusters', input: PAGE, items: 'DBClusters[]', only },
  nativeId: 'DBClusterIdentifier',
  arn: 'DBClusterArn',
  name: 'DBClusterIdentifier',
  createdAt: 'ClusterCreateTime',
  ...TAGS,
  settled: {
    ActivityStreamStatus: { starting: 'started', stopping: 'stopped' },
    GlobalWriteForwardingStatus: { enabling: 'enabled', disabling: 'disabled' },
    LocalWriteForwardingStatus: { enabling: 'enabled', disabling: 'disabled' },
    'LimitlessDatabase.Status': {
      enabling: 'enabled',
      disabling: 'disabled',
      'modifying-max-capacity': 'enabled',
    },
  },
  volatile: [
    'LatestRestorableTime',
    'EarliestRestorableTime',
    'Status',
    'Capacity',
    'PendingModifiedValues',
    'PercentProgress',
    'StatusInfos',
    'DBClusterMembers[].IsClusterWriter',
    'VpcSecurityGroups[].Status',
    'DBClusterOptionGroupMemberships[].Status',
    'DBClusterMembers[].DBClusterParameterGroupStatus',
    'AssociatedRoles[].Status',
    'DomainMemberships[].Status',
    'MasterUserSecret.SecretStatus',
  ],
  sets: {
    DBClusterMembers: 'AmazonRDS/latest/APIReference/API_DBCluster',
    AssociatedRoles: 'AmazonRDS/latest/APIReference/API_DBCluster',
    EnabledCloudwatchLogsExports: 'AmazonRDS/latest/APIReference/API_DBCluster',
    ReadReplicaIdentifiers: 'AmazonRDS/latest/APIReference/API_DBCluster',
    CustomEndpoints: 'AmazonRDS/latest/APIReference/API_DBCluster',
  },
  terraform,
});

/**
 * The accounts that a snapshot is shared with. Only manual snapshots can be shared. Source: RDS API reference,
 * ModifyDBSnapshotAttribute.
 */
const sharing = (kind: 'DBSnapshot' | 'DBClusterSnapshot'): DetailCall => ({
  operation: `Describe${kind}Attributes`,
  input: { [`${kind}Identifier`]: `{${kind}Identifier}` },
  result: `${kind}AttributesResult.${kind}Attributes`,
  into: `${kind}Attributes`,
  when: [{ path: 'SnapshotType', equals: 'manual' }],
});

/** RDS, Aurora, Neptune and DocumentDB. */
export const rds: ServiceCollectors = {
  service: 'rds',
  client: 'rds',
  scope: 'regional',
  probe: { operation: 'DescribeDBInstances', input: { MaxRecords: 20 } },
  types: [
    instances('RDS', 'RDS instance', ['aws_db_instance', 'aws_rds_cluster_instance']),
    instances('Neptune', 'Neptune instance', ['aws_neptune_cluster_instance']),
    instances('DocDB', 'DocumentDB instance', ['aws_docdb_cluster_instance']),
    clusters('RDS', 'RDS cluster', ['aws_rds_cluster']),
    clusters('Neptune', 'Neptune cluster', ['aws_neptune_cluster']),
    clusters('DocDB', 'DocumentDB cluster', ['aws_docdb_cluster']),
    {
      resourceType: 'AWS::RDS::DBSnapshot',
      title: 'RDS snapshot',
      list: { operation: 'DescribeDBSnapshots', input: PAGE, items: 'DBSnapshots[]' },
      details: [sharing('DBSnapshot')],
      nativeId: 'DBSnapshotIdentifier',
      arn: 'DBSnapshotArn',
      name: 'DBSnapshotIdentifier',
      createdAt: 'SnapshotCreateTime',
      ...TAGS,
      volatile: ['PercentProgress', 'Status'],
      sets: {
        DBSnapshotAttributes: 'AmazonRDS/latest/APIReference/API_DBSnapshotAttributesResult',
        'DBSnapshotAttributes[].AttributeValues': 'AmazonRDS/latest/APIReference/API_DBSnapshotAttribute',
      },
      origin: [{ origin: 'child', when: [{ path: 'SnapshotType', equals: 'automated' }] }],
      terraform: ['aws_db_snapshot', 'aws_db_snapshot_copy'],
    },
    {
      resourceType: 'AWS::RDS::DBClusterSnapshot',
      title: 'RDS cluster snapshot',
      list: { operation: 'DescribeDBClusterSnapshots', input: PAGE, items: 'DBClusterSnapshots[]' },
      details: [sharing('DBClusterSnapshot')],
      nativeId: 'DBClusterSnapshotIdentifier',
      arn: 'DBClusterSnapshotArn',
      name: 'DBClusterSnapshotIdentifier',
      createdAt: 'SnapshotCreateTime',
      ...TAGS,
      volatile: ['PercentProgress', 'Status'],
      sets: {
        DBClusterSnapshotAttributes: 'AmazonRDS/latest/APIReference/API_DBClusterSnapshotAttributesResult',
        'DBClusterSnapshotAttributes[].AttributeValues':
          'AmazonRDS/latest/APIReference/API_DBClusterSnapshotAttribute',
      },
      origin: [{ origin: 'child', when: [{ path: 'SnapshotType', equals: 'automated' }] }],
      terraform: [
        'aws_db_cluster_snapshot',
        'aws_rds_cluster_snapshot_copy',
        'aws_docdb_cluster_snapshot',
        'aws_neptune_cluster_snapshot',
      ],
    },
    {
      resourceType: 'AWS::RDS::DBSubnetGroup',
      title: 'RDS subnet group',
      list: { operation: 'DescribeDBSubnetGroups', input: PAGE, items: 'DBSubnetGroups[]' },
      nativeId: 'DBSubnetGroupName',
      arn: 'DBSubnetGroupArn',
      name: 'DBSubnetGroupName',
      tags: {
        call: {
          operation: 'ListTagsForResource',
          input: { ResourceName: '{DBSubnetGroupArn}' },
          result: 'TagList',
        },
      },
      volatile: ['SubnetGroupStatus', 'Subnets[].SubnetStatus'],
      origin: [{ origin: 'default', when: [{ path: 'DBSubnetGroupName', equals: 'default' }] }],
      terraform: ['aws_db_subnet_group', 'aws_docdb_subnet_group', 'aws_neptune_subnet_group'],
    },
    {
      resourceType: 'AWS::RDS::DBParameterGroup',
      title: 'RDS parameter group',
      list: { operation: 'DescribeDBParameterGroups', input: PAGE, items: 'DBParameterGroups[]' },
      nativeId: 'DBParameterGroupName',
      arn: 'DBParameterGroupArn',
      name: 'DBParameterGroupName',
      tags: {
        call: {
          operation: 'ListTagsForResource',
          input: { ResourceName: '{DBParameterGroupArn}' },
          result: 'TagList',
        },
      },
      origin: [{ origin: 'default', when: [{ path: 'DBParameterGroupName', startsWith: 'default.' }] }],
      terraform: ['aws_db_parameter_group', 'aws_neptune_parameter_group'],
    },
    {
      resourceType: 'AWS::RDS::DBClusterParameterGroup',
      title: 'RDS cluster parameter group',
      list: {
        operation: 'DescribeDBClusterParameterGroups',
        input: PAGE,
        items: 'DBClusterParameterGroups[]',
      },
      nativeId: 'DBClusterParameterGroupName',
      arn: 'DBClusterParameterGroupArn',
      name: 'DBClusterParameterGroupName',
      tags: {
        call: {
          operation: 'ListTagsForResource',
          input: { ResourceName: '{DBClusterParameterGroupArn}' },
          result: 'TagList',
        },
      },
      origin: [
        { origin: 'default', when: [{ path: 'DBClusterParameterGroupName', startsWith: 'default.' }] },
      ],
      terraform: [
        'aws_rds_cluster_parameter_group',
        'aws_docdb_cluster_parameter_group',
        'aws_neptune_cluster_parameter_group',
      ],
    },
    {
      resourceType: 'AWS::RDS::OptionGroup',
      title: 'RDS option group',
      list: { operation: 'DescribeOptionGroups', input: PAGE, items: 'OptionGroupsList[]' },
      nativeId: 'OptionGroupName',
      arn: 'OptionGroupArn',
      name: 'OptionGroupName',
      tags: { taggingApi: 'rds:og' },
      origin: [{ origin: 'default', when: [{ path: 'OptionGroupName', startsWith: 'default:' }] }],

      volatile: [
        'Options[].DBSecurityGroupMemberships[].Status',
        'Options[].VpcSecurityGroupMemberships[].Status',
      ],
      terraform: ['aws_db_option_group'],
    },
    {
      resourceType: 'AWS::RDS::DBProxy',
      title: 'RDS proxy',
      list: { operation: 'DescribeDBProxies', input: PAGE, items: 'DBProxies[]' },
      details: [
        {
          operation: 'DescribeDBProxyTargets',
          input: { DBProxyName: '{DBProxyName}', MaxRecords: 100 },
          result: 'Targets',
          into: 'Targets',
          absent: ['DBProxyTargetGroupNotFoundFault'],
        },
      ],
      nativeId: 'DBProxyName',
      arn: 'DBProxyArn',
      name: 'DBProxyName',
      createdAt: 'CreatedDate',
      tags: {
        call: {
          operation: 'ListTagsForResource',
          input: { ResourceName: '{DBProxyArn}' },
          result: 'TagList',
        },
      },
      volatile: ['Status', 'UpdatedDate', 'Targets[].TargetHealth'],
      sets: { Targets: 'AmazonRDS/latest/APIReference/API_DescribeDBProxyTargets' },
      terraform: ['aws_db_proxy'],
    },
    {
      resourceType: 'AWS::RDS::EventSubscription',
      title: 'RDS event subscription',
      list: { operation: 'DescribeEventSubscriptions', input: PAGE, items: 'EventSubscriptionsList[]' },
      nativeId: 'CustSubscriptionId',
      arn: 'EventSubscriptionArn',
      name: 'CustSubscriptionId',
      createdAt: 'SubscriptionCreationTime',
      tags: {
        call: {
          operation: 'ListTagsForResource',
          input: { ResourceName: '{EventSubscriptionArn}' },
          result: 'TagList',
        },
      },
      volatile: ['Status'],
      sets: {
        SourceIdsList: 'AmazonRDS/latest/APIReference/API_EventSubscription',
        EventCategoriesList: 'AmazonRDS/latest/APIReference/API_EventSubscription',
      },
      terraform: [
        'aws_db_event_subscription',
        'aws_docdb_event_subscription',
        'aws_neptune_event_subscription',
      ],
    },
    {
      resourceType: 'AWS::RDS::GlobalCluster',
      title: 'Global database cluster',
      // Its ARN has no region. Source: Service Authorization Reference, Amazon RDS.
      scope: 'global',
      list: { operation: 'DescribeGlobalClusters', input: PAGE, items: 'GlobalClusters[]' },
      nativeId: 'GlobalClusterIdentifier',
      arn: 'GlobalClusterArn',
      name: 'GlobalClusterIdentifier',
      ...TAGS,
      settled: {
        'GlobalClusterMembers[].GlobalWriteForwardingStatus': { enabling: 'enabled', disabling: 'disabled' },
      },
      volatile: ['Status', 'FailoverState', 'GlobalClusterMembers[].SynchronizationStatus'],
      sets: {
        GlobalClusterMembers: 'AmazonRDS/latest/APIReference/API_GlobalCluster',
        'GlobalClusterMembers[].Readers': 'AmazonRDS/latest/APIReference/API_GlobalClusterMember',
      },
      terraform: ['aws_rds_global_cluster', 'aws_docdb_global_cluster', 'aws_neptune_global_cluster'],
    },
    {
      resourceType: 'AWS::RDS::ReservedDBInstance',
      title: 'Reserved DB instance',
      list: {
        operation: 'DescribeReservedDBInstances',
        input: { MaxRecords: 100 },
        items: 'ReservedDBInstances[]',
      },
      nativeId: 'ReservedDBInstanceId',
      arn: 'ReservedDBInstanceArn',
      name: 'ReservedDBInstanceId',
      createdAt: 'StartTime',
      volatile: ['State'],
      ended: { State: ['retired', 'payment-failed'] },
      notRead: 'Reservations that have ended; tags.',
      terraform: ['aws_rds_reserved_instance'],
    },
  ],
};
