import test from 'ava';
import { parseDocument } from '../../../../../activities/scm/parse/parse-document.ts';
import { detectProjects } from '../../../../../domain/scm/detection/detect-projects.ts';
import type { TreeEntry } from '../../../../../domain/scm/detection/paths/tree-entry.ts';

type Files = Readonly<Record<string, string>>;

/** Detects the projects of files. Returns the reach of the one in the folder. */
async function reachIn(folder: string, files: Files) {
  const tree = Object.entries(files).map(([path, text]): TreeEntry => ({
    path,
    type: 'blob',
    mode: '100644',
    sha: path,
    size: text.length,
  }));
  const documents = new Map(
    await Promise.all(
      Object.entries(files).map(async ([path, text]) => [path, await parseDocument(path, text)] as const),
    ),
  );
  const projects = detectProjects(tree, documents);
  const found = projects.find(({ path }) => path === folder);
  return found && { withoutAws: found.withoutAws, accounts: found.providerAccountNumbers };
}

const backend = 'terraform {\n  backend "gcs" {}\n}\n';
const [one, two] = ['111111111111', '222222222222'];
const role = (account: string) => `arn:aws:iam::${account}:role/deploy`;
const aws = (body: string) => `${backend}provider "aws" {\n${body}\n}\nresource "aws_sqs_queue" "q" {}\n`;
const assume = (account: string) => `  assume_role {\n    role_arn = "${role(account)}"\n  }`;

test('a root of other clouds is without AWS when all of its modules are known', async (t) => {
  const google = `${backend}provider "google" {}\nresource "google_storage_bucket" "b" {}\n`;
  const of = async (files: Files) => (await reachIn('live', files))?.withoutAws;
  t.true(await of({ 'live/main.tf': google }));
  t.false(await of({ 'live/main.tf': `${google}resource "aws_sqs_queue" "q" {}\n` }));
  t.false(await of({ 'live/main.tf': `${google}resource "awscc_sqs_queue" "q" {}\n` }));
  const required = (source: string) =>
    `terraform {\n  required_providers {\n    cloud = { source = "${source}" }\n  }\n}\n`;
  t.false(await of({ 'live/main.tf': google, 'live/versions.tf': required('hashicorp/aws') }));
  t.true(await of({ 'live/main.tf': google, 'live/versions.tf': required('hashicorp/random') }));
  const call = (source: string) => `${google}module "m" {\n  source = "${source}"\n}\n`;
  t.false(await of({ 'live/main.tf': call('terraform-google-modules/network/google') }), 'a registry');
  t.false(await of({ 'live/main.tf': call('../modules/absent') }));
  t.true(
    await of({ 'live/main.tf': call('../modules/m'), 'modules/m/main.tf': 'resource "random_id" "r" {}\n' }),
  );
  t.false(
    await of({
      'live/main.tf': call('../modules/m'),
      'modules/m/main.tf': 'resource "aws_sqs_queue" "q" {}\n',
    }),
  );
  t.false(
    await of({ 'live/main.tf': google, 'live/broken.tf': 'resource "a" {' }),
    'a file that cannot be read',
  );
});

test('a root names its accounts when every configuration names one, and the default is declared', async (t) => {
  const of = async (files: Files) => (await reachIn('live', files))?.accounts;
  t.deepEqual(await of({ 'live/main.tf': aws(assume(one)) }), [one]);
  t.deepEqual(await of({ 'live/main.tf': aws(`  allowed_account_ids = ["${two}", "${one}"]`) }), [one, two]);
  t.is(await of({ 'live/main.tf': aws('  region = "eu-west-1"') }), undefined);
  t.is(await of({ 'live/main.tf': aws('  allowed_account_ids = [var.account]') }), undefined);
  t.is(await of({ 'live/main.tf': aws(`  alias = "x"\n${assume(one)}`) }), undefined, 'an implied default');
  t.deepEqual(
    await of({ 'live/main.tf': `${aws(assume(one))}provider "aws" {\n  alias = "x"\n${assume(two)}\n}\n` }),
    [one, two],
  );
  t.is(await of({ 'live/main.tf': `${aws(assume(one))}provider "aws" {\n  alias = "x"\n}\n` }), undefined);
  t.is(
    await of({ 'live/main.tf': `${aws(assume(one))}resource "awscc_sqs_queue" "q" {}\n` }),
    undefined,
    'the implied default of awscc',
  );
  const call = `${aws(assume(one))}module "m" {\n  source = "../m"\n}\n`;
  t.deepEqual(await of({ 'live/main.tf': call, 'm/main.tf': 'resource "aws_sqs_queue" "q" {}\n' }), [one]);
  t.is(await of({ 'live/main.tf': call, 'm/main.tf': 'provider "aws" {\n  alias = "y"\n}\n' }), undefined);
  t.deepEqual(
    await of({
      'live/main.tf': aws(
        `  assume_role_with_web_identity {\n    role_arn = "${role(one)}"\n    web_identity_token_file = "f"\n  }`,
      ),
    }),
    [one],
  );
  t.is(
    await of({
      'live/main.tf': aws(assume(one)),
      'live/x_override.tf': 'provider "aws" {\n  assume_role {\n    role_arn = var.r\n  }\n}\n',
    }),
    undefined,
  );
});

test('a Terragrunt unit runs as its role, and knows the module that it names', async (t) => {
  const unit = (source: string, more = '') => `terraform {\n  source = "${source}"\n}\n${more}`;
  const module = 'resource "aws_sqs_queue" "q" {}\n';
  const iamRole = `iam_role = "${role(one)}"\n`;
  const of = (files: Files) => reachIn('live/b', files);
  t.deepEqual(await of({ 'live/b/terragrunt.hcl': unit('../../m', iamRole), 'm/main.tf': module }), {
    withoutAws: false,
    accounts: [one],
  });
  t.deepEqual(
    await of({
      'root.hcl': iamRole,
      'live/b/terragrunt.hcl': unit(
        '../../m',
        'include "root" {\n  path = find_in_parent_folders("root.hcl")\n}\n',
      ),
      'm/main.tf': module,
    }),
    { withoutAws: false, accounts: [one] },
  );
  t.deepEqual(
    (
      await of({
        'live/b/terragrunt.hcl': unit('../../m', iamRole),
        'm/main.tf': `provider "aws" {\n  profile = "other"\n}\n${module}`,
      })
    )?.accounts,
    undefined,
  );
  t.deepEqual(
    await of({
      'live/b/terragrunt.hcl': unit(
        '../../m',
        `generate "p" {\n  path = "p.tf"\n  if_exists = "overwrite"\n  contents = <<EOF\nprovider "aws" {\n${assume(two)}\n}\nEOF\n}\n`,
      ),
      'm/main.tf': module,
    }),
    { withoutAws: false, accounts: [two] },
  );
  t.true(
    (await of({ 'live/b/terragrunt.hcl': unit('../../m'), 'm/main.tf': 'resource "random_id" "r" {}\n' }))
      ?.withoutAws,
  );
  t.false((await of({ 'live/b/terragrunt.hcl': unit('git::https://github.com/acme/m.git') }))?.withoutAws);
});

test('a Pulumi program is without AWS when its manifests name no AWS package', async (t) => {
  const program = (runtime: string) => `name: app\nruntime: ${runtime}\n`;
  const of = async (files: Files) => (await reachIn('app', files))?.withoutAws;
  const manifests: readonly (readonly [string, string, string])[] = [
    ['nodejs', 'package.json', '{"dependencies": {"@pulumi/NAME": "7.0.0"}}'],
    ['python', 'requirements.txt', 'pulumi>=3\npulumi-NAME>=7\n'],
    ['go', 'go.mod', 'require github.com/pulumi/pulumi-NAME/sdk/v7 v7.0.0\n'],
    ['dotnet', 'App.csproj', '<PackageReference Include="Pulumi.NAME" Version="7.0.0" />'],
    ['java', 'pom.xml', '<groupId>com.pulumi</groupId><artifactId>NAME</artifactId>'],
  ];
  for (const [runtime, name, text] of manifests) {
    const files = (used: string) => ({
      'app/Pulumi.yaml': program(runtime),
      [`app/${name}`]: text.replace('NAME', used),
    });
    t.true(await of(files('gcp')), name);
    for (const used of ['aws', 'awsx', 'aws-native', 'eks'])
      t.false(await of(files(used)), `${name} ${used}`);
  }
  t.false(await of({ 'app/Pulumi.yaml': program('nodejs') }), 'no manifest');
  t.false(
    await of({
      'app/Pulumi.yaml': program('nodejs'),
      'app/package.json': '{"dependencies": {"@acme/infra": "workspace:*"}}',
    }),
    'a package of the repository',
  );
  t.false(
    await of({
      'app/Pulumi.yaml': program('nodejs'),
      'app/package.json': '{}',
      'package.json': '{"dependencies": {"@pulumi/aws": "7"}}',
    }),
    'the manifest of a folder above',
  );
  const resource = (type: string) => `${program('yaml')}resources:\n  r:\n    type: ${type}\n`;
  t.true(await of({ 'app/Pulumi.yaml': resource('gcp:storage:Bucket') }));
  t.false(await of({ 'app/Pulumi.yaml': resource('aws:s3:Bucket') }));
});
