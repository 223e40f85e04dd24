import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';
import fc from 'fast-check';
import { parseAddress } from '../../../domain/mapping/address.ts';
import { quotedLiteral, quoteHcl, unquoteHcl } from '../../../domain/mapping/hcl-text.ts';
import { importBlocks } from '../../../domain/mapping/import-blocks.ts';
import type { ImportableResource } from '../../../domain/mapping/import-blocks.ts';

const account = '111122223333';
const queue: ImportableResource = {
  id: 'r1',
  resourceType: 'AWS::SQS::Queue',
  nativeId: `https://sqs.eu-west-1.amazonaws.com/${account}/orders`,
  arn: `arn:aws:sqs:eu-west-1:${account}:orders`,
  name: 'orders',
  awsAccountNumber: account,
  region: 'eu-west-1',
  managementState: 'unmanaged',
  status: 'active',
  configuration: {},
};

test('writes one file for each account and region', (t) => {
  const { files, skipped } = importBlocks([
    queue,
    { ...queue, id: 'r2', region: 'us-east-1' },
    {
      ...queue,
      id: 'r3',
      resourceType: 'AWS::IAM::Role',
      nativeId: 'deploy',
      name: 'deploy',
      region: 'global',
    },
  ]);
  t.deepEqual(skipped, []);
  t.deepEqual(
    files.map(({ name }) => name),
    [`imports-${account}-eu-west-1.tf`, `imports-${account}-global.tf`, `imports-${account}-us-east-1.tf`],
  );
  t.is(
    files[1]?.content,
    `# Import blocks for AWS account ${account}, global resources.
# "terraform plan -generate-config-out=generated.tf" writes the configuration of the resources.
# Blocks in comments: other code may manage the resource.

import {
  to = aws_iam_role.deploy
  id = "deploy"
}
`,
  );
});

test('comments out the blocks of resources whose management state is unknown', (t) => {
  const { files } = importBlocks([{ ...queue, managementState: 'unknown' }]);
  const lines = files[0]?.content.trimEnd().split('\n') ?? [];
  t.true(lines.includes('#   to = aws_sqs_queue.orders'));
  t.true(lines.every((line) => line === '' || line.startsWith('#')));
});

const reasons: readonly (readonly [reason: string, change: Partial<ImportableResource>])[] = [
  ['deleted', { status: 'deleted' }],
  ['managed', { managementState: 'managed' }],
  ['child', { managementState: 'child' }],
  ['default', { managementState: 'default' }],
  ['ignored', { managementState: 'ignored' }],
  ['no_terraform_type', { resourceType: 'AWS::SSO::Instance' }],
  ['no_terraform_type', { resourceType: 'constructor' }],
  ['not_importable', { resourceType: 'AWS::LakeFormation::Resource' }],
  ['not_importable', { resourceType: 'AWS::Redshift::ClusterSecurityGroup' }],
  ['id_unknown', { resourceType: 'AWS::ServiceDiscovery::PrivateDnsNamespace', nativeId: 'ns-1' }],
  ['id_unknown', { resourceType: 'AWS::Batch::JobQueue', arn: undefined }],
];
for (const [reason, change] of reasons) {
  test(`skips ${JSON.stringify(change)} with the reason ${reason}`, (t) => {
    t.deepEqual(importBlocks([{ ...queue, ...change }]), { files: [], skipped: [{ id: 'r1', reason }] });
  });
}

/** Ids from the import sections of the provider's documentation, where they differ from the native id. */
const documented: readonly (readonly [
  resourceType: string,
  nativeId: string,
  type: string,
  importId: string,
  more?: Partial<ImportableResource>,
])[] = [
  ['AWS::Route53::RecordSet', 'Z1_*.example.com_A_blue', 'aws_route53_record', 'Z1_*.example.com_A_blue'],
  ['AWS::Scheduler::Schedule', 'default/nightly', 'aws_scheduler_schedule', 'default/nightly'],
  ['AWS::Glue::Database', 'lake', 'aws_glue_catalog_database', `${account}:lake`],
  ['AWS::Glue::Table', 'lake/orders', 'aws_glue_catalog_table', `${account}:lake:orders`],
  ['AWS::Glue::Connection', 'mysql', 'aws_glue_connection', `${account}:mysql`],
  ['AWS::LakeFormation::Tag', 'team', 'aws_lakeformation_lf_tag', `${account}:team`],
  ['AWS::EKS::Nodegroup', 'apps/general', 'aws_eks_node_group', 'apps:general'],
  ['AWS::EKS::Addon', 'apps/vpc-cni', 'aws_eks_addon', 'apps:vpc-cni'],
  [
    'AWS::EKS::AccessEntry',
    `apps/arn:aws:iam::${account}:role/team/dev`,
    'aws_eks_access_entry',
    `apps:arn:aws:iam::${account}:role/team/dev`,
  ],
  ['AWS::Timestream::Table', 'metrics/cpu', 'aws_timestreamwrite_table', 'cpu:metrics'],
  ['AWS::AppConfig::Environment', 'app1/env1', 'aws_appconfig_environment', 'env1:app1'],
  ['AWS::Backup::BackupSelection', 'plan/sel', 'aws_backup_selection', 'plan|sel'],
  ['AWS::CodeDeploy::DeploymentGroup', 'shop/prod', 'aws_codedeploy_deployment_group', 'shop:prod'],
  ['AWS::Cognito::UserPoolIdentityProvider', 'eu_1/Google', 'aws_cognito_identity_provider', 'eu_1:Google'],
  [
    'AWS::Cognito::UserPoolResourceServer',
    'eu_1/https://api.example.com/v1',
    'aws_cognito_resource_server',
    'eu_1|https://api.example.com/v1',
  ],
  ['AWS::GuardDuty::Filter', 'd1/noise', 'aws_guardduty_filter', 'd1:noise'],
  [
    'AWS::Logs::SubscriptionFilter',
    '/app/web:ship',
    'aws_cloudwatch_log_subscription_filter',
    '/app/web|ship',
  ],
  ['AWS::Logs::MetricFilter', '/app/web:errors', 'aws_cloudwatch_log_metric_filter', '/app/web:errors'],
  [
    'AWS::OpenSearchServerless::SecurityPolicy',
    'encryption/own-key',
    'aws_opensearchserverless_security_policy',
    'own-key/encryption',
  ],
  [
    'AWS::Lambda::Alias',
    `arn:aws:lambda:eu-west-1:${account}:function:resize:live`,
    'aws_lambda_alias',
    'resize/live',
  ],
  [
    'AWS::Lambda::Url',
    `arn:aws:lambda:eu-west-1:${account}:function:resize`,
    'aws_lambda_function_url',
    'resize',
  ],
  [
    'AWS::Lambda::Url',
    `arn:aws:lambda:eu-west-1:${account}:function:resize:live`,
    'aws_lambda_function_url',
    'resize/live',
  ],
  ['AWS::IdentityStore::User', 'u-1|d-1', 'aws_identitystore_user', 'd-1/u-1'],
  ['AWS::IdentityStore::Group', 'g-1|d-1', 'aws_identitystore_group', 'd-1/g-1'],
  ['AWS::IdentityStore::GroupMembership', 'm-1|d-1', 'aws_identitystore_group_membership', 'd-1/m-1'],
  [
    'AWS::SSO::Assignment',
    `arn:aws:sso:::instance/ssoins-1|${account}|AWS_ACCOUNT|arn:aws:sso:::permissionSet/ssoins-1/ps-1|GROUP|g-1`,
    'aws_ssoadmin_account_assignment',
    `g-1,GROUP,${account},AWS_ACCOUNT,arn:aws:sso:::permissionSet/ssoins-1/ps-1,arn:aws:sso:::instance/ssoins-1`,
  ],
  [
    'AWS::WAFv2::WebACLAssociation',
    `arn:aws:elasticloadbalancing:eu-west-1:${account}:loadbalancer/app/web/1|arn:aws:wafv2:eu-west-1:${account}:regional/webacl/w/1`,
    'aws_wafv2_web_acl_association',
    `arn:aws:wafv2:eu-west-1:${account}:regional/webacl/w/1,arn:aws:elasticloadbalancing:eu-west-1:${account}:loadbalancer/app/web/1`,
  ],
  [
    'AWS::AppSync::DataSource',
    `arn:aws:appsync:eu-west-1:${account}:apis/abc123/datasources/orders`,
    'aws_appsync_datasource',
    'abc123-orders',
  ],
  [
    'AWS::CloudFormation::Stack',
    `arn:aws:cloudformation:eu-west-1:${account}:stack/base/1-2-3`,
    'aws_cloudformation_stack',
    'base',
  ],
  ['AWS::ECS::Cluster', `arn:aws:ecs:eu-west-1:${account}:cluster/apps`, 'aws_ecs_cluster', 'apps'],
  [
    'AWS::ECS::Service',
    `arn:aws:ecs:eu-west-1:${account}:service/web`,
    'aws_ecs_service',
    'apps/web',
    { configuration: { clusterArn: `arn:aws:ecs:eu-west-1:${account}:cluster/apps` } },
  ],
  [
    'AWS::Events::Rule',
    `arn:aws:events:eu-west-1:${account}:rule/paid`,
    'aws_cloudwatch_event_rule',
    'default/paid',
    { configuration: { EventBusName: 'default', Name: 'paid' } },
  ],
  [
    'AWS::WAFv2::WebACL',
    `arn:aws:wafv2:us-east-1:${account}:global/webacl/edge/a1`,
    'aws_wafv2_web_acl',
    'a1/edge/CLOUDFRONT',
    {
      arn: `arn:aws:wafv2:us-east-1:${account}:global/webacl/edge/a1`,
      configuration: { Id: 'a1', Name: 'edge' },
    },
  ],
  [
    'AWS::ApplicationAutoScaling::ScalingPolicy',
    `arn:aws:autoscaling:eu-west-1:${account}:scalingPolicy:1:resource/dynamodb/table/orders:policyName/half`,
    'aws_appautoscaling_policy',
    'dynamodb/table/orders/dynamodb:table:ReadCapacityUnits/half',
    {
      configuration: {
        ServiceNamespace: 'dynamodb',
        ResourceId: 'table/orders',
        ScalableDimension: 'dynamodb:table:ReadCapacityUnits',
        PolicyName: 'half',
      },
    },
  ],
  [
    'AWS::SSO::PermissionSet',
    'arn:aws:sso:::permissionSet/ssoins-1/ps-1',
    'aws_ssoadmin_permission_set',
    'arn:aws:sso:::permissionSet/ssoins-1/ps-1,arn:aws:sso:::instance/ssoins-1',
    { configuration: { InstanceArn: 'arn:aws:sso:::instance/ssoins-1' } },
  ],
  ['AWS::RDS::DBInstance', 'orders', 'aws_db_instance', 'orders'],
  [
    'AWS::RDS::DBInstance',
    'ledger-1',
    'aws_rds_cluster_instance',
    'ledger-1',
    { configuration: { DBClusterIdentifier: 'ledger' } },
  ],
  [
    'AWS::FSx::FileSystem',
    'fs-1',
    'aws_fsx_ontap_file_system',
    'fs-1',
    { configuration: { FileSystemType: 'ONTAP' } },
  ],
  ['AWS::KMS::Key', 'k1', 'aws_kms_external_key', 'k1', { configuration: { Origin: 'EXTERNAL' } }],
  ['AWS::DMS::Endpoint', 'lake', 'aws_dms_s3_endpoint', 'lake', { configuration: { EngineName: 's3' } }],
  [
    'AWS::SecurityHub::Hub',
    `arn:aws:securityhub:eu-west-1:${account}:hub/default`,
    'aws_securityhub_account',
    account,
  ],
  ['AWS::EC2::EBSEncryptionByDefault', account, 'aws_ebs_encryption_by_default', 'default'],
  ['AWS::EC2::SnapshotBlockPublicAccess', account, 'aws_ebs_snapshot_block_public_access', 'default'],
  ['AWS::Macie::Session', account, 'aws_macie2_account', account],
  ['AWS::S3::AccessPoint', 'reports', 'aws_s3_access_point', `${account}:reports`],
  ['AWS::Budgets::Budget', 'monthly', 'aws_budgets_budget', `${account}:monthly`],
  ['AWS::SES::ReceiptRule', 'inbound/store', 'aws_ses_receipt_rule', 'inbound:store'],
  [
    'AWS::Shield::Protection',
    `arn:aws:shield::${account}:protection/ff9592dc`,
    'aws_shield_protection',
    'ff9592dc',
  ],
  [
    'AWS::DirectConnect::DirectConnectGateway',
    `arn:aws:directconnect::${account}:dx-gateway/abcd1234`,
    'aws_dx_gateway',
    'abcd1234',
  ],
];
for (const [resourceType, nativeId, type, importId, more] of documented) {
  test(`imports ${nativeId} of ${resourceType} as ${type} ${importId}`, (t) => {
    const { files } = importBlocks([{ ...queue, name: 'x', resourceType, nativeId, ...more }]);
    t.true(files[0]?.content.includes(`to = ${type}.x\n  id = ${quoteHcl(importId)}\n`), files[0]?.content);
  });
}

const hostileNames = [
  'web',
  'WEB',
  '',
  '${jsonencode(file("/etc/passwd"))}',
  '%{ for x in [] }',
  'a"\n}\nresource "null_resource" "x" {',
  '../../etc',
  '日本',
  '💥',
  '-0-',
  '1st',
  'a'.repeat(5_000),
  '\u0000\u202e\ud800',
  '*/ # //',
];
const hostile = hostileNames.flatMap((name, index) => [
  { ...queue, id: `q${index}`, name, nativeId: `https://example.test/${name}` },
  { ...queue, id: `p${index}`, name, resourceType: 'AWS::SSM::Parameter', nativeId: name || 'x' },
]);

test('names are unique valid addresses, and ids are literals, whatever the resource is called', (t) => {
  const { files, skipped } = importBlocks(hostile);
  t.deepEqual(skipped, []);
  const lines = files.flatMap(({ content }) => content.split('\n'));
  const targets = lines.flatMap((line) => /^ {2}to = (.*)$/.exec(line)?.[1] ?? []);
  t.is(targets.length, hostile.length);
  t.is(new Set(targets).size, targets.length);
  for (const target of targets) t.truthy(parseAddress(target), target);
  for (const line of lines) {
    if (line === '' || line === 'import {' || line === '}' || line.startsWith('#')) continue;
    if (line.startsWith('  to = ')) continue;
    const literal = line.slice('  id = '.length);
    quotedLiteral.lastIndex = 0;
    t.is(quotedLiteral.exec(literal)?.[0], literal);
  }
});

test('a quoted text evaluates to the text', (t) => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(...hostileNames)), (text) => {
      const literal = quoteHcl(text);
      quotedLiteral.lastIndex = 0;
      t.is(quotedLiteral.exec(literal)?.[0], literal);
      t.is(unquoteHcl(literal), text.replaceAll(/\p{Surrogate}/gu, '\ufffd'));
      t.false(/\p{Cc}|(?<!\$)\$\{/u.test(literal.replaceAll('$$', '')));
    }),
  );
});

const terraform = (process.env['PATH'] ?? '')
  .split(path.delimiter)
  .map((folder) => path.join(folder, 'terraform'))
  .find((file) => existsSync(file));
/** A local mirror of the AWS provider. */
const providers = '/opt/tf-plugins';
const testWithTerraform = terraform === undefined ? test.skip : test;
testWithTerraform('terraform accepts and does not reformat the files', (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'import-blocks-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const inputs = documented.map(([resourceType, nativeId, , , more], index) => ({
    ...queue,
    id: `d${index}`,
    resourceType,
    nativeId,
    ...more,
  }));
  for (const { name, content } of importBlocks([...hostile, ...inputs]).files) {
    writeFileSync(path.join(folder, name), content);
  }
  const settings = path.join(folder, 'terraform.rc');
  writeFileSync(
    settings,
    `provider_installation {\n  filesystem_mirror {\n    path = "${providers}"\n  }\n}\n`,
  );
  const run = (...options: readonly string[]) =>
    execFileSync(terraform ?? '', [`-chdir=${folder}`, ...options], {
      encoding: 'utf8',
      stdio: 'pipe',
      env: { ...process.env, TF_CLI_CONFIG_FILE: settings },
    });
  t.is(run('fmt', '-check', '-diff'), '');
  if (!existsSync(providers)) {
    t.log('skipped `terraform validate`: the AWS provider is not installed');
    return;
  }
  run('init', '-input=false');
  t.like(JSON.parse(run('validate', '-json')), { valid: true, error_count: 0, warning_count: 0 });
});
