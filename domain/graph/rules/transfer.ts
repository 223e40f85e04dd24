import type { EdgeRule } from '../edge-rule.ts';
import {
  arnOrName,
  certificateArn,
  functionArn,
  logGroupArn,
  roleArn,
  secretArn,
  securityGroupId,
  subnetId,
  vpcId,
} from './common-edges.ts';
import { edge } from './edge.ts';

const server = 'AWS::Transfer::Server';
const user = 'AWS::Transfer::User';
const connector = 'AWS::Transfer::Connector';

export const transferRules: readonly EdgeRule[] = [
  certificateArn(server, 'Certificate', 'uses'),
  edge(server, 'EndpointDetails.AddressAllocationIds[]', 'id', 'uses', 'AWS::EC2::EIP', {
    example: 'eipalloc-0123456789abcdef0',
  }),
  subnetId(server, 'EndpointDetails.SubnetIds[]', 'contained_in'),
  edge(server, 'EndpointDetails.VpcEndpointId', 'id', 'uses', 'AWS::EC2::VPCEndpoint', {
    example: 'vpce-050f79086ee71ac05',
  }),
  vpcId(server, 'EndpointDetails.VpcId', 'contained_in'),
  securityGroupId(server, 'EndpointDetails.SecurityGroupIds[]', 'uses'),
  functionArn(server, 'IdentityProviderDetails.Function', 'invokes'),
  roleArn(server, 'LoggingRole', 'uses'),
  edge(server, 'WorkflowDetails.OnUpload[].WorkflowId', 'id', 'triggers', 'AWS::Transfer::Workflow', {
    example: 'w-0123456789abcdef0',
  }),
  roleArn(server, 'WorkflowDetails.OnUpload[].ExecutionRole', 'uses'),
  edge(server, 'WorkflowDetails.OnPartialUpload[].WorkflowId', 'id', 'triggers', 'AWS::Transfer::Workflow', {
    example: 'w-0fedcba9876543210',
  }),
  roleArn(server, 'WorkflowDetails.OnPartialUpload[].ExecutionRole', 'uses'),
  logGroupArn(server, 'StructuredLogDestinations[]', 'logs_to'),
  edge(
    server,
    'IdentityProviderDetails.Url',
    'url',
    'invokes',
    ['AWS::ApiGateway::RestApi', 'AWS::ApiGatewayV2::Api'],
    {
      example: {
        'https://a1b2c3d4e5.execute-api.eu-west-1.amazonaws.com/prod': {
          baseKey: 'https://a1b2c3d4e5.execute-api.eu-west-1.amazonaws.com',
        },
      },
    },
  ),
  roleArn(server, 'IdentityProviderDetails.InvocationRole', 'runs_as'),
  edge(
    server,
    'IdentityProviderDetails.DirectoryId',
    'id',
    'uses',
    ['AWS::DirectoryService::MicrosoftAD', 'AWS::DirectoryService::SimpleAD'],
    { example: 'd-926722cea1' },
  ),
  roleArn(user, 'Role', 'runs_as'),
  edge(user, 'HomeDirectory', 'arn', 'uses', 'AWS::S3::Bucket', {
    text: { startsWith: '/', excludes: '/fs-' },
    read: 'arn:{partition}:s3:::{value|skip:/|before:/}',
    example: { '/example-partner-files/acme': 'arn:aws:s3:::example-partner-files' },
  }),
  edge(user, 'HomeDirectory', 'id', 'uses', 'AWS::EFS::FileSystem', {
    variant: 'file-system',
    text: { startsWith: '/fs-' },
    read: '{value|skip:/|before:/}',
    external: false,
    example: { '/fs-0123456789abcdef0/globex': 'fs-0123456789abcdef0' },
  }),
  edge(user, 'HomeDirectoryMappings[].Target', 'arn', 'uses', 'AWS::S3::Bucket', {
    text: { startsWith: '/', excludes: '/fs-' },
    read: 'arn:{partition}:s3:::{value|skip:/|before:/}',
    example: { '/example-partner-drop/globex': 'arn:aws:s3:::example-partner-drop' },
  }),
  edge(user, 'HomeDirectoryMappings[].Target', 'id', 'uses', 'AWS::EFS::FileSystem', {
    variant: 'file-system',
    text: { startsWith: '/fs-' },
    read: '{value|skip:/|before:/}',
    external: false,
    example: { '/fs-0fedcba9876543210/shared': 'fs-0fedcba9876543210' },
  }),
  roleArn(connector, 'AccessRole', 'runs_as'),
  roleArn(connector, 'LoggingRole', 'uses'),
  ...arnOrName(connector, 'SftpConfig.UserSecretId', 'reads_secret', 'AWS::SecretsManager::Secret', {
    arn: 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:aws/transfer/partner-9xQmLk',
    name: 'aws/transfer/partner',
  }),
  secretArn(connector, 'As2Config.BasicAuthSecretId', 'reads_secret'),
  edge(connector, 'As2Config.AsyncMdnConfig.ServerIds[]', 'id', 'uses', 'AWS::Transfer::Server', {
    example: 's-0123456789abcdef0',
  }),
];
