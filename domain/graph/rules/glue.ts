import type { EdgeRule } from '../edge-rule.ts';
import { bucketUri, keyArn } from './common-edges.ts';
import { arnOrName, edge } from './edge.ts';
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
  edge(database, 'FederatedDatabase.ConnectionName', 'name', 'uses', 'AWS::Glue::Connection'),
  edge(table, 'DatabaseName', 'name', 'contained_in', 'AWS::Glue::Database'),
  bucketUri(table, 'StorageDescriptor.Location', 'reads_from'),
  bucketUri(table, 'StorageDescriptor.AdditionalLocations[]', 'reads_from'),
  edge(
    table,
    'StorageDescriptor.SchemaReference.SchemaId.RegistryName',
    'name',
    'uses',
    'AWS::Glue::Registry',
  ),
  edge(table, 'FederatedTable.ConnectionName', 'name', 'uses', 'AWS::Glue::Connection'),
  edge(job, 'Role', 'name', 'runs_as', 'AWS::IAM::Role', {
    variant: 'name',
    text: { excludes: ':' },
    read: '{value|after:/}',
  }),
  edge(job, 'Role', 'arn', 'runs_as', 'AWS::IAM::Role', { variant: 'arn' }),
  bucketUri(job, 'Command.ScriptLocation', 'reads_from'),
  bucketUri(job, 'LogUri', 'logs_to'),
  edge(job, 'Connections.Connections[]', 'name', 'uses', 'AWS::Glue::Connection'),
  edge(job, 'SecurityConfiguration', 'name', 'uses', 'AWS::Glue::SecurityConfiguration'),
  ...environmentVariables(job, 'DefaultArguments.*'),
  edge(crawler, 'Role', 'name', 'runs_as', 'AWS::IAM::Role', {
    variant: 'name',
    text: { excludes: ':' },
    read: '{value|after:/}',
  }),
  edge(crawler, 'Role', 'arn', 'runs_as', 'AWS::IAM::Role', { variant: 'arn' }),
  bucketUri(crawler, 'Targets.S3Targets[].Path', 'reads_from'),
  edge(crawler, 'Targets.S3Targets[].EventQueueArn', 'arn', 'reads_from', 'AWS::SQS::Queue'),
  edge(crawler, 'Targets.S3Targets[].DlqEventQueueArn', 'arn', 'dead_letters_to', 'AWS::SQS::Queue'),
  edge(crawler, 'Targets.*[].ConnectionName', 'name', 'uses', 'AWS::Glue::Connection'),
  edge(crawler, 'Targets.DynamoDBTargets[].Path', 'name', 'reads_from', 'AWS::DynamoDB::Table'),
  edge(crawler, 'Targets.CatalogTargets[].DatabaseName', 'name', 'reads_from', 'AWS::Glue::Database'),
  edge(crawler, 'Targets.CatalogTargets[].EventQueueArn', 'arn', 'reads_from', 'AWS::SQS::Queue'),
  edge(crawler, 'Targets.CatalogTargets[].DlqEventQueueArn', 'arn', 'dead_letters_to', 'AWS::SQS::Queue'),
  bucketUri(crawler, 'Targets.DeltaTargets[].DeltaTables[]', 'reads_from'),
  bucketUri(crawler, 'Targets.IcebergTargets[].Paths[]', 'reads_from'),
  bucketUri(crawler, 'Targets.HudiTargets[].Paths[]', 'reads_from'),
  edge(crawler, 'DatabaseName', 'name', 'uses', 'AWS::Glue::Database'),
  edge(crawler, 'CrawlerSecurityConfiguration', 'name', 'uses', 'AWS::Glue::SecurityConfiguration'),
  edge(trigger, 'WorkflowName', 'name', 'member_of', 'AWS::Glue::Workflow'),
  edge(trigger, 'Actions[].JobName', 'name', 'triggers', 'AWS::Glue::Job'),
  edge(trigger, 'Actions[].CrawlerName', 'name', 'triggers', 'AWS::Glue::Crawler'),
  edge(trigger, 'Actions[].SecurityConfiguration', 'name', 'uses', 'AWS::Glue::SecurityConfiguration'),
  edge(trigger, 'Predicate.Conditions[].JobName', 'name', 'triggers', 'AWS::Glue::Job', { reversed: true }),
  edge(trigger, 'Predicate.Conditions[].CrawlerName', 'name', 'triggers', 'AWS::Glue::Crawler', {
    reversed: true,
  }),
  edge(connection, 'PhysicalConnectionRequirements.SubnetId', 'id', 'contained_in', 'AWS::EC2::Subnet'),
  edge(
    connection,
    'PhysicalConnectionRequirements.SecurityGroupIdList[]',
    'id',
    'uses',
    'AWS::EC2::SecurityGroup',
  ),
  ...arnOrName(connection, 'ConnectionProperties.SECRET_ID', 'reads_secret', 'AWS::SecretsManager::Secret'),
  edge(
    connection,
    'ConnectionProperties.KAFKA_SASL_SCRAM_SECRETS_ARN',
    'arn',
    'reads_secret',
    'AWS::SecretsManager::Secret',
  ),
  edge(connection, 'ConnectionProperties.ROLE_ARN', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(
    connection,
    'AuthenticationConfiguration.SecretArn',
    'arn',
    'reads_secret',
    'AWS::SecretsManager::Secret',
  ),
  keyArn(connection, 'AuthenticationConfiguration.KmsKeyArn', 'uses'),
  keyArn(securityConfiguration, 'EncryptionConfiguration.S3Encryption[].KmsKeyArn'),
  keyArn(securityConfiguration, 'EncryptionConfiguration.CloudWatchEncryption.KmsKeyArn'),
  keyArn(securityConfiguration, 'EncryptionConfiguration.JobBookmarksEncryption.KmsKeyArn'),
  keyArn(securityConfiguration, 'EncryptionConfiguration.DataQualityEncryption.KmsKeyArn'),
  edge(devEndpoint, 'RoleArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(devEndpoint, 'SecurityGroupIds[]', 'id', 'uses', 'AWS::EC2::SecurityGroup'),
  edge(devEndpoint, 'SubnetId', 'id', 'contained_in', 'AWS::EC2::Subnet'),
  edge(devEndpoint, 'VpcId', 'id', 'contained_in', 'AWS::EC2::VPC'),
  edge(devEndpoint, 'SecurityConfiguration', 'name', 'uses', 'AWS::Glue::SecurityConfiguration'),
];
