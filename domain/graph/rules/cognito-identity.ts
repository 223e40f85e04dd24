import type { EdgeRule } from '../edge-rule.ts';
import { roleArn } from './common-edges.ts';
import { edge } from './edge.ts';

const identityPool = 'AWS::Cognito::IdentityPool';

export const cognitoIdentityRules: readonly EdgeRule[] = [
  edge(identityPool, 'OpenIdConnectProviderARNs[]', 'arn', 'uses', 'AWS::IAM::OIDCProvider', {
    example: 'arn:aws:iam::123456789012:oidc-provider/login.example.com',
  }),
  edge(identityPool, 'SamlProviderARNs[]', 'arn', 'uses', 'AWS::IAM::SAMLProvider', {
    example: 'arn:aws:iam::123456789012:saml-provider/Corporate',
  }),
  edge(identityPool, 'CognitoIdentityProviders[].ProviderName', 'id', 'uses', 'AWS::Cognito::UserPool', {
    read: '{value|after:/}',
    example: { 'cognito-idp.eu-west-1.amazonaws.com/eu-west-1_Ab12Cd34E': 'eu-west-1_Ab12Cd34E' },
  }),
  edge(identityPool, 'CognitoIdentityProviders[].ClientId', 'id', 'uses', 'AWS::Cognito::UserPoolClient', {
    read: '{item.ProviderName|after:/}/{value}',
  }),
  // The roles that the identities of the pool assume.
  roleArn(identityPool, 'Roles.*', 'uses'),
  roleArn(identityPool, 'RoleMappings.*.RulesConfiguration.Rules[].RoleARN', 'uses'),
];
