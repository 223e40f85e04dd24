import test from 'ava';
import { cloudControlTable } from '../../../../domain/discovery/cloud-control/cloud-control-table.ts';
import { RESOURCE_TYPES } from '../../../../domain/discovery/declaration/resource-types.ts';
import { resourceTypesOfRules } from '../../../../domain/mapping/rules/mapping-rule.ts';
import {
  dataResourceTypes,
  dataTerraformTypes,
  heldData,
  knownTerraformTypes,
} from '../../../../domain/plans/risk/data-types.ts';

test('every resource type that holds data is a type of the inventory', (t) => {
  const known = new Set([
    ...RESOURCE_TYPES.map(({ resourceType }) => resourceType),
    ...resourceTypesOfRules,
    ...cloudControlTable.map((row) => row.split('|')[0] ?? ''),
  ]);
  t.deepEqual(
    dataResourceTypes.filter((type) => !known.has(type)),
    [],
  );
});

test('databases, buckets, volumes, queues, keys and secrets hold data', (t) => {
  for (const [type, data] of [
    ['aws_db_instance', 'a database'],
    ['aws_rds_cluster', 'a database'],
    ['aws_dynamodb_table', 'records'],
    ['aws_s3_bucket', 'objects'],
    ['aws_ebs_volume', 'files'],
    ['aws_efs_file_system', 'files'],
    ['aws_sqs_queue', 'messages'],
    ['aws_kms_key', 'an encryption key'],
    ['aws_secretsmanager_secret', 'a secret'],
    ['aws_cloudwatch_log_group', 'logs'],
    ['aws_cognito_user_pool', 'users'],
    ['aws_ecr_repository', 'container images'],
    ['aws_dsql_cluster', 'a database'],
  ] as const) {
    t.is(heldData(type, undefined), data, type);
    t.true(dataTerraformTypes.includes(type), type);
  }
});

test('networks, roles, functions and instances of a cluster hold no data', (t) => {
  for (const type of [
    'aws_vpc',
    'aws_iam_role',
    'aws_lambda_function',
    'aws_instance',
    'aws_sns_topic',
    'aws_rds_cluster_instance',
    'aws_s3_bucket_policy',
    '__proto__',
  ]) {
    t.is(heldData(type, undefined), undefined, type);
    t.false(dataTerraformTypes.includes(type), type);
  }
});

test('the resource type decides for a Terraform type that is not known, and only for it', (t) => {
  t.is(heldData('aws_future_bucket', 'AWS::S3::Bucket'), 'objects');
  t.is(heldData('aws_future_bucket', 'AWS::EC2::VPC'), undefined);
  t.is(heldData('aws_rds_cluster_instance', 'AWS::RDS::DBInstance'), undefined);
  t.false(knownTerraformTypes.includes('aws_future_bucket'));
  t.is(heldData('aws_vpc', 'AWS::S3::Bucket'), undefined);
});

test('the lists of SQL select the same types as the function', (t) => {
  for (const type of knownTerraformTypes)
    t.is(dataTerraformTypes.includes(type), heldData(type, undefined) !== undefined, type);
});
