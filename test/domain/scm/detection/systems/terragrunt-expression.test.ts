import test from 'ava';
import fc from 'fast-check';
import {
  callArguments,
  evaluateTerragrunt,
  repositoryPrefix,
} from '../../../../../domain/scm/detection/systems/terragrunt-expression.ts';
import type { TerragruntScope } from '../../../../../domain/scm/detection/systems/terragrunt-expression.ts';

const files = new Set(['root.hcl', 'live/root.hcl', 'live/prod/env.hcl', 'terragrunt.hcl', 'live/modules']);
const scope: TerragruntScope = {
  unitFolder: 'live/prod/vpc',
  include: {
    folder: 'live',
    byLabel: new Map([
      ['root', 'live'],
      ['env', 'live/prod'],
    ]),
  },
  locals: new Map([
    ['base', '"${get_repo_root()}/modules"'],
    ['cycle', 'local.cycle'],
    ['count', '3'],
  ]),
  exists: (path) => files.has(path),
};

const cases: readonly (readonly [string, string | undefined])[] = [
  ['"../vpc"', '../vpc'],
  ['find_in_parent_folders("root.hcl")', `${repositoryPrefix}/live/root.hcl`],
  ['find_in_parent_folders("env.hcl")', `${repositoryPrefix}/live/prod/env.hcl`],
  ['find_in_parent_folders()', `${repositoryPrefix}/live/root.hcl`],
  ['find_in_parent_folders("none.hcl", "fallback.hcl")', 'fallback.hcl'],
  ['find_in_parent_folders("none.hcl")', undefined],
  ['"${dirname(find_in_parent_folders("root.hcl"))}/_env/a.hcl"', `${repositoryPrefix}/live/_env/a.hcl`],
  ['"${get_terragrunt_dir()}/../x.hcl"', `${repositoryPrefix}/live/prod/vpc/../x.hcl`],
  ['"${get_parent_terragrunt_dir()}/x"', `${repositoryPrefix}/live/x`],
  ['"${path_relative_to_include()}/terraform.tfstate"', 'prod/vpc/terraform.tfstate'],
  ['path_relative_from_include()', '../..'],
  ['path_relative_to_include("root")', 'prod/vpc'],
  ['path_relative_to_include("env")', 'vpc'],
  ['path_relative_to_include("other")', undefined],
  ['path_relative_from_include("env")', '..'],
  ['get_parent_terragrunt_dir("env")', `${repositoryPrefix}/live/prod`],
  ['get_path_to_repo_root()', '../../..'],
  ['"${local.base}//vpc"', `${repositoryPrefix}/modules//vpc`],
  ['"a-${basename("x/y")}"', 'a-y'],
  ['local.cycle', undefined],
  ['local.missing', undefined],
  ['local.count', '3'],
  ['get_env("X")', undefined],
  ['get_env("X", "default")', 'default'],
  ['"a" + "b"', undefined],
  ['"${true ? "a" : "b"}"', undefined],
  ['"unterminated', undefined],
  ['', undefined],
];

for (const [text, result] of cases) {
  test(`evaluates ${text === '' ? 'an empty text' : text}`, (t) => {
    t.is(evaluateTerragrunt(text, scope), result);
  });
}

test('finds the first argument of calls', (t) => {
  const text =
    'merge(read_terragrunt_config(find_in_parent_folders("a.hcl", "b")), yamldecode(file("x.yaml")))';
  t.deepEqual(callArguments(text, ['read_terragrunt_config', 'file']), [
    'find_in_parent_folders("a.hcl", "b")',
    '"x.yaml"',
  ]);
  t.deepEqual(callArguments('profile("x") file (', ['file']), []);
});

test('never throws', (t) => {
  const pieces = fc.constantFrom(
    '"',
    '${',
    '}',
    '(',
    ')',
    ',',
    'local.base',
    'local.cycle',
    'dirname',
    'find_in_parent_folders',
    'file',
    '\\',
    '$${',
    '%{',
    ' ',
    'a',
    '/',
    '..',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
      const text = parts.join('');
      evaluateTerragrunt(text, scope);
      callArguments(text, ['file']);
      t.pass();
    }),
    { numRuns: 2_000 },
  );
  t.is(evaluateTerragrunt('dirname('.repeat(400), scope), undefined);
});

test('limits the work for local values that refer to each other', (t) => {
  const locals = new Map([['l0', '"x"']]);
  for (let level = 1; level < 20; level += 1)
    locals.set(`l${level}`, `"\${local.l${level - 1}}\${local.l${level - 1}}"`);
  t.is(evaluateTerragrunt('local.l3', { ...scope, locals }), 'x'.repeat(8));
  t.is(evaluateTerragrunt('local.l19', { ...scope, locals }), undefined);
  const long = new Map([['l', `"${'x'.repeat(3_000)}"`]]);
  t.is(evaluateTerragrunt('"${local.l}${local.l}"', { ...scope, locals: long }), undefined);
});
