import type { EdgeRule } from '../edge-rule.ts';
import { bucketUri } from './common-edges.ts';
import { edge } from './edge.ts';

const environment = 'AWS::AppConfig::Environment';
const configurationProfile = 'AWS::AppConfig::ConfigurationProfile';

export const appconfigRules: readonly EdgeRule[] = [
  edge(environment, 'ApplicationId', 'id', 'contained_in', 'AWS::AppConfig::Application'),
  edge(environment, 'Monitors[].AlarmArn', 'arn', 'monitors', [
    'AWS::CloudWatch::Alarm',
    'AWS::CloudWatch::CompositeAlarm',
  ]),
  edge(environment, 'Monitors[].AlarmRoleArn', 'arn', 'uses', 'AWS::IAM::Role'),
  edge(configurationProfile, 'ApplicationId', 'id', 'contained_in', 'AWS::AppConfig::Application'),
  bucketUri(configurationProfile, 'LocationUri', 'reads_from'),
  edge(configurationProfile, 'LocationUri', 'name', 'reads_from', 'AWS::SSM::Parameter', {
    variant: 'ssm-parameter',
    text: { startsWith: 'ssm-parameter://' },
    read: '{value|skip:ssm-parameter://}',
  }),
  edge(configurationProfile, 'LocationUri', 'name', 'reads_from', 'AWS::SSM::Document', {
    variant: 'ssm-document',
    text: { startsWith: 'ssm-document://' },
    read: '{value|skip:ssm-document://}',
  }),
  edge(configurationProfile, 'LocationUri', 'name', 'reads_secret', 'AWS::SecretsManager::Secret', {
    text: { startsWith: 'secretsmanager://' },
    read: '{value|skip:secretsmanager://}',
  }),
  edge(configurationProfile, 'LocationUri', 'name', 'reads_from', 'AWS::CodePipeline::Pipeline', {
    variant: 'codepipeline',
    text: { startsWith: 'codepipeline://' },
    read: '{value|skip:codepipeline://}',
  }),
];
