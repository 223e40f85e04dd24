import test from 'ava';
import { parseDocument } from '../../../../../activities/scm/parse/parse-document.ts';
import {
  providerLocationsByAddress,
  providerLocationsOf,
} from '../../../../../domain/scm/detection/systems/provider-locations.ts';

async function locate(files: Readonly<Record<string, string>>) {
  const documents = await Promise.all(
    Object.entries(files).map(async ([path, text]) => ({ path, document: await parseDocument(path, text) })),
  );
  return providerLocationsOf(
    documents.flatMap(({ path, document }) => (document.type === 'terraform' ? [{ path, ...document }] : [])),
  );
}

test('reads region and assumed role from HCL and JSON syntax', async (t) => {
  const role = 'arn:aws-us-gov:iam::111122223333:role/a/b';
  const expected = [
    { source: 'hashicorp/aws', alias: 'x', region: 'us-gov-west-1', assumeRoleAccount: '111122223333' },
  ];
  t.deepEqual(
    await locate({
      'main.tf': `provider "aws" {\n  alias = "x"\n  region = "us-gov-west-1"\n  assume_role {\n    role_arn = "${role}"\n  }\n}\n`,
    }),
    expected,
  );
  t.deepEqual(
    await locate({
      'main.tf.json': `{"provider": {"aws": [{"alias": "x", "region": "us-gov-west-1", "assume_role": [{"role_arn": "${role}"}]}]}}`,
    }),
    expected,
  );
});

test('uses the source of a local name, and leaves out other providers and computed values', async (t) => {
  const locations = await locate({
    'versions.tf':
      'terraform {\n  required_providers {\n    cloud = { source = "hashicorp/aws" }\n    aws = { source = "app.terraform.io/acme/aws" }\n    other = { source = "acme/other" }\n  }\n}\n',
    'main.tf':
      'provider "cloud" {\n  region = "eu-west-1"\n}\nprovider "aws" {\n  region = "eu-west-2"\n}\nprovider "other" {\n  region = "eu-west-3"\n}\nprovider "cloud" {\n  alias = "y"\n  region = local.region\n  assume_role {\n    role_arn = "arn:aws:iam::${var.account}:role/x"\n  }\n}\n',
  });
  t.deepEqual(locations, [
    { source: 'hashicorp/aws', region: 'eu-west-1' },
    { source: 'app.terraform.io/acme/aws', region: 'eu-west-2' },
  ]);
  t.deepEqual(
    [...providerLocationsByAddress(locations).keys()],
    [
      'provider["registry.terraform.io/hashicorp/aws"]',
      'provider["registry.opentofu.org/hashicorp/aws"]',
      'provider.aws',
      'provider["app.terraform.io/acme/aws"]',
    ],
  );
});

test('knows no account when the last of several roles is computed', async (t) => {
  t.deepEqual(
    await locate({
      'main.tf':
        'provider "aws" {\n  region = "eu-west-1"\n  assume_role {\n    role_arn = "arn:aws:iam::111122223333:role/a"\n  }\n  assume_role {\n    role_arn = var.role\n  }\n}\n',
    }),
    [{ source: 'hashicorp/aws', region: 'eu-west-1' }],
  );
});

test('reads the tags that a provider ignores and whether it has default tags, in HCL and JSON syntax', async (t) => {
  const expected = [
    {
      source: 'hashicorp/aws',
      defaultTags: true,
      ignoredTags: { keys: ['Cost'], prefixes: ['auto:', 'kube/'] },
    },
  ];
  t.deepEqual(
    await locate({
      'main.tf':
        'provider "aws" {\n  default_tags {\n    tags = local.tags\n  }\n  ignore_tags {\n    keys = ["Cost"]\n    key_prefixes = ["auto:", "kube/"]\n  }\n}\n',
    }),
    expected,
  );
  t.deepEqual(
    await locate({
      'main.tf.json':
        '{"provider": {"aws": {"default_tags": {"tags": {}}, "ignore_tags": [{"keys": ["Cost"], "key_prefixes": ["auto:", "kube/"]}]}}}',
    }),
    expected,
  );
  t.deepEqual(
    await locate({ 'main.tf': 'provider "aws" {\n  ignore_tags {\n    keys = var.ignored\n  }\n}\n' }),
    [{ source: 'hashicorp/aws', ignoredTags: { keys: [], prefixes: [''] } }],
    'a list that is not literal can name every tag',
  );
});
