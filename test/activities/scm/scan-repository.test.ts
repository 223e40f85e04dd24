import test from 'ava';
import { providers, useScmScans } from '../../support/scm/scan-fixture.ts';
import type { SelectedRepository } from '../../support/scm/scan-fixture.ts';

const scans = useScmScans();

const root = (key: string) =>
  `terraform {\n  backend "s3" {\n    bucket = "state"\n    key = "${key}"\n  }\n}\n`;
const files = {
  'network/main.tf': root('network'),
  'app/main.tf': `${root('app')}module "queue" {\n  source = "../modules/queue"\n}\n`,
  'modules/queue/main.tf': 'resource "aws_sqs_queue" "queue" {}\n',
  'README.md': 'Infrastructure',
};
const treeRoute = {
  github: 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}',
  gitlab: 'GET /projects/{id}/repository/tree',
};
const blobRoute = { github: 'POST /graphql', gitlab: 'GET /projects/{id}/repository/blobs/{sha}/raw' };

const statuses = async (repository: SelectedRepository) =>
  Object.fromEntries((await repository.projects()).map(({ path, status }) => [path, status]));

const documents = (repository: SelectedRepository) =>
  repository.query<{ path: string; version: string }>(
    'select path, xmin::text as version from iac_documents where repository_id = $1 order by path',
    [repository.id],
  );

for (const provider of providers) {
  test(`${provider}: scans a repository, then reads and parses only what changed`, async (t) => {
    const repository = await scans.selectRepository(provider, files);
    const first = await repository.scan();
    t.is(first.last_error, undefined);
    t.like(first, { status: 'active', last_scan: { files: 4, skipped_files: 0, truncated: false } });
    t.is(first.last_scanned_commit_sha, await repository.git.resolve('refs/heads/main'));
    t.deepEqual(
      (await repository.projects())
        .map(({ path, kind, backend_type: backend }) => `${path} ${kind} ${backend}`)
        .toSorted(),
      ['app root s3', 'modules/queue module undefined', 'network root s3'],
    );
    const before = await documents(repository);
    repository.takeCalls();

    const second = await repository.scan();
    t.true((second.last_scanned_at ?? '') > (first.last_scanned_at ?? ''));
    const unchanged = repository.takeCalls();
    t.is(unchanged[blobRoute[provider]], undefined, 'no blob is read');
    t.is(unchanged[treeRoute[provider]], 1);
    t.deepEqual(await documents(repository), before);

    const head = await repository.push({ 'network/main.tf': root('changed') });
    t.is((await repository.scan()).last_scanned_commit_sha, head);
    const calls = repository.takeCalls();
    t.is(calls[blobRoute[provider]], 1);
    t.true(Object.values(calls).reduce((sum, count) => sum + count, 0) <= 5, JSON.stringify(calls));
    const after = await documents(repository);
    t.deepEqual(
      after.filter(({ version }, index) => version !== before[index]?.version).map(({ path }) => path),
      ['network/main.tf'],
    );
    const network = (await repository.projects()).find(({ path }) => path === 'network');
    t.like(network, { backend_config: { key: 'changed' }, last_seen_commit_sha: head });

    await repository.push({ 'app/main.tf': null, 'moved/main.tf': files['app/main.tf'] });
    await repository.scan();
    t.is(repository.takeCalls()[blobRoute[provider]], undefined, 'a renamed file is not read again');
    t.deepEqual(await statuses(repository), {
      app: 'missing',
      moved: 'active',
      'modules/queue': 'active',
      network: 'active',
    });
  });

  test(`${provider}: an empty repository has no projects until its first push`, async (t) => {
    const repository = await scans.selectRepository(provider);
    const empty = await repository.scan();
    t.like(empty, { status: 'active', last_scan: { files: 0, skipped_files: 0, truncated: false } });
    t.is(empty.last_scanned_commit_sha, undefined);
    t.is(empty.last_scan?.commit_sha, undefined);
    t.deepEqual(await repository.projects(), []);
    const head = await repository.push(files);
    t.like(await repository.scan(), { last_scanned_commit_sha: head, default_branch: 'main' });
    t.is((await repository.projects()).length, 3);
  });

  test(`${provider}: follows a renamed default branch, and marks projects missing when it is deleted`, async (t) => {
    const repository = await scans.selectRepository(provider, files);
    await repository.scan();
    const head = (await repository.git.resolve('refs/heads/main')) ?? '';
    const next = await repository.push({ 'new/main.tf': root('new') }, { branch: 'trunk', parent: head });
    repository.setDefaultBranch('trunk');
    await repository.git.deleteRef('refs/heads/main');
    t.like(await repository.scan(), { default_branch: 'trunk', last_scanned_commit_sha: next });
    t.is((await statuses(repository))['new'], 'active');
    await repository.git.deleteRef('refs/heads/trunk');
    const deleted = await repository.scan();
    t.is(deleted.status, 'active');
    t.is(deleted.last_scanned_commit_sha, undefined);
    t.deepEqual(new Set(Object.values(await statuses(repository))), new Set(['missing']));
  });

  test(`${provider}: skips and counts large files, links that lead out and submodules`, async (t) => {
    const repository = await scans.selectRepository(provider, {
      ...files,
      'app/large.tf': `# ${'x'.repeat(1_048_576)}\n`,
      'app/20mb.tf': Buffer.alloc(20 * 1_048_576, 'x'),
      'app/link.tf': { content: '../../outside.tf', mode: '120000' },
      linked: { content: 'app', mode: '120000' },
      vendored: { submodule: '1'.repeat(40) },
    });
    const scanned = await repository.scan();
    t.like(scanned, { status: 'active', last_scan: { files: 8, skipped_files: 3, truncated: false } });
    const app = (await repository.projects()).find(({ path }) => path === 'app');
    const { body } = await repository.client.request<{ unreadable_files: unknown }>(
      'GET',
      `/iac-projects/${app?.id}`,
    );
    t.deepEqual(body.unreadable_files, [
      { path: 'app/20mb.tf', reason: 'The file is larger than 1 MB.' },
      { path: 'app/large.tf', reason: 'The file is larger than 1 MB.' },
      { path: 'app/link.tf', reason: 'The file is a symbolic link.' },
    ]);
    repository.takeCalls();
    t.deepEqual((await repository.scan()).last_scan?.skipped_files, 3);
    t.is(repository.takeCalls()[blobRoute[provider]], 1, 'only the link that leads out is read again');
  });

  test(`${provider}: reads a linked file once for all its links, and again when it changes`, async (t) => {
    const link = (content: string) => ({ content, mode: '120000' as const });
    const roots = Array.from({ length: 30 }, (_, index) => `live/r${index}`);
    const repository = await scans.selectRepository(provider, {
      ...Object.fromEntries(roots.map((path) => [`${path}/main.tf`, root(path)])),
      ...Object.fromEntries(roots.map((path) => [`${path}/queue.tf`, link('../../shared/queue.tf')])),
      'shared/queue.tf': 'resource "aws_sqs_queue" "shared" {}\n',
      'live/modules': link('../modules'),
      'modules/m/main.tf': 'resource "aws_sqs_queue" "m" {}\n',
    });
    t.like(await repository.scan(), { status: 'active', last_scan: { skipped_files: 0 } });
    const projects = await repository.projects();
    t.is(projects.filter(({ kind }) => kind === 'root').length, 30);
    t.false(
      projects.some(({ path }) => path.startsWith('live/modules')),
      'a linked folder has no projects',
    );
    const targets = await repository.query<{ target: string }>(
      `select distinct document ->> 'linkTarget' as target from iac_documents
       where repository_id = $1 and document ? 'linkTarget' order by 1`,
      [repository.id],
    );
    t.deepEqual(targets, [{ target: 'modules/m/main.tf' }, { target: 'shared/queue.tf' }]);
    repository.takeCalls();
    await repository.scan();
    t.is(repository.takeCalls()[blobRoute[provider]], undefined, 'nothing is read again');
    await repository.push({ 'shared/queue.tf': '\nresource "aws_sqs_queue" "shared" {}\n' });
    await repository.scan();
    t.is(repository.takeCalls()[blobRoute[provider]], 1);
    const [line] = await repository.query<{ line: number }>(
      `select distinct document -> 'blocks' -> 0 -> 'line' as line from iac_documents
       where repository_id = $1 and path like 'live/r%/queue.tf'`,
      [repository.id],
    );
    t.is(line?.line, 2);
  });

  test(`${provider}: stores hostile texts and paths`, async (t) => {
    const bomb = `a: &a [${'x,'.repeat(50)}]\n${'b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\n'.repeat(3)}`;
    const repository = await scans.selectRepository(provider, {
      ...files,
      'nul/main.tf.json': '{"terraform": {"backend": {"s3": {"key": "a\\u0000b", "region": "\\ud800"}}}}',
      'nul2/main.tf': 'terraform {\n  backend "s3" {\n    key = "a\\u0000b\\ud800"\n  }\n}\n',
      'binary/main.tf': Buffer.from([0, 1, 2]),
      'latin/main.tf': Buffer.from('resource "a_b" "c" {} # \u00fc', 'latin1'),
      'yaml/kustomization.yaml': bomb,
      'chart/Chart.yaml': 'name: "a\\0b"\n',
      [`${'deep/'.repeat(300)}main.tf`]: root('deep'),
      'new\nline/main.tf': root('line'),
    });
    const scanned = await repository.scan();
    t.like(scanned, { status: 'active', last_scan: { skipped_files: 2 } });
    const projects = await repository.projects();
    t.deepEqual(projects.map(({ path }) => path).toSorted(), [
      'app',
      'binary',
      'chart',
      'latin',
      'modules/queue',
      'network',
      'nul',
      'nul2',
      'yaml',
    ]);
    for (const path of ['nul', 'nul2'])
      t.regex(String(projects.find((project) => project.path === path)?.backend_config['key']), /^a\ufffdb/);
  });
}
