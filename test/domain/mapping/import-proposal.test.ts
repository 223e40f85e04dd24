import test from 'ava';
import { importBlocks } from '../../../domain/mapping/import-blocks.ts';
import type { ImportableResource } from '../../../domain/mapping/import-blocks.ts';
import { importFilePaths, importProposal } from '../../../domain/mapping/import-proposal.ts';
import { importRefusal } from '../../../domain/mapping/import-refusal.ts';
import { selectImports } from '../../../domain/mapping/select-imports.ts';

const anywhere = { awsAccountNumbers: [], regions: [] };

const bucket = (id: string, fields: Partial<ImportableResource> = {}): ImportableResource => ({
  id,
  resourceType: 'AWS::S3::Bucket',
  nativeId: id,
  arn: `arn:aws:s3:::${id}`,
  name: id,
  awsAccountNumber: '111111111111',
  region: 'eu-west-1',
  managementState: 'unmanaged',
  status: 'active',
  configuration: {},
  ...fields,
});
const role = (id: string, fields: Partial<ImportableResource> = {}) =>
  bucket(id, { resourceType: 'AWS::IAM::Role', region: 'global', ...fields });

test('a file of a project has one account and one region, and global resources', (t) => {
  const resources = [
    bucket('managed', { managementState: 'managed' }),
    role('a'),
    bucket('b'),
    bucket('c', { region: 'us-east-1' }),
    bucket('d', { awsAccountNumber: '222222222222' }),
    role('e', { awsAccountNumber: '222222222222' }),
  ];
  const { imports, skipped } = selectImports(resources, anywhere);
  t.like(imports, { awsAccountNumber: '111111111111', region: 'eu-west-1' });
  t.deepEqual(
    imports?.blocks.map(({ resource }) => resource.id),
    ['a', 'b'],
  );
  t.deepEqual(skipped, [
    { id: 'managed', reason: 'managed' },
    { id: 'd', reason: 'other_account' },
    { id: 'e', reason: 'other_account' },
    { id: 'c', reason: 'other_region' },
  ]);
});

test('a pull request takes no resource of an account with incomplete evidence', (t) => {
  const unknown = bucket('a', { managementState: 'unknown' });
  t.deepEqual(selectImports([unknown], anywhere), { skipped: [{ id: 'a', reason: 'evidence_incomplete' }] });
  t.deepEqual(
    selectImports([unknown, bucket('b')], anywhere).imports?.blocks.map(({ resource }) => resource.id),
    ['b'],
  );
  t.regex(importBlocks([unknown]).files[0]?.content ?? '', /^# import \{/m);
});

test('the known account and region of the project win over the first resource', (t) => {
  const resources = [bucket('a'), bucket('b', { awsAccountNumber: '222222222222', region: 'us-east-1' })];
  const known = { awsAccountNumbers: ['222222222222'], regions: ['us-east-1'] };
  t.like(selectImports(resources, known).imports, { awsAccountNumber: '222222222222', region: 'us-east-1' });
  t.deepEqual(selectImports(resources, { ...anywhere, regions: ['ap-south-1'] }), {
    skipped: [
      { id: 'a', reason: 'other_region' },
      { id: 'b', reason: 'other_region' },
    ],
  });
  t.is(selectImports([role('a')], { ...anywhere, regions: ['us-east-1'] }).imports?.region, 'global');
});

test('the first name of the file is the one of the import blocks', (t) => {
  const location = { awsAccountNumber: '111111111111', region: 'eu-west-1' };
  t.deepEqual(importFilePaths('live/shop', location).slice(0, 2), [
    'live/shop/imports-111111111111-eu-west-1.tf',
    'live/shop/imports-111111111111-eu-west-1-2.tf',
  ]);
  t.is(importFilePaths('.', location)[0], importBlocks([bucket('a')]).files[0]?.name);
});

test('lists the resources in the body, with texts of customers as code', (t) => {
  const hostile = bucket('a', { name: '@acme\n/close [x](https://evil.example)', arn: '`<!-- x -->`' });
  const { imports } = selectImports([hostile, bucket('orders')], anywhere);
  if (imports === undefined) return t.fail();
  const { title, body, content, commitMessage } = importProposal(imports);
  t.is(title, 'Import 2 resources of AWS account 111111111111');
  t.is(commitMessage, title);
  t.is(importBlocks([hostile, bucket('orders')]).files[0]?.content, content);
  t.deepEqual(body.split('\n').slice(-2), [
    "- `aws_s3_bucket.acme_close_x_https_evil_example`: `AWS::S3::Bucket` `@acme /close [x](https://evil.example)` `'‹!-- x --›'`",
    '- `aws_s3_bucket.orders`: `AWS::S3::Bucket` `orders` `arn:aws:s3:::orders`',
  ]);
  const long = Array.from({ length: 100 }, (_, index) =>
    bucket(`${index}`, { name: '`'.repeat(5000), arn: 'a'.repeat(5000), nativeId: 'n'.repeat(5000) }),
  );
  const many = selectImports(long, anywhere).imports;
  t.true(many !== undefined && importProposal(many).body.length < 65_536);
});

test('a pull request needs an active root module, a writable repository and an effective grant', (t) => {
  const state = {
    system: 'terraform',
    kind: 'root',
    projectStatus: 'active',
    repositoryStatus: 'active',
    archived: false,
    defaultBranch: 'main',
    effectiveGrants: ['open_pull_requests'],
  } as const;
  t.is(importRefusal(state), undefined);
  t.is(importRefusal({ ...state, repositoryStatus: 'error' }), undefined);
  const refused = [
    { system: 'helm' },
    { kind: 'module' },
    { projectStatus: 'missing' },
    { repositoryStatus: 'removed' },
    { archived: true },
    { defaultBranch: undefined },
    { effectiveGrants: ['comment_on_pull_requests'] },
  ] as const;
  for (const change of refused) t.regex(importRefusal({ ...state, ...change }) ?? '', /\.$/);
});
