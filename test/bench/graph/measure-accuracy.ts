import type pg from 'pg';
import { extractFixture } from '../../domain/graph/edge-fixture.ts';
import type { EdgeFixture } from '../../domain/graph/edge-fixture.ts';
import { edgeFixtures } from '../../domain/graph/fixtures/index.ts';
import { accuracy, lineOf } from '../support/accuracy.ts';
import type { Counts, Figures } from '../support/accuracy.ts';

type Say = (line: string) => void;

/**
 * Compares the stored edges with those of the generator, by types and relationship. Counts distinct pairs; containment
 * is counted apart.
 */
export async function measureEstateAccuracy(owner: pg.Client, say: Say): Promise<Figures> {
  const { rows } = await owner.query<Counts & { rule: string; containment: boolean }>(
    `with found as (
       select s.native_id as source, e.relationship_type as type, coalesce(t.native_id, x.identifier) as target
       from relationships e
       left join resources s on s.organization_id = e.organization_id and s.id = e.source_id
       left join resources t on t.organization_id = e.organization_id and t.id = e.target_id
       left join external_nodes x on x.organization_id = e.organization_id and x.id = e.target_id
       where e.status = 'active'
     ), compared as (
       select coalesce(w.source, f.source) as source, coalesce(w.type, f.type) as type, coalesce(w.target, f.target) as target,
              w.source is not null as expected, f.source is not null as found
       from expected_edges w full join found f using (source, type, target)
     )
     select coalesce(s.resource_type, '?') || ' ' || c.type || ' ' || coalesce(t.resource_type, 'external') as rule,
            c.type = 'contained_in' as containment,
            count(distinct (c.source, c.target)) filter (where c.expected)::integer as expected,
            count(distinct (c.source, c.target)) filter (where c.expected and c.found)::integer as found,
            count(distinct (c.source, c.target)) filter (where c.found and not c.expected)::integer as wrong
     from compared c left join resources s on s.native_id = c.source left join resources t on t.native_id = c.target
     group by 1, 2 order by 1`,
  );
  say('edges of the generated estate: expected, found, false');
  for (const row of rows) say(`  ${lineOf(row)}  ${row.rule}`);
  return {
    ...accuracy(
      'of edges in the estate',
      rows.filter(({ containment }) => !containment),
    ),
    ...accuracy(
      'of containment in the estate',
      rows.filter(({ containment }) => containment),
    ),
  };
}

/** Compares the references that each rule finds in its fixtures with the expected ones. */
export function measureFixtureAccuracy(say: Say): Figures {
  const byRule = new Map<string, Counts>();
  for (const fixture of edgeFixtures) {
    const expected = new Set(fixture.expected.map(({ path, key }) => `${path} ${key}`));
    const found = new Set(referencesOf(fixture));
    const before = byRule.get(fixture.rule) ?? { expected: 0, found: 0, wrong: 0 };
    byRule.set(fixture.rule, {
      expected: before.expected + expected.size,
      found: before.found + [...expected].filter((one) => found.has(one)).length,
      wrong: before.wrong + [...found].filter((one) => !expected.has(one)).length,
    });
  }
  say('references of the fixtures: expected, found, false');
  for (const [rule, counts] of [...byRule].toSorted(([a], [b]) => a.localeCompare(b)))
    say(`  ${lineOf(counts)}  ${rule}`);
  return {
    'rules with fixtures': { value: byRule.size, unit: 'rules', ok: byRule.size > 0 },
    ...accuracy('of references in the fixtures', [...byRule.values()]),
  };
}

function referencesOf({ rule, holder }: EdgeFixture): readonly string[] {
  const { references } = extractFixture(holder);
  return references.filter((reference) => reference.rule === rule).map(({ path, key }) => `${path} ${key}`);
}
