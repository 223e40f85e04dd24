import test from 'ava';
import fc from 'fast-check';
import { detectProjects } from '../../../../domain/scm/detection/detect-projects.ts';
import { affectedProjects } from '../../../../domain/scm/detection/affected-projects.ts';
import { detectInFixture, readRepositoryFixtures, treeOf } from '../../../support/scm/repository-fixture.ts';

const fixtures = readRepositoryFixtures();
const everyFile = fixtures.flatMap(({ name, tree, read }) =>
  tree.map((entry) => ({ path: `${name}/${entry.path}`, content: read(entry.sha) })),
);

const detectIn = (files: Readonly<Record<string, string>>) =>
  detectInFixture(treeOf(new Map(Object.entries(files))));

test('the order of the tree does not matter, and path and system are unique', async (t) => {
  const files = fc.uniqueArray(fc.constantFrom(...everyFile), {
    selector: ({ path }) => path,
    minLength: 1,
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(files, async (chosen) => {
      const { tree, read } = treeOf(new Map(chosen.map(({ path, content }) => [path, content])));
      const { projects } = await detectInFixture({ tree, read });
      const reversed = await detectInFixture({ tree: tree.toReversed(), read });
      t.deepEqual(reversed.projects, projects);
      const keys = projects.map(({ path, system }) => `${system} ${path}`);
      t.is(new Set(keys).size, keys.length);
    }),
    { numRuns: 60 },
  );
});

test('finds projects by name when no document is available, and names the files', (t) => {
  const { tree } = treeOf(
    new Map([
      ['app/main.tf', ''],
      ['chart/Chart.yaml', ''],
      ['x/stack.yaml', ''],
    ]),
  );
  const projects = detectProjects(tree, new Map());
  t.deepEqual(
    projects.map(({ path, system, unreadableFiles }) => [path, system, unreadableFiles.length]),
    [
      ['app', 'terraform', 1],
      ['chart', 'helm', 1],
    ],
  );
});

test('an empty tree has no projects', (t) => {
  t.deepEqual(detectProjects([], new Map()), []);
});

test('evidence of a module that many roots call stays small', async (t) => {
  const files: Record<string, string> = { 'm/main.tf': 'resource "a_b" "c" {}\n' };
  for (let index = 0; index < 300; index += 1)
    files[`r${index}/main.tf`] = 'module "m" {\n  source = "../m"\n}\n';
  const { projects } = await detectIn(files);
  const module = projects.find(({ path }) => path === 'm');
  t.is(module?.kind, 'module');
  t.deepEqual(module?.evidence[1], {
    kind: 'called_module',
    path: 'r0',
    detail: 'called as a local module (and 299 more)',
    weight: -5,
  });
});

test('a called module shows the facts that its kind overrides', async (t) => {
  const { projects } = await detectIn({
    'm/main.tf': 'terraform {\n  backend "s3" {}\n}\nresource "a_b" "c" {}\n',
    'r/main.tf': 'module "m" {\n  source = "../m"\n}\n',
  });
  const module = projects.find(({ path }) => path === 'm');
  t.is(module?.kind, 'module');
  t.deepEqual(
    module?.evidence.map(({ kind, weight }) => [kind, weight]),
    [
      ['file', 0],
      ['called_module', -5],
      ['backend', 5],
      ['complete_variables', 1],
    ],
  );
});

test('a pull request that changes fixtures affects the projects that use the files', async (t) => {
  const fixture = fixtures.find(({ name }) => name === 'terragrunt-several-includes');
  t.truthy(fixture);
  if (fixture === undefined) return;
  const { projects } = await detectInFixture(fixture);
  const active = projects.map((project) => ({ ...project, status: 'active' as const }));
  const affectedBy = (path: string) => affectedProjects([{ path }], active).map((project) => project.path);
  const mysql = 'live/prod/eu-west-1/mysql';
  const vpc = 'live/prod/eu-west-1/vpc';
  t.deepEqual(affectedBy('live/root.hcl'), [mysql, vpc]);
  t.deepEqual(affectedBy('live/_envcommon/mysql.hcl'), [mysql]);
  t.deepEqual(affectedBy('live/prod/eu-west-1/region.hcl'), [mysql, vpc]);
  t.deepEqual(affectedBy('live/prod/prod.tfvars'), [mysql]);
  t.deepEqual(affectedBy('modules/mysql/main.tf'), [mysql, 'modules/mysql']);
  t.deepEqual(affectedBy(`${vpc}/terragrunt.hcl`), [vpc]);
});

test('credentials of a repository appear in no project', async (t) => {
  const { projects } = await detectIn({
    'main.tf': 'terraform {\n  backend "pg" {\n    conn_str = "postgres://u:hidden@h/db"\n  }\n}\n',
    'prod.tfvars': 'password = "hidden"\n',
    'Pulumi.yaml': 'name: a\nruntime: go\nbackend:\n  url: s3://user:hidden@bucket\n',
    'Pulumi.prod.yaml': 'config:\n  a:password: hidden\n',
  });
  t.is(projects.length, 2);
  t.false(JSON.stringify(projects).includes('hidden'));
});

test('an override file replaces the backend', async (t) => {
  const { projects } = await detectIn({
    'a_override.tf': 'terraform {\n  backend "local" {\n    path = "x"\n  }\n}\n',
    'main.tf': 'terraform {\n  backend "s3" {\n    bucket = "b"\n  }\n}\nresource "a_b" "c" {}\n',
    'override.tf': 'terraform {\n  backend "gcs" {\n    bucket = "g"\n  }\n}\n',
  });
  t.deepEqual(
    projects.map(({ backendType, backendConfig }) => [backendType, backendConfig]),
    [['gcs', { bucket: 'g' }]],
  );
});

test('the code of a generate block declares the backend of a unit without remote_state', async (t) => {
  const generate = (bucket: string) => `generate "backend" {
  path     = "backend.tf"
  contents = <<EOF
terraform {
  backend "s3" {
    bucket = "${bucket}"
    key    = "\${path_relative_to_include()}/terraform.tfstate"
    region = "eu-west-1"
  }
}
EOF
}
`;
  const include = 'include "root" {\n  path = find_in_parent_folders("root.hcl")\n}\n';
  const { projects } = await detectIn({
    'root.hcl': generate('shared'),
    'app/terragrunt.hcl': include,
    'own/terragrunt.hcl': include + generate('own'),
    'state/terragrunt.hcl': `${include}remote_state {\n  backend = "gcs"\n  config = {}\n}\n`,
  });
  const config = (bucket: string, folder: string) => ({
    bucket,
    key: { expr: '"${path_relative_to_include()}/terraform.tfstate"', value: `${folder}/terraform.tfstate` },
    region: 'eu-west-1',
  });
  t.deepEqual(
    projects.map(({ path, backendType, backendConfig }) => [path, backendType, backendConfig]),
    [
      ['app', 's3', config('shared', 'app')],
      ['own', 's3', config('own', 'own')],
      ['state', 'gcs', {}],
    ],
  );
  t.like(projects[0]?.evidence.at(-1), {
    kind: 'backend',
    path: 'root.hcl',
    detail: 'generated backend "s3"',
  });
});

test('functions of a unit with several includes use the include that their label names', async (t) => {
  const { projects } = await detectIn({
    'root.hcl': 'locals {}\n',
    'live/env.hcl': 'locals {}\n',
    'live/app/terragrunt.hcl': `include "env" {
  path = find_in_parent_folders("env.hcl")
}
include "root" {
  path = find_in_parent_folders("root.hcl")
}
remote_state {
  backend = "s3"
  config = {
    bucket = "b"
    key    = "\${path_relative_to_include("root")}/x.tfstate"
  }
}
`,
  });
  t.deepEqual(projects[0]?.backendConfig['key'], {
    expr: '"${path_relative_to_include("root")}/x.tfstate"',
    value: 'live/app/x.tfstate',
  });
});

test('a file in JSON syntax may be a list of objects', async (t) => {
  const { projects } = await detectIn({
    'main.tf.json': JSON.stringify([
      { terraform: { backend: { s3: { bucket: 'b', key: 'a"${f("b")}"' } } } },
      { resource: { aws_sqs_queue: { jobs: {} } } },
    ]),
  });
  t.like(projects[0], {
    system: 'terraform',
    kind: 'root',
    backendConfig: { bucket: 'b', key: { expr: '"a\\"${f("b")}\\""' } },
  });
});

test('a unit may have the JSON syntax', async (t) => {
  const { projects } = await detectIn({
    'root.hcl': 'locals {}\n',
    'modules/app/main.tf': 'resource "a_b" "c" {}\n',
    'live/bare/terragrunt.hcl.json': JSON.stringify({
      include: { path: '${find_in_parent_folders("root.hcl")}' },
      terraform: { source: '../../modules/app' },
    }),
    'live/app/terragrunt.hcl.json': JSON.stringify({
      include: { root: { path: '${find_in_parent_folders("root.hcl")}' } },
      remote_state: {
        backend: 's3',
        config: { bucket: 'b', key: '${path_relative_to_include("root")}/x.tfstate' },
      },
    }),
  });
  const units = projects.filter(({ system }) => system === 'terragrunt');
  t.deepEqual(
    units.map(({ path, kind, backendConfig, references }) => [path, kind, backendConfig, references]),
    [
      [
        'live/app',
        'root',
        {
          bucket: 'b',
          key: { expr: '"${path_relative_to_include("root")}/x.tfstate"', value: 'live/app/x.tfstate' },
        },
        [{ kind: 'include', path: 'root.hcl' }],
      ],
      [
        'live/bare',
        'root',
        {},
        [
          { kind: 'include', path: 'root.hcl' },
          { kind: 'module', path: 'modules/app' },
        ],
      ],
    ],
  );
});

test('files that read each other are read once', async (t) => {
  const reads = (name: string) =>
    Array.from({ length: 150 }, (_, index) => `  v${index} = read_terragrunt_config("../../${name}")`).join(
      '\n',
    );
  const { projects } = await detectIn({
    'a.hcl': `locals {\n${reads('b.hcl')}\n  x = read_terragrunt_config("../../a.hcl")\n}\n`,
    'b.hcl': `locals {\n${reads('a.hcl')}\n}\n`,
    'live/app/terragrunt.hcl': 'include "a" {\n  path = "../../a.hcl"\n}\n',
  });
  t.deepEqual(
    projects.map(({ path, references }) => [path, references]),
    [
      [
        'live/app',
        [
          { kind: 'include', path: 'a.hcl' },
          { kind: 'include', path: 'b.hcl' },
        ],
      ],
    ],
  );
});

test('a variable file of an example or a module is not assigned to a root', async (t) => {
  const { projects } = await detectIn({
    'main.tf': 'terraform {\n  backend "s3" {}\n}\nmodule "m" {\n  source = "./m"\n}\n',
    'm/main.tf': 'resource "a_b" "c" {}\n',
    'm/defaults.tfvars': 'a = 1\n',
    'examples/x/main.tf': 'resource "a_b" "c" {}\n',
    'examples/x/terraform.tfvars': 'a = 1\n',
    'live/u/terragrunt.hcl': 'terraform {\n  source = "git::https://example.com/x.git"\n}\n',
    'live/u/unit.tfvars': 'a = 1\n',
  });
  t.deepEqual(
    projects.map(({ path, environmentHints }) => [path, environmentHints.tfvars]),
    [
      ['.', []],
      ['examples/x', ['examples/x/terraform.tfvars']],
      ['live/u', ['live/u/unit.tfvars']],
      ['m', ['m/defaults.tfvars']],
    ],
  );
});
