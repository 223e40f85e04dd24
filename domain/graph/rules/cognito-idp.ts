import type { EdgeRule } from '../edge-rule.ts';
import { keyArn } from './common-edges.ts';
import { edge } from './edge.ts';

const userPool = 'AWS::Cognito::UserPool';
const userPoolClient = 'AWS::Cognito::UserPoolClient';
const userPoolGroup = 'AWS::Cognito::UserPoolGroup';
const userPoolIdentityProvider = 'AWS::Cognito::UserPoolIdentityProvider';
const userPoolResourceServer = 'AWS::Cognito::UserPoolResourceServer';

export const cognitoIdpRules: readonly EdgeRule[] = [
  edge(userPool, 'LambdaConfig.PreSignUp', 'arn', 'invokes', ['AWS::Lambda::Function', 'AWS::Lambda::Alias']),
  edge(userPool, 'LambdaConfig.CustomMessage', 'arn', 'invokes', [
    'AWS::Lambda::Function',
    'AWS::Lambda::Alias',
  ]),
  edge(userPool, 'LambdaConfig.PostConfirmation', 'arn', 'invokes', [
    'AWS::Lambda::Function',
    'AWS::Lambda::Alias',
  ]),
  edge(userPool, 'LambdaConfig.PreAuthentication', 'arn', 'invokes', [
    'AWS::Lambda::Function',
    'AWS::Lambda::Alias',
  ]),
  edge(userPool, 'LambdaConfig.PostAuthentication', 'arn', 'invokes', [
    'AWS::Lambda::Function',
    'AWS::Lambda::Alias',
  ]),
  edge(userPool, 'LambdaConfig.DefineAuthChallenge', 'arn', 'invokes', [
    'AWS::Lambda::Function',
    'AWS::Lambda::Alias',
  ]),
  edge(userPool, 'LambdaConfig.CreateAuthChallenge', 'arn', 'invokes', [
    'AWS::Lambda::Function',
    'AWS::Lambda::Alias',
  ]),
  edge(userPool, 'LambdaConfig.VerifyAuthChallengeResponse', 'arn', 'invokes', [
    'AWS::Lambda::Function',
    'AWS::Lambda::Alias',
  ]),
  edge(userPool, 'LambdaConfig.UserMigration', 'arn', 'invokes', [
    'AWS::Lambda::Function',
    'AWS::Lambda::Alias',
  ]),
  edge(userPool, 'LambdaConfig.PreTokenGenerationConfig.LambdaArn', 'arn', 'invokes', [
    'AWS::Lambda::Function',
    'AWS::Lambda::Alias',
  ]),
  edge(userPool, 'LambdaConfig.CustomSMSSender.LambdaArn', 'arn', 'invokes', [
    'AWS::Lambda::Function',
    'AWS::Lambda::Alias',
  ]),
  edge(userPool, 'LambdaConfig.CustomEmailSender.LambdaArn', 'arn', 'invokes', [
    'AWS::Lambda::Function',
    'AWS::Lambda::Alias',
  ]),
  keyArn(userPool, 'LambdaConfig.KMSKeyID', 'uses'),
  edge(userPool, 'EmailConfiguration.SourceArn', 'arn', 'uses', 'AWS::SES::EmailIdentity'),
  edge(userPool, 'EmailConfiguration.ConfigurationSet', 'arn', 'uses', 'AWS::SES::ConfigurationSet', {
    read: '{item.SourceArn|before:identity/}configuration-set/{value}',
  }),
  edge(userPool, 'SmsConfiguration.SnsCallerArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(userPoolClient, 'UserPoolId', 'id', 'contained_in', 'AWS::Cognito::UserPool'),
  edge(userPoolGroup, 'UserPoolId', 'id', 'contained_in', 'AWS::Cognito::UserPool'),
  edge(userPoolGroup, 'RoleArn', 'arn', 'uses', 'AWS::IAM::Role'),
  edge(userPoolIdentityProvider, 'UserPoolId', 'id', 'contained_in', 'AWS::Cognito::UserPool'),
  edge(userPoolResourceServer, 'UserPoolId', 'id', 'contained_in', 'AWS::Cognito::UserPool'),
];
