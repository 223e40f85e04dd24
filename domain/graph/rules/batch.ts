import type { EdgeRule } from '../edge-rule.ts';
import {
  containerImage,
  logGroupName,
  roleArn,
  secretArn,
  securityGroupId,
  subnetId,
} from './common-edges.ts';
import { edge } from './edge.ts';
import { environmentVariables } from './environment-variables.ts';

const computeEnvironment = 'AWS::Batch::ComputeEnvironment';
const jobQueue = 'AWS::Batch::JobQueue';
const jobDefinition = 'AWS::Batch::JobDefinition';

export const batchRules: readonly EdgeRule[] = [
  edge(computeEnvironment, 'ecsClusterArn', 'arn', 'manages', 'AWS::ECS::Cluster', {
    example:
      'arn:aws:ecs:eu-west-1:123456789012:cluster/AWSBatch-etl-spot-0d1e2f3a-4b5c-3d6e-8f70-81929a3b4c5d',
  }),
  edge(computeEnvironment, 'computeResources.imageId', 'id', 'uses', 'AWS::EC2::Image', {
    example: 'ami-0abcdef1234567890',
  }),
  edge(
    computeEnvironment,
    'computeResources.ec2Configuration[].imageIdOverride',
    'id',
    'uses',
    'AWS::EC2::Image',
    { example: 'ami-0fedcba9876543210' },
  ),
  subnetId(computeEnvironment, 'computeResources.subnets[]', 'contained_in'),
  securityGroupId(computeEnvironment, 'computeResources.securityGroupIds[]', 'uses'),
  edge(computeEnvironment, 'computeResources.ec2KeyPair', 'name', 'uses', 'AWS::EC2::KeyPair', {
    example: 'etl-operators',
  }),
  edge(computeEnvironment, 'computeResources.instanceRole', 'arn', 'uses', 'AWS::IAM::InstanceProfile', {
    example: 'arn:aws:iam::123456789012:instance-profile/etl-instances',
  }),
  edge(computeEnvironment, 'computeResources.placementGroup', 'name', 'uses', 'AWS::EC2::PlacementGroup', {
    example: 'etl-cluster',
  }),
  roleArn(computeEnvironment, 'computeResources.spotIamFleetRole', 'runs_as'),
  edge(
    computeEnvironment,
    'computeResources.launchTemplate.launchTemplateId',
    'id',
    'uses',
    'AWS::EC2::LaunchTemplate',
    { example: 'lt-0a1b2c3d4e5f67890' },
  ),
  edge(
    computeEnvironment,
    'computeResources.launchTemplate.overrides[].launchTemplateId',
    'id',
    'uses',
    'AWS::EC2::LaunchTemplate',
    { example: 'lt-0f1e2d3c4b5a69788' },
  ),
  roleArn(computeEnvironment, 'serviceRole', 'runs_as'),
  edge(computeEnvironment, 'computeResources.instanceRole', 'name', 'uses', 'AWS::IAM::InstanceProfile', {
    variant: 'name',
    example: 'etl-instances',
  }),
  edge(
    computeEnvironment,
    'computeResources.launchTemplate.launchTemplateName',
    'name',
    'uses',
    'AWS::EC2::LaunchTemplate',
    { example: 'etl-nodes' },
  ),
  edge(computeEnvironment, 'eksConfiguration.eksClusterArn', 'arn', 'uses', 'AWS::EKS::Cluster', {
    example: 'arn:aws:eks:eu-west-1:123456789012:cluster/platform',
  }),
  edge(jobQueue, 'schedulingPolicyArn', 'arn', 'uses', 'AWS::Batch::SchedulingPolicy', {
    example: 'arn:aws:batch:eu-west-1:123456789012:scheduling-policy/fair-share',
  }),
  edge(
    jobQueue,
    'computeEnvironmentOrder[].computeEnvironment',
    'arn',
    'uses',
    'AWS::Batch::ComputeEnvironment',
    { example: 'arn:aws:batch:eu-west-1:123456789012:compute-environment/etl-spot' },
  ),
  ...containerImage(jobDefinition, 'containerProperties.image'),
  roleArn(jobDefinition, 'containerProperties.jobRoleArn', 'runs_as'),
  roleArn(jobDefinition, 'containerProperties.executionRoleArn', 'runs_as'),
  edge(
    jobDefinition,
    'containerProperties.volumes[].efsVolumeConfiguration.fileSystemId',
    'id',
    'uses',
    'AWS::EFS::FileSystem',
    { example: 'fs-0123456789abcdef0' },
  ),
  edge(
    jobDefinition,
    'containerProperties.volumes[].efsVolumeConfiguration.authorizationConfig.accessPointId',
    'id',
    'uses',
    'AWS::EFS::AccessPoint',
    { example: 'fsap-0123456789abcdef0' },
  ),
  logGroupName(jobDefinition, 'containerProperties.logConfiguration.options["awslogs-group"]', 'logs_to'),
  edge(
    jobDefinition,
    'containerProperties.secrets[].valueFrom',
    'arn',
    'reads_secret',
    ['AWS::SecretsManager::Secret', 'AWS::SSM::Parameter'],
    {
      example: {
        'arn:aws:secretsmanager:eu-west-1:123456789012:secret:orders/database-9xQmLk:url::': {
          baseKey: 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:orders/database-9xQmLk',
        },
      },
    },
  ),
  edge(
    jobDefinition,
    'containerProperties.secrets[].valueFrom',
    'name',
    'reads_secret',
    'AWS::SSM::Parameter',
    { variant: 'name', example: '/orders/api-key-name' },
  ),
  secretArn(jobDefinition, 'containerProperties.repositoryCredentials.credentialsParameter', 'reads_secret'),
  ...environmentVariables(jobDefinition, 'containerProperties.environment[].value', 'name'),
  ...containerImage(jobDefinition, 'ecsProperties.taskProperties[].containers[].image'),
  roleArn(jobDefinition, 'ecsProperties.taskProperties[].taskRoleArn', 'runs_as'),
  roleArn(jobDefinition, 'ecsProperties.taskProperties[].executionRoleArn', 'runs_as'),
  edge(
    jobDefinition,
    'ecsProperties.taskProperties[].containers[].secrets[].valueFrom',
    'arn',
    'reads_secret',
    ['AWS::SecretsManager::Secret', 'AWS::SSM::Parameter'],
    { example: 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:orders/database-9xQmLk' },
  ),
  logGroupName(
    jobDefinition,
    'ecsProperties.taskProperties[].containers[].logConfiguration.options["awslogs-group"]',
    'logs_to',
  ),
  edge(
    jobDefinition,
    'ecsProperties.taskProperties[].volumes[].efsVolumeConfiguration.fileSystemId',
    'id',
    'uses',
    'AWS::EFS::FileSystem',
    { example: 'fs-0123456789abcdef0' },
  ),
  ...environmentVariables(
    jobDefinition,
    'ecsProperties.taskProperties[].containers[].environment[].value',
    'name',
  ),
];
