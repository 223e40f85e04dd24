import type { EdgeRule } from '../edge-rule.ts';
import { arnOrName, edge } from './edge.ts';

const server = 'AWS::Transfer::Server';
const user = 'AWS::Transfer::User';
const connector = 'AWS::Transfer::Connector';

export const transferRules: readonly EdgeRule[] = [
  edge(server, 'Certificate', 'arn', 'uses', 'AWS::CertificateManager::Certificate'),
  edge(server, 'EndpointDetails.AddressAllocationIds[]', 'id', 'uses', 'AWS::EC2::EIP'),
  edge(server, 'EndpointDetails.SubnetIds[]', 'id', 'contained_in', 'AWS::EC2::Subnet'),
  edge(server, 'EndpointDetails.VpcEndpointId', 'id', 'uses', 'AWS::EC2::VPCEndpoint'),
  edge(server, 'EndpointDetails.VpcId', 'id', 'contained_in', 'AWS::EC2::VPC'),
  edge(server, 'EndpointDetails.SecurityGroupIds[]', 'id', 'uses', 'AWS::EC2::SecurityGroup'),
  edge(server, 'IdentityProviderDetails.Function', 'arn', 'invokes', [
    'AWS::Lambda::Function',
    'AWS::Lambda::Alias',
  ]),
  edge(server, 'LoggingRole', 'arn', 'uses', 'AWS::IAM::Role'),
  edge(server, 'WorkflowDetails.OnUpload[].WorkflowId', 'id', 'triggers', 'AWS::Transfer::Workflow'),
  edge(server, 'WorkflowDetails.OnUpload[].ExecutionRole', 'arn', 'uses', 'AWS::IAM::Role'),
  edge(server, 'WorkflowDetails.OnPartialUpload[].WorkflowId', 'id', 'triggers', 'AWS::Transfer::Workflow'),
  edge(server, 'WorkflowDetails.OnPartialUpload[].ExecutionRole', 'arn', 'uses', 'AWS::IAM::Role'),
  edge(server, 'StructuredLogDestinations[]', 'arn', 'logs_to', 'AWS::Logs::LogGroup'),
  edge(server, 'IdentityProviderDetails.Url', 'url', 'invokes', [
    'AWS::ApiGateway::RestApi',
    'AWS::ApiGatewayV2::Api',
  ]),
  edge(server, 'IdentityProviderDetails.InvocationRole', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(server, 'IdentityProviderDetails.DirectoryId', 'id', 'uses', [
    'AWS::DirectoryService::MicrosoftAD',
    'AWS::DirectoryService::SimpleAD',
  ]),
  edge(user, 'ServerId', 'id', 'contained_in', 'AWS::Transfer::Server'),
  edge(user, 'Role', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(user, 'HomeDirectory', 'arn', 'uses', 'AWS::S3::Bucket', {
    text: { startsWith: '/', excludes: '/fs-' },
    read: 'arn:{partition}:s3:::{value|skip:/|before:/}',
  }),
  edge(user, 'HomeDirectory', 'id', 'uses', 'AWS::EFS::FileSystem', {
    variant: 'file-system',
    text: { startsWith: '/fs-' },
    read: '{value|skip:/|before:/}',
    external: false,
  }),
  edge(user, 'HomeDirectoryMappings[].Target', 'arn', 'uses', 'AWS::S3::Bucket', {
    text: { startsWith: '/', excludes: '/fs-' },
    read: 'arn:{partition}:s3:::{value|skip:/|before:/}',
  }),
  edge(user, 'HomeDirectoryMappings[].Target', 'id', 'uses', 'AWS::EFS::FileSystem', {
    variant: 'file-system',
    text: { startsWith: '/fs-' },
    read: '{value|skip:/|before:/}',
    external: false,
  }),
  edge(connector, 'AccessRole', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(connector, 'LoggingRole', 'arn', 'uses', 'AWS::IAM::Role'),
  ...arnOrName(connector, 'SftpConfig.UserSecretId', 'reads_secret', 'AWS::SecretsManager::Secret'),
  edge(connector, 'As2Config.BasicAuthSecretId', 'arn', 'reads_secret', 'AWS::SecretsManager::Secret'),
  edge(connector, 'As2Config.AsyncMdnConfig.ServerIds[]', 'id', 'uses', 'AWS::Transfer::Server'),
];
