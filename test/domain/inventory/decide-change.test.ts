import test from 'ava';
import fc from 'fast-check';
import { configHash } from '../../../activities/discovery/collect/config-hash.ts';
import { decideChange } from '../../../domain/inventory/decide-change.ts';
import type { JsonObject } from '../../../domain/json/json.ts';

const configurations = fc.dictionary(fc.constantFrom('a', 'b', 'noise'), fc.integer({ min: 0, max: 3 }));
const ruleSets = fc.integer({ min: 1, max: 3 });

/** From rule set 2 on, the volatile key `noise` is removed. */
function underRules(configuration: JsonObject, ruleSet: number): JsonObject {
  if (ruleSet < 2) return configuration;
  return Object.fromEntries(Object.entries(configuration).filter(([key]) => key !== 'noise'));
}

function stateOf(raw: JsonObject, ruleSet: number) {
  const configuration = underRules(raw, ruleSet);
  return { configuration, tags: {}, configHash: configHash(configuration, {}), ruleSet };
}

test('a change of the rule set neither creates nor hides a change', (t) => {
  fc.assert(
    fc.property(configurations, configurations, ruleSets, ruleSets, (before, after, old, step) => {
      const now = old + step;
      const stored = { ...stateOf(before, old), status: 'active' as const };
      const decision = decideChange(stored, stateOf(after, now), now, ({ configuration }) =>
        stateOf(configuration, now),
      );
      const differs = stateOf(before, now).configHash !== stateOf(after, now).configHash;
      return decision.revised === differs && (decision.change === 'updated') === differs;
    }),
  );
  t.pass();
});

test('a row with a newer rule set counts as unchanged', (t) => {
  const stored = { ...stateOf({ a: 1 }, 3), status: 'active' as const };
  const decision = decideChange(stored, stateOf({ a: 1, noise: 1 }, 1), 1, () => t.fail() as never);
  t.deepEqual(decision, { revised: false, diff: [] });
});

test('a deleted resource reappears, with a revision only when it differs', (t) => {
  const stored = { ...stateOf({ a: 1 }, 1), status: 'deleted' as const };
  const renormalise = () => t.fail() as never;
  t.like(decideChange(stored, stateOf({ a: 1 }, 1), 1, renormalise), {
    change: 'reappeared',
    revised: false,
  });
  t.like(decideChange(stored, stateOf({ a: 2 }, 1), 1, renormalise), { change: 'reappeared', revised: true });
});
