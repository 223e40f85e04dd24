import test from 'ava';
import { parsePropertyCondition } from '../../../domain/inventory/property-condition.ts';
import { builtInQueries } from '../../../domain/queries/built-in-queries.ts';
import type { BuiltInKey } from '../../../domain/queries/built-in-queries.ts';
import { endedLambdaRuntimes, lambdaRuntimes } from '../../../domain/queries/lambda-runtimes.ts';
import type { SavedFilter } from '../../../domain/queries/saved-filter.ts';
import type { Json } from '../../../domain/json/json.ts';
import { builtInFixtures } from '../../support/queries/built-in-fixtures.ts';
import { meetsNaively } from '../../support/inventory/naive-properties.ts';

const now = new Date('2026-03-01T12:00:00Z');
/** The naive model compares texts as they are. */
const ninetyDaysAgo = '2025-12-01T12:00:00Z';

const conditionsOf = ({ property = [] }: SavedFilter) =>
  (typeof property === 'string' ? [property] : property).map((text) =>
    parsePropertyCondition(text.replace('now-90d', ninetyDaysAgo), now),
  );

for (const [key, { matches, others }] of Object.entries(builtInFixtures(now)))
  test(`${key} holds for its fixtures, and not for similar configurations`, (t) => {
    const conditions = conditionsOf(builtInQueries[key as BuiltInKey].filter(now));
    const holds = (configuration: Json) => conditions.every((one) => meetsNaively(configuration, one));
    for (const configuration of matches) t.true(holds(configuration), JSON.stringify(configuration));
    for (const configuration of others) t.false(holds(configuration), JSON.stringify(configuration));
  });

test('every condition is short enough, also in two years', (t) => {
  for (const { filter } of Object.values(builtInQueries))
    for (const time of [now, new Date('2028-12-31')]) {
      const { property = [] }: SavedFilter = filter(time);
      for (const text of [property].flat()) t.true(text.length <= 512, text);
    }
});

test('a runtime has ended from the day of its deprecation', (t) => {
  t.false(endedLambdaRuntimes(new Date('2026-04-29T23:59:59Z')).includes('nodejs20.x'));
  t.true(endedLambdaRuntimes(new Date('2026-04-30T00:00:00Z')).includes('nodejs20.x'));
  t.is(endedLambdaRuntimes(new Date('2040-01-01')).length, Object.keys(lambdaRuntimes).length);
});
