import type { EdgeRule } from '../edge-rule.ts';
import { ecrImage, keyArn } from './common-edges.ts';
import { edge } from './edge.ts';
import { environmentVariables } from './environment-variables.ts';

const project = 'AWS::CodeBuild::Project';

export const codebuildRules: readonly EdgeRule[] = [
  edge(project, 'source.location', 'arn', 'reads_from', 'AWS::CodeCommit::Repository', {
    read: 'arn:{partition}:codecommit:{value|rest:git-codecommit.|before:.}:{account}:{value|after:/}',
    when: { on: 'item', conditions: [{ path: 'type', equals: 'CODECOMMIT' }] },
  }),
  edge(project, 'secondarySources[].location', 'arn', 'reads_from', 'AWS::S3::Bucket', {
    variant: 's3',
    read: 'arn:{partition}:s3:::{value|before:/|rest::::}',
    when: { on: 'item', conditions: [{ path: 'type', equals: 'S3' }] },
  }),
  edge(project, 'artifacts.location', 'arn', 'uses', 'AWS::S3::Bucket', {
    read: 'arn:{partition}:s3:::{value|before:/|rest::::}',
    when: { on: 'item', conditions: [{ path: 'type', equals: 'S3' }] },
  }),
  edge(project, 'secondaryArtifacts[].location', 'arn', 'uses', 'AWS::S3::Bucket', {
    read: 'arn:{partition}:s3:::{value|before:/|rest::::}',
    when: { on: 'item', conditions: [{ path: 'type', equals: 'S3' }] },
  }),
  edge(project, 'cache.location', 'arn', 'uses', 'AWS::S3::Bucket', {
    read: 'arn:{partition}:s3:::{value|before:/|rest::::}',
    when: { on: 'item', conditions: [{ path: 'type', equals: 'S3' }] },
  }),
  ecrImage(project, 'environment.image'),
  edge(
    project,
    'environment.registryCredential.credential',
    'arn',
    'reads_secret',
    'AWS::SecretsManager::Secret',
  ),
  edge(project, 'environment.certificate', 'arn', 'reads_from', 'AWS::S3::Bucket'),
  edge(project, 'serviceRole', 'arn', 'runs_as', 'AWS::IAM::Role'),
  keyArn(project, 'encryptionKey'),
  edge(project, 'vpcConfig.vpcId', 'id', 'contained_in', 'AWS::EC2::VPC'),
  edge(project, 'vpcConfig.subnets[]', 'id', 'contained_in', 'AWS::EC2::Subnet'),
  edge(project, 'vpcConfig.securityGroupIds[]', 'id', 'uses', 'AWS::EC2::SecurityGroup'),
  edge(project, 'logsConfig.cloudWatchLogs.groupName', 'name', 'logs_to', 'AWS::Logs::LogGroup'),
  edge(project, 'logsConfig.s3Logs.location', 'arn', 'logs_to', 'AWS::S3::Bucket', {
    read: 'arn:{partition}:s3:::{value|before:/|rest::::}',
  }),
  edge(project, 'fileSystemLocations[].location', 'id', 'uses', 'AWS::EFS::FileSystem', {
    read: '{value|before:.}',
  }),
  edge(project, 'buildBatchConfig.serviceRole', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(project, 'source.location', 'arn', 'reads_from', 'AWS::S3::Bucket', {
    variant: 's3',
    read: 'arn:{partition}:s3:::{value|before:/|rest::::}',
    when: { on: 'item', conditions: [{ path: 'type', equals: 'S3' }] },
  }),
  edge(project, 'secondarySources[].location', 'arn', 'reads_from', 'AWS::CodeCommit::Repository', {
    read: 'arn:{partition}:codecommit:{value|rest:git-codecommit.|before:.}:{account}:{value|after:/}',
    when: { on: 'item', conditions: [{ path: 'type', equals: 'CODECOMMIT' }] },
  }),
  edge(
    project,
    'environment.registryCredential.credential',
    'name',
    'reads_secret',
    'AWS::SecretsManager::Secret',
    { variant: 'name' },
  ),
  edge(project, 'environment.dockerServer.securityGroupIds[]', 'id', 'uses', 'AWS::EC2::SecurityGroup'),
  edge(project, 'resourceAccessRole', 'arn', 'uses', 'AWS::IAM::Role'),
  ...environmentVariables(project, 'environment.environmentVariables[].value', 'name'),
  edge(project, 'environment.environmentVariables[].value', 'name', 'reads_secret', 'AWS::SSM::Parameter', {
    variant: 'parameter',
    when: { on: 'item', conditions: [{ path: 'type', equals: 'PARAMETER_STORE' }] },
    confidence: 'low',
  }),
  edge(
    project,
    'environment.environmentVariables[].value',
    'name',
    'reads_secret',
    'AWS::SecretsManager::Secret',
    {
      variant: 'secret',
      when: { on: 'item', conditions: [{ path: 'type', equals: 'SECRETS_MANAGER' }] },
      confidence: 'low',
    },
  ),
  edge(
    project,
    'environment.environmentVariables[].value',
    'arn',
    'reads_secret',
    'AWS::SecretsManager::Secret',
    {
      variant: 'secret-arn',
      when: { on: 'item', conditions: [{ path: 'type', equals: 'SECRETS_MANAGER' }] },
      confidence: 'low',
      external: false,
    },
  ),
];
