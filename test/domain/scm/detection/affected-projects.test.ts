import test from 'ava';
import fc from 'fast-check';
import { affectedProjects } from '../../../../domain/scm/detection/affected-projects.ts';
import type { AffectableProject, ChangedFile } from '../../../../domain/scm/detection/affected-projects.ts';
import type { Reference, ProjectReferenceKind } from '../../../../domain/scm/detection/detected-project.ts';

const project = (
  path: string,
  kind: AffectableProject['kind'] = 'root',
  references: readonly Reference[] = [],
  rest: Partial<AffectableProject> = {},
): AffectableProject => ({ path, kind, references, system: 'terraform', status: 'active', ...rest });

const affectedPaths = (changes: readonly (string | ChangedFile)[], projects: readonly AffectableProject[]) =>
  affectedProjects(
    changes.map((change) => (typeof change === 'string' ? { path: change } : change)),
    projects,
  ).map(({ path, system }) => (system === 'terraform' ? path : `${path} (${system})`));

const callOf = (path: string): Reference => ({ kind: 'module', path });

test('a file belongs to the project with the longest path that contains it', (t) => {
  const projects = [project('.'), project('app'), project('app/worker'), project('app2')];
  t.deepEqual(affectedPaths(['app/worker/main.tf'], projects), ['app/worker']);
  t.deepEqual(affectedPaths(['app/other/x.txt'], projects), ['app']);
  t.deepEqual(affectedPaths(['app2/x'], projects), ['app2']);
  t.deepEqual(affectedPaths(['README.md'], projects), ['.']);
  t.deepEqual(affectedPaths([], projects), []);
});

test('two systems in one folder are both affected; a file project only by its file', (t) => {
  const projects = [
    project('app'),
    project('app', 'chart', [], { system: 'helm' }),
    project('app/template.yaml', 'stack', [], { system: 'sam' }),
  ];
  t.deepEqual(affectedPaths(['app/values.yaml'], projects), ['app', 'app (helm)']);
  t.deepEqual(affectedPaths(['app/template.yaml'], projects), ['app/template.yaml (sam)']);
});

test('both paths of a renamed file count', (t) => {
  const projects = [project('a'), project('b'), project('c')];
  t.deepEqual(affectedPaths([{ path: 'b/x.tf', previousPath: 'a/x.tf' }], projects), ['a', 'b']);
});

test('a changed module affects itself and the roots that reach it, but no other module and no example', (t) => {
  const projects = [
    project('modules/inner', 'module'),
    project('modules/outer', 'module', [callOf('modules/inner')]),
    project('prod', 'root', [callOf('modules/outer')]),
    project('examples/x', 'example', [callOf('modules/inner')]),
    project('dev', 'root'),
  ];
  t.deepEqual(affectedPaths(['modules/inner/main.tf'], projects), ['modules/inner', 'prod']);
});

test('a module that is no project, an include and a variable file affect the roots that use them', (t) => {
  const projects = [
    project('prod', 'root', [callOf('vendor/vpc'), { kind: 'variables', path: 'vars/prod.tfvars' }]),
    project('live/app', 'root', [{ kind: 'include', path: 'root.hcl' }], { system: 'terragrunt' }),
  ];
  t.deepEqual(affectedPaths(['vendor/vpc/sub/main.tf'], projects), ['prod']);
  t.deepEqual(affectedPaths(['vars/prod.tfvars'], projects), ['prod']);
  t.deepEqual(affectedPaths(['vars/dev.tfvars'], projects), []);
  t.deepEqual(affectedPaths(['root.hcl'], projects), ['live/app (terragrunt)']);
});

test('a Terragrunt dependency orders units and affects none', (t) => {
  const projects = [project('vpc'), project('app', 'root', [{ kind: 'dependency', path: 'vpc' }])];
  t.deepEqual(affectedPaths(['vpc/terragrunt.hcl'], projects), ['vpc']);
});

test('disabled and missing projects are never affected; a disabled one still owns its files and passes changes on', (t) => {
  const projects = [
    project('app'),
    project('app/disabled', 'root', [], { status: 'disabled' }),
    project('app/missing', 'root', [], { status: 'missing' }),
    project('modules/m', 'module', [], { status: 'disabled' }),
    project('prod', 'root', [callOf('modules/m')]),
  ];
  t.deepEqual(affectedPaths(['app/disabled/x.tf'], projects), []);
  t.deepEqual(affectedPaths(['app/missing/x.tf'], projects), ['app']);
  t.deepEqual(affectedPaths(['modules/m/x.tf'], projects), ['prod']);
});

test('a file of a project nested in a module does not affect the users of the module', (t) => {
  const projects = [
    project('modules/m', 'module'),
    project('modules/m/chart', 'chart', [], { system: 'helm' }),
    project('prod', 'root', [callOf('modules/m')]),
  ];
  t.deepEqual(affectedPaths(['modules/m/chart/values.yaml'], projects), ['modules/m/chart (helm)']);
});

test('cycles of modules end', (t) => {
  const projects = [
    project('a', 'module', [callOf('b')]),
    project('b', 'module', [callOf('a')]),
    project('prod', 'root', [callOf('a')]),
  ];
  t.deepEqual(affectedPaths(['b/x.tf'], projects), ['b', 'prod']);
});

const folders = ['.', 'a', 'a/b', 'a/b/c', 'd', 'd/e', 'f.yaml', 'a/f.yaml'];
const references = fc.record({
  kind: fc.constantFrom<ProjectReferenceKind>(
    'module',
    'include',
    'variables',
    'dependency',
    'base',
    'source',
  ),
  path: fc.constantFrom(...folders, 'x', 'a/x', 'd/e/x'),
});
const projectSets = fc.uniqueArray(
  fc.record({
    path: fc.constantFrom(...folders),
    system: fc.constantFrom<AffectableProject['system']>('terraform', 'terragrunt', 'helm', 'kustomize'),
    kind: fc.constantFrom<AffectableProject['kind']>('root', 'module', 'example', 'stack', 'chart'),
    status: fc.constantFrom<AffectableProject['status']>('active', 'active', 'active', 'disabled', 'missing'),
    references: fc.array(references, { maxLength: 3 }),
  }),
  { selector: ({ path, system }) => `${path} ${system}`, maxLength: 12 },
);
const changedFiles = fc.array(
  fc.record(
    {
      path: fc.constantFrom('x', 'a/x', 'a/b/x', 'a/b/c/x', 'd/e/x', 'f.yaml', 'a/f.yaml', 'g/x'),
      previousPath: fc.constantFrom('x', 'a/x', 'd/x', 'a/b/c/x'),
    },
    { requiredKeys: ['path'] },
  ),
  { maxLength: 4 },
);

/** The rules as they are written, without indexes: quadratic. */
function naive(
  changes: readonly ChangedFile[],
  projects: readonly AffectableProject[],
): readonly AffectableProject[] {
  const within = (path: string, folder: string) =>
    folder === '.' || path === folder || path.startsWith(`${folder}/`);
  const lengthOf = (folder: string) => (folder === '.' ? 0 : folder.length);
  const paths = changes.flatMap(({ path, previousPath }) =>
    previousPath === undefined ? [path] : [path, previousPath],
  );
  const ownersOf = (path: string) => {
    const containing = projects.filter((item) => item.status !== 'missing' && within(path, item.path));
    const longest = Math.max(-1, ...containing.map((item) => lengthOf(item.path)));
    return { owners: containing.filter((item) => lengthOf(item.path) === longest), longest };
  };
  const sameFamily = (a: AffectableProject, b: AffectableProject) => {
    const family = ({ system }: AffectableProject) => (system === 'terragrunt' ? 'terraform' : system);
    return family(a) === family(b);
  };
  const reaching = (item: AffectableProject) => item.references.filter(({ kind }) => kind !== 'dependency');
  const direct = new Set(paths.flatMap((path) => ownersOf(path).owners));
  const reached = new Set(
    projects.filter((item) =>
      reaching(item).some((reference) =>
        paths.some(
          (path) => within(path, reference.path) && lengthOf(reference.path) >= ownersOf(path).longest,
        ),
      ),
    ),
  );
  for (let size = -1; size !== reached.size;) {
    size = reached.size;
    for (const item of projects) {
      for (const target of reached) {
        if (sameFamily(item, target) && reaching(item).some(({ path }) => path === target.path))
          reached.add(item);
      }
    }
  }
  return projects.filter(
    (item) =>
      item.status === 'active' &&
      (direct.has(item) || (reached.has(item) && item.kind !== 'module' && item.kind !== 'example')),
  );
}

test('agrees with the rules evaluated without indexes', (t) => {
  fc.assert(
    fc.property(changedFiles, projectSets, (changes, projects) => {
      t.deepEqual(affectedProjects(changes, projects), naive(changes, projects));
    }),
    { numRuns: 3_000 },
  );
});

test('more changes never affect fewer projects, and their order does not matter', (t) => {
  fc.assert(
    fc.property(changedFiles, changedFiles, projectSets, (some, others, projects) => {
      const all = affectedProjects([...some, ...others], projects);
      for (const item of affectedProjects(some, projects)) t.true(all.includes(item));
      t.deepEqual(affectedProjects([...others, ...some].toReversed(), projects), all);
    }),
    { numRuns: 500 },
  );
});

test('a path that is too long or too deep for a project belongs to the nearest folder that is not', (t) => {
  const projects = [project('.'), project('a/a'), project(`b/${'x'.repeat(790)}`)];
  t.deepEqual(affectedPaths([`${'a/'.repeat(2000)}f`], projects), ['a/a']);
  t.deepEqual(affectedPaths([`b/${'x'.repeat(790)}/${'y'.repeat(3000)}`], projects), [projects[2]?.path]);
  t.deepEqual(affectedPaths(['z'.repeat(4000)], projects), ['.']);
});
