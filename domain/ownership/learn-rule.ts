import { cutText } from '../storable-text.ts';
import type { Condition } from './condition.ts';
import { factKinds, isSelective } from './member-facts.ts';
import type { Fact } from './member-facts.ts';

/** Reviewed resources that meet the same facts. */
export interface ReviewGroup {
  /** Indexes of facts. */
  readonly facts: readonly number[];
  /** Number of confirmed and declared members of the application. */
  readonly positives: number;
  /** Number of resources that do not belong to the application. */
  readonly negatives: number;
}

/** Conditions of a rule that match the member and no negative. */
export interface Candidate {
  /** One to three facts in their order. */
  readonly facts: readonly Fact[];
  /** Number of positives that it matches. */
  readonly positives: number;
}

/** A mask has 32 bits: 24 selective facts, and at most an account, five OUs, a type and a region. */
const maximumSelectiveFacts = 24;
const maximumFacts = 32;

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
 */
export function rankCandidates(
  facts: readonly Fact[],
  groups: readonly ReviewGroup[],
): readonly (readonly Candidate[])[] {
  const chosen = chooseFacts(facts, groups);
  const positives = new Map<number, number>();
  const negatives = new Set<number>();
  for (const group of groups) {
    const mask = maskOf(group.facts.flatMap((index) => chosen.positionOf.get(index) ?? []));
    if (group.positives > 0) positives.set(mask, (positives.get(mask) ?? 0) + group.positives);
    if (group.negatives > 0) negatives.add(mask);
  }
  const weights = [...positives];
  const rejected = [...negatives];
  const candidates = combinationsOf(chosen.facts).flatMap((positions): Candidate[] => {
    const mask = maskOf(positions);
    if (rejected.some((other) => (other & mask) === mask)) return [];
    const matched = weights.reduce(
      (sum, [other, weight]) => ((other & mask) === mask ? sum + weight : sum),
      0,
    );
    return [
      {
        facts: positions.flatMap((position) => chosen.facts[position] ?? []),
        positives: matched,
      },
    ];
  });
  return groupTies(candidates);
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

function chooseFacts(facts: readonly Fact[], groups: readonly ReviewGroup[]) {
  const positives = facts.map(() => 0);
  for (const group of groups)
    for (const index of group.facts) positives[index] = (positives[index] ?? 0) + group.positives;
  const indexed = facts.map((fact, index) => ({ fact, index, positives: positives[index] ?? 0 }));
  const selective = indexed
    .filter(({ fact }) => isSelective(fact))
    .toSorted((a, b) => b.positives - a.positives || a.index - b.index)
    .slice(0, maximumSelectiveFacts);
  const narrowing = indexed.filter(({ fact }) => !isSelective(fact));
  const chosen = [...selective.toSorted((a, b) => a.index - b.index), ...narrowing].slice(0, maximumFacts);
  return {
    facts: chosen.map(({ fact }) => fact),
    /** The bit of each fact by its index. */
    positionOf: new Map(chosen.map(({ index }, position) => [index, position])),
  };
}

function maskOf(positions: readonly number[]): number {
  return positions.reduce((mask, position) => mask | (1 << position), 0);
}

/** Returns the positions of every one, two or three facts that include a selective one. Selective facts come first. */
function combinationsOf(facts: readonly Fact[]): readonly (readonly number[])[] {
  const combinations: number[][] = [];
  for (const [first, fact] of facts.entries()) {
    if (!isSelective(fact)) break;
    combinations.push([first]);
    for (let second = first + 1; second < facts.length; second += 1) {
      combinations.push([first, second]);
      for (let third = second + 1; third < facts.length; third += 1)
        combinations.push([first, second, third]);
    }
  }
  return combinations;
}

function groupTies(candidates: readonly Candidate[]): readonly (readonly Candidate[])[] {
  const ties = new Map<string, Candidate[]>();
  const sorted = candidates
    .map((candidate) => ({ candidate, order: orderOf(candidate) }))
    .toSorted(
      (a, b) =>
        b.candidate.positives - a.candidate.positives ||
        a.candidate.facts.length - b.candidate.facts.length ||
        (a.order < b.order ? -1 : Number(a.order > b.order)),
    );
  for (const { candidate } of sorted) {
    const key = `${candidate.positives} ${candidate.facts.length}`;
    const tie = ties.get(key);
    if (tie === undefined) ties.set(key, [candidate]);
    else tie.push(candidate);
  }
  return [...ties.values()];
}

/** A text that sorts by the kinds of the facts, then by their texts. */
function orderOf({ facts }: Candidate): string {
  const kinds = facts.map(({ kind }) => factKinds.indexOf(kind)).join('');
  return `${kinds} ${facts.map(({ text }) => text).join(', ')}`;
}
