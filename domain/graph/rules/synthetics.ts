import type { EdgeRule } from '../edge-rule.ts';
import { functionArn, keyArn, roleArn, securityGroupId, subnetId, vpcId } from './common-edges.ts';
import { edge } from './edge.ts';

const canary = 'AWS::Synthetics::Canary';

export const syntheticsRules: readonly EdgeRule[] = [
  edge(canary, 'Code.SourceLocationArn', 'arn', 'uses', 'AWS::Lambda::LayerVersion', {
    example: {
      'arn:aws:lambda:eu-west-1:123456789012:layer:cwsyn-https-check-0d1e2f3a:3': {
        baseKey: 'arn:aws:lambda:eu-west-1:123456789012:layer:cwsyn-https-check-0d1e2f3a',
      },
    },
  }),
  roleArn(canary, 'ExecutionRoleArn', 'runs_as'),
  edge(canary, 'ArtifactS3Location', 'arn', 'uses', 'AWS::S3::Bucket', {
    read: 'arn:{partition}:s3:::{value|skip:s3://|before:/}',
    example: { 'example-canary-results/https-check': 'arn:aws:s3:::example-canary-results' },
  }),
  functionArn(canary, 'EngineArn', 'runs'),
  vpcId(canary, 'VpcConfig.VpcId', 'contained_in'),
  subnetId(canary, 'VpcConfig.SubnetIds[]', 'contained_in'),
  securityGroupId(canary, 'VpcConfig.SecurityGroupIds[]', 'uses'),
  keyArn(canary, 'ArtifactConfig.S3Encryption.KmsKeyArn', 'encrypted_by'),
];
