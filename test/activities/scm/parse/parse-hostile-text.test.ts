import test from 'ava';
import fc from 'fast-check';
import { parseDocument } from '../../../../activities/scm/parse/parse-document.ts';
import { codePoint } from '../../../support/code-point.ts';

test('limits what aliases expand to', async (t) => {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
  for (let level = 1; level < 12; level += 1) {
    const items = Array.from({ length: 10 }, () => `*a${level - 1}`).join(', ');
    lines.push(`a${level}: &a${level} [${items}]`);
  }
  const document = await parseDocument('kustomization.yaml', `${lines.join('\n')}\nresources: *a11\n`);
  t.is(document.type, 'unreadable');
  t.is(document.problem, 'The file has more than 300000 values.');
  const cycle = await parseDocument('kustomization.yaml', 'resources: &a [*a]\n');
  t.is(cycle.type, 'unreadable');
});

test('treats __proto__ and duplicate keys as data', async (t) => {
  const chart = await parseDocument('Chart.yaml', '__proto__: { type: library }\nname: a\nname: b\n');
  t.deepEqual(chart, { type: 'chart', name: 'b', library: false, localDependencies: [] });
  const terraform = await parseDocument(
    'main.tf',
    'terraform {\n  required_providers {\n    __proto__ = { source = "x/y" }\n  }\n}\n',
  );
  t.deepEqual(terraform.type === 'terraform' && terraform.requiredProviders, [
    { name: '__proto__', source: 'x/y' },
  ]);
  t.is(({} as { source?: unknown }).source, undefined);
});

test('names invalid UTF-8, and refuses binary and large files', async (t) => {
  const invalid = await parseDocument(
    'main.tf',
    Buffer.from([...Buffer.from('resource "a_b" "c" {}\n# '), 0xff]),
  );
  t.like(invalid, { type: 'terraform', problem: 'The file is not valid UTF-8.', hasResources: true });
  const utf16 = await parseDocument('main.tf', Buffer.from('resource "a" "b" {}', 'utf16le'));
  t.deepEqual(utf16, { type: 'unreadable', problem: 'The file is binary.' });
  const large = await parseDocument('main.tf', ' '.repeat(1_048_577));
  t.deepEqual(large, { type: 'unreadable', problem: 'The file is larger than 1 MB.' });
});

test('refuses deep nesting of every format', async (t) => {
  const depth = 5_000;
  const texts = [
    ['main.tf', 'a {\n'.repeat(depth)],
    ['terragrunt.hcl', `x = ${'['.repeat(depth)}${']'.repeat(depth)}`],
    ['terragrunt.hcl', `${'a {\n'.repeat(depth)}${'}\n'.repeat(depth)}`],
    ['Chart.yaml', '['.repeat(depth)],
    ['Chart.yaml', `${'- '.repeat(depth)}a`],
    ['Chart.yaml', `${'{a: '.repeat(depth)}${'}'.repeat(depth)}`],
    ['cdk.json', '['.repeat(depth)],
    ['main.tf.json', '{"a":'.repeat(depth)],
  ] as const;
  for (const [name, text] of texts) {
    const { problem } = await parseDocument(name, text);
    if (name !== 'terragrunt.hcl' || text.startsWith('a')) t.truthy(problem, `${name} ${text.slice(0, 10)}`);
  }
});

const names = [
  'main.tf',
  'main.tf.json',
  'terragrunt.hcl',
  '.terraform.lock.hcl',
  'Chart.yaml',
  'kustomization.yaml',
  'template.yaml',
  'x.json',
  'Pulumi.yaml',
  'serverless.yml',
  'serverless.ts',
  'roles/a/tasks/main.yml',
  'galaxy.yml',
  'samconfig.toml',
  'main.bicep',
  'main.bicepparam',
  'atlantis.yaml',
];

const fragments = fc.constantFrom(
  '{',
  '}',
  '[',
  ']',
  '(',
  ')',
  '"',
  "'",
  '${',
  '%{',
  '<<EOT\n',
  'EOT\n',
  '\n',
  '\r\n',
  ' ',
  '  ',
  '- ',
  ': ',

  'a',
  'terraform',
  'backend',
  'module',
  'source',
  ' = ',
  '\\',
  '&a ',
  '*a',
  '<<: ',
  '!Sub ',
  '---\n',
  '?',
  '|\n',

  'Resources:',
  'Type: AWS::S3::Bucket',
  'hosts: all',
  'tasks:',
  'crossplane.io',
  '#',
  '/*',
  '*/',
  '\ud800',
  '\u2028',

  'include',
  'path',
  'find_in_parent_folders(',
  'local.a',
  'config_path',
  'remote_state',
  '__proto__',
  ',',
  '0',
);

test('never throws, whatever the text', async (t) => {
  const texts = fc.oneof(
    fc.array(fragments, { maxLength: 60 }).map((parts) => parts.join('')),
    fc.string({ unit: codePoint, maxLength: 100 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), texts, async (name, text) => {
      const document = await parseDocument(name, text);
      t.is(typeof document.type, 'string');
      t.deepEqual(JSON.parse(JSON.stringify(document)), document, 'is plain JSON');
    }),
    { numRuns: 1_500 },
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), fc.uint8Array({ maxLength: 100 }), async (name, bytes) => {
      t.is(typeof (await parseDocument(name, bytes)).type, 'string');
    }),
    { numRuns: 300 },
  );
});
