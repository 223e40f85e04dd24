import type { EdgeRule } from '../edge-rule.ts';
import { bucketUri, roleArn } from './common-edges.ts';
import { edge } from './edge.ts';

const environment = 'AWS::AppConfig::Environment';
const configurationProfile = 'AWS::AppConfig::ConfigurationProfile';

export const appconfigRules: readonly EdgeRule[] = [
  edge(
    environment,
    'Monitors[].AlarmArn',
    'arn',
    'monitors',
    ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::CompositeAlarm'],
    { example: 'arn:aws:cloudwatch:eu-west-1:123456789012:alarm:checkout-5xx' },
  ),
  roleArn(environment, 'Monitors[].AlarmRoleArn', 'uses'),
  bucketUri(configurationProfile, 'LocationUri', 'reads_from'),
  edge(configurationProfile, 'LocationUri', 'name', 'reads_from', 'AWS::SSM::Parameter', {
    variant: 'ssm-parameter',
    text: { startsWith: 'ssm-parameter://' },
    read: '{value|skip:ssm-parameter://}',
    example: { 'ssm-parameter:///checkout/limits': '/checkout/limits' },
  }),
  edge(configurationProfile, 'LocationUri', 'name', 'reads_from', 'AWS::SSM::Document', {
    variant: 'ssm-document',
    text: { startsWith: 'ssm-document://' },
    read: '{value|skip:ssm-document://}',
    example: { 'ssm-document://checkout-limits': 'checkout-limits' },
  }),
  edge(configurationProfile, 'LocationUri', 'name', 'reads_secret', 'AWS::SecretsManager::Secret', {
    text: { startsWith: 'secretsmanager://' },
    read: '{value|skip:secretsmanager://}',
    example: { 'secretsmanager://checkout/limits': 'checkout/limits' },
  }),
  edge(configurationProfile, 'LocationUri', 'name', 'reads_from', 'AWS::CodePipeline::Pipeline', {
    variant: 'codepipeline',
    text: { startsWith: 'codepipeline://' },
    read: '{value|skip:codepipeline://}',
    example: { 'codepipeline://checkout-config': 'checkout-config' },
  }),
];
