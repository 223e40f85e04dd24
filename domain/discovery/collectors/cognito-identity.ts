import type { ServiceCollectors } from '../declaration/collector.ts';

export const cognitoIdentity: ServiceCollectors = {
  service: 'cognito-identity',
  client: 'cognito-identity',
  scope: 'regional',
  probe: { operation: 'ListIdentityPools', input: { MaxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::Cognito::IdentityPool',
      title: 'Identity pool',
      list: { operation: 'ListIdentityPools', input: { MaxResults: 60 }, items: 'IdentityPools[]' },
      details: [
        { operation: 'DescribeIdentityPool', input: { IdentityPoolId: '{IdentityPoolId}' } },
        {
          operation: 'GetIdentityPoolRoles',
          input: { IdentityPoolId: '{IdentityPoolId}' },
          pick: ['Roles', 'RoleMappings'],
        },
      ],
      nativeId: 'IdentityPoolId',
      arn: 'arn:{partition}:cognito-identity:{region}:{account}:identitypool/{id}',
      name: 'IdentityPoolName',
      tags: { path: 'IdentityPoolTags' },
      sets: {
        CognitoIdentityProviders: 'cognitoidentity/latest/APIReference/API_DescribeIdentityPool',
        OpenIdConnectProviderARNs: 'cognitoidentity/latest/APIReference/API_DescribeIdentityPool',
        SamlProviderARNs: 'cognitoidentity/latest/APIReference/API_DescribeIdentityPool',
      },
      terraform: ['aws_cognito_identity_pool'],
    },
  ],
};
