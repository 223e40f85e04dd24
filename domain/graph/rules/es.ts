import type { EdgeRule } from '../edge-rule.ts';
import {
  allowedBy,
  certificateArn,
  encryptedBy,
  logGroupArn,
  roleArn,
  securityGroupId,
  subnetId,
  vpcId,
} from './common-edges.ts';
import { edge } from './edge.ts';

const domain = 'AWS::OpenSearchService::Domain';

export const esRules: readonly EdgeRule[] = [
  vpcId(domain, 'VPCOptions.VPCId', 'contained_in'),
  subnetId(domain, 'VPCOptions.SubnetIds[]', 'contained_in'),
  securityGroupId(domain, 'VPCOptions.SecurityGroupIds[]', 'uses'),
  edge(domain, 'CognitoOptions.UserPoolId', 'id', 'uses', 'AWS::Cognito::UserPool', {
    example: 'eu-west-1_Ab12Cd34E',
  }),
  edge(domain, 'CognitoOptions.IdentityPoolId', 'id', 'uses', 'AWS::Cognito::IdentityPool', {
    example: 'eu-west-1:0f6c1b9e-2d43-4c6a-8f55-1e2d3c4b5a69',
  }),
  roleArn(domain, 'CognitoOptions.RoleArn', 'runs_as'),
  ...encryptedBy(domain, 'EncryptionAtRestOptions.KmsKeyId'),
  logGroupArn(domain, 'LogPublishingOptions.*.CloudWatchLogsLogGroupArn', 'logs_to'),
  certificateArn(domain, 'DomainEndpointOptions.CustomEndpointCertificateArn', 'uses'),
  edge(domain, 'IdentityCenterOptions.IdentityCenterInstanceARN', 'arn', 'uses', 'AWS::SSO::Instance', {
    example: 'arn:aws:sso:::instance/ssoins-68044f8b1c2d3e4f',
  }),
  ...allowedBy(domain, 'AccessPolicies'),
];
