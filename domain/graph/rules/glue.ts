import type { EdgeRule } from '../edge-rule.ts';
import {
  arnOrName,
  bucketUri,
  keyArn,
  queueArn,
  roleArn,
  secretArn,
  securityGroupId,
  subnetId,
  vpcId,
} from './common-edges.ts';
import { edge } from './edge.ts';
import { environmentVariables } from './environment-variables.ts';

const database = 'AWS::Glue::Database';
const table = 'AWS::Glue::Table';
const job = 'AWS::Glue::Job';
const crawler = 'AWS::Glue::Crawler';
const trigger = 'AWS::Glue::Trigger';
const connection = 'AWS::Glue::Connection';
const securityConfiguration = 'AWS::Glue::SecurityConfiguration';
const devEndpoint = 'AWS::Glue::DevEndpoint';

export const glueRules: readonly EdgeRule[] = [
  bucketUri(database, 'LocationUri', 'reads_from'),
  edge(database, 'FederatedDatabase.ConnectionName', 'name', 'uses', 'AWS::Glue::Connection', {
    example: 'warehouse',
  }),
  bucketUri(table, 'StorageDescriptor.Location', 'reads_from'),
  bucketUri(table, 'StorageDescriptor.AdditionalLocations[]', 'reads_from'),
  edge(
    table,
    'StorageDescriptor.SchemaReference.SchemaId.RegistryName',
    'name',
    'uses',
    'AWS::Glue::Registry',
    { example: 'events' },
  ),
  edge(table, 'FederatedTable.ConnectionName', 'name', 'uses', 'AWS::Glue::Connection', {
    example: 'warehouse',
  }),
  edge(job, 'Role', 'name', 'runs_as', 'AWS::IAM::Role', {
    variant: 'name',
    text: { excludes: ':' },
    read: '{value|after:/}',
    example: { 'service-role/glue-jobs': 'glue-jobs' },
  }),
  roleArn(job, 'Role', 'runs_as', { variant: 'arn' }),
  bucketUri(job, 'Command.ScriptLocation', 'reads_from'),
  bucketUri(job, 'LogUri', 'logs_to'),
  edge(job, 'Connections.Connections[]', 'name', 'uses', 'AWS::Glue::Connection', {
    example: ['ledger', 'kafka'],
  }),
  edge(job, 'SecurityConfiguration', 'name', 'uses', 'AWS::Glue::SecurityConfiguration', {
    example: 'encrypted',
  }),
  ...environmentVariables(job, 'DefaultArguments.*'),
  edge(crawler, 'Role', 'name', 'runs_as', 'AWS::IAM::Role', {
    variant: 'name',
    text: { excludes: ':' },
    read: '{value|after:/}',
    example: { 'service-role/AWSGlueServiceRole-lake': 'AWSGlueServiceRole-lake' },
  }),
  roleArn(crawler, 'Role', 'runs_as', { variant: 'arn' }),
  bucketUri(crawler, 'Targets.S3Targets[].Path', 'reads_from'),
  queueArn(crawler, 'Targets.S3Targets[].EventQueueArn', 'reads_from'),
  queueArn(crawler, 'Targets.S3Targets[].DlqEventQueueArn', 'dead_letters_to'),
  edge(crawler, 'Targets.*[].ConnectionName', 'name', 'uses', 'AWS::Glue::Connection', {
    example: ['vpc-catalog', 'vpc-delta', 'vpc-hudi', 'vpc-iceberg', 'ledger', 'catalog', 'vpc'],
  }),
  edge(crawler, 'Targets.DynamoDBTargets[].Path', 'name', 'reads_from', 'AWS::DynamoDB::Table', {
    example: 'orders',
  }),
  edge(crawler, 'Targets.CatalogTargets[].DatabaseName', 'name', 'reads_from', 'AWS::Glue::Database', {
    example: 'inventory',
  }),
  queueArn(crawler, 'Targets.CatalogTargets[].EventQueueArn', 'reads_from'),
  queueArn(crawler, 'Targets.CatalogTargets[].DlqEventQueueArn', 'dead_letters_to'),
  bucketUri(crawler, 'Targets.DeltaTargets[].DeltaTables[]', 'reads_from'),
  bucketUri(crawler, 'Targets.IcebergTargets[].Paths[]', 'reads_from'),
  bucketUri(crawler, 'Targets.HudiTargets[].Paths[]', 'reads_from'),
  edge(crawler, 'DatabaseName', 'name', 'uses', 'AWS::Glue::Database', { example: 'sales' }),
  edge(crawler, 'CrawlerSecurityConfiguration', 'name', 'uses', 'AWS::Glue::SecurityConfiguration', {
    example: 'encrypted',
  }),
  edge(trigger, 'WorkflowName', 'name', 'member_of', 'AWS::Glue::Workflow', { example: 'orders' }),
  edge(trigger, 'Actions[].JobName', 'name', 'triggers', 'AWS::Glue::Job', { example: 'aggregate-orders' }),
  edge(trigger, 'Actions[].CrawlerName', 'name', 'triggers', 'AWS::Glue::Crawler', { example: 'aggregates' }),
  edge(trigger, 'Actions[].SecurityConfiguration', 'name', 'uses', 'AWS::Glue::SecurityConfiguration', {
    example: 'encrypted',
  }),
  edge(trigger, 'Predicate.Conditions[].JobName', 'name', 'triggers', 'AWS::Glue::Job', {
    reversed: true,
    example: 'load-orders',
  }),
  edge(trigger, 'Predicate.Conditions[].CrawlerName', 'name', 'triggers', 'AWS::Glue::Crawler', {
    reversed: true,
    example: 'lake',
  }),
  subnetId(connection, 'PhysicalConnectionRequirements.SubnetId', 'contained_in'),
  securityGroupId(connection, 'PhysicalConnectionRequirements.SecurityGroupIdList[]', 'uses'),
  ...arnOrName(connection, 'ConnectionProperties.SECRET_ID', 'reads_secret', 'AWS::SecretsManager::Secret', {
    arn: 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:ledger/glue-9xQmLk',
    name: 'ledger/glue',
  }),
  secretArn(connection, 'ConnectionProperties.KAFKA_SASL_SCRAM_SECRETS_ARN', 'reads_secret'),
  roleArn(connection, 'ConnectionProperties.ROLE_ARN', 'runs_as'),
  secretArn(connection, 'AuthenticationConfiguration.SecretArn', 'reads_secret'),
  keyArn(connection, 'AuthenticationConfiguration.KmsKeyArn', 'uses'),
  keyArn(securityConfiguration, 'EncryptionConfiguration.S3Encryption[].KmsKeyArn', 'encrypted_by'),
  keyArn(securityConfiguration, 'EncryptionConfiguration.CloudWatchEncryption.KmsKeyArn', 'encrypted_by'),
  keyArn(securityConfiguration, 'EncryptionConfiguration.JobBookmarksEncryption.KmsKeyArn', 'encrypted_by'),
  keyArn(securityConfiguration, 'EncryptionConfiguration.DataQualityEncryption.KmsKeyArn', 'encrypted_by'),
  roleArn(devEndpoint, 'RoleArn', 'runs_as'),
  securityGroupId(devEndpoint, 'SecurityGroupIds[]', 'uses'),
  subnetId(devEndpoint, 'SubnetId', 'contained_in'),
  vpcId(devEndpoint, 'VpcId', 'contained_in'),
  edge(devEndpoint, 'SecurityConfiguration', 'name', 'uses', 'AWS::Glue::SecurityConfiguration', {
    example: 'encrypted',
  }),
];
