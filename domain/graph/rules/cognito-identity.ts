import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

const identityPool = 'AWS::Cognito::IdentityPool';

export const cognitoIdentityRules: readonly EdgeRule[] = [
  edge(identityPool, 'OpenIdConnectProviderARNs[]', 'arn', 'uses', 'AWS::IAM::OIDCProvider'),
  edge(identityPool, 'SamlProviderARNs[]', 'arn', 'uses', 'AWS::IAM::SAMLProvider'),
  edge(identityPool, 'CognitoIdentityProviders[].ProviderName', 'id', 'uses', 'AWS::Cognito::UserPool', {
    read: '{value|after:/}',
  }),
  edge(identityPool, 'CognitoIdentityProviders[].ClientId', 'id', 'uses', 'AWS::Cognito::UserPoolClient', {
    read: '{item.ProviderName|after:/}/{value}',
  }),
];
