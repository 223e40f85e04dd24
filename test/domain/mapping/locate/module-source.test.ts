import test from 'ava';
import {
  fullNamesOf,
  parseModuleSource,
  remotesOfUrl,
} from '../../../../domain/mapping/locate/module-source.ts';

const describe = (source: string): string => {
  const parsed = parseModuleSource(source);
  if (parsed.kind === 'local') return `local ${parsed.path}`;
  return parsed.kind === 'git' ? `${parsed.remote} ${parsed.folder} ${parsed.ref ?? '-'}` : 'other';
};

const sources: Readonly<Record<string, string>> = {
  './modules/a': 'local ./modules/a',
  '../a': 'local ../a',
  '..': 'local ..',
  'git::https://github.com/Acme/Modules.git': 'github.com/acme/modules . -',
  'git::https://github.com/acme/modules.git//a/b?ref=v1.2.0': 'github.com/acme/modules a/b v1.2.0',
  'git::https://github.com/acme/modules?depth=1&ref=feature%2Fx': 'github.com/acme/modules . feature/x',
  'git::ssh://git@github.com/acme/modules.git//a?ref=v1': 'github.com/acme/modules a v1',
  'git::ssh://git@git.example.com:2222/group/sub/modules.git//a/': 'git.example.com/group/sub/modules a -',
  'git::ssh://github.com:acme/modules.git//a': 'github.com/acme/modules a -',
  'git::git@gitlab.com:group/sub/modules.git//a?ref=main': 'gitlab.com/group/sub/modules a main',
  'git@github.com:acme/modules.git//a?ref=v1': 'github.com/acme/modules a v1',
  'github.com/acme/modules': 'github.com/acme/modules . -',
  'github.com/acme/modules//a/b?ref=v1': 'github.com/acme/modules a/b v1',
  'github.com/acme/modules/a': 'github.com/acme/modules a -',
  'git::https://example.com/x.git//../../etc': 'other',
  'terraform-aws-modules/vpc/aws': 'other',
  'terraform-aws-modules/iam/aws//modules/role': 'other',
  'app.terraform.io/acme/vpc/aws': 'other',
  'https://example.com/module.zip': 'other',
  's3::https://s3.amazonaws.com/bucket/module.zip': 'other',
  'hg::https://example.com/x': 'other',
  'tfr:///terraform-aws-modules/vpc/aws?version=1.0.0': 'other',
  '/absolute': 'other',
  'git::': 'other',
  'git::https://': 'other',
  '': 'other',
};

for (const [source, expected] of Object.entries(sources))
  test(`reads the module source ${JSON.stringify(source)}`, (t) => {
    t.is(describe(source), expected);
  });

test('reads long sources in linear time', (t) => {
  for (const piece of ['/', '://', '@', ':', 'git@a:', 'github.com/', 'a?ref='])
    t.is(parseModuleSource(piece.repeat(100_000)).kind, 'other');
});

test('returns the remotes of a repository by the address of its page', (t) => {
  t.deepEqual(remotesOfUrl('https://github.com/Acme/Modules', 'Acme/Modules'), ['github.com/acme/modules']);
  t.deepEqual(remotesOfUrl('https://git.example.com:8443/gitlab/a/b', 'a/b'), [
    'git.example.com/a/b',
    'git.example.com/gitlab/a/b',
  ]);
  t.deepEqual(remotesOfUrl('javascript:alert(1)', 'a/b'), []);
});

test('returns the full names that the repository of a remote can have', (t) => {
  t.deepEqual(fullNamesOf('github.com/acme/modules'), ['acme/modules']);
  t.deepEqual(fullNamesOf('git.example.com/gitlab/a/b'), ['gitlab/a/b', 'a/b']);
  t.deepEqual(fullNamesOf('git.example.com/modules'), ['modules']);
  const names = fullNamesOf(`git.example.com${'/a'.repeat(240)}`);
  t.deepEqual(
    [names.length, names[0]?.length],
    [6, 479],
    'the number of names does not grow with hostile text',
  );
});
