import type { EdgeRule } from '../edge-rule.ts';
import { containerImage } from './common-edges.ts';
import { edge } from './edge.ts';
import { environmentVariables } from './environment-variables.ts';

const computeEnvironment = 'AWS::Batch::ComputeEnvironment';
const jobQueue = 'AWS::Batch::JobQueue';
const jobDefinition = 'AWS::Batch::JobDefinition';

export const batchRules: readonly EdgeRule[] = [
  edge(computeEnvironment, 'ecsClusterArn', 'arn', 'manages', 'AWS::ECS::Cluster'),
  edge(computeEnvironment, 'computeResources.imageId', 'id', 'uses', 'AWS::EC2::Image'),
  edge(
    computeEnvironment,
    'computeResources.ec2Configuration[].imageIdOverride',
    'id',
    'uses',
    'AWS::EC2::Image',
  ),
  edge(computeEnvironment, 'computeResources.subnets[]', 'id', 'contained_in', 'AWS::EC2::Subnet'),
  edge(computeEnvironment, 'computeResources.securityGroupIds[]', 'id', 'uses', 'AWS::EC2::SecurityGroup'),
  edge(computeEnvironment, 'computeResources.ec2KeyPair', 'name', 'uses', 'AWS::EC2::KeyPair'),
  edge(computeEnvironment, 'computeResources.instanceRole', 'arn', 'uses', 'AWS::IAM::InstanceProfile'),
  edge(computeEnvironment, 'computeResources.placementGroup', 'name', 'uses', 'AWS::EC2::PlacementGroup'),
  edge(computeEnvironment, 'computeResources.spotIamFleetRole', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(
    computeEnvironment,
    'computeResources.launchTemplate.launchTemplateId',
    'id',
    'uses',
    'AWS::EC2::LaunchTemplate',
  ),
  edge(
    computeEnvironment,
    'computeResources.launchTemplate.overrides[].launchTemplateId',
    'id',
    'uses',
    'AWS::EC2::LaunchTemplate',
  ),
  edge(computeEnvironment, 'serviceRole', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(computeEnvironment, 'computeResources.instanceRole', 'name', 'uses', 'AWS::IAM::InstanceProfile', {
    variant: 'name',
  }),
  edge(
    computeEnvironment,
    'computeResources.launchTemplate.launchTemplateName',
    'name',
    'uses',
    'AWS::EC2::LaunchTemplate',
  ),
  edge(computeEnvironment, 'eksConfiguration.eksClusterArn', 'arn', 'uses', 'AWS::EKS::Cluster'),
  edge(jobQueue, 'schedulingPolicyArn', 'arn', 'uses', 'AWS::Batch::SchedulingPolicy'),
  edge(
    jobQueue,
    'computeEnvironmentOrder[].computeEnvironment',
    'arn',
    'uses',
    'AWS::Batch::ComputeEnvironment',
  ),
  ...containerImage(jobDefinition, 'containerProperties.image'),
  edge(jobDefinition, 'containerProperties.jobRoleArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(jobDefinition, 'containerProperties.executionRoleArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(
    jobDefinition,
    'containerProperties.volumes[].efsVolumeConfiguration.fileSystemId',
    'id',
    'uses',
    'AWS::EFS::FileSystem',
  ),
  edge(
    jobDefinition,
    'containerProperties.volumes[].efsVolumeConfiguration.authorizationConfig.accessPointId',
    'id',
    'uses',
    'AWS::EFS::AccessPoint',
  ),
  edge(
    jobDefinition,
    'containerProperties.logConfiguration.options["awslogs-group"]',
    'name',
    'logs_to',
    'AWS::Logs::LogGroup',
  ),
  edge(jobDefinition, 'containerProperties.secrets[].valueFrom', 'arn', 'reads_secret', [
    'AWS::SecretsManager::Secret',
    'AWS::SSM::Parameter',
  ]),
  edge(
    jobDefinition,
    'containerProperties.secrets[].valueFrom',
    'name',
    'reads_secret',
    'AWS::SSM::Parameter',
    { variant: 'name' },
  ),
  edge(
    jobDefinition,
    'containerProperties.repositoryCredentials.credentialsParameter',
    'arn',
    'reads_secret',
    'AWS::SecretsManager::Secret',
  ),
  ...environmentVariables(jobDefinition, 'containerProperties.environment[].value', 'name'),
  ...containerImage(jobDefinition, 'ecsProperties.taskProperties[].containers[].image'),
  edge(jobDefinition, 'ecsProperties.taskProperties[].taskRoleArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(jobDefinition, 'ecsProperties.taskProperties[].executionRoleArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(
    jobDefinition,
    'ecsProperties.taskProperties[].containers[].secrets[].valueFrom',
    'arn',
    'reads_secret',
    ['AWS::SecretsManager::Secret', 'AWS::SSM::Parameter'],
  ),
  edge(
    jobDefinition,
    'ecsProperties.taskProperties[].containers[].logConfiguration.options["awslogs-group"]',
    'name',
    'logs_to',
    'AWS::Logs::LogGroup',
  ),
  edge(
    jobDefinition,
    'ecsProperties.taskProperties[].volumes[].efsVolumeConfiguration.fileSystemId',
    'id',
    'uses',
    'AWS::EFS::FileSystem',
  ),
  ...environmentVariables(
    jobDefinition,
    'ecsProperties.taskProperties[].containers[].environment[].value',
    'name',
  ),
];
