import type { Json } from '../../../domain/json/json.ts';
import type { ChangeKind } from '../../../domain/values.ts';

/** A call as CloudTrail records it, and the change that it causes. */
export interface RecordedCall {
  /** The page of AWS's documentation; absent for a record that is made from the model of the API. */
  readonly page?: string;
  /** `sqs.CreateQueue` */
  readonly call: string;
  readonly region: string;
  readonly request: Json;
  readonly response?: Json;
  readonly resources?: Json;
  readonly details?: Json;
  readonly change: {
    readonly kind: ChangeKind;
    readonly type: string;
    /** Region of the resource, if it is not that of the record. */
    readonly region?: string;
    readonly id: string;
    readonly arn?: string;
    readonly name?: string;
    readonly paths?: readonly string[];
  };
}

const docs = (path: string) => `https://docs.aws.amazon.com/${path}.html`;
const pages = {
  trail: docs('awscloudtrail/latest/userguide/cloudtrail-log-file-examples'),
  dynamodb: docs('amazondynamodb/latest/developerguide/logging-using-cloudtrail'),
  autoscaling: docs('autoscaling/ec2/userguide/logging-using-cloudtrail'),
  ecr: docs('AmazonECR/latest/userguide/logging-using-cloudtrail'),
  ecs: docs('AmazonECS/latest/developerguide/logging-using-cloudtrail'),
  efs: docs('efs/latest/ug/logging-using-cloudtrail'),
  eks: docs('eks/latest/userguide/logging-using-cloudtrail'),
  kinesis: docs('streams/latest/dev/logging-using-cloudtrail'),
  rds: docs('AmazonRDS/latest/UserGuide/logging-using-cloudtrail'),
  redshift: docs('redshift/latest/mgmt/logging-with-cloudtrail'),
  route53: docs('Route53/latest/DeveloperGuide/logging-using-cloudtrail'),
  sagemaker: docs('sagemaker/latest/dg/logging-using-cloudtrail'),
  sqs: docs('AWSSimpleQueueService/latest/SQSDeveloperGuide/logging-using-cloudtrail'),
  batch: docs('batch/latest/userguide/logging-using-cloudtrail'),
  lambda: docs('lambda/latest/dg/logging-using-cloudtrail'),
  accelerator: docs('global-accelerator/latest/dg/logging-using-cloudtrail'),
  waf: docs('waf/latest/developerguide/logging-using-cloudtrail'),
  transfer: docs('transfer/latest/userguide/logging-using-cloudtrail'),
  storage: docs('storagegateway/latest/userguide/logging-using-cloudtrail'),
  catalog: docs('servicecatalog/latest/adminguide/logging-using-cloudtrail'),
  cognito: docs('cognito/latest/developerguide/logging-using-cloudtrail'),
  datasync: docs('datasync/latest/userguide/logging-using-cloudtrail'),
  map: docs('cloud-map/latest/dg/logging-using-cloudtrail'),
  ram: docs('ram/latest/userguide/logging-using-cloudtrail'),
  fsx: docs('fsx/latest/WindowsGuide/logging-using-cloudtrail'),
  iam: docs('IAM/latest/UserGuide/cloudtrail-integration'),
  sns: docs('sns/latest/dg/sns-logging-using-cloudtrail'),
  cloudwatch: docs('AmazonCloudWatch/latest/monitoring/logging_cw_api_calls'),
  cloudformation: docs('AWSCloudFormation/latest/UserGuide/cfn-api-logging-cloudtrail'),
  elb: docs('elasticloadbalancing/latest/application/load-balancer-cloudtrail-logs'),
  cloudfront: docs('AmazonCloudFront/latest/DeveloperGuide/logging_using_cloudtrail'),
  codebuild: docs('codebuild/latest/userguide/cloudtrail'),
  codepipeline: docs('codepipeline/latest/userguide/monitoring-cloudtrail-logs'),
  codedeploy: docs('codedeploy/latest/userguide/monitoring-cloudtrail'),
  codecommit: docs('codecommit/latest/userguide/integ-cloudtrail'),
  states: docs('step-functions/latest/dg/procedure-cloud-trail'),
  athena: docs('athena/latest/ug/monitor-with-cloudtrail'),
  glue: docs('glue/latest/dg/monitor-cloudtrail'),
  config: docs('config/latest/developerguide/log-api-calls'),
  ssm: docs('systems-manager/latest/userguide/monitoring-cloudtrail-logs'),
  elasticache: docs('AmazonElastiCache/latest/red-ug/logging-using-cloudtrail'),
  mq: docs('amazon-mq/latest/developer-guide/security-logging-monitoring-cloudtrail'),
  analytics: docs('kinesisanalytics/latest/dev/logging-using-cloudtrail'),
  organizations: docs('organizations/latest/userguide/orgs_cloudtrail-integration'),
  kms: (topic: string) => docs(`kms/latest/developerguide/ct-${topic}`),
} as const;

const key = '1234abcd-12ab-34cd-56ef-1234567890ab';
const keyArn = `arn:aws:kms:us-west-2:111122223333:key/${key}`;
const keyResource = [{ ARN: keyArn, accountId: '111122223333' }];
const ofKey = { type: 'AWS::KMS::Key', region: 'us-west-2', id: key, arn: keyArn } as const;
const alias = 'alias/my_alias';
const queue = 'https://test-sqs.amazon.com/123456789012/hello1';
const ofQueue = { type: 'AWS::SQS::Queue', id: queue, name: 'hello1' } as const;
const music = { type: 'AWS::DynamoDB::Table', id: 'Music', name: 'Music' } as const;
const stream = { type: 'AWS::Kinesis::Stream', id: 'GoodStream', name: 'GoodStream' } as const;
const stack =
  'arn:aws:cloudformation:us-east-1:012345678910:stack/my-test-stack/a38e6a60-b397-11e3-b0fc-08002755629e';
const ofStack = { type: 'AWS::CloudFormation::Stack', id: stack, arn: stack, name: 'my-test-stack' } as const;
const balancer =
  'arn:aws:elasticloadbalancing:us-west-2:123456789012:loadbalancer/app/my-load-balancer/ffcddace1759e1d0';
const ofBalancer = {
  type: 'AWS::ElasticLoadBalancingV2::LoadBalancer',
  id: balancer,
  arn: balancer,
  name: 'my-load-balancer',
} as const;
const accelerator = 'arn:aws:globalaccelerator::111122223333:accelerator/0339bfd6-13bc-4d45-a114-5d7fexample';
const listener = `${accelerator}/listener/abcde1234`;
const ofListener = {
  type: 'AWS::GlobalAccelerator::Listener',
  region: 'global',
  id: listener,
  arn: listener,
} as const;
const acl = 'ebbcb976-8d59-4d20-8ca8-4ab2f6b7c07b';
const aclArn = `arn:aws:wafv2:us-west-2:112233445566:global/webacl/foo/${acl}`;
const ofAcl = { type: 'AWS::WAFv2::WebACL', id: aclArn, arn: aclArn, name: 'foo' } as const;
const activity = 'arn:aws:states:us-east-1:123456789012:activity:OtherActivityPrefix.2016-10-27';
const recorder = { type: 'AWS::Config::ConfigurationRecorder', id: 'default', name: 'default' } as const;
const channel = { type: 'AWS::Config::DeliveryChannel', id: 'default', name: 'default' } as const;
const cache = {
  type: 'AWS::ElastiCache::CacheCluster',
  id: 'test-memcached',
  name: 'test-memcached',
} as const;
const instance = { type: 'AWS::EC2::Instance', id: 'i-ebeaf9e2' } as const;

/**
 * Records of AWS's documentation, with the parts that identify the resource and name the parameters; long values are left
 * out. Those of IAM are in us-east-1, where CloudTrail records them, and not in the region of the older examples.
 */
export const documentedRecords: readonly RecordedCall[] = [
  {
    page: pages.trail,
    call: 'ec2.StartInstances',
    region: 'us-east-2',
    request: { instancesSet: { items: [{ instanceId: 'i-ebeaf9e2' }] } },
    response: {
      instancesSet: {
        items: [
          {
            instanceId: 'i-ebeaf9e2',
            currentState: { code: 0, name: 'pending' },
            previousState: { code: 80, name: 'stopped' },
          },
        ],
      },
    },
    change: { kind: 'updated', ...instance },
  },
  {
    page: pages.trail,
    call: 'ec2.StopInstances',
    region: 'us-east-2',
    request: { instancesSet: { items: [{ instanceId: 'i-ebeaf9e2' }] }, force: false },
    response: {
      instancesSet: { items: [{ instanceId: 'i-ebeaf9e2', currentState: { code: 64, name: 'stopping' } }] },
    },
    change: { kind: 'updated', ...instance },
  },
  {
    page: pages.trail,
    call: 'ec2.CreateKeyPair',
    region: 'us-east-2',
    request: { keyName: 'mykeypair' },
    response: { keyName: 'mykeypair', keyFingerprint: '30:1d:46:d0', keyMaterial: '<sensitiveDataRemoved>' },
    change: { kind: 'created', type: 'AWS::EC2::KeyPair', id: 'mykeypair', name: 'mykeypair' },
  },
  {
    page: pages.kms('ec2one'),
    call: 'ec2.CreateVolume',
    region: 'us-east-1',
    request: { size: '10', zone: 'us-east-1a', volumeType: 'gp2', encrypted: true },
    response: {
      volumeId: 'vol-13439757',
      size: '10',
      zone: 'us-east-1a',
      status: 'creating',
      volumeType: 'gp2',
    },
    change: { kind: 'created', type: 'AWS::EC2::Volume', id: 'vol-13439757' },
  },
  {
    page: pages.kms('ec2two'),
    call: 'ec2.RunInstances',
    region: 'us-east-1',
    request: {
      instancesSet: { items: [{ imageId: 'ami-b66ed3de', minCount: 1, maxCount: 1 }] },
      groupSet: { items: [{ groupId: 'sg-98b6e0f2' }] },
      instanceType: 'm3.medium',
    },
    response: {
      reservationId: 'r-5ebc9f74',
      groupSet: { items: [{ groupId: 'sg-98b6e0f2', groupName: 'launch-wizard-2' }] },
      instancesSet: { items: [{ instanceId: 'i-81e2f56c', imageId: 'ami-b66ed3de' }] },
    },
    change: { kind: 'created', type: 'AWS::EC2::Instance', id: 'i-81e2f56c' },
  },
  {
    page: pages.trail,
    call: 'iam.CreateUser',
    region: 'us-east-1',
    request: { userName: 'Bob' },
    response: {
      user: {
        userName: 'Bob',
        arn: 'arn:aws:iam::123456789012:user/Bob',
        path: '/',
        userId: 'EXAMPLEUSERID',
      },
    },
    change: {
      kind: 'created',
      type: 'AWS::IAM::User',
      region: 'global',
      id: 'Bob',
      arn: 'arn:aws:iam::123456789012:user/Bob',
      name: 'Bob',
    },
  },
  {
    page: pages.trail,
    call: 'iam.AddUserToGroup',
    region: 'us-east-1',
    request: { userName: 'Bob', groupName: 'admin' },
    change: {
      kind: 'updated',
      type: 'AWS::IAM::User',
      region: 'global',
      id: 'Bob',
      name: 'Bob',
      paths: ['GroupList'],
    },
  },
  {
    page: pages.trail,
    call: 'iam.CreateRole',
    region: 'us-east-1',
    request: {
      assumeRolePolicyDocument: '{"Statement":[{"Principal":{"AWS":"arn:aws:iam::210987654321:root"}}]}',
      roleName: 'TestRole',
    },
    response: {
      role: {
        roleName: 'TestRole',
        roleId: 'AROAIUU2EOWSWPGX2UJUO',
        arn: 'arn:aws:iam::123456789012:role/TestRole',
        path: '/',
      },
    },
    change: {
      kind: 'created',
      type: 'AWS::IAM::Role',
      region: 'global',
      id: 'TestRole',
      arn: 'arn:aws:iam::123456789012:role/TestRole',
      name: 'TestRole',
    },
  },
  {
    page: pages.eks,
    call: 'iam.DeleteInstanceProfile',
    region: 'us-east-1',
    request: { instanceProfileName: 'eks-11111111-2222-3333-4444-abcdef123456' },
    change: {
      kind: 'deleted',
      type: 'AWS::IAM::InstanceProfile',
      region: 'global',
      id: 'eks-11111111-2222-3333-4444-abcdef123456',
    },
  },
  {
    page: pages.dynamodb,
    call: 'dynamodb.CreateTable',
    region: 'us-west-2',
    request: {
      provisionedThroughput: { writeCapacityUnits: 10, readCapacityUnits: 10 },
      tableName: 'Music',
      keySchema: [{ attributeName: 'Artist', keyType: 'HASH' }],
    },
    response: { tableDescription: { tableName: 'Music', tableStatus: 'CREATING' } },
    change: { kind: 'created', ...music },
  },
  {
    page: pages.dynamodb,
    call: 'dynamodb.UpdateTable',
    region: 'us-west-2',
    request: { provisionedThroughput: { writeCapacityUnits: 25, readCapacityUnits: 25 } },
    response: { tableDescription: { tableName: 'Music', tableStatus: 'UPDATING' } },
    change: { kind: 'updated', ...music, paths: ['ProvisionedThroughput.ReadCapacityUnits'] },
  },
  {
    page: pages.autoscaling,
    call: 'autoscaling.CreateLaunchConfiguration',
    region: 'us-west-2',
    request: {
      imageId: 'ami-2f726546',
      instanceType: 'm1.small',
      launchConfigurationName: 'launch_configuration_1',
    },
    change: {
      kind: 'created',
      type: 'AWS::AutoScaling::LaunchConfiguration',
      id: 'launch_configuration_1',
      name: 'launch_configuration_1',
    },
  },
  {
    page: pages.autoscaling,
    call: 'autoscaling.UpdateAutoScalingGroup',
    region: 'us-west-2',
    request: { maxSize: 8, minSize: 1, autoScalingGroupName: 'asg1' },
    change: {
      kind: 'updated',
      type: 'AWS::AutoScaling::AutoScalingGroup',
      id: 'asg1',
      name: 'asg1',
      paths: ['MaxSize'],
    },
  },
  {
    page: pages.ecr,
    call: 'ecr.CreateRepository',
    region: 'us-east-2',
    request: { repositoryName: 'testrepo' },
    response: {
      repository: {
        repositoryArn: 'arn:aws:ecr:us-east-2:123456789012:repository/testrepo',
        repositoryName: 'testrepo',
      },
    },
    resources: [{ ARN: 'arn:aws:ecr:us-east-2:123456789012:repository/testrepo', accountId: '123456789012' }],
    change: {
      kind: 'created',
      type: 'AWS::ECR::Repository',
      id: 'testrepo',
      arn: 'arn:aws:ecr:us-east-2:123456789012:repository/testrepo',
      name: 'testrepo',
    },
  },
  {
    page: pages.ecs,
    call: 'ecs.CreateCluster',
    region: 'us-east-1',
    request: { clusterName: 'default' },
    response: {
      cluster: { clusterArn: 'arn:aws:ecs:us-east-1:123456789012:cluster/default', clusterName: 'default' },
    },
    change: {
      kind: 'created',
      type: 'AWS::ECS::Cluster',
      id: 'arn:aws:ecs:us-east-1:123456789012:cluster/default',
      arn: 'arn:aws:ecs:us-east-1:123456789012:cluster/default',
      name: 'default',
    },
  },
  {
    page: pages.efs,
    call: 'elasticfilesystem.CreateTags',
    region: 'us-west-2',
    request: { fileSystemId: 'fs-00112233', tags: [{ key: 'TagName', value: 'AnotherNewTag' }] },
    change: { kind: 'updated', type: 'AWS::EFS::FileSystem', id: 'fs-00112233', paths: ['tags.TagName'] },
  },
  {
    page: pages.efs,
    call: 'elasticfilesystem.DeleteTags',
    region: 'us-west-2',
    request: { fileSystemId: 'fs-00112233', tagKeys: [] },
    change: { kind: 'updated', type: 'AWS::EFS::FileSystem', id: 'fs-00112233', paths: ['tags.TagName'] },
  },
  {
    page: pages.eks,
    call: 'eks.CreateCluster',
    region: 'us-west-2',
    request: {
      resourcesVpcConfig: { subnetIds: ['subnet-a670c2df', 'subnet-4f8c5004'] },
      roleArn: 'arn:aws:iam::111122223333:role/AWSServiceRoleForAmazonEKS-CAC1G1VH3ZKZ',
      clusterName: 'test',
    },
    response: {
      cluster: {
        clusterName: 'test',
        status: 'CREATING',
        arn: 'arn:aws:eks:us-west-2:111122223333:cluster/test',
      },
    },
    change: {
      kind: 'created',
      type: 'AWS::EKS::Cluster',
      id: 'test',
      arn: 'arn:aws:eks:us-west-2:111122223333:cluster/test',
      name: 'test',
    },
  },
  {
    page: pages.kinesis,
    call: 'kinesis.CreateStream',
    region: 'us-east-1',
    request: { shardCount: 1, streamName: 'GoodStream' },
    change: { kind: 'created', ...stream },
  },
  {
    page: pages.kinesis,
    call: 'kinesis.DeleteStream',
    region: 'us-east-1',
    request: { streamName: 'GoodStream' },
    change: { kind: 'deleted', ...stream },
  },
  {
    page: pages.kinesis,
    call: 'kinesis.SplitShard',
    region: 'us-east-1',
    request: {
      shardToSplit: 'shardId-000000000000',
      streamName: 'GoodStream',
      newStartingHashKey: '11111111',
    },
    change: { kind: 'updated', ...stream },
  },
  {
    page: pages.kinesis,
    call: 'kinesis.MergeShards',
    region: 'us-east-1',
    request: {
      streamName: 'GoodStream',
      adjacentShardToMerge: 'shardId-000000000002',
      shardToMerge: 'shardId-000000000001',
    },
    change: { kind: 'updated', ...stream },
  },
  {
    page: pages.rds,
    call: 'rds.CreateDBInstance',
    region: 'us-east-1',
    request: {
      dBInstanceIdentifier: 'test-instance',
      engine: 'mysql',
      masterUsername: 'myawsuser',
      dBInstanceClass: 'db.m1.small',
      masterUserPassword: '****',
    },
    response: {
      dBInstanceArn: 'arn:aws:rds:us-east-1:123456789012:db:test-instance',
      dBInstanceIdentifier: 'test-instance',
      dBParameterGroups: [{ dBParameterGroupName: 'default.mysql5.6' }],
    },
    change: {
      kind: 'created',
      type: 'AWS::RDS::DBInstance',
      id: 'test-instance',
      arn: 'arn:aws:rds:us-east-1:123456789012:db:test-instance',
      name: 'test-instance',
    },
  },
  {
    page: pages.redshift,
    call: 'redshift-serverless.CreateNamespace',
    region: 'us-east-1',
    request: {
      adminUserPassword: 'HIDDEN_DUE_TO_SECURITY_REASONS',
      dbName: 'dev',
      namespaceName: 'testnamespace',
    },
    response: {
      namespace: {
        namespaceArn:
          'arn:aws:redshift-serverless:us-east-1:111111111111:namespace/befa5123-16c2-4449-afca-1d27cb40fc99',
        namespaceId: '8b726a0c-16ca-4799-acca-1d27cb403599',
        namespaceName: 'testnamespace',
      },
    },
    change: {
      kind: 'created',
      type: 'AWS::RedshiftServerless::Namespace',
      id: 'testnamespace',
      name: 'testnamespace',
    },
  },
  {
    page: pages.route53,
    call: 'route53.CreateHealthCheck',
    region: 'us-east-1',
    request: {
      callerReference: '2014-05-06 64832',
      healthCheckConfig: { iPAddress: '192.0.2.249', port: 80, type: 'TCP' },
    },
    response: {
      healthCheck: { callerReference: '2014-05-06 64847', id: 'b3c9cbc6-cd18-43bc-93f8-9e557example' },
      location: 'https://route53.amazonaws.com/2013-04-01/healthcheck/b3c9cbc6-cd18-43bc-93f8-9e557example',
    },
    change: {
      kind: 'created',
      type: 'AWS::Route53::HealthCheck',
      region: 'global',
      id: 'b3c9cbc6-cd18-43bc-93f8-9e557example',
    },
  },
  {
    page: pages.route53,
    call: 'route53.ChangeResourceRecordSets',
    region: 'us-east-1',
    request: {
      changeBatch: {
        changes: [
          { action: 'CREATE', resourceRecordSet: { name: 'prod.example.com.', tTL: 300, type: 'A' } },
          { action: 'CREATE', resourceRecordSet: { name: 'test.example.com.', tTL: 300, type: 'A' } },
        ],
        comment: 'Adding subdomains',
      },
      hostedZoneId: 'Z1PA6795UKMFR9',
    },
    change: {
      kind: 'created',
      type: 'AWS::Route53::RecordSet',
      region: 'global',
      id: 'Z1PA6795UKMFR9_prod.example.com_A',
      name: 'prod.example.com',
    },
  },
  {
    page: pages.route53,
    call: 'route53.DeleteHostedZone',
    region: 'us-east-1',
    request: { id: 'Z1PA6795UKMFR9' },
    change: { kind: 'deleted', type: 'AWS::Route53::HostedZone', region: 'global', id: 'Z1PA6795UKMFR9' },
  },
  {
    page: pages.route53,
    call: 'route53domains.updateDomainContact',
    region: 'us-west-2',
    request: { domainName: { name: 'example.com' } },
    change: {
      kind: 'updated',
      type: 'AWS::Route53Domains::Domain',
      region: 'global',
      id: 'example.com',
      name: 'example.com',
    },
  },
  {
    page: pages.sagemaker,
    call: 'sagemaker.CreateEndpoint',
    region: 'us-west-2',
    request: { endpointName: 'ExampleEndpoint', endpointConfigName: 'ExampleEndpointConfig' },
    response: { endpointArn: 'arn:aws:sagemaker:us-west-2:123456789012:endpoint/exampleendpoint' },
    change: {
      kind: 'created',
      type: 'AWS::SageMaker::Endpoint',
      id: 'ExampleEndpoint',
      arn: 'arn:aws:sagemaker:us-west-2:123456789012:endpoint/exampleendpoint',
      name: 'ExampleEndpoint',
    },
  },
  {
    page: pages.sagemaker,
    call: 'sagemaker.CreateModel',
    region: 'us-west-2',
    request: {
      modelName: 'ExampleModel',
      primaryContainer: { image: '174872318107.dkr.ecr.us-west-2.amazonaws.com/kmeans:latest' },
      executionRoleArn: 'arn:aws:iam::123456789012:role/EXAMPLEARN',
    },
    response: {
      modelArn: 'arn:aws:sagemaker:us-west-2:123456789012:model/barkinghappy2018-01-02t15-23-32-275z-ivrdog',
    },
    change: { kind: 'created', type: 'AWS::SageMaker::Model', id: 'ExampleModel', name: 'ExampleModel' },
  },
  {
    page: pages.sqs,
    call: 'sqs.AddPermission',
    region: 'us-east-2',
    request: { actions: ['SendMessage'], aWSAccountIds: ['123456789012'], label: 'label', queueUrl: queue },
    change: { kind: 'updated', ...ofQueue, paths: ['Attributes.Policy'] },
  },
  {
    page: pages.sqs,
    call: 'sqs.CreateQueue',
    region: 'us-east-2',
    request: { queueName: 'hello1' },
    response: { queueUrl: queue },
    change: { kind: 'created', ...ofQueue },
  },
  {
    page: pages.sqs,
    call: 'sqs.DeleteQueue',
    region: 'us-east-2',
    request: { queueUrl: queue },
    change: { kind: 'deleted', ...ofQueue },
  },
  {
    page: pages.sqs,
    call: 'sqs.RemovePermission',
    region: 'us-east-2',
    request: { label: 'label', queueUrl: queue },
    change: { kind: 'updated', ...ofQueue, paths: ['Attributes.Policy'] },
  },
  {
    page: pages.sqs,
    call: 'sqs.SetQueueAttributes',
    region: 'us-east-2',
    request: { attributes: { VisibilityTimeout: '100' }, queueUrl: queue },
    change: { kind: 'updated', ...ofQueue, paths: ['Attributes.VisibilityTimeout'] },
  },
  {
    page: pages.batch,
    call: 'batch.CreateComputeEnvironment',
    region: 'us-east-1',
    request: {
      computeResources: { subnets: ['subnet-5eda8e04'], instanceRole: 'ecsInstanceRole', type: 'EC2' },
      state: 'ENABLED',
      type: 'MANAGED',
      computeEnvironmentName: 'Test',
    },
    response: {
      computeEnvironmentName: 'Test',
      computeEnvironmentArn: 'arn:aws:batch:us-east-1:012345678910:compute-environment/Test',
    },
    change: {
      kind: 'created',
      type: 'AWS::Batch::ComputeEnvironment',
      id: 'Test',
      arn: 'arn:aws:batch:us-east-1:012345678910:compute-environment/Test',
      name: 'Test',
    },
  },
  {
    page: pages.lambda,
    call: 'lambda.DeleteFunction',
    region: 'us-east-1',
    request: { functionName: 'basic-node-task' },
    change: {
      kind: 'deleted',
      type: 'AWS::Lambda::Function',
      id: 'basic-node-task',
      name: 'basic-node-task',
    },
  },
  {
    page: pages.accelerator,
    call: 'globalaccelerator.CreateListener',
    region: 'us-west-2',
    request: { acceleratorArn: accelerator, portRanges: [{ fromPort: 80, toPort: 80 }], protocol: 'TCP' },
    response: { listener: { listenerArn: listener, protocol: 'TCP' } },
    change: { kind: 'created', ...ofListener },
  },
  {
    page: pages.accelerator,
    call: 'globalaccelerator.UpdateListener',
    region: 'us-west-2',
    request: {
      listenerArn: listener,
      portRanges: [
        { fromPort: 80, toPort: 80 },
        { fromPort: 81, toPort: 81 },
      ],
    },
    response: { listener: { listenerArn: listener } },
    change: { kind: 'updated', ...ofListener, paths: ['PortRanges.1'] },
  },
  {
    page: pages.accelerator,
    call: 'globalaccelerator.DeleteListener',
    region: 'us-west-2',
    request: { listenerArn: listener },
    change: { kind: 'deleted', ...ofListener },
  },
  {
    page: pages.accelerator,
    call: 'globalaccelerator.CreateAccelerator',
    region: 'us-west-2',
    request: { name: 'cloudTrailTest' },
    response: { accelerator: { acceleratorArn: accelerator, name: 'cloudTrailTest' } },
    change: {
      kind: 'created',
      type: 'AWS::GlobalAccelerator::Accelerator',
      region: 'global',
      id: accelerator,
      arn: accelerator,
      name: 'cloudTrailTest',
    },
  },
  {
    page: pages.waf,
    call: 'wafv2.CreateWebACL',
    region: 'us-west-2',
    request: {
      name: 'foo',
      scope: 'CLOUDFRONT',
      defaultAction: { block: {} },
      description: 'foo',
      rules: [{ name: 'foo', priority: 1 }],
    },
    response: { summary: { name: 'foo', id: acl, description: 'foo', aRN: aclArn } },
    change: { kind: 'created', ...ofAcl },
  },
  {
    page: pages.waf,
    call: 'wafv2.UpdateWebACL',
    region: 'us-west-2',
    request: {
      name: 'foo',
      scope: 'CLOUDFRONT',
      id: acl,
      rules: [{ name: 'foo', priority: 1 }],
      lockToken: '67551e73-49d8-4363-be48-244deea72ea9',
    },
    change: { kind: 'updated', ...ofAcl, paths: ['Rules.0'] },
  },
  {
    page: pages.waf,
    call: 'wafv2.DeleteWebACL',
    region: 'us-west-2',
    request: { name: 'foo', scope: 'CLOUDFRONT', id: acl, lockToken: 'a6b54c01-7975-4e6d-b7d0-2653cb6e231d' },
    change: { kind: 'deleted', ...ofAcl },
  },
  {
    page: pages.transfer,
    call: 'transfer.CreateServer',
    region: 'us-east-2',
    request: { loggingRole: 'arn:aws:iam::123456789102:role/sftp-role' },
    response: { serverId: 's-b6118b5f29a04a9e8' },
    change: { kind: 'created', type: 'AWS::Transfer::Server', id: 's-b6118b5f29a04a9e8' },
  },
  {
    page: pages.storage,
    call: 'storagegateway.ActivateGateway',
    region: 'us-east-2',
    request: {
      gatewayTimezone: 'GMT-5:00',
      gatewayName: 'cloudtrailgatewayvtl',
      gatewayRegion: 'us-east-2',
      gatewayType: 'VTL',
    },
    response: { gatewayARN: 'arn:aws:storagegateway:us-east-2:111122223333:gateway/cloudtrailgatewayvtl' },
    change: {
      kind: 'created',
      type: 'AWS::StorageGateway::Gateway',
      id: 'arn:aws:storagegateway:us-east-2:111122223333:gateway/cloudtrailgatewayvtl',
      arn: 'arn:aws:storagegateway:us-east-2:111122223333:gateway/cloudtrailgatewayvtl',
      name: 'cloudtrailgatewayvtl',
    },
  },
  {
    page: pages.catalog,
    call: 'servicecatalog-appregistry.CreateApplication',
    region: 'us-east-1',
    request: { name: 'hawTestCT', clientToken: '6f36d650-a086-47cf-810a-fbfab2f8ad33' },
    response: {
      application: {
        applicationArn:
          'arn:aws:servicecatalog:us-east-1:12345789012:application/app-02ocuq2cie2328pv64ya78e22f',
        applicationId: 'app-02ocuq2cie2328pv64ya78e22f',
        name: 'hawTestCT',
      },
    },
    change: {
      kind: 'created',
      type: 'AWS::ServiceCatalogAppRegistry::Application',
      id: 'app-02ocuq2cie2328pv64ya78e22f',
      name: 'hawTestCT',
    },
  },
  {
    page: pages.cognito,
    call: 'cognito-identity.CreateIdentityPool',
    region: 'us-east-1',
    request: { identityPoolName: 'TestPool', allowUnauthenticatedIdentities: true },
    response: {
      identityPoolName: 'TestPool',
      identityPoolId: 'us-east-1:1cf667a2-49a6-454b-9e45-23199EXAMPLE',
    },
    change: {
      kind: 'created',
      type: 'AWS::Cognito::IdentityPool',
      id: 'us-east-1:1cf667a2-49a6-454b-9e45-23199EXAMPLE',
      name: 'TestPool',
    },
  },
  {
    page: pages.datasync,
    call: 'datasync.CreateTask',
    region: 'ap-southeast-1',
    request: {
      name: 'MyTask-NTIzMzY1',
      destinationLocationArn: 'arn:aws:datasync:ap-southeast-1:123456789012:location/loc-020c33c5d9966f40a',
      sourceLocationArn: 'arn:aws:datasync:ap-southeast-1:123456789012:location/loc-04aaa9c609812135d',
    },
    response: { taskArn: 'arn:aws:datasync:ap-southeast-1:123456789012:task/task-00e5db3f3f41f6cd2' },
    change: {
      kind: 'created',
      type: 'AWS::DataSync::Task',
      id: 'arn:aws:datasync:ap-southeast-1:123456789012:task/task-00e5db3f3f41f6cd2',
      arn: 'arn:aws:datasync:ap-southeast-1:123456789012:task/task-00e5db3f3f41f6cd2',
      name: 'MyTask-NTIzMzY1',
    },
  },
  {
    page: pages.map,
    call: 'servicediscovery.CreatePublicDnsNamespace',
    region: 'us-west-2',
    request: { description: 'test', creatorRequestId: '1234567890123456789', name: 'example.com' },
    response: { operationId: 'unmipghn37443trlkgpf4idvvitec6fw-2example' },
    change: {
      kind: 'created',
      type: 'AWS::ServiceDiscovery::PublicDnsNamespace',
      id: 'ns-0123456789',
      name: 'example.com',
    },
  },
  {
    page: pages.ram,
    call: 'ram.CreateResourceShare',
    region: 'us-east-1',
    request: { name: 'foo' },
    response: {
      resourceShare: {
        name: 'foo',
        owningAccountId: '111122223333',
        resourceShareArn:
          'arn:aws:ram:us-east-1:111122223333:resource-share/EXAMPLE0-1234-abcd-1212-987656789098',
      },
    },
    change: {
      kind: 'created',
      type: 'AWS::RAM::ResourceShare',
      id: 'arn:aws:ram:us-east-1:111122223333:resource-share/EXAMPLE0-1234-abcd-1212-987656789098',
      arn: 'arn:aws:ram:us-east-1:111122223333:resource-share/EXAMPLE0-1234-abcd-1212-987656789098',
      name: 'foo',
    },
  },
  {
    page: pages.fsx,
    call: 'fsx.TagResource',
    region: 'us-east-1',
    request: { resourceARN: 'arn:aws:fsx:us-east-1:111122223333:file-system/fs-ab12cd34ef56gh789' },
    change: {
      kind: 'updated',
      type: 'AWS::FSx::FileSystem',
      id: 'fs-ab12cd34ef56gh789',
      arn: 'arn:aws:fsx:us-east-1:111122223333:file-system/fs-ab12cd34ef56gh789',
      paths: ['tags.team'],
    },
  },
  {
    page: pages.fsx,
    call: 'fsx.UntagResource',
    region: 'us-east-1',
    request: { resourceARN: 'arn:aws:fsx:us-east-1:111122223333:file-system/fs-ab12cd34ef56gh789' },
    change: {
      kind: 'updated',
      type: 'AWS::FSx::FileSystem',
      id: 'fs-ab12cd34ef56gh789',
      arn: 'arn:aws:fsx:us-east-1:111122223333:file-system/fs-ab12cd34ef56gh789',
      paths: ['tags.team'],
    },
  },
  {
    page: pages.iam,
    call: 's3.DeleteBucket',
    region: 'us-east-2',
    request: { bucketName: 'my-test-bucket-cross-account' },
    change: {
      kind: 'deleted',
      type: 'AWS::S3::Bucket',
      id: 'my-test-bucket-cross-account',
      name: 'my-test-bucket-cross-account',
    },
  },
  {
    page: pages.sns,
    call: 'sns.CreateTopic',
    region: 'us-west-2',
    request: { name: 'hello' },
    response: { topicArn: 'arn:aws:sns:us-west-2:123456789012:hello-topic' },
    change: {
      kind: 'created',
      type: 'AWS::SNS::Topic',
      id: 'arn:aws:sns:us-west-2:123456789012:hello-topic',
      arn: 'arn:aws:sns:us-west-2:123456789012:hello-topic',
      name: 'hello-topic',
    },
  },
  {
    page: pages.sns,
    call: 'sns.DeleteTopic',
    region: 'us-west-2',
    request: { topicArn: 'arn:aws:sns:us-west-2:123456789012:hello-topic' },
    change: {
      kind: 'deleted',
      type: 'AWS::SNS::Topic',
      id: 'arn:aws:sns:us-west-2:123456789012:hello-topic',
      arn: 'arn:aws:sns:us-west-2:123456789012:hello-topic',
      name: 'hello-topic',
    },
  },
  {
    page: pages.cloudwatch,
    call: 'monitoring.PutMetricAlarm',
    region: 'us-east-1',
    request: {
      threshold: 50,
      period: 60,
      metricName: 'CloudTrail Test',
      evaluationPeriods: 3,
      namespace: 'AWS/CloudWatch',
      alarmName: 'CloudTrail Test Alarm',
      statistic: 'Sum',
    },
    change: {
      kind: 'updated',
      type: 'AWS::CloudWatch::Alarm',
      id: 'CloudTrail Test Alarm',
      name: 'CloudTrail Test Alarm',
      paths: ['Threshold'],
    },
  },
  {
    page: pages.cloudwatch,
    call: 'events.PutRule',
    region: 'us-east-1',
    request: {
      description: '',
      name: 'cttest2',
      state: 'ENABLED',
      eventPattern: '{"source":["aws.ec2"]}',
      scheduleExpression: '',
    },
    response: { ruleArn: 'arn:aws:events:us-east-1:123456789012:rule/cttest2' },
    change: {
      kind: 'created',
      type: 'AWS::Events::Rule',
      id: 'arn:aws:events:us-east-1:123456789012:rule/cttest2',
      arn: 'arn:aws:events:us-east-1:123456789012:rule/cttest2',
      name: 'cttest2',
    },
  },
  {
    page: pages.cloudformation,
    call: 'cloudformation.CreateStack',
    region: 'us-east-1',
    request: {
      templateURL: 'https://s3.amazonaws.com/Alice-dev/create_stack',
      tags: [{ key: 'test', value: 'tag' }],
      stackName: 'my-test-stack',
      parameters: [{ parameterKey: 'password' }],
    },
    response: { stackId: stack },
    change: { kind: 'created', ...ofStack },
  },
  {
    page: pages.cloudformation,
    call: 'cloudformation.UpdateStack',
    region: 'us-east-1',
    request: { parameters: [{ parameterKey: 'password' }], stackName: 'my-test-stack' },
    response: { stackId: stack },
    change: { kind: 'updated', ...ofStack, paths: ['Parameters.0.ParameterValue'] },
  },
  {
    page: pages.cloudformation,
    call: 'cloudformation.DeleteStack',
    region: 'us-east-1',
    request: { stackName: 'my-test-stack' },
    change: { kind: 'deleted', ...ofStack },
  },
  {
    page: pages.elb,
    call: 'elasticloadbalancing.CreateLoadBalancer',
    region: 'us-west-2',
    request: {
      subnets: ['subnet-8360a9e7', 'subnet-b7d581c0'],
      securityGroups: ['sg-5943793c'],
      name: 'my-load-balancer',
      scheme: 'internet-facing',
    },
    response: {
      loadBalancers: [
        {
          type: 'application',
          loadBalancerName: 'my-load-balancer',
          vpcId: 'vpc-3ac0fb5f',
          loadBalancerArn: balancer,
        },
      ],
    },
    change: { kind: 'created', ...ofBalancer },
  },
  {
    page: pages.elb,
    call: 'elasticloadbalancing.DeleteLoadBalancer',
    region: 'us-west-2',
    request: { loadBalancerArn: balancer },
    change: { kind: 'deleted', ...ofBalancer },
  },
  {
    page: pages.cloudfront,
    call: 'cloudfront.UpdateDistribution2014_01_31',
    region: 'us-east-1',
    request: {
      id: 'EDFDVBD6EXAMPLE',
      ifMatch: 'E9LHASXEXAMPLE',
      distributionConfig: {
        defaultRootObject: 'index.html',
        aliases: { quantity: 1, items: ['example.com'] },
        origins: { items: [{ id: 'Images' }] },
      },
    },
    response: {
      eTag: 'E2QWRUHEXAMPLE',
      distribution: { domainName: 'd111111abcdef8.cloudfront.net', id: 'EDFDVBD6EXAMPLE' },
    },
    change: {
      kind: 'updated',
      type: 'AWS::CloudFront::Distribution',
      region: 'global',
      id: 'EDFDVBD6EXAMPLE',
      paths: ['Aliases.Items.0'],
    },
  },
  {
    page: pages.codebuild,
    call: 'codebuild.CreateProject',
    region: 'us-east-1',
    request: { awsActId: '123456789012' },
    response: {
      project: {
        name: 'codebuild-demo-project',
        arn: 'arn:aws:codebuild:us-east-1:123456789012:project/codebuild-demo-project',
        serviceRole: 'arn:aws:iam::123456789012:role/CodeBuildServiceRole',
      },
    },
    change: {
      kind: 'created',
      type: 'AWS::CodeBuild::Project',
      id: 'codebuild-demo-project',
      arn: 'arn:aws:codebuild:us-east-1:123456789012:project/codebuild-demo-project',
      name: 'codebuild-demo-project',
    },
  },
  {
    page: pages.codepipeline,
    call: 'codepipeline.UpdatePipeline',
    region: 'us-east-2',
    request: {
      pipeline: {
        version: 1,
        roleArn: 'arn:aws:iam::80398EXAMPLE:role/AWS-CodePipeline-Service',
        name: 'MyFirstPipeline',
        stages: [{ name: 'Source', actions: [{ name: 'MySourceStage' }] }],
      },
    },
    response: { pipeline: { version: 2 } },
    change: {
      kind: 'updated',
      type: 'AWS::CodePipeline::Pipeline',
      id: 'MyFirstPipeline',
      name: 'MyFirstPipeline',
      paths: ['stages.0.actions.0.name'],
    },
  },
  {
    page: pages.codedeploy,
    call: 'codedeploy.CreateDeploymentGroup',
    region: 'us-west-2',
    request: {
      applicationName: 'ExampleApplication',
      serviceRoleArn: 'arn:aws:iam::123456789012:role/example-instance-group-role',
      deploymentGroupName: 'ExampleDeploymentGroup',
      deploymentConfigName: 'CodeDeployDefault.HalfAtATime',
    },
    response: { deploymentGroupId: '7d64e680-e6f4-4c07-b10a-9e117EXAMPLE' },
    change: {
      kind: 'created',
      type: 'AWS::CodeDeploy::DeploymentGroup',
      id: 'ExampleApplication/ExampleDeploymentGroup',
      name: 'ExampleDeploymentGroup',
    },
  },
  {
    page: pages.codecommit,
    call: 'codecommit.CreateRepository',
    region: 'us-east-2',
    request: { repositoryDescription: 'Creating a demonstration repository.', repositoryName: 'MyDemoRepo' },
    response: {
      repositoryMetadata: {
        arn: 'arn:aws:codecommit:us-east-2:111122223333:MyDemoRepo',
        repositoryId: '8afe792d-EXAMPLE',
        repositoryName: 'MyDemoRepo',
      },
    },
    resources: [
      {
        ARN: 'arn:aws:codecommit:us-east-2:111122223333:MyDemoRepo',
        accountId: '111122223333',
        type: 'AWS::CodeCommit::Repository',
      },
    ],
    change: {
      kind: 'created',
      type: 'AWS::CodeCommit::Repository',
      id: 'MyDemoRepo',
      arn: 'arn:aws:codecommit:us-east-2:111122223333:MyDemoRepo',
      name: 'MyDemoRepo',
    },
  },
  {
    page: pages.states,
    call: 'states.CreateActivity',
    region: 'us-east-1',
    request: { name: 'OtherActivityPrefix.2016-10-27' },
    response: { activityArn: activity },
    change: {
      kind: 'created',
      type: 'AWS::StepFunctions::Activity',
      id: activity,
      arn: activity,
      name: 'OtherActivityPrefix.2016-10-27',
    },
  },
  {
    page: pages.states,
    call: 'states.DeleteActivity',
    region: 'us-east-1',
    request: { activityArn: activity },
    change: {
      kind: 'deleted',
      type: 'AWS::StepFunctions::Activity',
      id: activity,
      arn: activity,
      name: 'OtherActivityPrefix.2016-10-27',
    },
  },
  {
    page: pages.states,
    call: 'states.CreateStateMachine',
    region: 'us-east-1',
    request: {
      name: 'testUser.2016-10-27',
      roleArn: 'arn:aws:iam::123456789012:role/graphene/tests/graphene-execution-role',
    },
    response: { stateMachineArn: 'arn:aws:states:us-east-1:123456789012:stateMachine:testUser.2016-10-27' },
    change: {
      kind: 'created',
      type: 'AWS::StepFunctions::StateMachine',
      id: 'arn:aws:states:us-east-1:123456789012:stateMachine:testUser.2016-10-27',
      arn: 'arn:aws:states:us-east-1:123456789012:stateMachine:testUser.2016-10-27',
      name: 'testUser.2016-10-27',
    },
  },
  {
    page: pages.athena,
    call: 'athena.CreateNamedQuery',
    region: 'us-west-2',
    request: { name: 'johndoetest', queryString: 'select 10', database: 'default' },
    response: { namedQueryId: 'cdd0fe29-4787-4263-9188-a9c8db29f2d6' },
    change: {
      kind: 'created',
      type: 'AWS::Athena::NamedQuery',
      id: 'cdd0fe29-4787-4263-9188-a9c8db29f2d6',
      name: 'johndoetest',
    },
  },
  {
    page: pages.glue,
    call: 'glue.DeleteCrawler',
    region: 'us-east-1',
    request: { name: 'tes-alpha' },
    change: { kind: 'deleted', type: 'AWS::Glue::Crawler', id: 'tes-alpha', name: 'tes-alpha' },
  },
  {
    page: pages.glue,
    call: 'glue.CreateConnection',
    region: 'us-east-1',
    request: {
      connectionInput: {
        name: 'test-connection-alpha',
        connectionType: 'JDBC',
        physicalConnectionRequirements: { subnetId: 'subnet-323232' },
      },
    },
    change: {
      kind: 'created',
      type: 'AWS::Glue::Connection',
      id: 'test-connection-alpha',
      name: 'test-connection-alpha',
    },
  },
  {
    page: pages.config,
    call: 'config.DeleteDeliveryChannel',
    region: 'us-west-2',
    request: { deliveryChannelName: 'default' },
    change: { kind: 'deleted', ...channel },
  },
  {
    page: pages.config,
    call: 'config.PutDeliveryChannel',
    region: 'us-west-2',
    request: {
      deliveryChannel: {
        name: 'default',
        s3BucketName: 'config-api-test-pdx',
        snsTopicARN: 'arn:aws:sns:us-west-2:222222222222:config-api-test-pdx',
      },
    },
    change: { kind: 'created', ...channel },
  },
  {
    page: pages.config,
    call: 'config.PutConfigurationRecorder',
    region: 'us-west-2',
    request: {
      configurationRecorder: { name: 'default', roleARN: 'arn:aws:iam::222222222222:role/config-role-pdx' },
    },
    change: { kind: 'updated', ...recorder, paths: ['roleARN'] },
  },
  {
    page: pages.ssm,
    call: 'ssm.DeleteDocument',
    region: 'us-east-2',
    request: { name: 'example-Document' },
    resources: [
      { ARN: 'arn:aws:ssm:us-east-2:123456789012:document/example-Document', accountId: '123456789012' },
    ],
    change: { kind: 'deleted', type: 'AWS::SSM::Document', id: 'example-Document', name: 'example-Document' },
  },
  {
    page: pages.elasticache,
    call: 'elasticache.CreateCacheCluster',
    region: 'us-west-2',
    request: { numCacheNodes: 2, cacheClusterId: 'test-memcached', engine: 'memcached' },
    response: {
      engine: 'memcached',
      cacheClusterId: 'test-memcached',
      cacheParameterGroup: { cacheParameterGroupName: 'default.memcached1.4' },
    },
    change: { kind: 'created', ...cache },
  },
  {
    page: pages.elasticache,
    call: 'elasticache.ModifyCacheCluster',
    region: 'us-west-2',
    request: { applyImmediately: true, numCacheNodes: 3, cacheClusterId: 'test-memcached' },
    response: { cacheClusterId: 'test-memcached', numCacheNodes: 2 },
    change: { kind: 'updated', ...cache, paths: ['NumCacheNodes'] },
  },
  {
    page: pages.mq,
    call: 'amazonmq.CreateBroker',
    region: 'us-west-2',
    request: {
      engineType: 'ActiveMQ',
      users: [{ username: 'MyUsername123', password: '***' }],
      brokerName: 'MyBroker',
      securityGroups: ['sg-a1b234cd'],
    },
    response: {
      brokerId: 'b-1234a5b6-78cd-901e-2fgh-3i45j6k178l9',
      brokerArn: 'arn:aws:mq:us-east-2:123456789012:broker:MyBroker:b-1234a5b6-78cd-901e-2fgh-3i45j6k178l9',
    },
    change: {
      kind: 'created',
      type: 'AWS::AmazonMQ::Broker',
      id: 'b-1234a5b6-78cd-901e-2fgh-3i45j6k178l9',
      name: 'MyBroker',
    },
  },
  {
    page: pages.analytics,
    call: 'kinesisanalytics.AddApplicationCloudWatchLoggingOption',
    region: 'us-east-1',
    request: {
      currentApplicationVersionId: 1,
      cloudWatchLoggingOption: {
        roleARN: 'arn:aws:iam::012345678910:role/cloudtrail_test',
        logStreamARN:
          'arn:aws:logs:us-east-1:012345678910:log-group:cloudtrail-test:log-stream:sql-cloudwatch',
      },
      applicationName: 'cloudtrail-test',
    },
    change: {
      kind: 'updated',
      type: 'AWS::KinesisAnalyticsV2::Application',
      id: 'cloudtrail-test',
      name: 'cloudtrail-test',
    },
  },
  {
    page: pages.organizations,
    call: 'organizations.CreateAccountResult',
    region: 'us-east-1',
    request: null,
    details: {
      createAccountStatus: {
        id: 'car-examplecreateaccountrequestid111',
        state: 'SUCCEEDED',
        accountName: '****',
        accountId: '444455556666',
      },
    },
    change: { kind: 'created', type: 'AWS::Organizations::Account', region: 'global', id: '444455556666' },
  },
  {
    page: pages.kms('createkey'),
    call: 'kms.CreateKey',
    region: 'us-west-2',
    request: { description: '', keyUsage: 'ENCRYPT_DECRYPT', origin: 'AWS_KMS' },
    response: { keyMetadata: { aWSAccountId: '111122223333', keyId: key, arn: keyArn } },
    resources: keyResource,
    change: { kind: 'created', ...ofKey },
  },
  {
    page: pages.kms('schedule-key-deletion'),
    call: 'kms.ScheduleKeyDeletion',
    region: 'us-east-1',
    request: { pendingWindowInDays: 20, keyId: key },
    response: { keyId: keyArn, keyState: 'PendingDeletion' },
    resources: keyResource,
    change: { kind: 'updated', ...ofKey, paths: ['KeyState'] },
  },
  {
    page: pages.kms('put-key-policy'),
    call: 'kms.PutKeyPolicy',
    region: 'us-west-2',
    request: { keyId: key, policyName: 'default', policy: '{"Statement":[]}' },
    resources: keyResource,
    change: { kind: 'updated', ...ofKey, paths: ['Policy.Statement'] },
  },
  {
    page: pages.kms('disablekey'),
    call: 'kms.DisableKey',
    region: 'us-east-1',
    request: { keyId: key },
    resources: keyResource,
    change: { kind: 'updated', ...ofKey, paths: ['Enabled'] },
  },
  {
    page: pages.kms('enablekeyrotation'),
    call: 'kms.EnableKeyRotation',
    region: 'us-west-2',
    request: { keyId: key },
    resources: keyResource,
    change: { kind: 'updated', ...ofKey, paths: ['KeyRotationEnabled'] },
  },
  {
    page: pages.kms('tagresource'),
    call: 'kms.TagResource',
    region: 'us-west-2',
    request: { keyId: keyArn, tags: [{ tagKey: 'Department', tagValue: 'IT' }] },
    resources: keyResource,
    change: { kind: 'updated', ...ofKey, paths: ['tags.Department'] },
  },
  {
    page: pages.kms('update-key-description'),
    call: 'kms.UpdateKeyDescription',
    region: 'us-west-2',
    request: { keyId: key, description: 'New key description' },
    resources: keyResource,
    change: { kind: 'updated', ...ofKey, paths: ['Description'] },
  },
  {
    page: pages.kms('update-primary-region'),
    call: 'kms.UpdatePrimaryRegion',
    region: 'us-west-2',
    request: { keyId: 'mrk-1234abcd12ab34cd56ef1234567890ab', primaryRegion: 'ap-northeast-1' },
    resources: [{ ARN: 'arn:aws:kms:us-west-2:111122223333:key/mrk-1234abcd12ab34cd56ef1234567890ab' }],
    change: {
      kind: 'updated',
      type: 'AWS::KMS::Key',
      id: 'mrk-1234abcd12ab34cd56ef1234567890ab',
      paths: ['MultiRegionConfiguration.PrimaryKey.Region'],
    },
  },
  {
    page: pages.kms('replicate-key'),
    call: 'kms.ReplicateKey',
    region: 'us-east-1',
    request: { keyId: key, replicaRegion: 'us-west-2', description: '' },
    response: {
      replicaKeyMetadata: {
        keyId: key,
        arn: keyArn,
        multiRegionConfiguration: {
          primaryKey: { arn: `arn:aws:kms:us-east-1:111122223333:key/${key}`, region: 'us-east-1' },
        },
      },
    },
    resources: [{ ARN: `arn:aws:kms:us-east-1:111122223333:key/${key}` }],
    change: { kind: 'created', ...ofKey },
  },
  {
    page: pages.kms('createalias'),
    call: 'kms.CreateAlias',
    region: 'us-east-1',
    request: { aliasName: alias, targetKeyId: keyArn },
    resources: [...keyResource, { ARN: 'arn:aws:kms:us-east-1:123456789012:alias/my_alias' }],
    change: {
      kind: 'created',
      type: 'AWS::KMS::Alias',
      id: alias,
      arn: 'arn:aws:kms:us-east-1:123456789012:alias/my_alias',
      name: alias,
    },
  },
  {
    page: pages.kms('updatealias'),
    call: 'kms.UpdateAlias',
    region: 'us-west-2',
    request: { aliasName: alias, targetKeyId: key },
    resources: [...keyResource, { ARN: 'arn:aws:kms:us-west-2:111122223333:alias/my_alias' }],
    change: {
      kind: 'updated',
      type: 'AWS::KMS::Alias',
      id: alias,
      arn: 'arn:aws:kms:us-west-2:111122223333:alias/my_alias',
      name: alias,
      paths: ['TargetKeyId'],
    },
  },
  {
    page: pages.kms('deletealias'),
    call: 'kms.DeleteAlias',
    region: 'us-east-1',
    request: { aliasName: alias },
    resources: [{ ARN: 'arn:aws:kms:us-east-1:111122223333:alias/my_alias' }, ...keyResource],
    change: {
      kind: 'deleted',
      type: 'AWS::KMS::Alias',
      id: alias,
      arn: 'arn:aws:kms:us-east-1:111122223333:alias/my_alias',
      name: alias,
    },
  },
];
