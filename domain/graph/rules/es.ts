import type { EdgeRule } from '../edge-rule.ts';
import { allowedBy, edge, encryptedBy } from './edge.ts';

const domain = 'AWS::OpenSearchService::Domain';

export const esRules: readonly EdgeRule[] = [
  edge(domain, 'VPCOptions.VPCId', 'id', 'contained_in', 'AWS::EC2::VPC'),
  edge(domain, 'VPCOptions.SubnetIds[]', 'id', 'contained_in', 'AWS::EC2::Subnet'),
  edge(domain, 'VPCOptions.SecurityGroupIds[]', 'id', 'uses', 'AWS::EC2::SecurityGroup'),
  edge(domain, 'CognitoOptions.UserPoolId', 'id', 'uses', 'AWS::Cognito::UserPool'),
  edge(domain, 'CognitoOptions.IdentityPoolId', 'id', 'uses', 'AWS::Cognito::IdentityPool'),
  edge(domain, 'CognitoOptions.RoleArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
  ...encryptedBy(domain, 'EncryptionAtRestOptions.KmsKeyId'),
  edge(domain, 'LogPublishingOptions.*.CloudWatchLogsLogGroupArn', 'arn', 'logs_to', 'AWS::Logs::LogGroup'),
  edge(
    domain,
    'DomainEndpointOptions.CustomEndpointCertificateArn',
    'arn',
    'uses',
    'AWS::CertificateManager::Certificate',
  ),
  edge(domain, 'IdentityCenterOptions.IdentityCenterInstanceARN', 'arn', 'uses', 'AWS::SSO::Instance'),
  ...allowedBy(domain, 'AccessPolicies'),
];
