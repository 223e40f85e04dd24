import type { EdgeRule } from '../edge-rule.ts';
import { bucketName, keyArn, roleArn } from './common-edges.ts';
import { edge } from './edge.ts';

const dataset = 'AWS::DataBrew::Dataset';
const job = 'AWS::DataBrew::Job';
const ruleset = 'AWS::DataBrew::Ruleset';

export const databrewRules: readonly EdgeRule[] = [
  bucketName(dataset, 'Input.S3InputDefinition.Bucket', 'reads_from'),
  edge(dataset, 'Input.DataCatalogInputDefinition.DatabaseName', 'arn', 'reads_from', 'AWS::Glue::Database', {
    read: [
      'arn:{partition}:glue:{region}:{item.CatalogId}:database/{value}',
      'arn:{partition}:glue:{region}:{account}:database/{value}',
    ],
  }),
  edge(dataset, 'Input.DataCatalogInputDefinition.TableName', 'arn', 'reads_from', 'AWS::Glue::Table', {
    read: [
      'arn:{partition}:glue:{region}:{item.CatalogId}:table/{item.DatabaseName}/{value}',
      'arn:{partition}:glue:{region}:{account}:table/{item.DatabaseName}/{value}',
    ],
  }),
  bucketName(dataset, 'Input.DataCatalogInputDefinition.TempDirectory.Bucket', 'uses'),
  edge(dataset, 'Input.DatabaseInputDefinition.GlueConnectionName', 'name', 'uses', 'AWS::Glue::Connection', {
    example: 'ledger',
  }),
  bucketName(dataset, 'Input.DatabaseInputDefinition.TempDirectory.Bucket', 'uses'),
  edge(job, 'DatasetName', 'name', 'reads_from', 'AWS::DataBrew::Dataset', { example: 'orders-raw' }),
  edge(job, 'RecipeReference.Name', 'name', 'runs', 'AWS::DataBrew::Recipe', { example: 'clean-orders' }),
  roleArn(job, 'RoleArn', 'runs_as'),
  keyArn(job, 'EncryptionKeyArn', 'encrypted_by'),
  bucketName(job, 'Outputs[].Location.Bucket', 'uses'),
  edge(job, 'DataCatalogOutputs[].DatabaseName', 'arn', 'uses', 'AWS::Glue::Database', {
    read: [
      'arn:{partition}:glue:{region}:{item.CatalogId}:database/{value}',
      'arn:{partition}:glue:{region}:{account}:database/{value}',
    ],
  }),
  bucketName(job, 'DataCatalogOutputs[].S3Options.Location.Bucket', 'uses'),
  bucketName(job, 'DataCatalogOutputs[].DatabaseOptions.TempDirectory.Bucket', 'uses'),
  edge(job, 'DatabaseOutputs[].GlueConnectionName', 'name', 'uses', 'AWS::Glue::Connection', {
    example: 'ledger',
  }),
  bucketName(job, 'DatabaseOutputs[].DatabaseOptions.TempDirectory.Bucket', 'uses'),
  edge(job, 'ValidationConfigurations[].RulesetArn', 'arn', 'uses', 'AWS::DataBrew::Ruleset', {
    example: 'arn:aws:databrew:eu-west-1:123456789012:ruleset/orders-quality',
  }),
  edge(ruleset, 'TargetArn', 'arn', 'targets', 'AWS::DataBrew::Dataset', {
    example: 'arn:aws:databrew:eu-west-1:123456789012:dataset/orders-raw',
  }),
];
