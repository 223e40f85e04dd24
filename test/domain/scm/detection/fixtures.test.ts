import test from 'ava';
import { monorepo, withLargeFile } from '../../../support/scm/generated-fixtures.ts';
import {
  detectInFixture,
  readRepositoryFixtures,
  type RepositoryFixture,
} from '../../../support/scm/repository-fixture.ts';

const fixtures: readonly RepositoryFixture[] = [...readRepositoryFixtures(), monorepo(), withLargeFile()];

const identityOf = ({ path, system, kind }: { path: string; system: string; kind: string }) =>
  `${system} ${kind} ${path}`;

for (const fixture of fixtures) {
  test(`${fixture.name}: ${fixture.expected.title}`, async (t) => {
    const { projects, selection } = await detectInFixture(fixture);
    const { expected } = fixture;
    t.deepEqual(projects.map(identityOf).toSorted(), expected.projects.map(identityOf).toSorted());
    for (const wanted of expected.projects) {
      const found = projects.find(({ path, system }) => path === wanted.path && system === wanted.system);
      const fields = Object.keys(wanted) as (keyof typeof wanted)[];
      const actual = Object.fromEntries(fields.map((field) => [field, found?.[field]]));
      t.deepEqual(actual, { ...wanted }, `${wanted.system} ${wanted.path}`);
    }
    if (expected.skippedCounts !== undefined) t.deepEqual(selection.skippedCounts, expected.skippedCounts);
  });
}

test('finds every project of the fixtures and no other', async (t) => {
  let found = 0;
  let expected = 0;
  let correct = 0;
  for (const fixture of fixtures) {
    const { projects } = await detectInFixture(fixture);
    const wanted = new Set(fixture.expected.projects.map(identityOf));
    found += projects.length;
    expected += wanted.size;
    correct += projects.filter((project) => wanted.has(identityOf(project))).length;
  }
  const precision = correct / found;
  const recall = correct / expected;
  t.log(
    `${fixtures.length} fixtures, ${expected} projects: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`,
  );
  t.is(precision, 1);
  t.is(recall, 1);
});
