import type { ItemCondition, OriginRule } from '../discovery/declaration/collector.ts';

/** An origin rule with the document that it follows. */
export interface SourcedOriginRule extends OriginRule {
  readonly source: string;
}

const child = (source: string, ...when: readonly ItemCondition[]): SourcedOriginRule => ({
  origin: 'child',
  when,
  source,
});
const byAws = (source: string, ...when: readonly ItemCondition[]): SourcedOriginRule => ({
  origin: 'default',
  when,
  source,
});

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

const dhcpDefault = (domain: ItemCondition): SourcedOriginRule =>
  byAws(
    'VPC User Guide, DHCP option sets: default; the filters of aws_default_vpc_dhcp_options',
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

/**
 * Origin rules by resource type, for resources that services make without a tag that tells so, and for AWS defaults whose
 * collector has no rule. A default that a user changed is still a default.
 */
export const serviceOrigins: Readonly<Record<string, readonly SourcedOriginRule[]>> = {
  'AWS::AutoScaling::ScalingPolicy': [
    child('ECS Developer Guide, Managed scaling of capacity providers', {
      path: 'PolicyName',
      startsWith: 'ECSManagedAutoScalingPolicy-',
    }),
  ],
  'AWS::Backup::BackupPlan': [
    byAws('EFS User Guide, Automatic backups', { path: 'BackupPlanName', startsWith: 'aws/' }),
  ],
  'AWS::Backup::BackupSelection': [
    byAws('EFS User Guide, Automatic backups', { path: 'SelectionName', startsWith: 'aws/' }),
  ],
  'AWS::Config::ConfigurationRecorder': [
    child('Config Developer Guide, Service-linked configuration recorders', {
      path: 'servicePrincipal',
      present: true,
    }),
  ],
  'AWS::Config::ConformancePack': [
    child('Config API Reference, ConformancePackDetail: CreatedBy', { path: 'CreatedBy', present: true }),
  ],
  'AWS::EC2::DHCPOptions': [
    dhcpDefault({ path: 'DhcpConfigurations[].Values[].Value', includes: '.compute.internal' }),
    dhcpDefault({ path: 'DhcpConfigurations[].Values[].Value', equals: 'ec2.internal' }),
  ],
  'AWS::EC2::InternetGateway': [
    byAws('VPC User Guide, Default VPC components', { path: 'DefaultVpc', equals: true }),
  ],
  'AWS::EC2::NetworkInterface': [
    ...serviceInterfaceTypes.map((type) =>
      child('EC2 API Reference, NetworkInterface: InterfaceType', { path: 'InterfaceType', equals: type }),
    ),
    child(
      'ECS Developer Guide, Task networking with the awsvpc network mode',
      { path: 'Description', startsWith: 'arn:aws' },
      { path: 'Description', includes: ':ecs:' },
    ),
    child('Directory Service Administration Guide, What gets created', {
      path: 'Description',
      startsWith: 'AWS created network interface for d-',
    }),
  ],
  'AWS::EC2::SecurityGroup': [
    child('Directory Service Administration Guide, What gets created', {
      path: 'Description',
      startsWith: 'AWS created security group for d-',
    }),
    ...['Master', 'Slave', 'Service access'].map((group) =>
      child('EMR Management Guide, Amazon EMR-managed security groups', {
        path: 'Description',
        startsWith: `${group} group for Elastic MapReduce created on `,
      }),
    ),
  ],
  'AWS::EC2::Snapshot': [
    child('EC2 API Reference, CopyImage', { path: 'Description', startsWith: 'Copied for DestinationAmi ' }),
  ],
  'AWS::ECS::Cluster': [
    child('Batch API Reference, ComputeEnvironmentDetail: ecsClusterArn', {
      path: 'clusterName',
      includes: '_Batch_',
    }),
  ],
  'AWS::EKS::AccessEntry': [
    child('EKS User Guide, Access entries of service-linked roles', {
      path: 'principalArn',
      includes: ':role/aws-service-role/',
    }),
  ],
  'AWS::Logs::LogGroup': Object.entries(serviceLogGroups).map(([prefix, source]) =>
    child(source, { path: 'logGroupName', startsWith: prefix }),
  ),
  'AWS::MemoryDB::SubnetGroup': [
    byAws('MemoryDB Developer Guide, Subnets and subnet groups', { path: 'Name', equals: 'default' }),
  ],
  'AWS::RDS::DBInstance': [
    child('Aurora User Guide, Auto Scaling with Aurora Replicas', {
      path: 'DBInstanceIdentifier',
      startsWith: 'application-autoscaling-',
    }),
    // The members of a Multi-AZ DB cluster. Members of Aurora clusters are made one by one, also by Terraform.
    ...['mysql', 'postgres'].map((engine) =>
      child(
        'RDS User Guide, Multi-AZ DB cluster deployments',
        { path: 'Engine', equals: engine },
        { path: 'DBClusterIdentifier', present: true },
      ),
    ),
  ],
  'AWS::Redshift::ClusterSecurityGroup': [
    byAws('Redshift API Reference, CreateClusterSecurityGroup', {
      path: 'ClusterSecurityGroupName',
      equals: 'default',
    }),
  ],
  // Users cannot create names with an exclamation mark.
  'AWS::SecretsManager::Secret': [
    child('Secrets Manager User Guide, Secrets managed by other services', { path: 'Name', includes: '!' }),
  ],
  'AWS::WAFv2::WebACL': [
    child('WAF API Reference, WebACL: ManagedByFirewallManager', {
      path: 'ManagedByFirewallManager',
      equals: true,
    }),
  ],
};
