import { byCodeUnit } from '../json/canonical.ts';
import { cutText } from '../text/storable.ts';
import type { Condition } from './condition.ts';
import { mapInSlices } from './map-in-slices.ts';
import { factKinds, isSelective } from './member-facts.ts';
import type { Fact } from './member-facts.ts';
import { countPositives, indexReviews, matchesNegative, wordsOf } from './review-bitmaps.ts';
import type { ReviewBitmaps, ReviewGroup } from './review-bitmaps.ts';

/** Conditions of a rule that match the member and no negative. */
export interface Candidate {
  /** One to three facts in their order. */
  readonly facts: readonly Fact[];
  /** Number of positives that it matches. */
  readonly positives: number;
}

/** With an account, five OUs, a type and a region there are at most 5,396 combinations. */
const maximumSelectiveFacts = 24;

/** A rule may match this many resources, or this fraction of the inventory if that is more. */
const minimumMatchLimit = 1000;
const matchLimitFraction = 0.05;

/** Returns how many resources a learned rule may match in an inventory of `resources`. */
export function matchLimitOf(resources: number): number {
  return Math.max(minimumMatchLimit, Math.floor(resources * matchLimitFraction));
}

/**
 * Returns the combinations of one to three facts that match no negative, best first: most positives, then fewest facts.
 * Combinations that are equal in both form a list, in the order of their kinds of facts, then of their text. A member with
 * more than 24 selective facts is described by those with the most positives.
 *
 * Yields after each slice of operations: 100,000 groups need 50 million, which would block the event loop.
 */
export function* rankCandidates(
  facts: readonly Fact[],
  groups: readonly ReviewGroup[],
): Generator<number, readonly (readonly Candidate[])[]> {
  const reviews = yield* indexReviews(facts.length, groups);
  const chosen = yield* chooseFacts(facts, reviews);
  const candidates = yield* mapInSlices(
    combinationsOf(chosen),
    wordsOf(reviews),
    (combination): Candidate | undefined => {
      const indexes = combination.map(({ index }) => index);
      if (matchesNegative(reviews, indexes)) return undefined;
      return { facts: combination.map(({ fact }) => fact), positives: countPositives(reviews, indexes) };
    },
  );
  return groupTies(candidates.filter((candidate) => candidate !== undefined));
}

/** Returns the candidate that matches the most resources; of equal ones the first. */
export function mostGeneral<T extends { readonly resources: number }>(counted: readonly T[]): T | undefined {
  return counted.reduce<T | undefined>(
    (best, one) => (best === undefined || one.resources > best.resources ? one : best),
    undefined,
  );
}

export function conditionsOf({ facts }: Candidate): Condition {
  return { all: facts.map(({ condition }) => condition) };
}

const maximumNameLength = 200;

export function ruleNameOf({ facts }: Candidate): string {
  return cutText(`Learned: ${facts.map(({ text }) => text).join(', ')}`, maximumNameLength);
}

/** Returns the description of a learned rule: the numbers of resources and of reviewed resources that it matches. */
export function ruleDescriptionOf(
  { positives }: Candidate,
  resources: number,
  groups: readonly ReviewGroup[],
): string {
  const sum = (field: 'positives' | 'negatives') => groups.reduce((total, group) => total + group[field], 0);
  const others =
    sum('negatives') === 1
      ? '1 resource that was rejected or belongs to another application'
      : `${sum('negatives')} resources that were rejected or belong to other applications`;
  return (
    `Matched ${counted(resources, 'resource')} when it was learned: ${positives} of ` +
    `${counted(sum('positives'), 'confirmed or declared member')} of the application, and none of ${others}.`
  );
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A fact and its position in the masks of the reviews. */
interface IndexedFact {
  readonly fact: Fact;
  readonly index: number;
}

function* chooseFacts(
  facts: readonly Fact[],
  reviews: ReviewBitmaps,
): Generator<number, readonly IndexedFact[]> {
  const indexed = yield* mapInSlices([...facts.entries()], wordsOf(reviews), ([index, fact]) => ({
    fact,
    index,
    positives: countPositives(reviews, [index]),
  }));
  const selective = indexed
    .filter(({ fact }) => isSelective(fact))
    .toSorted((a, b) => b.positives - a.positives || a.index - b.index)
    .slice(0, maximumSelectiveFacts);
  const narrowing = indexed.filter(({ fact }) => !isSelective(fact));
  return [...selective.toSorted((a, b) => a.index - b.index), ...narrowing];
}

/** Returns every one, two or three facts that include a selective one. Selective facts come first. */
function combinationsOf(facts: readonly IndexedFact[]): readonly (readonly IndexedFact[])[] {
  return facts.flatMap((one, first) =>
    isSelective(one.fact)
      ? [
          [one],
          ...facts
            .slice(first + 1)
            .flatMap((two, second) => [
              [one, two],
              ...facts.slice(first + second + 2).map((three) => [one, two, three]),
            ]),
        ]
      : [],
  );
}

function groupTies(candidates: readonly Candidate[]): readonly (readonly Candidate[])[] {
  const sorted = candidates
    .map((candidate) => ({ candidate, order: orderOf(candidate) }))
    .toSorted(
      (a, b) =>
        b.candidate.positives - a.candidate.positives ||
        a.candidate.facts.length - b.candidate.facts.length ||
        byCodeUnit(a.order, b.order),
    );
  const ties = Map.groupBy(
    sorted.map(({ candidate }) => candidate),
    ({ positives, facts }) => `${positives} ${facts.length}`,
  );
  return [...ties.values()];
}

/** A text that sorts by the kinds of the facts, then by their texts. */
function orderOf({ facts }: Candidate): string {
  const kinds = facts.map(({ kind }) => factKinds.indexOf(kind)).join('');
  return `${kinds} ${facts.map(({ text }) => text).join(', ')}`;
}
