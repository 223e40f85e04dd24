import type { EdgeRule } from '../edge-rule.ts';
import { keyArn } from './common-edges.ts';
import { edge } from './edge.ts';

const canary = 'AWS::Synthetics::Canary';

export const syntheticsRules: readonly EdgeRule[] = [
  edge(canary, 'Code.SourceLocationArn', 'arn', 'uses', 'AWS::Lambda::LayerVersion'),
  edge(canary, 'ExecutionRoleArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(canary, 'ArtifactS3Location', 'arn', 'uses', 'AWS::S3::Bucket', {
    read: 'arn:{partition}:s3:::{value|skip:s3://|before:/}',
  }),
  edge(canary, 'EngineArn', 'arn', 'runs', ['AWS::Lambda::Function', 'AWS::Lambda::Alias']),
  edge(canary, 'VpcConfig.VpcId', 'id', 'contained_in', 'AWS::EC2::VPC'),
  edge(canary, 'VpcConfig.SubnetIds[]', 'id', 'contained_in', 'AWS::EC2::Subnet'),
  edge(canary, 'VpcConfig.SecurityGroupIds[]', 'id', 'uses', 'AWS::EC2::SecurityGroup'),
  keyArn(canary, 'ArtifactConfig.S3Encryption.KmsKeyArn'),
];
