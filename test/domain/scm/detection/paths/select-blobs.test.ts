import test from 'ava';
import { documentFormatOf } from '../../../../../domain/scm/detection/documents/document-format.ts';
import type { DocumentFormat } from '../../../../../domain/scm/detection/documents/document-format.ts';
import { selectBlobs } from '../../../../../domain/scm/detection/paths/select-blobs.ts';
import type { TreeEntry } from '../../../../../domain/scm/detection/paths/tree-entry.ts';
import { monorepo } from '../../../../support/scm/generated-fixtures.ts';
import { detectInFixture, treeOf } from '../../../../support/scm/repository-fixture.ts';

const blob = (path: string, rest: Partial<TreeEntry> = {}): TreeEntry => ({
  path,
  mode: '100644',
  type: 'blob',
  size: 10,
  sha: `sha of ${path}`,
  ...rest,
});

const neededPaths = (tree: readonly TreeEntry[]) => selectBlobs(tree).needed.map(({ path }) => path);

const formats: readonly (readonly [string, DocumentFormat | undefined])[] = [
  ['a/main.tf', 'terraform'],
  ['a/main.tofu', 'terraform'],
  ['a/main.tf.json', 'terraform_json'],
  ['a/main.tofu.json', 'terraform_json'],
  ['a/.hidden.tf', undefined],
  ['a/main.tf~', undefined],
  ['a/terraform.tfvars', 'values'],
  ['a/prod.tfvars.json', 'values_json'],
  ['a/prod.s3.tfbackend', 'values'],
  ['a/backend.hcl', 'backend_hcl'],
  ['a/prod.backend.hcl', 'backend_hcl'],
  ['a/.terraform.lock.hcl', 'terraform_lock'],
  ['a/x.tfcomponent.hcl', 'terraform'],
  ['a/x.tftest.hcl', undefined],
  ['a/x.pkr.hcl', undefined],
  ['terragrunt.hcl', 'terragrunt'],
  ['live/root.hcl', 'terragrunt'],
  ['terragrunt.hcl.json', 'terragrunt_json'],
  ['cdk.json', 'cdk'],
  ['Pulumi.yaml', 'pulumi'],
  ['Pulumi.prod.yaml', undefined],
  ['serverless.yml', 'serverless'],
  ['serverless.ts', 'serverless_code'],
  ['charts/a/Chart.yaml', 'helm'],
  ['k/kustomization.yml', 'kustomization'],
  ['k/Kustomization', 'kustomization'],
  ['roles/a/tasks/main.yml', 'ansible_tasks'],
  ['roles/a/meta/main.yaml', 'ansible_meta'],
  ['roles/a/tasks/other.yml', 'yaml'],
  ['galaxy.yml', 'ansible_collection'],
  ['samconfig.toml', 'sam_config'],
  ['main.bicep', 'bicep'],
  ['main.bicepparam', 'bicep_parameters'],
  ['.github/workflows/ci.yml', 'ci'],
  ['.github/dependabot.yml', undefined],
  ['.github/stack.yaml', undefined],
  ['.gitlab-ci.yml', 'ci'],
  ['atlantis.yaml', 'ci'],
  ['.terrateam/config.yml', 'ci'],
  ['stack.template', 'yaml'],
  ['stack.yaml', 'yaml'],
  ['stack.json', 'json'],
  ['package.json', 'packages'],
  ['package-lock.json', undefined],
  ['infra/App.csproj', 'packages'],
  ['tsconfig.build.json', undefined],
  ['docker-compose.prod.yml', undefined],
  ['pnpm-lock.yaml', undefined],
  ['src/index.ts', undefined],
  ['README.md', undefined],
];

for (const [path, format] of formats) {
  test(`${path} has the format ${format ?? 'none'}`, (t) => {
    t.is(documentFormatOf(path), format);
  });
}

test('skips large files and links that were not resolved, and counts them with reasons', (t) => {
  const selection = selectBlobs([
    blob('a/main.tf'),
    blob('a/big.tf', { size: 1_048_577 }),
    blob('a/limit.tf', { size: 1_048_576 }),
    blob('a/link.tf', { mode: '120000' }),
    blob('link', { mode: '120000' }),
    blob('a/photo.png', { size: 20_000_000 }),
    blob('a/../b/main.tf'),
    blob('/etc/main.tf'),
    blob('a//main.tf'),
    blob('a/\u0007.tf'),
    blob('module', { mode: '160000', type: 'commit' }),
    blob('a', { mode: '040000', type: 'tree' }),
  ]);
  t.deepEqual(
    selection.needed.map(({ path }) => path),
    ['a/limit.tf', 'a/main.tf'],
  );
  t.deepEqual(selection.skippedCounts, {
    too_large: 1,
    symbolic_link: 2,
    invalid_path: 4,
    entry_limit: 0,
    repository_limit: 0,
  });
  t.is(selection.skipped.get('a/big.tf'), 'too_large');
  t.is(selection.files, 10);
  t.false(selection.truncated);
});

test('reads nothing in folders of downloads and build output, and no templates of charts', (t) => {
  const excluded = [
    '.terraform',
    '.terragrunt-cache',
    'node_modules',
    'vendor',
    'cdk.out',
    '.aws-sam',
    '.serverless',
  ];
  t.deepEqual(neededPaths(excluded.map((folder) => blob(`x/${folder}/y/main.tf`))), []);
  const chart = [
    blob('c/Chart.yaml'),
    blob('c/templates/x/a.yaml'),
    blob('c/crds/b.yaml'),
    blob('templates/a.yaml'),
  ];
  t.deepEqual(neededPaths(chart), ['c/Chart.yaml', 'templates/a.yaml']);
});

test('reads CI configuration only if the repository has Terraform code', (t) => {
  t.deepEqual(neededPaths([blob('.gitlab-ci.yml'), blob('src/a.ts')]), []);
  t.deepEqual(neededPaths([blob('.gitlab-ci.yml'), blob('a.tf')]), ['.gitlab-ci.yml', 'a.tf']);
});

test('stops at 100,000 entries and says so', (t) => {
  const tree = Array.from({ length: 100_003 }, (_, index) => blob(`f${index}.txt`));
  const selection = selectBlobs(tree);
  t.true(selection.truncated);
  t.is(selection.skippedCounts.entry_limit, 3);
  t.is(selection.files, 100_003);
});

test('skips what is beyond 512 MB of needed files', (t) => {
  const size = 1_048_576;
  const tree = Array.from({ length: 515 }, (_, index) => blob(`f${index}/main.tf`, { size }));
  const selection = selectBlobs([...tree, blob('photo.png', { size: 1_000 * size })]);
  t.is(selection.needed.length, 512);
  t.is(selection.skippedCounts.repository_limit, 3);
  t.true(selection.truncated);
});

test('rejects paths that Postgres cannot store or that are not UTF-8, and a path that the tree has twice', (t) => {
  const selection = selectBlobs([
    blob('a\0.tf'),
    blob('b\ud800.tf'),
    blob('c\ufffd.tf'),
    blob(`${'d'.repeat(801)}.tf`),
    blob('e/main.tf'),
    blob('e/main.tf', { sha: 'other' }),
  ]);
  t.deepEqual(
    selection.needed.map(({ sha }) => sha),
    ['sha of e/main.tf'],
  );
  t.is(selection.skippedCounts.invalid_path, 5);
});

test('a second detection reads only the changed blob, and finds what a full one finds', async (t) => {
  const fixture = monorepo();
  const cache = new Map();
  const first = await detectInFixture(fixture, cache);
  t.true(first.blobsRead >= 500);
  const change = treeOf(new Map([['services/s0/prod/main.tf', 'terraform {\n  backend "gcs" {}\n}\n']]));
  const changedPaths = new Set(change.tree.map(({ path }) => path));
  const tree = [...fixture.tree.filter(({ path }) => !changedPaths.has(path)), ...change.tree];
  const second = await detectInFixture({ tree, read: change.read }, cache);
  t.is(second.blobsRead, 1);
  const read = (sha: string) =>
    change.tree.some((entry) => entry.sha === sha) ? change.read(sha) : fixture.read(sha);
  t.deepEqual(second.projects, (await detectInFixture({ tree, read })).projects);
  t.is(second.projects.find(({ path }) => path === 'services/s0/prod')?.backendType, 'gcs');
});
