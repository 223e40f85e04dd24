import type { ItemCondition, OriginRule } from '../discovery/declaration/collector.ts';
import type { JsonObject } from '../json/json.ts';

/** An origin rule with the document that it follows. */
export interface SourcedOriginRule extends OriginRule {
  readonly source: string;
}

/** An origin rule of one type. */
export interface ServiceOriginRule extends SourcedOriginRule {
  /** An item as the API returns it that meets the rule. */
  readonly example: JsonObject;
  /** A similar item that a user makes. No rule of the type holds for it. */
  readonly users: JsonObject;
}

type RuleOf = (
  source: string,
  example: JsonObject,
  users: JsonObject,
  ...when: readonly ItemCondition[]
) => ServiceOriginRule;

const child: RuleOf = (source, example, users, ...when) => ({
  origin: 'child',
  when,
  source,
  example,
  users,
});
const byAws: RuleOf = (source, example, users, ...when) => ({
  origin: 'default',
  when,
  source,
  example,
  users,
});

/** A rule for a text that begins with a prefix. */
const childByPrefix = (source: string, path: string, startsWith: string): ServiceOriginRule =>
  child(source, { [path]: `${startsWith}1` }, { [path]: `my ${startsWith}1` }, { path, startsWith });

/** Interface types of network interfaces that services create. Source: EC2 API Reference, NetworkInterface. */
const serviceInterfaceTypes: readonly string[] = [
  'api_gateway_managed',
  'aws_codestar_connections_managed',
  'ec2_instance_connect_endpoint',
  'efs',
  'evs',
  'gateway_load_balancer',
  'gateway_load_balancer_endpoint',
  'global_accelerator_managed',
  'iot_rules_managed',
  'lambda',
  'load_balancer',
  'nat_gateway',
  'natGateway',
  'network_load_balancer',
  'quicksight',
  'transit_gateway',
  'vpc_endpoint',
];

/** The page shows the descriptions of endpoints, and names NAT gateways and DB instances. */
const requesterManaged = 'EC2 User Guide, Requester-managed network interfaces';

/**
 * Services that create network interfaces which the attributes of the interface may not mark: prefix of the description, the
 * alias of the service as requester (`true`: an account of AWS, absent: the principal that called the service), and the guide.
 */
const interfaceRequesters: readonly (readonly [
  description: string,
  requester: string | true | undefined,
  source: string,
])[] = [
  ['AWS Lambda VPC ENI', undefined, 'Lambda Developer Guide, Giving functions access to resources in a VPC'],
  [
    'AWS created network interface for d-',
    undefined,
    'Directory Service Administration Guide, What gets created',
  ],
  ['EFS mount target for fs-', undefined, 'EFS User Guide, Managing mount targets'],
  ['Mount target fsmt-', undefined, 'EFS API Reference, CreateMountTarget'],
  ['ELB ', 'amazon-elb', 'Elastic Load Balancing User Guide, Load balancer network interfaces'],
  ['ElastiCache ', 'amazon-elasticache', 'ElastiCache User Guide, Understanding ElastiCache and Amazon VPCs'],
  ['Interface for NAT Gateway nat-', true, requesterManaged],
  ['RDSNetworkInterface', 'amazon-rds', requesterManaged],
  ['RedshiftNetworkInterface', 'amazon-redshift', 'Redshift Management Guide, Redshift resources in a VPC'],
  ['VPC Endpoint Interface vpce-', true, requesterManaged],
  ['VPC Endpoint Interface: vpce-', true, requesterManaged],
];

const interfaceRule = ([Description, requester, source]: (typeof interfaceRequesters)[number]) => {
  const RequesterId = requester === true ? '727180483921' : (requester ?? 'AROAEXAMPLE:session');
  const conditions: readonly ItemCondition[] =
    requester === undefined
      ? []
      : [
          requester === true
            ? { path: 'RequesterId', otherAccount: true }
            : { path: 'RequesterId', equals: requester },
        ];
  return child(
    source,
    { Description: `${Description}1`, RequesterId },
    {
      Description: requester === undefined ? `my ${Description}1` : `${Description}1`,
      RequesterId: '111122223333',
    },
    { path: 'Description', startsWith: Description },
    ...conditions,
  );
};

/** Prefixes of log groups that services create, and the guide that says so. */
const serviceLogGroups: Readonly<Record<string, string>> = {
  '/aws-glue/': 'Glue Developer Guide, Logging for jobs',
  '/aws/amazonmq/': 'Amazon MQ Developer Guide, Configuring logs',
  '/aws/apigateway/welcome': 'API Gateway Developer Guide, CloudWatch logs for REST APIs',
  '/aws/batch/job': 'Batch User Guide, awslogs log driver',
  '/aws/containerinsights/': 'CloudWatch User Guide, Container Insights',
  '/aws/eks/': 'EKS User Guide, Send control plane logs to CloudWatch Logs',
  '/aws/imagebuilder/': 'Image Builder User Guide, Logs',
  '/aws/sagemaker/': 'SageMaker Developer Guide, Log groups',
  'API-Gateway-Execution-Logs_': 'API Gateway Developer Guide, CloudWatch logs for REST APIs',
  RDSOSMetrics: 'RDS User Guide, Enhanced Monitoring',
};

const dhcpOptions = (domain: string, ...further: readonly string[]): JsonObject => ({
  DhcpConfigurations: [
    { Key: 'domain-name', Values: [{ Value: domain }] },
    { Key: 'domain-name-servers', Values: [{ Value: 'AmazonProvidedDNS' }] },
    ...further.map((Key) => ({ Key, Values: [{ Value: '169.254.169.123' }] })),
  ],
});

const dhcpDefault = (example: string, domain: ItemCondition): ServiceOriginRule =>
  byAws(
    'VPC User Guide, DHCP option sets: default; the filters of aws_default_vpc_dhcp_options',
    dhcpOptions(example),
    dhcpOptions(example, 'ntp-servers'),
    { path: 'DhcpConfigurations[].Values[].Value', equals: 'AmazonProvidedDNS' },
    domain,
    {
      path: 'DhcpConfigurations[].Key',
      noneOf: [
        'ntp-servers',
        'netbios-name-servers',
        'netbios-node-type',
        'ipv6-address-preferred-lease-time',
      ],
    },
  );

const byBackup = (type: string): ServiceOriginRule =>
  child(
    `RDS API Reference, ${type}: SnapshotType`,
    { SnapshotType: 'awsbackup' },
    { SnapshotType: 'manual' },
    { path: 'SnapshotType', equals: 'awsbackup' },
  );

const instanceTermination = 'EC2 User Guide, Preserve data when an instance is terminated';

/**
 * Origin rules by resource type, for resources that services make without a tag that tells so, and for AWS defaults whose
 * collector has no rule. A default that a user changed is still a default.
 */
export const serviceOrigins: Readonly<Record<string, readonly ServiceOriginRule[]>> = {
  // A broker that is created without a configuration gets one of its own.
  'AWS::AmazonMQ::Configuration': [
    childByPrefix(
      'Amazon MQ API Reference, Brokers: configuration; Developer Guide, Managing Amazon MQ broker configurations',
      'Description',
      'Auto-generated default for ',
    ),
  ],
  'AWS::AutoScaling::ScalingPolicy': [
    childByPrefix('ECS API Reference, ManagedScaling', 'PolicyName', 'ECSManagedAutoScalingPolicy-'),
  ],
  'AWS::Backup::BackupPlan': [
    byAws(
      'EFS User Guide, Managing automatic backups of EFS file systems',
      { BackupPlanName: 'aws/efs/automatic-backup-plan' },
      { BackupPlanName: 'aws' },
      { path: 'BackupPlanName', startsWith: 'aws/' },
    ),
  ],
  'AWS::Backup::BackupSelection': [
    byAws(
      'EFS User Guide, Managing automatic backups of EFS file systems',
      { SelectionName: 'aws/efs/automatic-backup-selection' },
      { SelectionName: 'aws' },
      { path: 'SelectionName', startsWith: 'aws/' },
    ),
  ],
  'AWS::Config::ConfigurationRecorder': [
    child(
      'Config API Reference, DeleteServiceLinkedConfigurationRecorder; Developer Guide, Deleting your configuration recorders',
      { servicePrincipal: 'securityhub.amazonaws.com' },
      { name: 'default' },
      { path: 'servicePrincipal', present: true },
    ),
  ],
  'AWS::Config::ConformancePack': [
    child(
      'Config API Reference, ConformancePackDetail: CreatedBy',
      { CreatedBy: 'securityhub.amazonaws.com' },
      { ConformancePackName: 'own' },
      { path: 'CreatedBy', present: true },
    ),
  ],
  'AWS::EC2::DHCPOptions': [
    dhcpDefault('eu-west-1.compute.internal', {
      path: 'DhcpConfigurations[].Values[].Value',
      includes: '.compute.internal',
    }),
    dhcpDefault('ec2.internal', { path: 'DhcpConfigurations[].Values[].Value', equals: 'ec2.internal' }),
  ],
  'AWS::EC2::Image': [childByPrefix('AWS Backup Developer Guide, Amazon EC2 backups', 'Name', 'AwsBackup_')],
  'AWS::EC2::InternetGateway': [
    byAws(
      'VPC User Guide, Default VPC components',
      { DefaultVpc: true },
      { Attachments: [{ VpcId: 'vpc-1' }] },
      { path: 'DefaultVpc', equals: true },
    ),
  ],
  'AWS::EC2::NetworkInterface': [
    child(
      requesterManaged,
      { RequesterManaged: true, Description: '' },
      { RequesterManaged: false },
      { path: 'RequesterManaged', equals: true },
    ),
    // Interfaces that a user attaches are kept by default.
    child(
      instanceTermination,
      { Attachment: { DeviceIndex: 0, InstanceId: 'i-1', DeleteOnTermination: true } },
      { Attachment: { DeviceIndex: 1, InstanceId: 'i-1', DeleteOnTermination: false } },
      { path: 'Attachment.DeleteOnTermination', equals: true },
    ),
    ...serviceInterfaceTypes.map((type) =>
      child(
        'EC2 API Reference, NetworkInterface: InterfaceType',
        { InterfaceType: type },
        { InterfaceType: 'interface', Description: type },
        { path: 'InterfaceType', equals: type },
      ),
    ),
    // `amazon-elb`, `amazon-rds`, `amazon-aws`. An instance of a user belongs to an account with a number.
    child(
      'EC2 API Reference, NetworkInterfaceAttachment: InstanceOwnerId',
      { Attachment: { InstanceOwnerId: 'amazon-rds' } },
      { Attachment: { InstanceOwnerId: '111122223333' } },
      { path: 'Attachment.InstanceOwnerId', startsWith: 'amazon-' },
    ),
    child(
      'ECS Developer Guide, Task networking with the awsvpc network mode',
      { Description: 'arn:aws-cn:ecs:cn-north-1:111122223333:attachment/1' },
      { Description: 'for ecs' },
      { path: 'Description', startsWith: 'arn:aws' },
      { path: 'Description', includes: ':ecs:' },
    ),
    ...interfaceRequesters.map(interfaceRule),
  ],
  'AWS::EC2::SecurityGroup': [
    childByPrefix(
      'Directory Service Administration Guide, What gets created',
      'Description',
      'AWS created security group for d-',
    ),
    ...['Master', 'Slave', 'Service access'].map((group) =>
      childByPrefix(
        'EMR Management Guide, Specify Amazon EMR-managed and additional security groups',
        'Description',
        `${group} group for Elastic MapReduce created on `,
      ),
    ),
  ],
  'AWS::EC2::Snapshot': [
    childByPrefix('EC2 API Reference, CreateImage', 'Description', 'Created by CreateImage('),
    childByPrefix('EC2 API Reference, CopyImage', 'Description', 'Copied for DestinationAmi '),
    childByPrefix(
      'AWS Backup Developer Guide, Amazon EBS backups',
      'Description',
      'This snapshot is created by the AWS Backup service',
    ),
    childByPrefix(
      'EBS User Guide, How Amazon Data Lifecycle Manager works',
      'Description',
      'Created for policy: policy-',
    ),
  ],
  'AWS::EC2::Volume': [
    // Volumes that a user attaches are kept by default.
    child(
      instanceTermination,
      { Attachments: [{ Device: '/dev/xvda', InstanceId: 'i-1', DeleteOnTermination: true }] },
      { Attachments: [{ Device: '/dev/sdf', InstanceId: 'i-1', DeleteOnTermination: false }] },
      { path: 'Attachments[].DeleteOnTermination', equals: true },
    ),
  ],
  'AWS::ECS::Cluster': [
    child(
      'Batch API Reference, ComputeEnvironmentDetail: ecsClusterArn',
      { clusterName: 'jobs_Batch_0a1b2c3d-0000-4000-8000-0123456789ab' },
      { clusterName: 'my_Batch_jobs' },
      { path: 'clusterName', uuidAfter: '_Batch_' },
    ),
  ],
  'AWS::EKS::AccessEntry': [
    child(
      'EKS User Guide, Access entries of service-linked roles',
      { principalArn: 'arn:aws:iam::111122223333:role/aws-service-role/eks.amazonaws.com/a' },
      { principalArn: 'arn:aws:iam::111122223333:role/admin' },
      { path: 'principalArn', includes: ':role/aws-service-role/' },
    ),
  ],
  'AWS::IAM::Role': [
    byAws(
      'Organizations User Guide, Accessing member accounts: OrganizationAccountAccessRole',
      { RoleName: 'OrganizationAccountAccessRole', Path: '/' },
      { RoleName: 'OrganizationAccountAccessRole2', Path: '/' },
      { path: 'RoleName', equals: 'OrganizationAccountAccessRole' },
    ),
  ],
  'AWS::Logs::LogGroup': Object.entries(serviceLogGroups).map(([prefix, source]) =>
    childByPrefix(source, 'logGroupName', prefix),
  ),
  'AWS::MemoryDB::SubnetGroup': [
    byAws(
      'MemoryDB Developer Guide, Subnets and subnet groups',
      { Name: 'default' },
      { Name: 'default-cache' },
      { path: 'Name', equals: 'default' },
    ),
  ],
  'AWS::RDS::DBClusterSnapshot': [byBackup('DBClusterSnapshot')],
  'AWS::RDS::DBInstance': [
    childByPrefix(
      'Aurora User Guide, Auto Scaling with Aurora Replicas',
      'DBInstanceIdentifier',
      'application-autoscaling-',
    ),
    // The members of a Multi-AZ DB cluster. Members of Aurora clusters are made one by one, also by Terraform.
    ...['mysql', 'postgres'].map((engine) =>
      child(
        'RDS User Guide, Multi-AZ DB cluster deployments',
        { Engine: engine, DBClusterIdentifier: 'a' },
        { Engine: `aurora-${engine}`, DBClusterIdentifier: 'a' },
        { path: 'Engine', equals: engine },
        { path: 'DBClusterIdentifier', present: true },
      ),
    ),
  ],
  'AWS::RDS::DBSnapshot': [byBackup('DBSnapshot')],
  'AWS::Redshift::ClusterSecurityGroup': [
    byAws(
      'Redshift API Reference, CreateClusterSecurityGroup',
      { ClusterSecurityGroupName: 'default' },
      { ClusterSecurityGroupName: 'web' },
      { path: 'ClusterSecurityGroupName', equals: 'default' },
    ),
  ],
  'AWS::Route53::HostedZone': [
    child(
      'Route 53 API Reference, HostedZone: LinkedService; Cloud Map Developer Guide, Creating namespaces',
      { LinkedService: { ServicePrincipal: 'servicediscovery.amazonaws.com' } },
      { Config: { Comment: 'servicediscovery.amazonaws.com' } },
      { path: 'LinkedService.ServicePrincipal', present: true },
    ),
  ],
  // Users cannot create names with an exclamation mark.
  'AWS::SecretsManager::Secret': [
    child(
      'Secrets Manager User Guide, Secrets managed by other AWS services (service-linked-secrets): the prefix <service>!',
      { Name: 'rds!cluster-1' },
      { Name: 'rds/cluster-1' },
      { path: 'Name', includes: '!' },
    ),
  ],
  'AWS::WAFv2::WebACL': [
    child(
      'WAF API Reference, WebACL: ManagedByFirewallManager',
      { ManagedByFirewallManager: true },
      { ManagedByFirewallManager: false },
      { path: 'ManagedByFirewallManager', equals: true },
    ),
  ],
};
