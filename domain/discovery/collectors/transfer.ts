import type { ServiceCollectors } from '../declaration/collector.ts';

export const transfer: ServiceCollectors = {
  service: 'transfer',
  client: 'transfer',
  scope: 'regional',
  probe: { operation: 'ListServers', input: { MaxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::Transfer::Server',
      title: 'Transfer server',
      list: { operation: 'ListServers', input: { MaxResults: 1000 }, items: 'Servers[]' },
      details: [{ operation: 'DescribeServer', input: { ServerId: '{ServerId}' }, result: 'Server' }],
      nativeId: 'ServerId',
      arn: 'Arn',
      tags: { path: 'Tags' },
      secrets: ['HostKeyFingerprint'],
      volatile: ['State', 'UserCount'],
      sets: { Protocols: 'transfer/latest/APIReference/API_DescribedServer' },
      terraform: ['aws_transfer_server'],
    },
    {
      resourceType: 'AWS::Transfer::User',
      title: 'Transfer user',
      notRead: 'Files of the user.',
      parent: 'AWS::Transfer::Server',
      list: {
        operation: 'ListUsers',
        // Other servers have no users, and reject the call. Source: Transfer Family API reference, CreateUser.
        parents: [{ path: 'IdentityProviderType', equals: 'SERVICE_MANAGED' }],
        input: { ServerId: '{ServerId}', MaxResults: 1000 },
        items: 'Users[]',
      },
      fromParent: { ServerId: 'ServerId' },
      details: [
        {
          operation: 'DescribeUser',
          input: { ServerId: '{ServerId}', UserName: '{UserName}' },
          result: 'User',
        },
      ],
      nativeId: '{ServerId}/{UserName}',
      arn: 'Arn',
      name: 'UserName',
      tags: { path: 'Tags' },
      sets: { SshPublicKeys: 'transfer/latest/APIReference/API_DescribedUser' },
      terraform: ['aws_transfer_user'],
    },
    {
      resourceType: 'AWS::Transfer::Connector',
      title: 'Transfer connector',
      list: { operation: 'ListConnectors', input: { MaxResults: 1000 }, items: 'Connectors[]' },
      details: [
        { operation: 'DescribeConnector', input: { ConnectorId: '{ConnectorId}' }, result: 'Connector' },
      ],
      nativeId: 'ConnectorId',
      arn: 'Arn',
      label: '{Url|before:?}',
      tags: { path: 'Tags' },
      terraform: ['aws_transfer_connector'],
    },
  ],
};
