import type { ExecutionContext } from 'ava';
import type { SampleOrganization } from '../../../dev/sample-organization/create-sample-organization.ts';
import { rowsAfter } from './rows-after.ts';

/** Asserts applications with their owners, a learned rule, owners and environments of resources, and issues. */
export function assertOwnership(
  t: ExecutionContext,
  lines: readonly string[],
  { accounts }: SampleOrganization,
): void {
  t.deepEqual(
    rowsAfter(lines, 'Applications').map(([name, source, , owner]) => [name, source, owner]),
    [
      ['catalogue', 'inferred', 'Shop'],
      ['ingestion', 'inferred', 'Data'],
      ['network', 'inferred', undefined],
      ['orders', 'inferred', 'Shop'],
      ['payments', 'inferred', 'Payments'],
      ['platform', 'inferred', 'Platform'],
      ['reporting', 'inferred', 'Data'],
      ['toolbox', 'inferred', 'Platform'],
    ],
  );
  t.deepEqual(rowsAfter(lines, 'Inference rules'), [
    ['Application tag', '100', 'yes', '0', '0'],
    ['Production accounts', '100', 'yes', '0', '0'],
    ['Sandbox accounts', '100', 'yes', '0', '0'],
    ['Subnets in Terraform', '100', 'yes', '0', '0'],
    ['Learned: name /services/orders-*', '500', 'yes', '0', '0'],
    ['Log groups', '900', 'no', '1', '1', '50 %'],
  ]);
  const sandbox = accounts.find(({ name }) => name === 'sandbox')?.id ?? '';
  t.deepEqual(rowsAfter(lines, 'Owners and environments'), [
    ['orders-production', 'AWS::SQS::Queue', 'Shop', 'application', 'Production', 'rule'],
    ['shop-production-vpc', 'AWS::EC2::VPC', 'Platform', 'repository', 'Production', 'rule'],
    [`sandbox-${sandbox}-eu-west-1`, 'AWS::S3::Bucket', 'Platform', 'rule', 'Shared', 'tag'],
    ['/services/payments-staging', 'AWS::Logs::LogGroup', 'Staging', 'account_default'],
  ]);
  const evidence = lines.find((line) => line.startsWith('Evidence of GET ')) ?? '';
  t.deepEqual(rowsAfter(lines, evidence), [
    ['owner Shop', 'high', 'declared', 'orders'],
    ['tag', 'Application', 'orders'],
    ['application orders', 'high', 'tag', 'Application', 'orders'],
  ]);
  t.true(lines.some((line) => /^\d+ resources without application and owner$/.test(line)));
  t.deepEqual(rowsAfter(lines, 'Other ownership issues'), [
    ['unowned_application', 'network', 'The application has no active owner.'],
  ]);
}
