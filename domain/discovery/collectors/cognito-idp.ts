import type { ServiceCollectors } from '../collector.ts';

export const cognitoIdp: ServiceCollectors = {
  service: 'cognito-idp',
  client: 'cognito-identity-provider',
  scope: 'regional',
  probe: {
    operation: 'ListUserPools',
    input: {
      MaxResults: 1,
    },
  },
  types: [
    {
      resourceType: 'AWS::Cognito::UserPool',
      title: 'User pool',
      notRead: 'Users.',
      list: {
        operation: 'ListUserPools',
        input: {
          MaxResults: 60,
        },
        items: 'UserPools[]',
      },
      details: [
        {
          operation: 'DescribeUserPool',
          input: {
            UserPoolId: '{Id}',
          },
          result: 'UserPool',
        },
      ],
      nativeId: 'Id',
      arn: ['Arn', 'arn:{partition}:cognito-idp:{region}:{account}:userpool/{Id}'],
      name: 'Name',
      createdAt: 'CreationDate',
      tags: {
        path: 'UserPoolTags',
      },
      volatile: ['EstimatedNumberOfUsers', 'LastModifiedDate', 'Status'],
      sets: ['SchemaAttributes', 'AutoVerifiedAttributes', 'AliasAttributes', 'UsernameAttributes'],
      terraform: ['aws_cognito_user_pool'],
    },
    {
      resourceType: 'AWS::Cognito::UserPoolClient',
      title: 'User pool client',
      parent: 'AWS::Cognito::UserPool',
      list: {
        operation: 'ListUserPoolClients',
        input: {
          UserPoolId: '{Id}',
          MaxResults: 60,
        },
        items: 'UserPoolClients[]',
      },
      details: [
        {
          operation: 'DescribeUserPoolClient',
          input: {
            UserPoolId: '{UserPoolId}',
            ClientId: '{ClientId}',
          },
          result: 'UserPoolClient',
        },
      ],
      nativeId: '{UserPoolId}/{ClientId}',
      name: 'ClientName',
      createdAt: 'CreationDate',
      secrets: ['ClientSecret'],
      volatile: ['LastModifiedDate'],
      sets: [
        'CallbackURLs',
        'LogoutURLs',
        'AllowedOAuthScopes',
        'AllowedOAuthFlows',
        'ExplicitAuthFlows',
        'ReadAttributes',
        'WriteAttributes',
        'SupportedIdentityProviders',
      ],
      terraform: ['aws_cognito_user_pool_client', 'aws_cognito_managed_user_pool_client'],
    },
    {
      resourceType: 'AWS::Cognito::UserPoolGroup',
      title: 'User pool group',
      parent: 'AWS::Cognito::UserPool',
      list: {
        operation: 'ListGroups',
        input: {
          UserPoolId: '{Id}',
          Limit: 60,
        },
        items: 'Groups[]',
      },
      nativeId: '{UserPoolId}/{GroupName}',
      name: 'GroupName',
      createdAt: 'CreationDate',
      volatile: ['LastModifiedDate'],
      terraform: ['aws_cognito_user_group'],
    },
    {
      resourceType: 'AWS::Cognito::UserPoolIdentityProvider',
      title: 'User pool identity provider',
      parent: 'AWS::Cognito::UserPool',
      list: {
        operation: 'ListIdentityProviders',
        input: {
          UserPoolId: '{Id}',
          MaxResults: 60,
        },
        items: 'Providers[]',
      },
      fromParent: {
        UserPoolId: 'Id',
      },
      details: [
        {
          operation: 'DescribeIdentityProvider',
          input: {
            UserPoolId: '{UserPoolId}',
            ProviderName: '{ProviderName}',
          },
          result: 'IdentityProvider',
        },
      ],
      nativeId: '{UserPoolId}/{ProviderName}',
      name: 'ProviderName',
      createdAt: 'CreationDate',
      secrets: ['ProviderDetails.client_secret', 'ProviderDetails.private_key'],
      volatile: ['LastModifiedDate'],
      terraform: ['aws_cognito_identity_provider'],
    },
    {
      resourceType: 'AWS::Cognito::UserPoolResourceServer',
      title: 'User pool resource server',
      parent: 'AWS::Cognito::UserPool',
      list: {
        operation: 'ListResourceServers',
        input: {
          UserPoolId: '{Id}',
          MaxResults: 50,
        },
        items: 'ResourceServers[]',
      },
      nativeId: '{UserPoolId}/{Identifier}',
      name: 'Name',
      sets: ['Scopes'],
      terraform: ['aws_cognito_resource_server'],
    },
  ],
};
