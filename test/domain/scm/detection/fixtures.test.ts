import test from 'ava';
import { detectInFixture } from '../../../support/scm/repository-fixture.ts';
import { allFixtures, identityOf, scoreDetection } from '../../../support/scm/score-detection.ts';

const fixtures = allFixtures();

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
  const { fixtures: count, expected, precision, recall } = await scoreDetection(fixtures);
  t.log(
    `${count} fixtures, ${expected} projects: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`,
  );
  t.is(precision, 1);
  t.is(recall, 1);
});
