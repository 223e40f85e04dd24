import test from 'ava';
import { locateProject } from '../../../activities/mapping/locate-project.ts';
import { locateAddress } from '../../../commands/mapping/locate-address.ts';
import { listCodeLocations } from '../../../db/mapping/projects/code-location-read-model.ts';
import { providerBlocksOf } from '../../../db/mapping/projects/provider-blocks.ts';
import { DocumentRejected } from '../../../runtime/document-workers.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { eventually } from '../../support/eventually.ts';
import { addEntries, seedState } from '../../support/mapping/seed-state.ts';
import { providers, useScmScans } from '../../support/scm/scan-fixture.ts';
import type { SelectedRepository } from '../../support/scm/scan-fixture.ts';

const scans = useScmScans();

const queue = (name: string) => `resource "aws_sqs_queue" "${name}" {\n}\n`;
const call = (name: string, source: string) => `module "${name}" {\n  source = "${source}"\n}\n`;
const backend = 'terraform {\n  backend "s3" {}\n}\n';

async function projectAt(repository: SelectedRepository, path: string): Promise<string> {
  const project = (await repository.projects()).find((each) => each.path === path);
  if (project === undefined) throw new Error(`no project at ${path}`);
  return project.id;
}

/** Returns the stored locations of a project: `file:line confidence` by address. */
async function locationsOf(
  repository: SelectedRepository,
  projectId: string,
): Promise<Readonly<Record<string, string>>> {
  const rows = await repository.query<{ address: string; location: string }>(
    `select c.code_address as address, case when c.repository_id = p.repository_id then '' else 'other:' end || c.file
       || ':' || c.line || ' ' || c.confidence as location
     from code_locations c join iac_projects p on p.id = c.iac_project_id where c.iac_project_id = $1`,
    [projectId],
  );
  return Object.fromEntries(rows.map(({ address, location }) => [address, location]));
}

const versionsOf = (repository: SelectedRepository, projectId: string) =>
  repository.query(
    'select code_address, xmin::text from code_locations where iac_project_id = $1 order by 1',
    [projectId],
  );

const locate = ({ organizationId }: SelectedRepository, projectId: string) =>
  locateProject(scans.api.services, organizationId, projectId);

for (const provider of providers) {
  test(`${provider}: locates the addresses of states, and again after a scan that changed their code`, async (t) => {
    const repository = await scans.selectRepository(provider, {
      'prod/main.tf': `${backend}${queue('jobs')}${call('app', '../modules/app')}`,
      'prod/more.tf.json': '{\n"resource": {"aws_sqs_queue": {\n"json": {}}}}',
      'modules/app/main.tf': `${queue('own')}${call('deep', './deep')}${call('vpc', 'terraform-aws-modules/vpc/aws')}`,
      'modules/app/deep/queue file.tf': `\n${queue('jobs')}`,
      'other/main.tf': `${backend}${queue('jobs')}`,
    });
    await repository.scan();
    const projectId = await projectAt(repository, 'prod');
    const otherId = await projectAt(repository, 'other');
    const source = await seedState(repository, { iacProjectId: projectId }, [
      'aws_sqs_queue.jobs',
      'aws_sqs_queue.gone',
      'module.app.aws_sqs_queue.own',
      'module.app.module.deep.aws_sqs_queue.jobs',
    ]);
    await seedState(repository, { iacProjectId: projectId }, [
      'aws_sqs_queue.json',
      'module.app.module.vpc.aws_vpc.this',
    ]);
    await seedState(repository, { iacProjectId: otherId }, ['aws_sqs_queue.jobs']);
    t.deepEqual(await locate(repository, projectId), { located: 5, absent: 1, written: 5 });
    await locate(repository, otherId);
    t.deepEqual(await locationsOf(repository, projectId), {
      'aws_sqs_queue.jobs': 'prod/main.tf:4 high',
      'aws_sqs_queue.json': 'prod/more.tf.json:3 high',
      'module.app.aws_sqs_queue.own': 'modules/app/main.tf:1 high',
      'module.app.module.deep.aws_sqs_queue.jobs': 'modules/app/deep/queue file.tf:2 high',
      'module.app.module.vpc.aws_vpc.this': 'modules/app/main.tf:6 medium',
    });
    const before = await versionsOf(repository, projectId);
    const otherBefore = await versionsOf(repository, otherId);
    t.deepEqual(await locate(repository, projectId), { located: 5, absent: 1, written: 0 });
    t.deepEqual(await versionsOf(repository, projectId), before, 'no row is written');

    repository.takeCalls();
    const head = await repository.push({ 'modules/app/deep/queue file.tf': `\n\n\n${queue('jobs')}` });
    await repository.scan();
    t.true(Object.values(repository.takeCalls()).reduce((sum, count) => sum + count, 0) <= 5);
    t.is(
      (await locationsOf(repository, projectId))['module.app.module.deep.aws_sqs_queue.jobs'],
      'modules/app/deep/queue file.tf:4 high',
    );
    const after = await versionsOf(repository, projectId);
    t.is(after.filter((row, index) => JSON.stringify(row) !== JSON.stringify(before[index])).length, 1);
    t.deepEqual(await versionsOf(repository, otherId), otherBefore, 'the other project is not located again');

    const [found] = await scans.api.services.database.withTenant(repository.organizationId, (tenant) =>
      listCodeLocations(tenant, [
        { iacProjectId: projectId, codeAddress: 'module.app.module.deep.aws_sqs_queue.jobs' },
      ]),
    );
    const infix = provider === 'github' ? 'blob' : '-/blob';
    t.like(found, {
      commitSha: head,
      repositoryName: repository.fullName,
      url: `https://example.com/${repository.fullName}/${infix}/${head}/modules/app/deep/queue%20file.tf#L4`,
    });

    await repository.query('delete from state_entries where state_source_id = $1 and code_address <> $2', [
      source,
      'aws_sqs_queue.jobs',
    ]);
    await addEntries(repository, source, ['module.app.aws_sqs_queue.new']);
    await repository.push({
      'prod/main.tf': `${backend}moved {\n  from = aws_sqs_queue.jobs\n  to = module.app.aws_sqs_queue.new\n}\n${call('app', '../modules/app')}`,
      'modules/app/new.tf': queue('new'),
      'prod/more.tf.json': null,
    });
    await repository.scan();
    t.deepEqual(await locationsOf(repository, projectId), {
      'aws_sqs_queue.jobs': 'modules/app/new.tf:1 high',
      'module.app.aws_sqs_queue.new': 'modules/app/new.tf:1 high',
      'module.app.module.vpc.aws_vpc.this': 'modules/app/main.tf:6 medium',
    });
  });
}

test('locates modules of another repository when that repository is scanned, and after its changes', async (t) => {
  const modules = await scans.selectRepository('github', { 'queue/main.tf': queue('jobs') });
  const remote = `git::https://example.com/${modules.fullName}.git//queue`;
  const root = await scans.selectRepository(
    'gitlab',
    {
      'main.tf': `${backend}${call('head', remote)}${call('tag', `${remote}?ref=v1`)}${call('named', `${remote}?ref=trunk`)}`,
    },
    modules,
  );
  await root.scan();
  const projectId = await projectAt(root, '.');
  await seedState(root, { iacProjectId: projectId }, [
    'module.head.aws_sqs_queue.jobs',
    'module.tag.aws_sqs_queue.jobs',
    'module.named.aws_sqs_queue.jobs',
  ]);
  await locate(root, projectId);
  t.deepEqual(await locationsOf(root, projectId), {
    'module.head.aws_sqs_queue.jobs': 'main.tf:4 medium',
    'module.named.aws_sqs_queue.jobs': 'main.tf:10 medium',
    'module.tag.aws_sqs_queue.jobs': 'main.tf:7 medium',
  });
  await modules.scan();
  t.deepEqual(await locationsOf(root, projectId), {
    'module.head.aws_sqs_queue.jobs': 'other:queue/main.tf:1 high',
    'module.named.aws_sqs_queue.jobs': 'other:queue/main.tf:1 medium',
    'module.tag.aws_sqs_queue.jobs': 'other:queue/main.tf:1 medium',
  });
  const head = await modules.push({ 'queue/main.tf': `\n${queue('jobs')}` });
  await modules.scan();
  t.is((await locationsOf(root, projectId))['module.tag.aws_sqs_queue.jobs'], 'other:queue/main.tf:2 medium');
  await modules.push({}, { branch: 'trunk', parent: head });
  modules.setDefaultBranch('trunk');
  await modules.git.deleteRef('refs/heads/main');
  await modules.scan();
  t.is((await locationsOf(root, projectId))['module.named.aws_sqs_queue.jobs'], 'other:queue/main.tf:2 high');
});

test('stores the locations of instances that moved blocks with keys move', async (t) => {
  const moves = (second: string) =>
    `moved {\n  from = aws_sqs_queue.a[0]\n  to = aws_sqs_queue.first\n}\nmoved {\n  from = aws_sqs_queue.a[1]\n  to = ${second}\n}\n`;
  const repository = await scans.selectRepository('github', {
    'main.tf': `${backend}${queue('first')}${queue('second')}`,
    'moves.tf': moves('aws_sqs_queue.second'),
  });
  await repository.scan();
  const projectId = await projectAt(repository, '.');
  // The entries have the key 0.
  await seedState(repository, { iacProjectId: projectId }, ['aws_sqs_queue.a', 'aws_sqs_queue.first']);
  await locate(repository, projectId);
  const first = { 'aws_sqs_queue.a[0]': 'main.tf:4 high', 'aws_sqs_queue.first': 'main.tf:4 high' };
  t.deepEqual(await locationsOf(repository, projectId), first);
  t.deepEqual(await locate(repository, projectId), { located: 1, absent: 1, written: 0 });
  const locateIn = (address: string) =>
    scans.api.services.database.withTenant(repository.organizationId, (tenant) =>
      locateAddress(tenant, projectId, address),
    );
  t.like(await locateIn('aws_sqs_queue.a[0]'), { line: 4 });
  t.like(await locateIn('aws_sqs_queue.a[1]'), { line: 6 }, 'not stored');
  t.is(await locateIn('aws_sqs_queue.a'), undefined);
  await repository.push({ 'moves.tf': null });
  await repository.scan();
  t.deepEqual(await locationsOf(repository, projectId), { 'aws_sqs_queue.first': 'main.tf:4 high' });
});

test('locates modules of a GitLab below a path of its host, by HTTP and by SSH', async (t) => {
  const modules = await scans.selectRepository('gitlab', { 'queue/main.tf': queue('jobs') });
  await modules.query('update repositories set url = $1 where full_name = $2', [
    `https://example.com/gitlab/${modules.fullName}`,
    modules.fullName,
  ]);
  const http = `git::https://example.com/gitlab/${modules.fullName}.git//queue`;
  const ssh = `git@example.com:${modules.fullName}.git//queue`;
  const root = await scans.selectRepository(
    'gitlab',
    { 'main.tf': `${backend}${call('http', http)}${call('ssh', ssh)}` },
    modules,
  );
  await root.scan();
  const projectId = await projectAt(root, '.');
  await seedState(root, { iacProjectId: projectId }, [
    'module.http.aws_sqs_queue.jobs',
    'module.ssh.aws_sqs_queue.jobs',
  ]);
  await locate(root, projectId);
  t.deepEqual(await locationsOf(root, projectId), {
    'module.http.aws_sqs_queue.jobs': 'main.tf:4 medium',
    'module.ssh.aws_sqs_queue.jobs': 'main.tf:7 medium',
  });
  await modules.scan();
  t.deepEqual(await locationsOf(root, projectId), {
    'module.http.aws_sqs_queue.jobs': 'other:queue/main.tf:1 high',
    'module.ssh.aws_sqs_queue.jobs': 'other:queue/main.tf:1 high',
  });
});

test('uses no repository of another organization', async (t) => {
  const foreign = await scans.selectRepository('github', { 'queue/main.tf': queue('jobs') });
  await foreign.scan();
  const source = `git::https://example.com/${foreign.fullName}.git//queue`;
  const own = await scans.selectRepository('github', { 'main.tf': `${backend}${call('queue', source)}` });
  await own.scan();
  const projectId = await projectAt(own, '.');
  await seedState(own, { iacProjectId: projectId }, ['module.queue.aws_sqs_queue.jobs']);
  await locate(own, projectId);
  t.deepEqual(await locationsOf(own, projectId), { 'module.queue.aws_sqs_queue.jobs': 'main.tf:4 medium' });
  await foreign.push({ 'queue/main.tf': `\n${queue('jobs')}` });
  await foreign.scan();
  t.deepEqual(await locationsOf(own, projectId), { 'module.queue.aws_sqs_queue.jobs': 'main.tf:4 medium' });
});

test('locates the addresses of Terragrunt units, and again when an included file or the source changes', async (t) => {
  const include = 'include "root" {\n  path = find_in_parent_folders("root.hcl")\n}\n';
  const generate = `generate "extra" {\n  path = "extra.tf"\n  contents = <<EOF\n${queue('extra')}EOF\n}\n`;
  const repository = await scans.selectRepository('github', {
    'live/root.hcl': generate,
    'live/prod/app/terragrunt.hcl': `${include}terraform {\n  source = "../../../modules//app"\n}\n`,
    'modules/app/main.tf': `${queue('jobs')}${call('deep', '../deep')}`,
    'modules/deep/main.tf': queue('deep'),
  });
  await repository.scan();
  const projectId = await projectAt(repository, 'live/prod/app');
  await seedState(repository, { iacProjectId: projectId }, [
    'aws_sqs_queue.jobs',
    'aws_sqs_queue.extra',
    'module.deep.aws_sqs_queue.deep',
  ]);
  await locate(repository, projectId);
  t.deepEqual(await locationsOf(repository, projectId), {
    'aws_sqs_queue.extra': 'live/root.hcl:1 high',
    'aws_sqs_queue.jobs': 'modules/app/main.tf:1 high',
    'module.deep.aws_sqs_queue.deep': 'modules/deep/main.tf:1 high',
  });
  await repository.push({ 'live/root.hcl': `\n${generate}`, 'modules/deep/main.tf': `\n\n${queue('deep')}` });
  await repository.scan();
  t.like(await locationsOf(repository, projectId), {
    'aws_sqs_queue.extra': 'live/root.hcl:2 high',
    'module.deep.aws_sqs_queue.deep': 'modules/deep/main.tf:3 high',
  });
  // A closer root.hcl replaces the included one.
  await repository.push({ 'live/prod/root.hcl': `\n\n${generate}` });
  await repository.scan();
  t.is((await locationsOf(repository, projectId))['aws_sqs_queue.extra'], 'live/prod/root.hcl:3 high');
});

test('locates an address of a correction that no state has', async (t) => {
  const repository = await scans.selectRepository('github', {
    'main.tf': `${backend}${call('app', './app')}`,
    'app/main.tf': queue('jobs'),
  });
  await repository.scan();
  const projectId = await projectAt(repository, '.');
  const find = (address: string, organizationId = repository.organizationId) =>
    scans.api.services.database.withTenant(organizationId, (tenant) =>
      locateAddress(tenant, projectId, address),
    );
  t.like(await find('module.app["x"].aws_sqs_queue.jobs[0]'), {
    codeAddress: 'module.app.aws_sqs_queue.jobs',
    file: 'app/main.tf',
    line: 1,
    confidence: 'high',
    repositoryId: repository.id,
  });
  t.is(await find('module.app.aws_sqs_queue.none'), undefined);
  t.is(await find('<img src=x>'), undefined);
  // Foreign keys of the resource are not checked.
  await repository.query(
    `set session_replication_role = replica; insert into mapping_corrections (organization_id, resource_id, action,
      iac_project_id, address) values ('${repository.organizationId}', uuidv7(), 'link', '${projectId}',
      'module.app["x"].aws_sqs_queue.jobs[0]')`,
  );
  await locate(repository, projectId);
  t.deepEqual(await locationsOf(repository, projectId), {
    'module.app.aws_sqs_queue.jobs': 'app/main.tf:1 high',
  });
  await repository.push({ 'app/main.tf': `\n${queue('jobs')}` });
  await repository.scan();
  t.is((await find('module.app.aws_sqs_queue.jobs'))?.line, 2);
  const foreign = await scans.api.signUp();
  t.is(await find('module.app.aws_sqs_queue.jobs', foreign.organizationId), undefined);
});

test('locates the address of a link of a project without a state, and again after the code changed', async (t) => {
  const unit =
    'include {\n  path = find_in_parent_folders("root.hcl")\n}\nterraform {\n  source = "../../modules/app"\n}\n';
  const repository = await scans.selectRepository('github', {
    'live/root.hcl': 'locals {\n}\n',
    'live/app/terragrunt.hcl': unit,
    'modules/app/main.tf': queue('jobs'),
  });
  await repository.scan();
  const projectId = await projectAt(repository, 'live/app');
  const [resource] = await repository.query<{ id: string }>(
    `with connection as (
       insert into aws_connections (organization_id, name, kind, external_id, role_name, status)
       values ('${repository.organizationId}', 'a', 'standalone', 'external-id-of-' || uuidv7(), 'inventory', 'active') returning id
     ), account as (
       insert into aws_accounts (organization_id, connection_id, account_id, name, role_arn)
       select '${repository.organizationId}', id, '123456789012', 'a', 'arn:aws:iam::123456789012:role/inventory' from connection
       returning id
     )
     insert into resources (organization_id, aws_account_id, region, resource_type, native_id, name, config_hash, rule_set)
     select '${repository.organizationId}', id, 'eu-west-1', 'AWS::SQS::Queue', 'jobs', 'jobs', 'h', 1 from account
     returning id`,
  );
  const path = { id: resource?.id ?? '' };
  const { response } = await repository.client.POST('/api/v1/resources/{id}/mapping-corrections', {
    params: { path },
    body: { action: 'link', iac_project_id: projectId, address: 'aws_sqs_queue.jobs' },
  });
  t.is(response.status, 201);
  const shown = async () => {
    const { mappings } = await dataOf(
      repository.client.GET('/api/v1/resources/{id}/code-mapping', { params: { path } }),
    );
    return mappings.map(({ file, line }) => `${file}:${line}`);
  };
  await eventually('the location', async () => (await shown())[0] === 'modules/app/main.tf:1');
  await repository.push({ 'modules/app/main.tf': `\n\n${queue('jobs')}` });
  await repository.scan();
  t.deepEqual(await shown(), ['modules/app/main.tf:3']);
});

test('stores the literal locations of providers', async (t) => {
  const role = (account: string) =>
    `  assume_role {\n    role_arn = "arn:aws:iam::${account}:role/deploy"\n  }\n`;
  const repository = await scans.selectRepository('github', {
    'prod/main.tf': `${backend}provider "aws" {\n  region = "eu-west-1"\n}
provider "aws" {\n  alias = "west"\n  region = "us-west-2"\n${role('111122223333')}${role('444455556666')}}
provider "aws" {\n  alias = "computed"\n  region = var.region\n}
provider "google" {\n  region = "europe"\n}\n${queue('jobs')}`,
    'prod/west_override.tf': 'provider "aws" {\n  alias = "west"\n  region = "us-east-1"\n}\n',
    'live/app/terragrunt.hcl': 'include {\n  path = find_in_parent_folders("root.hcl")\n}\n',
    'live/root.hcl':
      'generate "provider" {\n  path = "provider.tf"\n  contents = <<EOF\nprovider "aws" {\n  region = "eu-north-1"\n}\nEOF\n}\n',
  });
  await repository.scan();
  const blocks = async (path: string) => {
    const projectId = await projectAt(repository, path);
    return scans.api.services.database.withTenant(repository.organizationId, (tenant) =>
      providerBlocksOf(tenant, projectId),
    );
  };
  const aws = (alias = '') => [
    `provider["registry.terraform.io/hashicorp/aws"]${alias}`,
    `provider["registry.opentofu.org/hashicorp/aws"]${alias}`,
    `provider.aws${alias}`,
  ];
  const locations = await blocks('prod');
  t.deepEqual([...locations.keys()], [...aws(), ...aws('.west')]);
  t.deepEqual(locations.get(aws()[0] ?? ''), { source: 'hashicorp/aws', region: 'eu-west-1' });
  t.deepEqual(locations.get('provider.aws.west'), {
    source: 'hashicorp/aws',
    alias: 'west',
    region: 'us-east-1',
    assumeRoleAccount: '444455556666',
  });
  t.like((await blocks('live/app')).get('provider.aws'), { region: 'eu-north-1' });
});

test('locates a project again that an interrupted scan left out of date', async (t) => {
  const repository = await scans.selectRepository('github', { 'main.tf': `${backend}${queue('jobs')}` });
  await repository.scan();
  const projectId = await projectAt(repository, '.');
  await seedState(repository, { iacProjectId: projectId }, ['aws_sqs_queue.jobs']);
  await locate(repository, projectId);
  await repository.query('update code_locations set line = 99 where iac_project_id = $1', [projectId]);
  await repository.query(
    'update code_location_states set code_version = code_version + 1 where iac_project_id = $1',
    [projectId],
  );
  await repository.scan();
  t.deepEqual(await locationsOf(repository, projectId), { 'aws_sqs_queue.jobs': 'main.tf:4 high' });
});

test('concurrent computations of a project end with the locations of the last code and addresses', async (t) => {
  const repository = await scans.selectRepository('github', {
    'main.tf': `${backend}${Array.from({ length: 20 }, (_, index) => queue(`q${index}`)).join('')}`,
  });
  await repository.scan();
  const projectId = await projectAt(repository, '.');
  const source = await seedState(repository, { iacProjectId: projectId }, []);
  await Promise.all(
    Array.from({ length: 5 }, async (_, index) => {
      const addresses = [0, 1, 2, 3].map((each) => `aws_sqs_queue.q${4 * index + each}`);
      await addEntries(repository, source, addresses);
      await locate(repository, projectId);
    }),
  );
  t.is(Object.keys(await locationsOf(repository, projectId)).length, 20);
});

test('hostile addresses and code have no location, and other addresses of the project have theirs', async (t) => {
  // 5,700 bytes: no row of an index can contain them.
  const wide = Array.from({ length: 1_900 }, (_, index) =>
    String.fromCodePoint(0x4e00 + ((index * 7_919) % 20_000)),
  ).join('');
  const repository = await scans.selectRepository('github', {
    'main.tf': `${backend}${queue('jobs')}${call('a', './a')}resource "__proto__" "__proto__" {}\n`,
    'a/main.tf': `${call('a', '.')}${call('b', '../../../../etc')}${call('c', `git::https://${'x/'.repeat(400)}`)}${call('d', `./${wide}`)}`,
    'a/broken.tf': 'resource "aws_sqs_queue" "broken" {\n',
    'a/deep.tf': `x = ${'['.repeat(5_000)}`,
  });
  await repository.scan();
  const projectId = await projectAt(repository, '.');
  const hostile = [
    `${'module.a.'.repeat(200)}aws_sqs_queue.jobs`,
    '<script>alert(1)</script>.x',
    "'; drop table code_locations; --",
    'constructor.name',
    'module.__proto__.aws_sqs_queue.jobs',
    `aws_sqs_queue.${'ü'.repeat(1_000)}`,
  ];
  await seedState(repository, { iacProjectId: projectId }, [
    'aws_sqs_queue.jobs',
    '__proto__.__proto__',
    ...hostile,
  ]);
  await locate(repository, projectId);
  t.deepEqual(await locationsOf(repository, projectId), {
    'aws_sqs_queue.jobs': 'main.tf:4 high',
    ['__proto__.__proto__']: 'main.tf:9 high',
  });
});

test('locates 5,000 addresses of a large project in a thread', async (t) => {
  const names = Array.from({ length: 500 }, (_, index) => `q${index}`);
  const repository = await scans.selectRepository('github', {
    'main.tf': `${backend}${Array.from({ length: 10 }, (_, index) => call(`m${index}`, `./m${index}`)).join('')}`,
    ...Object.fromEntries(
      names.slice(0, 10).map((_, index) => [`m${index}/main.tf`, names.map(queue).join('')]),
    ),
  });
  await repository.scan();
  const projectId = await projectAt(repository, '.');
  const addresses = names.flatMap((name) =>
    Array.from({ length: 10 }, (_, index) => `module.m${index}.aws_sqs_queue.${name}`),
  );
  await seedState(repository, { iacProjectId: projectId }, addresses);
  t.deepEqual(await locate(repository, projectId), { located: 5_000, absent: 0, written: 5_000 });
  t.deepEqual(await locate(repository, projectId), { located: 5_000, absent: 0, written: 0 });
  t.is((await locationsOf(repository, projectId))['module.m7.aws_sqs_queue.q499'], 'm7/main.tf:999 high');
  const documents = {
    ...scans.api.services.documents,
    run: () => Promise.reject(new DocumentRejected('deadline_exceeded')),
  };
  t.deepEqual(
    await locateProject({ ...scans.api.services, documents }, repository.organizationId, projectId),
    { located: 0, absent: 0, written: 5_000 },
    'code that exceeds a limit of the thread has no locations',
  );
});

test('stores ignore_changes of blocks, of overrides too, and none for a block that is not found', async (t) => {
  const ignoring = (list: string) =>
    `resource "aws_sqs_queue" "jobs" {\n  lifecycle {\n    ignore_changes = ${list}\n  }\n}\n`;
  const repository = await scans.selectRepository('github', {
    'prod/main.tf': `${backend}${ignoring('[tags]')}${queue('plain')}${call('vpc', 'terraform-aws-modules/vpc/aws')}`,
  });
  await repository.scan();
  const projectId = await projectAt(repository, 'prod');
  await seedState(repository, { iacProjectId: projectId }, [
    'aws_sqs_queue.jobs',
    'aws_sqs_queue.plain',
    'module.vpc.aws_vpc.this',
  ]);
  await locate(repository, projectId);
  const ignored = async () =>
    Object.fromEntries(
      (
        await repository.query<{ code_address: string; ignored: readonly string[] | null }>(
          'select code_address, ignored from code_locations where iac_project_id = $1',
          [projectId],
        )
      ).map((row) => [row.code_address, row.ignored]),
    );
  const others = { 'aws_sqs_queue.plain': [], 'module.vpc.aws_vpc.this': null };
  t.deepEqual(await ignored(), { 'aws_sqs_queue.jobs': ['tags'], ...others });
  await repository.push({ 'prod/main_override.tf': ignoring('all') });
  await repository.scan();
  t.deepEqual(await ignored(), { 'aws_sqs_queue.jobs': ['*'], ...others });
});
