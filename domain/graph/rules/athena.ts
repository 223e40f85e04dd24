import type { EdgeRule } from '../edge-rule.ts';
import { bucketUri, keyArn, logGroupName, roleArn } from './common-edges.ts';
import { edge } from './edge.ts';

const workGroup = 'AWS::Athena::WorkGroup';
const namedQuery = 'AWS::Athena::NamedQuery';

export const athenaRules: readonly EdgeRule[] = [
  bucketUri(workGroup, 'Configuration.ResultConfiguration.OutputLocation', 'uses'),
  keyArn(workGroup, 'Configuration.ResultConfiguration.EncryptionConfiguration.KmsKey', 'encrypted_by'),
  keyArn(
    workGroup,
    'Configuration.ManagedQueryResultsConfiguration.EncryptionConfiguration.KmsKey',
    'encrypted_by',
  ),
  roleArn(workGroup, 'Configuration.ExecutionRole', 'runs_as'),
  logGroupName(
    workGroup,
    'Configuration.MonitoringConfiguration.CloudWatchLoggingConfiguration.LogGroup',
    'logs_to',
  ),
  keyArn(
    workGroup,
    'Configuration.MonitoringConfiguration.ManagedLoggingConfiguration.KmsKey',
    'encrypted_by',
  ),
  bucketUri(workGroup, 'Configuration.MonitoringConfiguration.S3LoggingConfiguration.LogLocation', 'logs_to'),
  keyArn(workGroup, 'Configuration.MonitoringConfiguration.S3LoggingConfiguration.KmsKey', 'encrypted_by'),
  keyArn(workGroup, 'Configuration.CustomerContentEncryptionConfiguration.KmsKey', 'encrypted_by'),
  edge(
    workGroup,
    'Configuration.IdentityCenterConfiguration.IdentityCenterInstanceArn',
    'arn',
    'uses',
    'AWS::SSO::Instance',
    { example: 'arn:aws:sso:::instance/ssoins-68044f8b1c2d3e4f' },
  ),
  edge(namedQuery, 'Database', 'name', 'uses', 'AWS::Glue::Database', {
    confidence: 'low',
    example: 'sales',
  }),
];
