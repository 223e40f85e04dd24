import { mapInSlices } from './map-in-slices.ts';

/** Reviewed resources that meet the same facts. */
export interface ReviewGroup {
  /** A character per fact: `1` if the resources meet it, otherwise `0`. */
  readonly mask: string;
  /** Number of confirmed and declared members of the application. */
  readonly positives: number;
  /** Number of resources that do not belong to the application. */
  readonly negatives: number;
}

/** A bitmap per fact, with a bit per group. */
interface Bitmaps {
  /** Number of 32-bit words of a bitmap. */
  readonly words: number;
  readonly byFact: readonly Uint32Array[];
}

/** Groups of reviewed resources as bitmaps, so that one operation tests 32 groups. */
export interface ReviewBitmaps {
  readonly negatives: Bitmaps;
  /** The groups whose number of positives has the bit of `weight`. */
  readonly positives: readonly { readonly weight: number; readonly bitmaps: Bitmaps }[];
}

/** Builds the bitmaps of `facts` facts in slices. */
export function* indexReviews(
  facts: number,
  groups: readonly ReviewGroup[],
): Generator<number, ReviewBitmaps> {
  const negatives = yield* buildBitmaps(
    facts,
    groups.filter((group) => group.negatives > 0),
  );
  const positives: { weight: number; bitmaps: Bitmaps }[] = [];
  const most = groups.reduce((maximum, group) => Math.max(maximum, group.positives), 0);
  for (let weight = 1; weight <= most; weight *= 2) {
    const members = groups.filter((group) => (group.positives & weight) !== 0);
    positives.push({ weight, bitmaps: yield* buildBitmaps(facts, members) });
  }
  return { negatives, positives };
}

/** Returns whether a negative meets all of one to three facts. */
export function matchesNegative({ negatives }: ReviewBitmaps, facts: readonly number[]): boolean {
  const [one, two, three] = bitmapsOf(negatives, facts);
  for (let word = 0; word < negatives.words; word += 1)
    if (((one[word] ?? 0) & (two[word] ?? 0) & (three[word] ?? 0)) !== 0) return true;
  return false;
}

/** Returns how many positives meet all of one to three facts. */
export function countPositives({ positives }: ReviewBitmaps, facts: readonly number[]): number {
  return positives.reduce((sum, { weight, bitmaps }) => sum + weight * countGroups(bitmaps, facts), 0);
}

/** Returns the number of words that are read for one combination of facts. */
export function wordsOf({ negatives, positives }: ReviewBitmaps): number {
  return positives.reduce((sum, { bitmaps }) => sum + bitmaps.words, negatives.words);
}

/** Testing a character of a mask and setting its bit takes up to eight times as long as reading a word. */
const testCost = 8;

function* buildBitmaps(facts: number, groups: readonly ReviewGroup[]): Generator<number, Bitmaps> {
  const words = Math.ceil(groups.length / 32);
  const byFact = Array.from({ length: facts }, () => new Uint32Array(words));
  let column = 0;
  yield* mapInSlices(groups, facts * testCost, ({ mask }) => {
    const word = column >>> 5;
    const bit = 1 << (column & 31);
    for (const [fact, bitmap] of byFact.entries())
      if (mask[fact] === '1') bitmap[word] = (bitmap[word] ?? 0) | bit;
    column += 1;
  });
  return { words, byFact };
}

function countGroups(bitmaps: Bitmaps, facts: readonly number[]): number {
  const [one, two, three] = bitmapsOf(bitmaps, facts);
  let count = 0;
  for (let word = 0; word < bitmaps.words; word += 1)
    count += countBits((one[word] ?? 0) & (two[word] ?? 0) & (three[word] ?? 0));
  return count;
}

/** Returns three bitmaps; the first one again for missing facts. */
function bitmapsOf(
  { byFact, words }: Bitmaps,
  [first = -1, second = first, third = first]: readonly number[],
) {
  const bitmapOf = (fact: number) => byFact[fact] ?? new Uint32Array(words);
  return [bitmapOf(first), bitmapOf(second), bitmapOf(third)] as const;
}

/** Returns the number of bits of a 32-bit word that are set. */
function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
