import type { EdgeRule } from '../edge-rule.ts';
import {
  ecrImage,
  keyArn,
  logGroupName,
  roleArn,
  secretArn,
  securityGroupId,
  subnetId,
  vpcId,
} from './common-edges.ts';
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
  secretArn(project, 'environment.registryCredential.credential', 'reads_secret'),
  edge(project, 'environment.certificate', 'arn', 'reads_from', 'AWS::S3::Bucket', {
    example: { 'arn:aws:s3:::example-build-inputs/ca.pem': { baseKey: 'arn:aws:s3:::example-build-inputs' } },
  }),
  roleArn(project, 'serviceRole', 'runs_as'),
  keyArn(project, 'encryptionKey', 'encrypted_by'),
  vpcId(project, 'vpcConfig.vpcId', 'contained_in'),
  subnetId(project, 'vpcConfig.subnets[]', 'contained_in'),
  securityGroupId(project, 'vpcConfig.securityGroupIds[]', 'uses'),
  logGroupName(project, 'logsConfig.cloudWatchLogs.groupName', 'logs_to'),
  edge(project, 'logsConfig.s3Logs.location', 'arn', 'logs_to', 'AWS::S3::Bucket', {
    read: 'arn:{partition}:s3:::{value|before:/|rest::::}',
    example: {
      'example-build-logs/checkout': 'arn:aws:s3:::example-build-logs',
      'arn:aws:s3:::example-build-logs/checkout': 'arn:aws:s3:::example-build-logs',
    },
  }),
  edge(project, 'fileSystemLocations[].location', 'id', 'uses', 'AWS::EFS::FileSystem', {
    read: '{value|before:.}',
    example: { 'fs-0123456789abcdef0.efs.eu-west-1.amazonaws.com:/build': 'fs-0123456789abcdef0' },
  }),
  roleArn(project, 'buildBatchConfig.serviceRole', 'runs_as'),
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
    { variant: 'name', example: 'registry' },
  ),
  securityGroupId(project, 'environment.dockerServer.securityGroupIds[]', 'uses'),
  roleArn(project, 'resourceAccessRole', 'uses'),
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
