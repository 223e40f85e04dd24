import test from 'ava';
import fc from 'fast-check';
import { affectedProjects } from '../../../../../domain/scm/detection/affected-projects.ts';
import {
  linkBlobsOf,
  resolveSymbolicLinks,
} from '../../../../../domain/scm/detection/paths/resolve-symbolic-links.ts';
import { selectBlobs } from '../../../../../domain/scm/detection/paths/select-blobs.ts';
import type { TreeEntry } from '../../../../../domain/scm/detection/paths/tree-entry.ts';
import { detectInFixture, readRepositoryFixtures } from '../../../../support/scm/repository-fixture.ts';

const file = (path: string): TreeEntry => ({ path, mode: '100644', type: 'blob', size: 1, sha: `f-${path}` });
const link = (path: string, text: string): TreeEntry => ({ path, mode: '120000', type: 'blob', sha: text });

/** Returns the paths of the resolved links with their targets. */
function resolve(...tree: readonly TreeEntry[]): readonly string[] {
  const texts = new Map([...linkBlobsOf(tree).keys()].map((sha) => [sha, sha]));
  return resolveSymbolicLinks(tree, texts).flatMap(({ path, target }) =>
    target === undefined ? [] : [`${path} ${target}`],
  );
}

test('follows links to files, through other links and folders', (t) => {
  t.deepEqual(
    resolve(
      file('shared/a.tf'),
      link('x/a.tf', '../shared/a.tf'),
      link('y/a.tf', '../x/a.tf'),
      link('z', 'shared'),
      link('w/a.tf', '../z/./a.tf'),
    ),
    ['x/a.tf shared/a.tf', 'y/a.tf shared/a.tf', 'z shared', 'w/a.tf shared/a.tf', 'z/a.tf shared/a.tf'],
  );
});

test('follows links to folders within linked folders, once', (t) => {
  t.deepEqual(
    resolve(
      file('common/c.tf'),
      file('env/main.tf'),
      link('env/more', '../common'),
      link('common/back', '../env'),
      link('prod', 'env'),
    ),
    [
      'env/more common',
      'common/back env',
      'prod env',
      'env/more/back/main.tf env/main.tf',
      'env/more/c.tf common/c.tf',
      'common/back/main.tf env/main.tf',
      'common/back/more/c.tf common/c.tf',
      'prod/main.tf env/main.tf',
      'prod/more/c.tf common/c.tf',
    ],
  );
});

test('does not follow links that lead out, to nothing, to themselves or to a folder above', (t) => {
  const entries = [
    link('out.tf', '../x.tf'),
    link('a/root.tf', '/etc/passwd'),
    link('a/missing.tf', 'b.tf'),
    link('a/self.tf', 'self.tf'),
    link('a/one.tf', 'two.tf'),
    link('a/two.tf', 'one.tf'),
    link('a/up', '..'),
    link('a/here', '.'),
  ];
  t.deepEqual(resolve(file('a/b/c.tf'), ...entries), []);
  const texts = new Map(entries.map(({ sha }) => [sha, sha]));
  t.is(
    selectBlobs(resolveSymbolicLinks([file('a/b/c.tf'), ...entries], texts)).skippedCounts.symbolic_link,
    8,
  );
});

test('limits what links to folders add', (t) => {
  const files = Array.from({ length: 300 }, (_, index) => file(`big/f${index}.tf`));
  const links = Array.from({ length: 300 }, (_, index) => link(`l${index}`, 'big'));
  t.is(resolve(...files, ...links).length, 20_000 + 300);
});

test('resolves trees of links that lead to each other in a short time', (t) => {
  const names = Array.from({ length: 1_000 }, (_, index) => `l${index}`);
  const folders = names.flatMap((name) => [link(`a/${name}`, '../b'), link(`b/${name}`, '../a')]);
  t.true(resolve(file('a/x.tf'), file('b/x.tf'), ...folders).length >= 2_000);
  const loops = Array.from({ length: 90_000 }, (_, index) => link(`f/g/h/i/j/k/l/m/${index}`, '../m/../m/0'));
  t.deepEqual(resolve(...loops), []);
  const chains = names.flatMap((name) =>
    names.slice(0, 90).map((at, index) => link(`${name}/${at}`, `l${index + 1}`)),
  );
  t.deepEqual(resolve(...chains), []);
});

test('never fails, and resolves only to files and folders of the tree', (t) => {
  const name = fc.constantFrom('a', 'b', 'c');
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', '..', '.', ''), { maxLength: 5 })
    .map((parts) => parts.join('/'));
  fc.assert(
    fc.property(
      fc.uniqueArray(path, { maxLength: 8 }),
      fc.uniqueArray(fc.tuple(path, text), { maxLength: 8 }),
      (files, links) => {
        const plain = new Set(files);
        const tree = [
          ...files.map(file),
          ...links.filter(([at]) => !plain.has(at)).map(([at, to]) => link(at, to)),
        ];
        for (const line of resolve(...tree)) {
          const target = line.split(' ')[1] ?? '';
          t.true(
            target === '.' || files.some((each) => each === target || each.startsWith(`${target}/`)),
            line,
          );
        }
      },
    ),
  );
});

test('a change of a linked file reaches every root that links to it', async (t) => {
  const fixture = readRepositoryFixtures().find(({ name }) => name === 'linked-files');
  if (fixture === undefined) return t.fail('there is no fixture linked-files');
  const { projects } = await detectInFixture(fixture);
  const active = projects.map((project) => ({ ...project, status: 'active' as const }));
  t.deepEqual(
    affectedProjects([{ path: 'shared/queue.tf' }], active).map(({ path }) => path),
    ['envs/dev', 'envs/prod', 'shared'],
  );
});
