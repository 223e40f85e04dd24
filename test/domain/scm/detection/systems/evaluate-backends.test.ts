import test from 'ava';
import fc from 'fast-check';
import { neededNames } from '../../../../../domain/scm/detection/systems/terragrunt-expression.ts';
import { detectInFixture, fixtureOf } from '../../../../support/scm/repository-fixture.ts';

const queue = 'resource "aws_sqs_queue" "q" {\n  name = "q"\n}\n';
const backend = (attributes: string) => `terraform {\n  backend "s3" {\n${attributes}\n  }\n}\n${queue}`;
const computed = backend('    bucket = var.bucket\n    key = "${local.name}/terraform.tfstate"');
const declared =
  'variable "bucket" {}\nvariable "env" {\n  default = "dev"\n}\nlocals {\n  name = "app-${var.env}"\n}\n';

async function detect(files: Readonly<Record<string, string>>, path = 'live') {
  const { projects } = await detectInFixture(fixtureOf('x', files, { title: '', projects: [] }));
  const found = projects.find((project) => project.path === path);
  if (found === undefined) throw new Error(`no project ${path} in ${JSON.stringify(projects)}`);
  const valueOf = (name: string) => {
    const value = found.backendConfig[name];
    return typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
  };
  return {
    base: [valueOf('bucket'), valueOf('key')],
    backends: found.backends.map(({ config, variant }) => [variant, config['bucket'], config['key']]),
    reason: found.stateReason,
    needed: found.stateReasonNames,
  };
}

test('evaluates defaults, local values, templates and the variable files that Terraform reads by itself', async (t) => {
  const files = { 'live/main.tf': computed, 'live/variables.tf': declared };
  t.deepEqual(await detect({ ...files, 'live/terraform.tfvars': 'bucket = "states"\n' }), {
    base: ['states', 'app-dev/terraform.tfstate'],
    backends: [],
    reason: null,
    needed: [],
  });
  const ordered = {
    'live/terraform.tfvars': 'bucket = "one"\nenv = "one"\n',
    'live/terraform.tfvars.json': '{"bucket": "two"}',
    'live/a.auto.tfvars': 'bucket = "three"\n',
    'live/b.auto.tfvars.json': '{"bucket": "four"}',
  };
  t.deepEqual((await detect({ ...files, ...ordered })).base, ['four', 'app-one/terraform.tfstate']);
});

test('names what no code determines', async (t) => {
  const files = { 'live/main.tf': computed, 'live/variables.tf': declared };
  t.deepEqual(await detect(files), {
    base: [{ expr: 'var.bucket' }, 'app-dev/terraform.tfstate'],
    backends: [],
    reason: 'backend_unresolved',
    needed: ['var.bucket'],
  } as never);
  const account = {
    'live/main.tf': backend(
      '    bucket = "states-${data.aws_caller_identity.me.account_id}"\n    key = local.key',
    ),
    'live/locals.tf': 'locals {\n  key = "${lower(var.name)}/x"\n}\nvariable "name" {}\n',
  };
  t.deepEqual((await detect(account)).needed, [
    'data.aws_caller_identity.me.account_id',
    'lower()',
    'var.name',
  ]);
  t.deepEqual((await detect({ 'live/main.tf': backend('') })).needed, ['bucket', 'key']);
  const secret = { ...files, 'live/terraform.tfvars': 'bucket = "AKIAIOSFODNN7EXAMPLE"\n' };
  t.deepEqual((await detect(secret)).needed, ['var.bucket'], 'a secret is no value');
});

test('a value that is not stored replaces the earlier one, so that the backend is not another one', async (t) => {
  const files = { 'live/main.tf': computed, 'live/variables.tf': declared };
  const long = `${'a-long-name/'.repeat(30)}x`;
  t.like(await detect({ ...files, 'live/terraform.tfvars': `bucket = "states"\nenv = "${long}"\n` }), {
    reason: 'backend_unresolved',
    needed: ['var.env'],
  });
  const values = Array.from({ length: 600 }, (_, index) => `size_${index} = "${index}"\n`).join('');
  t.like(await detect({ ...files, 'live/terraform.tfvars': `bucket = "states"\n${values}env = "prod"\n` }), {
    reason: 'backend_unresolved',
    needed: ['var.env'],
  });
  t.like(
    await detect({
      ...files,
      'live/terraform.tfvars': 'bucket = "states"\n',
      'live/prod.tfvars': `${values}env = "prod"\n`,
    }),
    { backends: [], reason: 'backend_unresolved', needed: ['var.bucket', 'var.env'] },
    'a file that is read in part may set a needed variable',
  );
  t.like(
    await detect({
      'live/main.tf': backend('    bucket = "default"\n    key = "k"'),
      'live/config/prod.s3.tfbackend': `key = "${long}"\n`,
    }),
    { backends: [], reason: 'backend_unresolved', needed: ['key'] },
  );
});

test('each other variable file that sets a needed name is a backend, on the base', async (t) => {
  const files = {
    'live/main.tf': computed,
    'live/variables.tf': declared,
    'live/terraform.tfvars': 'bucket = "states"\n',
    'live/envs/dev.tfvars': 'size = 1\nenv = "dev"\n',
    'live/envs/prod.tfvars': 'env = "prod"\nbucket = "prod-states"\n',
    'live/envs/sizes.tfvars': 'size = 2\n',
  };
  t.deepEqual(await detect(files), {
    base: ['states', 'app-dev/terraform.tfstate'],
    backends: [
      ['live/envs/dev.tfvars', 'states', 'app-dev/terraform.tfstate'],
      ['live/envs/prod.tfvars', 'prod-states', 'app-prod/terraform.tfstate'],
    ],
    reason: null,
    needed: [],
  });
  const many = Object.fromEntries(
    Array.from({ length: 70 }, (_, index) => [`live/envs/c${index}.tfvars`, `env = "c${index}"\n`]),
  );
  const truncated = await detect({ ...files, ...many });
  t.is(truncated.backends.length, 50);
  t.is(truncated.reason, 'too_many_backends');
  const most = Object.fromEntries(Object.entries(many).slice(0, 48));
  t.like(await detect({ ...files, ...most }), { reason: null, backends: { length: 50 } });
});

test('names what a backend needs in a bounded time, whatever the number of files', async (t) => {
  const partials = Array.from({ length: 300 }, (_, index) => [
    `live/p${index}.tfbackend`,
    `region = "r${index}"\n`,
  ]);
  const values = Array.from({ length: 300 }, (_, index) => [`live/c${index}.tfvars`, `env = "c${index}"\n`]);
  const files = { 'live/main.tf': computed, 'live/variables.tf': declared };
  t.deepEqual(await detect({ ...files, ...Object.fromEntries([...partials, ...values]) }), {
    base: [{ expr: 'var.bucket' }, 'app-dev/terraform.tfstate'],
    backends: [],
    reason: 'backend_unresolved',
    needed: ['var.bucket'],
  });
});

test('partial configurations precede the block, one backend each', async (t) => {
  const files = {
    'live/main.tf': backend('    bucket = "default"\n    key = var.key'),
    'live/variables.tf': 'variable "key" {}\n',
    'live/config/prod.s3.tfbackend': 'bucket = "prod"\nkey = "p"\nprofile = "x"\n',
    'live/config/backend-dev.hcl': 'bucket = "dev"\nkey = "d"\n',
  };
  t.deepEqual((await detect(files)).backends, [
    ['live/config/backend-dev.hcl', 'dev', 'd'],
    ['live/config/prod.s3.tfbackend', 'prod', 'p'],
  ]);
  const paired = {
    'live/main.tf': backend('    key = var.key'),
    'live/variables.tf': 'variable "key" {}\n',
    'live/prod.tfbackend': 'bucket = "prod"\n',
    'live/dev.tfbackend': 'bucket = "dev"\n',
    'live/prod.tfvars': 'key = "p"\n',
    'live/dev.tfvars': 'key = "d"\n',
  };
  t.deepEqual((await detect(paired)).backends, [
    ['live/dev.tfbackend live/dev.tfvars', 'dev', 'd'],
    ['live/prod.tfbackend live/prod.tfvars', 'prod', 'p'],
  ]);
});

test('reads -backend-config of CI files in the folder of the command', async (t) => {
  const files = { 'live/main.tf': backend(''), 'live/prod.tfbackend': 'bucket = "prod"\nkey = "p"\n' };
  const workflow = (run: string, more = '') =>
    `jobs:\n  a:\n    steps:\n      - name: init\n${more}        run: |\n${run
      .split('\n')
      .map((line) => `          ${line}`)
      .join('\n')}\n`;
  const withCi = (text: string) => detect({ ...files, '.github/workflows/ci.yml': text });
  const inFolder = '        working-directory: live\n';
  t.deepEqual(
    (
      await withCi(
        workflow('terraform init -backend-config=prod.tfbackend -backend-config="key=q"', inFolder),
      )
    ).backends,
    [['live/prod.tfbackend', 'prod', 'q']],
  );
  t.deepEqual(
    (
      await withCi(
        workflow("cd live\nterraform init \\\n  -backend-config='bucket=b' \\\n  -backend-config=key=k"),
      )
    ).backends,
    [['bucket=b key=k', 'b', 'k']],
  );
  t.deepEqual(
    (
      await withCi(
        workflow('terraform -chdir=live init -backend-config=bucket=$STATES -backend-config=key=k'),
      )
    ).needed,
    ['STATES', 'bucket'],
  );
  const gitlab =
    'init:\n  variables:\n    TF_ROOT: live\n  script:\n    - tofu init -backend-config=bucket=g -backend-config=key=k\n';
  t.deepEqual((await detect({ ...files, '.gitlab-ci.yml': gitlab })).backends, [
    ['bucket=g key=k', 'g', 'k'],
  ]);
  const secret = await withCi(
    workflow(
      'terraform init -backend-config="secret_key=wJalrXUtnFEMI" -backend-config=bucket=b -backend-config=key=k',
      inFolder,
    ),
  );
  t.deepEqual(secret.backends, [['bucket=b key=k', 'b', 'k']]);
});

test('evaluates Terragrunt: environment with a default, paths, and local values of parents and files that are read', async (t) => {
  const root = [
    'locals {',
    '  account = read_terragrunt_config(find_in_parent_folders("account.hcl"))',
    '  region = read_terragrunt_config(find_in_parent_folders("region.hcl"))',
    '  name = local.account.locals.account_name',
    '}',
    'remote_state {',
    '  backend = "s3"',
    '  config = {',
    '    bucket = "${get_env("PREFIX", "acme-")}states-${local.name}-${local.region.locals.aws_region}"',
    '    key = "${path_relative_to_include()}/${basename(get_terragrunt_dir())}.tfstate"',
    '  }',
    '}',
  ].join('\n');
  const files = {
    'live/root.hcl': root,
    'live/prod/account.hcl': 'locals {\n  account_name = "prod"\n}\n',
    'live/prod/eu/region.hcl': 'locals {\n  aws_region = "eu-west-1"\n}\n',
    'live/prod/eu/app/terragrunt.hcl':
      'include "root" {\n  path = find_in_parent_folders("root.hcl")\n  expose = true\n}\nterraform {\n  source = "../../../../modules/app"\n}\n',
    'modules/app/main.tf': queue,
  };
  t.deepEqual(await detect(files, 'live/prod/eu/app'), {
    base: ['acme-states-prod-eu-west-1', 'prod/eu/app/app.tfstate'],
    backends: [],
    reason: null,
    needed: [],
  });
  const open = root
    .replace('get_env("PREFIX", "acme-")', 'get_env("PREFIX")')
    .replace('local.name', 'get_aws_account_id()');
  t.deepEqual((await detect({ ...files, 'live/root.hcl': open }, 'live/prod/eu/app')).needed, [
    'get_aws_account_id()',
    'get_env("PREFIX")',
  ]);
  const own = {
    ...files,
    'live/prod/eu/app/terragrunt.hcl':
      'include "root" {\n  path = find_in_parent_folders("root.hcl")\n  expose = true\n}\n' +
      'remote_state {\n  backend = "s3"\n  config = {\n    bucket = "b-${include.root.locals.name}"\n    key = "k"\n  }\n}\n',
  };
  t.deepEqual((await detect(own, 'live/prod/eu/app')).base, ['b-prod', 'k']);
});

test('gives up the backends of files that include each other a million million times', async (t) => {
  const files = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [
      `live/f${index}.hcl`,
      `locals {\n  next = read_terragrunt_config("f${index + 1}.hcl")\n  v = "\${local.next.locals.v}\${local.next.locals.v}"\n}\n`,
    ]),
  );
  const unit =
    'terraform {\n  source = "."\n}\nlocals {\n  f = read_terragrunt_config("f0.hcl")\n}\n' +
    'remote_state {\n  backend = "s3"\n  config = {\n    bucket = local.f.locals.v\n    key = "k"\n  }\n}\n';
  t.is((await detect({ ...files, 'live/terragrunt.hcl': unit })).reason, 'backend_unresolved');
});

test('names of any text are found without an error', (t) => {
  const scope = { unitFolder: 'a', locals: new Map([['x', 'local.x']]), exists: () => false };
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (text) => {
      t.true(neededNames(text, scope).length <= 20);
    }),
  );
  t.deepEqual(neededNames('local.x', scope), []);
});
