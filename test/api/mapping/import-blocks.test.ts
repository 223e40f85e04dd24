import { randomUUID } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { expectError } from '../../support/expect-error.ts';
import { insertAccount, insertResource } from '../../support/mapping/stored-resource.ts';
import type { StoredResource } from '../../support/mapping/stored-resource.ts';
import type { SignedUp } from '../../support/test-api.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();

const importBlocks = ({ client }: Pick<SignedUp, 'client'>, ids: string[]) =>
  client.POST('/api/v1/mapping/import-blocks', { body: { resource_ids: ids } });

async function withAccounts(...numbers: readonly string[]) {
  const signedUp = await api.signUp();
  const { url } = api.database;
  const accounts = new Map<string, string>();
  for (const number of numbers)
    accounts.set(number, await insertAccount(url, signedUp.organizationId, number));
  return {
    ...signedUp,
    insert: (number: string, given: StoredResource) =>
      insertResource(url, signedUp.organizationId, accounts.get(number) ?? '', given),
  };
}

test('returns a file for each account and region, with unique addresses', async (t) => {
  const organization = await withAccounts('111111111111', '222222222222');
  const ids = [
    await organization.insert('111111111111', { nativeId: 'orders' }),
    await organization.insert('222222222222', { nativeId: 'orders-copy', name: 'orders' }),
    await organization.insert('111111111111', { nativeId: 'logs', managementState: 'unknown' }),
    await organization.insert('111111111111', { type: 'AWS::IAM::Role', nativeId: 'app', region: 'global' }),
  ];
  const { files, skipped } = await dataOf(importBlocks(organization, ids));
  t.deepEqual(skipped, []);
  t.deepEqual(
    files.map(({ path }) => path),
    [
      'imports-111111111111-eu-west-1.tf',
      'imports-111111111111-global.tf',
      'imports-222222222222-eu-west-1.tf',
    ],
  );
  const [first, global, second] = files.map(({ content }) => content);
  t.true(first?.includes('\nimport {\n  to = aws_s3_bucket.orders\n  id = "orders"\n}\n'));
  t.true(first?.includes('\n# import {\n#   to = aws_s3_bucket.logs\n#   id = "logs"\n# }\n'));
  t.true(global?.includes('import {\n  to = aws_iam_role.app\n  id = "app"\n}\n'));
  t.true(second?.includes('import {\n  to = aws_s3_bucket.orders_2\n  id = "orders-copy"\n}\n'));
});

test('skips resources without an import block, in the order of the request', async (t) => {
  const organization = await withAccounts('111111111111');
  const other = await withAccounts('111111111111');
  const insert = (given: StoredResource) => organization.insert('111111111111', given);
  const foreign = await other.insert('111111111111', { nativeId: 'foreign' });
  const unknown = randomUUID();
  const managed = await insert({ nativeId: 'managed', managementState: 'managed' });
  const child = await insert({ nativeId: 'child', managementState: 'child' });
  const byDefault = await insert({ nativeId: 'default', managementState: 'default' });
  const ignored = await insert({ nativeId: 'ignored', managementState: 'ignored' });
  const deleted = await insert({ nativeId: 'deleted', status: 'deleted' });
  const noType = await insert({ nativeId: 'x', type: 'AWS::Unheard::Of' });
  const orders = await insert({ nativeId: 'orders' });
  const { files, skipped } = await dataOf(
    importBlocks(organization, [
      noType,
      foreign,
      managed,
      child,
      orders,
      orders.toUpperCase(),
      byDefault,
      ignored,
      deleted,
      unknown,
    ]),
  );
  t.deepEqual(skipped, [
    { resource_id: noType, reason: 'no_terraform_type' },
    { resource_id: foreign, reason: 'not_found' },
    { resource_id: managed, reason: 'managed' },
    { resource_id: child, reason: 'child' },
    { resource_id: byDefault, reason: 'default' },
    { resource_id: ignored, reason: 'ignored' },
    { resource_id: deleted, reason: 'deleted' },
    { resource_id: unknown, reason: 'not_found' },
  ]);
  t.is(files[0]?.content.match(/^import \{$/gm)?.length, 1, 'a repeated id has one block');
});

test('escapes hostile ids and names', async (t) => {
  const organization = await withAccounts('111111111111');
  const id = await organization.insert('111111111111', {
    nativeId: 'a"\n}\nresource "x" "${file("/etc/passwd")}',
    name: '"}\nimport {',
  });
  const { files } = await dataOf(importBlocks(organization, [id]));
  const lines = files[0]?.content.split('\n') ?? [];
  t.deepEqual(lines.slice(-5), [
    'import {',
    '  to = aws_s3_bucket.import',
    '  id = "a\\"\\n}\\nresource \\"x\\" \\"$${file(\\"/etc/passwd\\")}"',
    '}',
    '',
  ]);
});

test('accepts 1 to 100 UUIDs, and neither changes nor audits anything', async (t) => {
  const organization = await withAccounts();
  const { client } = organization;
  for (const ids of [[], Array.from({ length: 101 }, () => randomUUID()), ['x']])
    await expectError(t, importBlocks(organization, ids), 400, 'validation_failed');
  const many = Array.from({ length: 100 }, () => randomUUID());
  const before = await dataOf(client.GET('/api/v1/organization/audit-log'));
  t.is((await dataOf(importBlocks(organization, many))).skipped.length, 100);
  t.deepEqual(await dataOf(client.GET('/api/v1/organization/audit-log')), before);
});
