import type { EdgeRule } from '../edge-rule.ts';
import { functionArn, keyArn, roleArn } from './common-edges.ts';
import { edge } from './edge.ts';

const userPool = 'AWS::Cognito::UserPool';
const userPoolGroup = 'AWS::Cognito::UserPoolGroup';

export const cognitoIdpRules: readonly EdgeRule[] = [
  functionArn(userPool, 'LambdaConfig.PreSignUp', 'invokes'),
  functionArn(userPool, 'LambdaConfig.CustomMessage', 'invokes'),
  functionArn(userPool, 'LambdaConfig.PostConfirmation', 'invokes'),
  functionArn(userPool, 'LambdaConfig.PreAuthentication', 'invokes'),
  functionArn(userPool, 'LambdaConfig.PostAuthentication', 'invokes'),
  functionArn(userPool, 'LambdaConfig.DefineAuthChallenge', 'invokes'),
  functionArn(userPool, 'LambdaConfig.CreateAuthChallenge', 'invokes'),
  functionArn(userPool, 'LambdaConfig.VerifyAuthChallengeResponse', 'invokes'),
  functionArn(userPool, 'LambdaConfig.UserMigration', 'invokes'),
  functionArn(userPool, 'LambdaConfig.PreTokenGenerationConfig.LambdaArn', 'invokes'),
  functionArn(userPool, 'LambdaConfig.CustomSMSSender.LambdaArn', 'invokes'),
  functionArn(userPool, 'LambdaConfig.CustomEmailSender.LambdaArn', 'invokes'),
  keyArn(userPool, 'LambdaConfig.KMSKeyID', 'uses'),
  edge(userPool, 'EmailConfiguration.SourceArn', 'arn', 'uses', 'AWS::SES::EmailIdentity', {
    example: 'arn:aws:ses:eu-west-1:123456789012:identity/example.com',
  }),
  edge(userPool, 'EmailConfiguration.ConfigurationSet', 'arn', 'uses', 'AWS::SES::ConfigurationSet', {
    read: '{item.SourceArn|before:identity/}configuration-set/{value}',
  }),
  roleArn(userPool, 'SmsConfiguration.SnsCallerArn', 'runs_as'),
  roleArn(userPoolGroup, 'RoleArn', 'uses'),
];
