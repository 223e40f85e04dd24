import type { EdgeRule } from '../edge-rule.ts';
import {
  bucketName,
  containerImage,
  encryptedBy,
  logGroupName,
  roleArn,
  secretArn,
  securityGroupId,
  subnetId,
} from './common-edges.ts';
import { edge } from './edge.ts';
import { environmentVariables } from './environment-variables.ts';

const cluster = 'AWS::ECS::Cluster';
const service = 'AWS::ECS::Service';
const task = 'AWS::ECS::Task';
const containerInstance = 'AWS::ECS::ContainerInstance';
const definition = 'AWS::ECS::TaskDefinition';
const provider = 'AWS::ECS::CapacityProvider';
const secret = 'AWS::SecretsManager::Secret';
const parameter = 'AWS::SSM::Parameter';
const containers = 'taskDefinition.containerDefinitions[]';
const volume = 'taskDefinition.volumes[].efsVolumeConfiguration';
const exec = 'configuration.executeCommandConfiguration';

/** A secret is named by ARN. A parameter is named by ARN, or by name in the same region. */
const secretValue = (path: string): readonly EdgeRule[] => [
  edge(definition, path, 'arn', 'reads_secret', secret, {
    variant: 'secret',
    text: { includes: ':secretsmanager:' },
    example: {
      'arn:aws:secretsmanager:eu-west-1:123456789012:secret:web-AbCdEf': true,
      'arn:aws:secretsmanager:eu-west-1:123456789012:secret:web-AbCdEf:password::': {
        baseKey: 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:web-AbCdEf',
      },
    },
  }),
  edge(definition, path, 'arn', 'reads_secret', parameter, {
    variant: 'parameter-arn',
    text: { includes: ':ssm:' },
    example: 'arn:aws:ssm:eu-west-1:123456789012:parameter/web/flags',
  }),
  edge(definition, path, 'name', 'reads_secret', parameter, {
    variant: 'parameter',
    example: '/web/api-url',
  }),
];

export const ecsRules: readonly EdgeRule[] = [
  edge(cluster, 'capacityProviders[]', 'name', 'uses', provider, { example: 'nodes' }),
  ...encryptedBy(cluster, `${exec}.kmsKeyId`),
  logGroupName(cluster, `${exec}.logConfiguration.cloudWatchLogGroupName`, 'logs_to'),
  bucketName(cluster, `${exec}.logConfiguration.s3BucketName`, 'logs_to'),
  edge(
    cluster,
    'serviceConnectDefaults.namespace',
    'arn',
    'uses',
    [
      'AWS::ServiceDiscovery::HttpNamespace',
      'AWS::ServiceDiscovery::PrivateDnsNamespace',
      'AWS::ServiceDiscovery::PublicDnsNamespace',
    ],
    { example: 'arn:aws:servicediscovery:eu-west-1:123456789012:namespace/ns-0a1b2c3d4e5f6071' },
  ),

  edge(service, 'taskDefinition', 'arn', 'runs', definition, {
    example: 'arn:aws:ecs:eu-west-1:123456789012:task-definition/web:7',
  }),
  roleArn(service, 'roleArn', 'runs_as'),
  edge(
    service,
    'loadBalancers[].targetGroupArn',
    'arn',
    'registers_in',
    'AWS::ElasticLoadBalancingV2::TargetGroup',
    { properties: { container: 'containerName', port: 'containerPort' } },
  ),
  edge(
    service,
    'loadBalancers[].loadBalancerName',
    'name',
    'registers_in',
    'AWS::ElasticLoadBalancing::LoadBalancer',
    { example: 'legacy' },
  ),
  subnetId(service, 'networkConfiguration.awsvpcConfiguration.subnets[]', 'contained_in'),
  securityGroupId(service, 'networkConfiguration.awsvpcConfiguration.securityGroups[]', 'uses'),
  edge(service, 'serviceRegistries[].registryArn', 'arn', 'registers_in', 'AWS::ServiceDiscovery::Service', {
    example: 'arn:aws:servicediscovery:eu-west-1:123456789012:service/srv-0a1b2c3d4e5f6071',
  }),
  edge(service, 'capacityProviderStrategy[].capacityProvider', 'name', 'uses', provider, {
    example: 'nodes',
  }),

  roleArn(definition, 'taskDefinition.taskRoleArn', 'runs_as'),
  roleArn(definition, 'taskDefinition.executionRoleArn', 'runs_as'),
  ...containerImage(definition, `${containers}.image`),
  ...secretValue(`${containers}.secrets[].valueFrom`),
  ...secretValue(`${containers}.logConfiguration.secretOptions[].valueFrom`),
  secretArn(definition, `${containers}.repositoryCredentials.credentialsParameter`, 'reads_secret'),
  edge(definition, `${containers}.environmentFiles[].value`, 'arn', 'reads_from', 'AWS::S3::Bucket', {
    example: { 'arn:aws:s3:::settings/web.env': { baseKey: 'arn:aws:s3:::settings' } },
  }),
  logGroupName(definition, `${containers}.logConfiguration.options["awslogs-group"]`, 'logs_to'),
  ...environmentVariables(definition, `${containers}.environment[].value`, 'name'),
  edge(definition, `${volume}.fileSystemId`, 'id', 'uses', 'AWS::EFS::FileSystem', {
    example: 'fs-0a1b2c3d4e5f60718',
  }),
  edge(definition, `${volume}.authorizationConfig.accessPointId`, 'id', 'uses', 'AWS::EFS::AccessPoint', {
    example: 'fsap-0a1b2c3d4e5f60718',
  }),
  edge(
    provider,
    'autoScalingGroupProvider.autoScalingGroupArn',
    'arn',
    'uses',
    'AWS::AutoScaling::AutoScalingGroup',
    {
      example:
        'arn:aws:autoscaling:eu-west-1:123456789012:autoScalingGroup:7b1f2a60-3c55-4b8a-9e21-5d0f6c9a4e11:autoScalingGroupName/nodes',
    },
  ),

  edge(task, 'taskDefinitionArn', 'arn', 'runs', definition, {
    example: 'arn:aws:ecs:eu-west-1:123456789012:task-definition/web:7',
  }),
  edge(task, 'containerInstanceArn', 'arn', 'contained_in', containerInstance, {
    example: 'arn:aws:ecs:eu-west-1:123456789012:container-instance/main/7b1f2a603c554b8a9e215d0f6c9a4e11',
  }),
  // The group of a task that a service started is `service:<name>`.
  edge(task, 'group', 'arn', 'contains', service, {
    reversed: true,
    external: false,
    text: { startsWith: 'service:' },
    read: 'arn:{partition}:ecs:{region}:{account}:service/{holder.clusterArn|after:/}/{value|skip:service:}',
  }),
  edge(task, 'capacityProviderName', 'name', 'uses', provider, { example: 'nodes' }),
  edge(task, 'attachments[].details[].value', 'id', 'uses', 'AWS::EC2::NetworkInterface', {
    when: { on: 'item', conditions: [{ path: 'name', equals: 'networkInterfaceId' }] },
  }),
  edge(task, 'attachments[].details[].value', 'id', 'contained_in', 'AWS::EC2::Subnet', {
    when: { on: 'item', conditions: [{ path: 'name', equals: 'subnetId' }] },
  }),
  ...containerImage(task, 'containers[].image'),
  roleArn(task, 'overrides.taskRoleArn', 'runs_as'),
  roleArn(task, 'overrides.executionRoleArn', 'runs_as'),
  edge(containerInstance, 'ec2InstanceId', 'id', 'uses', 'AWS::EC2::Instance', {
    example: 'i-0a1b2c3d4e5f60718',
  }),
  edge(containerInstance, 'capacityProviderName', 'name', 'uses', provider, { example: 'nodes' }),
];
