import { monitorEventLoopDelay } from 'node:perf_hooks';
import test from 'ava';
import fc from 'fast-check';
import { runInSlices } from '../../../db/ownership/inference/run-in-slices.ts';
import {
  conditionsOf,
  matchLimitOf,
  mostGeneral,
  rankCandidates as rankInSlices,
  ruleDescriptionOf,
  ruleNameOf,
} from '../../../domain/ownership/learn-rule.ts';
import type { Candidate } from '../../../domain/ownership/learn-rule.ts';
import { sliceOperations } from '../../../domain/ownership/map-in-slices.ts';
import { isSelective } from '../../../domain/ownership/member-facts.ts';
import type { Fact } from '../../../domain/ownership/member-facts.ts';
import type { ReviewGroup } from '../../../domain/ownership/review-bitmaps.ts';

const tag = (key: string): Fact => ({
  kind: 'tag',
  condition: { tag: { key, equals: 'x' } },
  text: `tag ${key}`,
});
const project: Fact = { kind: 'project', condition: { project: { in: ['p'] } }, text: 'project p' };
const account: Fact = { kind: 'account', condition: { account: { in: ['a'] } }, text: 'account a' };
const region: Fact = { kind: 'region', condition: { region: { in: ['r'] } }, text: 'region r' };
const group = (facts: readonly number[], positives: number, negatives = 0): ReviewGroup => ({
  mask: Array.from({ length: 32 }, (_, index) => (facts.includes(index) ? '1' : '0')).join(''),
  positives,
  negatives,
});

/** Runs all slices. */
function rankCandidates(facts: readonly Fact[], groups: readonly ReviewGroup[]) {
  const ranking = rankInSlices(facts, groups);
  for (;;) {
    const { done, value } = ranking.next();
    if (done === true) return value;
  }
}

const namesOf = (ties: readonly (readonly Candidate[])[]) =>
  ties.map((tie) => tie.map(({ facts }) => facts.map(({ text }) => text).join(' + ')));

test('prefers the most positives, then the fewest facts, then the kinds and texts of the facts', (t) => {
  const ties = rankCandidates(
    [tag('b'), tag('a'), project, account],
    [group([0, 1, 2, 3], 1), group([0, 1, 2], 2), group([0], 4)],
  );
  t.deepEqual(namesOf(ties).slice(0, 3), [
    ['tag b'],
    ['tag a', 'project p'],
    ['tag b + tag a', 'tag a + project p', 'tag b + project p'],
  ]);
  t.is(ties[0]?.[0]?.positives, 7);
  t.is(ties[1]?.[0]?.positives, 3);
});

test('combines facts until no negative matches, with at least one selective fact', (t) => {
  const facts = [tag('a'), account, region];
  t.deepEqual(
    namesOf(rankCandidates(facts, [group([0, 1, 2], 1), group([0, 1], 0, 1), group([1, 2], 0, 5)])),
    [['tag a + region r'], ['tag a + account a + region r']],
  );
  t.deepEqual(rankCandidates(facts, [group([0, 1, 2], 1, 1)]), []);
  t.deepEqual(rankCandidates([account, region], [group([0, 1], 1)]), []);
});

test('keeps the selective facts with the most positives when there are more than 24', (t) => {
  const facts = [...Array.from({ length: 30 }, (_, index) => tag(`t${index}`)), account];
  const all = facts.map((_, index) => index);
  const ties = rankCandidates(facts, [group(all, 1), group([29], 1)]);
  t.deepEqual(namesOf(ties)[0], ['tag t29']);
  t.is(ties[1]?.length, 23);
});

test('ranks exactly the combinations that match no negative', (t) => {
  const pool = [tag('a'), tag('b'), project, account, region];
  const subset = fc.uniqueArray(fc.nat({ max: pool.length - 1 }), { maxLength: pool.length });
  fc.assert(
    fc.property(
      fc.array(fc.record({ facts: subset, positives: fc.nat({ max: 9 }), negatives: fc.nat({ max: 1 }) }), {
        maxLength: 40,
      }),
      (groups) => {
        const matched = (candidate: Candidate, field: 'positives' | 'negatives') =>
          groups
            .filter(({ facts }) => candidate.facts.every((fact) => facts.includes(pool.indexOf(fact))))
            .reduce((sum, one) => sum + one[field], 0);
        const ties = rankCandidates(
          pool,
          groups.map((one) => group(one.facts, one.positives, one.negatives)),
        );
        const candidates = ties.flat();
        for (const candidate of candidates) {
          t.is(matched(candidate, 'negatives'), 0);
          t.is(matched(candidate, 'positives'), candidate.positives);
          t.true(candidate.facts.length <= 3 && candidate.facts.some(isSelective));
        }
        const expected = pool
          .flatMap((one, first) => [
            [one],
            ...pool
              .slice(first + 1)
              .flatMap((two, second) => [
                [one, two],
                ...pool.slice(first + second + 2).map((three) => [one, two, three]),
              ]),
          ])
          .filter((facts) => facts.some(isSelective))
          .filter((facts) => matched({ facts, positives: 0 }, 'negatives') === 0);
        t.is(candidates.length, expected.length);
        const keys = ties.map(([one]) => [-(one?.positives ?? 0), one?.facts.length ?? 0] as const);
        t.deepEqual(
          keys.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]),
          keys,
        );
      },
    ),
  );
});

test('ranks 5,396 combinations over 100,000 groups in slices that do not block the event loop', async (t) => {
  const facts = [
    ...Array.from({ length: 24 }, (_, index) => tag(`t${index}`)),
    ...Array.from({ length: 8 }, (_, index) => ({ ...region, text: `region ${index}` })),
  ];
  const groups = Array.from({ length: 100_000 }, (_, index): ReviewGroup => ({
    // An odd factor maps different indexes to different masks. Only positives have the last fact.
    mask: `${(Math.imul(index, 0x9e3779b1) >>> 0).toString(2).padStart(32, '0').slice(0, 31)}${index % 2}`,
    positives: index % 2,
    negatives: 1 - (index % 2),
  }));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const slices: number[] = [];
  const ties = await runInSlices(recordSlices(rankInSlices(facts, groups), slices));
  delay.disable();
  t.log(`${slices.length} slices, longest delay of the event loop ${Math.round(delay.max / 1e6)} ms`);
  t.true(Math.max(...slices) < 1.05 * sliceOperations, 'limits each slice');
  t.true(slices.reduce((sum, operations) => sum + operations, 0) < 50_000_000);
  const [best] = ties[0] ?? [];
  const positions = best?.facts.map((fact) => facts.indexOf(fact)) ?? [];
  t.true(positions.includes(31));
  t.is(
    best?.positives,
    groups.filter(({ mask, positives }) => positives > 0 && positions.every((index) => mask[index] === '1'))
      .length,
  );
});

function* recordSlices<T>(ranking: Generator<number, T>, slices: number[]): Generator<number, T> {
  for (;;) {
    const { done, value } = ranking.next();
    if (done === true) return value;
    slices.push(value);
    yield value;
  }
}

test('limits a rule to 1,000 resources or 5 % of the inventory', (t) => {
  t.deepEqual([0, 20_000, 20_039, 1_000_000].map(matchLimitOf), [1000, 1000, 1001, 50_000]);
});

test('takes the candidate that matches the most resources, the first of equal ones', (t) => {
  const counted = [
    { name: 'a', resources: 1 },
    { name: 'b', resources: 5 },
    { name: 'c', resources: 5 },
  ];
  t.is(mostGeneral(counted)?.name, 'b');
  t.is(mostGeneral([]), undefined);
});

test('names and describes a rule by its facts and counts', (t) => {
  const candidate: Candidate = { facts: [tag('app'), account], positives: 2 };
  t.is(ruleNameOf(candidate), 'Learned: tag app, account a');
  t.deepEqual(conditionsOf(candidate), { all: [tag('app').condition, account.condition] });
  t.is(
    ruleDescriptionOf(candidate, 40, [group([0, 1], 2), group([], 1, 3)]),
    'Matched 40 resources when it was learned: 2 of 3 confirmed or declared members of the application, and none of 3 ' +
      'resources that were rejected or belong to other applications.',
  );
  const long = ruleNameOf({ facts: [tag('x'.repeat(300))], positives: 1 });
  t.is(long.length, 200);
  t.true(long.endsWith('…'));
  for (const padding of ['', 'x'])
    t.notRegex(
      ruleNameOf({ facts: [tag(padding + '🦊'.repeat(150))], positives: 1 }),
      /\p{Surrogate}/u,
      'keeps surrogate pairs whole',
    );
});
