import type { EdgeRule } from '../edge-rule.ts';
import { bucketUri, keyArn } from './common-edges.ts';
import { edge } from './edge.ts';

const workGroup = 'AWS::Athena::WorkGroup';
const namedQuery = 'AWS::Athena::NamedQuery';

export const athenaRules: readonly EdgeRule[] = [
  bucketUri(workGroup, 'Configuration.ResultConfiguration.OutputLocation', 'uses'),
  keyArn(workGroup, 'Configuration.ResultConfiguration.EncryptionConfiguration.KmsKey'),
  keyArn(workGroup, 'Configuration.ManagedQueryResultsConfiguration.EncryptionConfiguration.KmsKey'),
  edge(workGroup, 'Configuration.ExecutionRole', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(
    workGroup,
    'Configuration.MonitoringConfiguration.CloudWatchLoggingConfiguration.LogGroup',
    'name',
    'logs_to',
    'AWS::Logs::LogGroup',
  ),
  keyArn(workGroup, 'Configuration.MonitoringConfiguration.ManagedLoggingConfiguration.KmsKey'),
  bucketUri(workGroup, 'Configuration.MonitoringConfiguration.S3LoggingConfiguration.LogLocation', 'logs_to'),
  keyArn(workGroup, 'Configuration.MonitoringConfiguration.S3LoggingConfiguration.KmsKey'),
  keyArn(workGroup, 'Configuration.CustomerContentEncryptionConfiguration.KmsKey'),
  edge(
    workGroup,
    'Configuration.IdentityCenterConfiguration.IdentityCenterInstanceArn',
    'arn',
    'uses',
    'AWS::SSO::Instance',
  ),
  edge(namedQuery, 'WorkGroup', 'name', 'contained_in', 'AWS::Athena::WorkGroup'),
  edge(namedQuery, 'Database', 'name', 'uses', 'AWS::Glue::Database', { confidence: 'low' }),
];
