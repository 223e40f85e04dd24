import type { EdgeRule } from '../edge-rule.ts';
import { bucketName, roleArn, securityGroupId, subnetId } from './common-edges.ts';
import { edge } from './edge.ts';

const fleet = 'AWS::AppStream::Fleet';
const imageBuilder = 'AWS::AppStream::ImageBuilder';
const stack = 'AWS::AppStream::Stack';

/** Source: Amazon AppStream 2.0 API reference, Fleet, ImageBuilder and Stack. */
export const appstreamRules: readonly EdgeRule[] = [
  ...[fleet, imageBuilder].flatMap((type) => [
    roleArn(type, 'IamRoleArn', 'runs_as'),
    subnetId(type, 'VpcConfig.SubnetIds[]', 'contained_in'),
    securityGroupId(type, 'VpcConfig.SecurityGroupIds[]', 'uses'),
    edge(type, 'DomainJoinInfo.DirectoryName', 'name', 'uses', 'AWS::AppStream::DirectoryConfig', {
      example: 'corp.example.com',
    }),
  ]),
  bucketName(fleet, 'SessionScriptS3Location.S3Bucket', 'reads_from'),
  bucketName(stack, 'ApplicationSettings.S3BucketName', 'uses'),
  edge(stack, 'AccessEndpoints[].VpceId', 'id', 'uses', 'AWS::EC2::VPCEndpoint', {
    example: 'vpce-0a1b2c3d4e5f60718',
  }),
];
