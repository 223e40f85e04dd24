import test from 'ava';
import { parseDocument } from '../../../../activities/scm/parse/parse-document.ts';

test('reads the facts of a Terraform file with their lines', async (t) => {
  const text = `# comment
terraform {
  required_providers {
    aws = { source = "hashicorp/aws", version = "~> 5.0" }
  }
  backend "s3" {
    bucket = "state"
    workspaces {
      name = "w"
    }
  }
}

provider "aws" {
  alias  = "us"
  region = "us-east-1"
  assume_role {
    role_arn = "arn:aws:iam::111122223333:role/x"
  }
}

variable "a" {}
variable "b" { default = null }

module "vpc" {
  source = "../modules/vpc"
}

resource "aws_s3_bucket" "logs" {
  policy = <<-EOT
    resource "not" "a block" {
    }
  EOT
}
moved {
  from = aws_s3_bucket.old
  to   = aws_s3_bucket.logs
}
`;
  t.deepEqual(await parseDocument('main.tf', text), {
    type: 'terraform',
    generated: false,
    backend: { type: 's3', config: { bucket: 'state', workspaces: { name: 'w' } }, line: 6 },
    workspaces: ['w'],
    requiredProviders: [{ name: 'aws', source: 'hashicorp/aws', version: '~> 5.0' }],
    providers: [
      {
        name: 'aws',
        alias: 'us',
        region: 'us-east-1',
        roleArn: 'arn:aws:iam::111122223333:role/x',
        configured: true,
        ownCredentials: true,
        line: 14,
      },
    ],
    modules: [{ name: 'vpc', source: '../modules/vpc', line: 25 }],
    blocks: [
      { address: 'module.vpc', line: 25 },
      { address: 'aws_s3_bucket.logs', line: 29 },
    ],
    moved: [{ from: 'aws_s3_bucket.old', to: 'aws_s3_bucket.logs', line: 35 }],
    variablesWithoutDefault: 1,
    defaults: [],
    locals: [],
    imports: 0,
    hasContent: true,
    hasResources: true,
    deployments: [],
  });
});

test('reads the same from LF, CRLF, with a byte order mark, and from bytes', async (t) => {
  const text = 'resource "a_b" "c" {\n  x = <<EOT\nline\nEOT\n}\nresource "a_b" "d" {}\n';
  const wanted = await parseDocument('main.tf', text);
  const variants = [
    text.replaceAll('\n', '\r\n'),
    `\ufeff${text}`,
    Buffer.from(text),
    Buffer.from(`\ufeff${text}`),
  ];
  for (const variant of variants) t.deepEqual(await parseDocument('main.tf', variant), wanted);
  t.is(wanted.problem, undefined);
});

test('reads the same from HCL and from JSON syntax', async (t) => {
  const hcl = await parseDocument(
    'main.tf',
    'terraform {\n  backend "s3" {\n    bucket = "b"\n    key = "${var.k}"\n  }\n}\nmodule "m" {\n  source = "./m"\n}\nresource "a_b" "c" {}\n',
  );
  const json = await parseDocument(
    'main.tf.json',
    '{"terraform":{"backend":{"s3":{"bucket":"b","key":"${var.k}"}}},\n"module":{"m":{"source":"./m"}},\n"resource":{"a_b":{"c":{}}}}',
  );
  const withoutLines = (value: unknown) =>
    JSON.parse(
      JSON.stringify(value, (key, inner: unknown) => (key === 'line' ? undefined : inner)),
    ) as unknown;
  t.deepEqual(withoutLines(json), withoutLines(hcl));
});

test('keeps the blocks before and after syntax errors, and names the first error', async (t) => {
  const document = await parseDocument(
    'main.tf',
    `resource "a_b" "first" {}

resource "a_b" "broken" {
  x = [1,
}

terraform {
  backend "s3" {
    bucket = "b"
  }
}

module "m" {
  source = "./m"
  y = = 1
}

resource "a_b" "last" {}
`,
  );
  t.regex(document.problem ?? '', /^Syntax error near line [345]\.$/);
  t.is(document.type, 'terraform');
  if (document.type !== 'terraform') return;
  t.deepEqual(document.backend, { type: 's3', config: { bucket: 'b' }, line: 8 });
  t.deepEqual(
    document.blocks.filter(({ address }) => address !== 'a_b.broken'),
    [
      { address: 'a_b.first', line: 1 },
      { address: 'module.m', line: 13 },
      { address: 'a_b.last', line: 18 },
    ],
  );
});

test('reads numbers with exponents and keeps texts that look like them', async (t) => {
  const document = await parseDocument(
    'main.tf',
    'terraform {\n  backend "x" {\n    a = 1e5\n    b = "1e5"\n    c1e5 = <<E1E2\nx\nE1E2\n  }\n}\n',
  );
  t.is(document.problem, undefined);
  t.deepEqual(document.type === 'terraform' && document.backend?.config, {
    a: 100_000,
    b: '1e5',
    c1e5: { expr: '<<E1E2\nx\nE1E2' },
  });
});

const validSyntax: readonly (readonly [string, string])[] = [
  [
    'for expressions',
    'locals {\n a = [for k, v in var.m : upper(v) if v != ""]\n b = {for k, v in var.m : k => v...}\n}',
  ],
  ['splats and indexes', 'locals {\n a = x.y[*].id\n b = x.y.*.id\n c = x.y[0].z["k"]\n d = x.0.y\n}'],
  [
    'template directives',
    'locals {\n a = "%{ if var.x }yes%{ else }no%{ endif }"\n b = "$${x} %%{y} \\""\n}',
  ],
  [
    'heredocs in calls',
    'locals {\n a = f(<<-EOT\n  %{ for a in var.l ~}\n  ${a}\n  %{ endfor ~}\n  EOT\n )\n}',
  ],
  ['provider functions', 'locals {\n a = provider::aws::arn_parse(var.x)\n b = max(var.l...)\n}'],
  ['conditions over lines', 'locals {\n a = (\n  var.x\n  ? -1\n  : !var.y || var.z >= 1\n )\n}'],
  ['nested quotes', 'locals {\n a = "x-${var.m["k"]}-${join(",", ["a", "b"])}"\n}'],
  ['Unicode names', 'variable "größe" {\n default = "日本"\n}\nlocals {\n größe = 1\n}'],
  ['comments', '// a\n# b\n/* c\n d */\nlocals { // x\n}'],
  [
    'optional types',
    'variable "x" {\n type = object({\n  a = optional(string, "x")\n  b = list(any)\n })\n}',
  ],
];

for (const [title, text] of validSyntax) {
  test(`reports no error for ${title}`, async (t) => {
    t.is((await parseDocument('main.tf', text)).problem, undefined);
  });
}

test('keeps no credential of a backend, a module source, a local value or a Pulumi backend', async (t) => {
  const secrets = ['s3cr3t', 'AKIAIOSFODNN7EXAMPLE'];
  const documents = [
    await parseDocument(
      'main.tf',
      `terraform {
  backend "http" {
    address  = "https://user:s3cr3t@example.com/state"
    password = "s3cr3t"
    headers  = { Authorization = "s3cr3t" }
    nested {
      client_secret = "s3cr3t"
      id            = "AKIAIOSFODNN7EXAMPLE"
    }
    conn_str = "postgres://u:s3cr3t@host/db"
    key      = "\${var.prefix}s3-key"
  }
}
module "m" {
  source = "git::https://oauth2:s3cr3t@example.com/m.git"
}
variable "password" {
  default = "s3cr3t"
}
`,
    ),
    await parseDocument(
      'terragrunt.hcl',
      `locals {
  db_password = "s3cr3t"
  id          = "AKIAIOSFODNN7EXAMPLE"
}
terraform {
  source = "git::https://user:s3cr3t@example.com/m.git"
}
remote_state {
  backend = "s3"
  config  = { secret_key = "s3cr3t", bucket = "b" }
}
inputs = { token = "s3cr3t" }
`,
    ),
    await parseDocument(
      'Pulumi.yaml',
      'name: a\nruntime: go\nbackend: { url: "s3://u:s3cr3t@b?token=s3cr3t" }\n',
    ),
  ];
  for (const document of documents) {
    const stored = JSON.stringify(document);
    for (const secret of secrets) t.false(stored.includes(secret), stored);
    t.is(document.problem, undefined);
  }
});

test('reads CloudFormation tags, anchors, merge keys and several documents', async (t) => {
  const template = await parseDocument(
    'app.yaml',
    `x: &defaults
  Type: AWS::CloudFormation::Stack
Resources:
  A:
    <<: *defaults
    Properties:
      TemplateURL: nested.yaml
  B:
    Type: AWS::S3::Bucket
    Properties: !If [x, !Sub "a", !GetAtt B.Arn]
`,
  );
  t.like(template, { type: 'template', system: 'cloudformation', nested: ['nested.yaml'] });
  const crossplane = await parseDocument(
    'c.yaml',
    'kind: Other\n---\napiVersion: apiextensions.crossplane.io/v1\nkind: Composition\nmetadata:\n  name: db\n',
  );
  t.like(crossplane, { type: 'crossplane', compositions: ['db'] });
});

test('reads the version of registry modules and the declarations that Terragrunt generates', async (t) => {
  const terraform = await parseDocument(
    'main.tf',
    'module "vpc" {\n  source  = "terraform-aws-modules/vpc/aws"\n  version = "~> 5.0"\n}\n',
  );
  t.like(terraform, {
    modules: [{ name: 'vpc', source: 'terraform-aws-modules/vpc/aws', version: '~> 5.0', line: 1 }],
  });
  const long = '# comment\n'.repeat(1_000);
  const terragrunt = await parseDocument(
    'terragrunt.hcl',
    `remote_state {
  backend  = "s3"
  generate = { path = "backend.tf", if_exists = "overwrite" }
}
generate "provider" {
  path     = "provider.tf"
  contents = <<-EOF
    ${long}
    provider "aws" {
      region = "eu-west-1"
      alias  = "\${local.alias}"
    }
  EOF
}
generate "computed" {
  path     = "computed.tf"
  contents = templatefile("x.tftpl", {})
}
generate "quoted" {
  path     = "quoted.tf"
  contents = "resource \\"a_b\\" \\"c\\" {}\\n"
}
`,
  );
  t.is(terragrunt.problem, undefined);
  if (terragrunt.type !== 'terragrunt') return t.fail();
  t.deepEqual(
    terragrunt.generates.map(({ path, code }) => [path, code?.providers[0]?.region, code?.blocks]),
    [
      ['provider.tf', 'eu-west-1', []],
      ['computed.tf', undefined, undefined],
      ['quoted.tf', undefined, [{ address: 'a_b.c', line: 1 }]],
      ['backend.tf', undefined, []],
    ],
  );
});

test('names the line of the key of each block of a JSON file', async (t) => {
  const document = await parseDocument(
    'main.tf.json',
    '{\n"resource": {"a_b": {\n"c":\n{},\n"d": [\n{}]}},\n"provider": {\n"aws":\n[{}]},\n"moved": [\n{"from": "a_b.x", "to": "a_b.c"}]}',
  );
  t.like(document, {
    blocks: [
      { address: 'a_b.c', line: 3 },
      { address: 'a_b.d', line: 6 },
    ],
    providers: [{ name: 'aws', line: 9 }],
    moved: [{ from: 'a_b.x', to: 'a_b.c', line: 11 }],
  });
});

test('reads ignore_changes of resources as attributes without indices, and no other content of resources', async (t) => {
  const ignoredIn = async (name: string, text: string) => {
    const document = await parseDocument(name, text);
    return document.type === 'terraform'
      ? document.blocks.map(({ address, ignored }) => [address, ignored])
      : [];
  };
  t.deepEqual(
    await ignoredIn(
      'main.tf',
      `resource "aws_a" "list" {
  policy = jsonencode({ lifecycle = 1 })
  setting {
    lifecycle {
      ignore_changes = [nested]
    }
  }
  lifecycle {
    prevent_destroy = true
    ignore_changes  = [tags["Team"], tags_all, image, block[0].name, "old.style", environment[0].variables["A.B"],]
  }
}
resource "aws_a" "all" {
  lifecycle {
    ignore_changes = all
  }
}
resource "aws_a" "star" {
  lifecycle {
    ignore_changes = ["*"]
  }
}
resource "aws_a" "none" {
  name = "x"
}
`,
    ),
    [
      ['aws_a.list', ['tags.Team', 'tags', 'image', 'block.name', 'old.style', 'environment.variables.A.B']],
      ['aws_a.all', ['*']],
      ['aws_a.star', ['*']],
      ['aws_a.none', undefined],
    ],
  );
  t.deepEqual(
    await ignoredIn(
      'main.tf.json',
      '{"resource": {"aws_a": {"json": {"lifecycle": [{"ignore_changes": ["tags", "size[0].width"]}]}, "all": {"lifecycle": {"ignore_changes": "all"}}}}}',
    ),
    [
      ['aws_a.json', ['tags', 'size.width']],
      ['aws_a.all', ['*']],
    ],
  );
});
