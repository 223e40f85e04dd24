import type { EdgeRule } from '../edge-rule.ts';
import { containerImage } from './common-edges.ts';
import { bucketName, edge, encryptedBy } from './edge.ts';
import { environmentVariables } from './environment-variables.ts';

const cluster = 'AWS::ECS::Cluster';
const service = 'AWS::ECS::Service';
const definition = 'AWS::ECS::TaskDefinition';
const provider = 'AWS::ECS::CapacityProvider';
const secret = 'AWS::SecretsManager::Secret';
const parameter = 'AWS::SSM::Parameter';
const logGroup = 'AWS::Logs::LogGroup';
const role = 'AWS::IAM::Role';
const containers = 'taskDefinition.containerDefinitions[]';
const volume = 'taskDefinition.volumes[].efsVolumeConfiguration';
const exec = 'configuration.executeCommandConfiguration';

/** A secret is named by ARN. A parameter is named by ARN, or by name in the same region. */
const secretValue = (path: string): readonly EdgeRule[] => [
  edge(definition, path, 'arn', 'reads_secret', secret, {
    variant: 'secret',
    text: { includes: ':secretsmanager:' },
  }),
  edge(definition, path, 'arn', 'reads_secret', parameter, {
    variant: 'parameter-arn',
    text: { includes: ':ssm:' },
  }),
  edge(definition, path, 'name', 'reads_secret', parameter, { variant: 'parameter' }),
];

export const ecsRules: readonly EdgeRule[] = [
  edge(cluster, 'capacityProviders[]', 'name', 'uses', provider),
  ...encryptedBy(cluster, `${exec}.kmsKeyId`),
  edge(cluster, `${exec}.logConfiguration.cloudWatchLogGroupName`, 'name', 'logs_to', logGroup),
  bucketName(cluster, `${exec}.logConfiguration.s3BucketName`, 'logs_to'),
  edge(cluster, 'serviceConnectDefaults.namespace', 'arn', 'uses', [
    'AWS::ServiceDiscovery::HttpNamespace',
    'AWS::ServiceDiscovery::PrivateDnsNamespace',
    'AWS::ServiceDiscovery::PublicDnsNamespace',
  ]),

  edge(service, 'clusterArn', 'arn', 'contained_in', cluster),
  edge(service, 'taskDefinition', 'arn', 'runs', definition),
  edge(service, 'roleArn', 'arn', 'runs_as', role),
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
  ),
  edge(
    service,
    'networkConfiguration.awsvpcConfiguration.subnets[]',
    'id',
    'contained_in',
    'AWS::EC2::Subnet',
  ),
  edge(
    service,
    'networkConfiguration.awsvpcConfiguration.securityGroups[]',
    'id',
    'uses',
    'AWS::EC2::SecurityGroup',
  ),
  edge(service, 'serviceRegistries[].registryArn', 'arn', 'registers_in', 'AWS::ServiceDiscovery::Service'),
  edge(service, 'capacityProviderStrategy[].capacityProvider', 'name', 'uses', provider),

  edge(definition, 'taskDefinition.taskRoleArn', 'arn', 'runs_as', role),
  edge(definition, 'taskDefinition.executionRoleArn', 'arn', 'runs_as', role),
  ...containerImage(definition, `${containers}.image`),
  ...secretValue(`${containers}.secrets[].valueFrom`),
  ...secretValue(`${containers}.logConfiguration.secretOptions[].valueFrom`),
  edge(definition, `${containers}.repositoryCredentials.credentialsParameter`, 'arn', 'reads_secret', secret),
  edge(definition, `${containers}.environmentFiles[].value`, 'arn', 'reads_from', 'AWS::S3::Bucket'),
  edge(definition, `${containers}.logConfiguration.options["awslogs-group"]`, 'name', 'logs_to', logGroup),
  ...environmentVariables(definition, `${containers}.environment[].value`, 'name'),
  edge(definition, `${volume}.fileSystemId`, 'id', 'uses', 'AWS::EFS::FileSystem'),
  edge(definition, `${volume}.authorizationConfig.accessPointId`, 'id', 'uses', 'AWS::EFS::AccessPoint'),
  edge(
    provider,
    'autoScalingGroupProvider.autoScalingGroupArn',
    'arn',
    'uses',
    'AWS::AutoScaling::AutoScalingGroup',
  ),
];
