import { randomUUID } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { operations } from '../../../api-client/api-types.ts';
import { setSelection } from '../../../db/scm/repository-store.ts';
import { expectError } from '../../support/expect-error.ts';
import { useScmScans } from '../../support/scm/scan-fixture.ts';
import type { SelectedRepository } from '../../support/scm/scan-fixture.ts';

const scans = useScmScans();

type ListQuery = operations['listIacProjects']['parameters']['query'];
type UpdateBody = NonNullable<operations['updateIacProject']['requestBody']>['content']['application/json'];
type CreateBody = NonNullable<operations['createIacProject']['requestBody']>['content']['application/json'];

const stack = (key: string) =>
  `terraform {\n  backend "s3" {\n    key = "${key}"\n    secret_key = "hidden"\n  }\n  required_providers {\n` +
  '    aws = {\n      source = "hashicorp/aws"\n      version = "~> 6.0"\n    }\n  }\n}\n';
const files = {
  'live/prod/main.tf': stack('prod'),
  'live/prod/prod.tfvars': 'a = 1\n',
  'live/dev/main.tf': stack('dev'),
  'modules/vpc/main.tf': 'resource "aws_vpc" "main" {}\n',
  'charts/web/Chart.yaml': 'name: web\n',
  'src/index.ts': '',
  'template.txt': '',
};

async function withProjects(extra: Readonly<Record<string, string>> = {}) {
  const repository = await scans.selectRepository('github', { ...files, ...extra });
  await repository.scan();
  return repository;
}

const project = async (repository: SelectedRepository, path: string, system?: string) => {
  const found = (await repository.projects()).filter(
    (each) => each.path === path && (system === undefined || each.system === system),
  );
  if (found.length !== 1 || found[0] === undefined) throw new Error(`${found.length} projects at ${path}`);
  return found[0];
};

const update = ({ client }: SelectedRepository, id: string, body: UpdateBody) =>
  client.PATCH('/api/v1/iac-projects/{id}', { params: { path: { id } }, body });

const create = ({ client, id }: SelectedRepository, body: CreateBody) =>
  client.POST('/api/v1/repositories/{id}/iac-projects', { params: { path: { id } }, body });

const environmentOf = async ({ client }: SelectedRepository, name: string) =>
  (await dataOf(client.POST('/api/v1/environments', { body: { name, class: 'production' } }))).id;

test('lists projects with their fields, pages and filters', async (t) => {
  const repository = await withProjects();
  const { client, id } = repository;
  const list = (query: ListQuery = {}) => dataOf(client.GET('/api/v1/iac-projects', { params: { query } }));
  const pathsOf = async (query: ListQuery) => (await list(query)).items.map(({ path }) => path).toSorted();
  const all = await list();
  t.is(all.total, 4);
  t.is(all.next_cursor, undefined);
  const prod = all.items.find(({ path }) => path === 'live/prod');
  t.deepEqual(prod, {
    id: prod?.id ?? '',
    version: prod?.version ?? 0,
    repository_id: id,
    path: 'live/prod',
    system: 'terraform',
    kind: 'root',
    detection: 'automatic',
    backend_type: 's3',
    backend_config: { key: 'prod' },
    required_providers: { aws: { source: 'hashicorp/aws', version: '~> 6.0' } },
    environment_hints: {
      environments: ['prod'],
      workspaces: [],
      tfvars: ['live/prod/prod.tfvars'],
      stacks: [],
    },
    status: 'active',
    last_seen_commit_sha: (await repository.get()).last_scanned_commit_sha ?? '',
  });
  const first = await list({ limit: 3 });
  const rest = await list({
    limit: 3,
    ...(first.next_cursor === undefined ? {} : { cursor: first.next_cursor }),
  });
  t.deepEqual([first.total, first.items.length, rest.items.length], [4, 3, 1]);

  const environment = await environmentOf(repository, 'Production');
  await dataOf(update(repository, prod?.id ?? '', { environment_id: environment }));
  await dataOf(update(repository, (await project(repository, 'live/dev')).id, { disable: true }));
  t.deepEqual(await pathsOf({ q: 'LIVE/' }), ['live/dev', 'live/prod']);
  t.deepEqual(await pathsOf({ q: '%' }), []);
  t.deepEqual(await pathsOf({ system: ['helm'] }), ['charts/web']);
  t.deepEqual(await pathsOf({ kind: ['module', 'chart'] }), ['charts/web', 'modules/vpc']);
  t.deepEqual(await pathsOf({ status: ['disabled'] }), ['live/dev']);
  t.deepEqual(await pathsOf({ detection: ['corrected'] }), ['live/prod']);
  t.deepEqual(await pathsOf({ environment_id: [environment] }), ['live/prod']);
  t.is((await pathsOf({ repository_id: [id] })).length, 4);
  t.deepEqual(await pathsOf({ repository_id: [randomUUID()] }), []);
  t.deepEqual(await pathsOf({ has_state: true }), []);
  t.is((await pathsOf({ has_state: false })).length, 4);
  const unknown = await client.request('GET', '/iac-projects?status=gone');
  t.like(unknown, { status: 400, body: { code: 'validation_failed' } });
  t.regex(String(unknown.body['message']), /^status: must be one of active/);
  const ofRepository = await dataOf(
    client.GET('/api/v1/repositories/{id}/iac-projects', {
      params: { path: { id }, query: { system: ['terraform'], kind: ['root'] } },
    }),
  );
  t.deepEqual([ofRepository.total, ofRepository.items.length], [2, 2]);
});

test('the detail has the fields of the list, evidence and unreadable files', async (t) => {
  const repository = await withProjects({ 'live/prod/broken.tf': 'resource "a" {{{\n' });
  const listed = await project(repository, 'live/prod');
  const detail = await dataOf(
    repository.client.GET('/api/v1/iac-projects/{id}', { params: { path: { id: listed.id } } }),
  );
  t.like(detail, listed);
  t.true(
    detail.evidence.some(
      ({ kind, path, weight }) => kind === 'backend' && path === 'live/prod/main.tf' && weight === 5,
    ),
  );
  t.is(detail.unreadable_files[0]?.path, 'live/prod/broken.tf');
});

test('corrections keep the row, outlive scans, and are undone by reset', async (t) => {
  const repository = await withProjects();
  const { id } = await project(repository, 'live/prod');
  const environment = await environmentOf(repository, 'Production');
  const corrected = await dataOf(
    update(repository, id, { system: 'opentofu', kind: 'module', environment_id: environment }),
  );
  const expected = {
    id,
    system: 'opentofu',
    kind: 'module',
    environment_id: environment,
    detection: 'corrected',
  };
  t.like(corrected, expected);
  await repository.push({ 'live/prod/main.tf': stack('changed') });
  await repository.scan();
  t.like(await project(repository, 'live/prod'), {
    ...expected,
    status: 'active',
    backend_config: { key: 'changed' },
  });

  await repository.push({ 'live/prod/main.tf': null, 'live/prod/prod.tfvars': null });
  await repository.scan();
  t.like(await project(repository, 'live/prod'), { ...expected, status: 'missing' });
  await repository.push({ 'live/prod/README.md': 'no code' });
  await repository.scan();
  t.like(await project(repository, 'live/prod'), { ...expected, status: 'active' });

  await repository.push({ 'live/prod/main.tf': stack('back') });
  await repository.scan();
  const reset = await dataOf(update(repository, id, { reset: true }));
  t.like(reset, { id, system: 'terraform', kind: 'root', detection: 'automatic', environment_id: undefined });
  t.like(await dataOf(update(repository, id, { reset: true, kind: 'example' })), {
    kind: 'example',
    detection: 'corrected',
  });
});

test('a disabled project stays disabled, also after it was missing', async (t) => {
  const repository = await withProjects();
  const { id } = await project(repository, 'charts/web');
  t.like(await dataOf(update(repository, id, { disable: true })), {
    status: 'disabled',
    detection: 'automatic',
  });
  await repository.scan();
  t.is((await project(repository, 'charts/web')).status, 'disabled');
  await repository.push({ 'charts/web/Chart.yaml': null });
  await repository.scan();
  t.is((await project(repository, 'charts/web')).status, 'missing');
  await repository.push({ 'charts/web/Chart.yaml': 'name: web\n' });
  await repository.scan();
  t.is((await project(repository, 'charts/web')).status, 'disabled');
  t.is((await dataOf(update(repository, id, { disable: false }))).status, 'active');
});

test('rejects corrections that conflict, unknown environments and those of other organizations', async (t) => {
  const repository = await withProjects({ 'charts/web/kustomization.yaml': 'resources: [a.yaml]\n' });
  const helm = await project(repository, 'charts/web', 'helm');
  await expectError(t, update(repository, helm.id, { system: 'kustomize' }), 409, 'conflict');
  await expectError(t, update(repository, randomUUID(), { kind: 'root' }), 404, 'not_found');
  const other = await scans.selectRepository('github', files);
  const foreign = await environmentOf(other, 'Production');
  for (const environment of [foreign, randomUUID()])
    await expectError(
      t,
      update(repository, helm.id, { environment_id: environment }),
      400,
      'validation_failed',
    );
  await expectError(t, update(other, helm.id, { kind: 'root' }), 404, 'not_found');
  t.like(await project(repository, 'charts/web', 'helm'), { detection: 'automatic' });
});

test('a system that is detected later and was corrected before makes no second row', async (t) => {
  const repository = await withProjects();
  const { id } = await project(repository, 'live/prod');
  await dataOf(update(repository, id, { system: 'opentofu' }));
  await repository.push({ 'live/prod/main.tf': null, 'live/prod/main.tofu': stack('tofu') });
  t.is((await repository.scan()).status, 'active');
  t.like(await project(repository, 'live/prod'), { id, system: 'opentofu', backend_config: { key: 'tofu' } });
  t.like(await dataOf(update(repository, id, { reset: true })), {
    system: 'opentofu',
    detection: 'automatic',
  });

  const chart = await project(repository, 'charts/web');
  await dataOf(update(repository, chart.id, { system: 'kustomize' }));
  await repository.push({ 'charts/web/kustomization.yaml': 'resources: [a.yaml]\n' });
  t.is((await repository.scan()).status, 'active');
  t.like(await project(repository, 'charts/web'), { id: chart.id, system: 'kustomize' });
  await dataOf(update(repository, chart.id, { reset: true }));
  await repository.scan();
  t.like(await project(repository, 'charts/web', 'helm'), { id: chart.id });
  t.like(await project(repository, 'charts/web', 'kustomize'), { detection: 'automatic' });
});

test('adds projects that detection did not find; they follow their path', async (t) => {
  const repository = await withProjects();
  const made = await create(repository, { path: 'src', system: 'pulumi', kind: 'stack' });
  t.is(made.response.status, 201);
  t.like(made.data, { path: 'src', system: 'pulumi', kind: 'stack', detection: 'manual', status: 'active' });
  t.deepEqual(made.data?.environment_hints, { environments: [], workspaces: [], tfvars: [], stacks: [] });
  t.is((await dataOf(create(repository, { path: 'template.txt', system: 'cloudformation' }))).kind, 'stack');
  t.is((await dataOf(create(repository, { path: '.', system: 'cdk' }))).path, '.');
  for (const [path, system] of [
    ['src', 'pulumi'],
    ['live/prod', 'terraform'],
  ] as const) {
    const message = await expectError(t, create(repository, { path, system }), 409, 'conflict');
    t.is(message, 'Another project has this path and system.');
  }
  for (const path of ['gone', '../src', 'src/', './src', '/src', 'src/index.tsx'])
    await expectError(t, create(repository, { path, system: 'terraform' }), 400, 'validation_failed', path);

  await repository.scan();
  t.like(await project(repository, 'src'), { detection: 'manual', status: 'active' });
  await repository.push({ 'src/index.ts': null });
  await repository.scan();
  t.is((await project(repository, 'src')).status, 'missing');
  await repository.push({ 'src/index.ts': '' });
  await repository.scan();
  t.like(await project(repository, 'src'), {
    status: 'active',
    last_seen_commit_sha: (await repository.get()).last_scanned_commit_sha ?? '',
  });
  t.like(await dataOf(update(repository, made.data?.id ?? '', { reset: true })), { detection: 'manual' });
});

test('projects of a deselected repository are missing; selected again they return with their corrections', async (t) => {
  const repository = await withProjects();
  const { id } = await project(repository, 'live/prod');
  await dataOf(update(repository, id, { kind: 'example' }));
  const select = (wanted: Parameters<typeof setSelection>[2]) =>
    scans.api.services.database.withTenant(repository.organizationId, (tenant) =>
      setSelection(tenant, { id: repository.connectionId, provider: 'github' }, wanted, false),
    );
  await select([]);
  t.deepEqual(new Set((await repository.projects()).map(({ status }) => status)), new Set(['missing']));
  await expectError(t, create(repository, { path: 'src', system: 'pulumi' }), 409, 'conflict');
  const { externalId, fullName } = repository;
  const record = { url: 'https://example.com', visibility: 'private', archived: false, fork: false } as const;
  await select([{ externalId, fullName, defaultBranch: 'main', ...record }]);
  await repository.scan();
  t.like(await project(repository, 'live/prod'), {
    id,
    kind: 'example',
    detection: 'corrected',
    status: 'active',
  });
  t.is((await project(repository, 'live/dev')).status, 'active');
});
