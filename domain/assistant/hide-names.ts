import type { CitedEntityType } from './tool-response.ts';

/** A record that a part of a text names. */
export interface NamedEntity {
  readonly type: CitedEntityType;
  readonly id: string;
  readonly name: string;
}

const maximumWords = 10;
const maximumName = 300;
const opening = new Set('("\'`[{<“‘');
const closing = new Set(')"\'`]}>.,;:!?…”’');

/** Words of questions. A record with such a name is not replaced: the model could not read the question. */
const questionWords = new Set(
  'a an and any are as at by code count did do does for from has have how in is it list many me most my no not of on or our show since that the these this those to today use was we were what when where which who why with without yesterday'.split(
    ' ',
  ),
);

/** The words that state the type of a name next to them. */
const typeWords: ReadonlyMap<string, CitedEntityType> = new Map([
  ['account', 'account'],
  ['application', 'application'],
  ['app', 'application'],
  ['team', 'team'],
  ['environment', 'environment'],
  ['project', 'iac_project'],
  ['repository', 'repository'],
  ['repo', 'repository'],
  ['resource', 'resource'],
]);

/** The order in which types are preferred when a name has no word for its type. */
const typeOrder: readonly CitedEntityType[] = [
  'application',
  'team',
  'account',
  'environment',
  'iac_project',
  'repository',
  'resource',
];

/** Records of one name that a text lists. */
const maximumRecords = 5;

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Returns the lower-case texts of up to ten words that can be names. */
export function nameCandidates(texts: readonly string[]): ReadonlySet<string> {
  const candidates = new Set<string>();
  for (const text of texts) {
    const words = wordsOf(text);
    for (const first of words.keys())
      for (const { start, end } of spansFrom(text, words, first)) candidates.add(keyOf(text, start, end));
  }
  return candidates;
}

/**
 * Replaces the longest names in a text.
 *
 * @param records by lower-case name
 * @param label text in place of the records of one name
 */
export function hideNames(
  text: string,
  records: ReadonlyMap<string, readonly NamedEntity[]>,
  label: (records: readonly NamedEntity[]) => string,
): string {
  const words = wordsOf(text);
  let output = '';
  let position = 0;
  for (const [first, word] of words.entries()) {
    if (word.start < position) continue;
    const found = spansFrom(text, words, first)
      .filter(({ start, end }) => start >= position && records.has(keyOf(text, start, end)))
      .toSorted((a, b) => b.end - a.end)[0];
    if (found === undefined) continue;
    const named = records.get(keyOf(text, found.start, found.end)) ?? [];
    const neighbours = [text.slice(0, found.start), text.slice(found.end)];
    output += text.slice(position, found.start) + label(preferred(named, neighbours));
    position = found.end;
  }
  return output + text.slice(position);
}

function wordsOf(text: string): readonly Span[] {
  return [...text.matchAll(/[^\s,;|=]+/gu)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
  }));
}

/** Returns the spans of one to ten words from a word on, with and without punctuation at both ends. */
function spansFrom(text: string, words: readonly Span[], first: number): readonly Span[] {
  const spans: Span[] = [];
  const { start: from = 0 } = words[first] ?? {};
  for (const { end } of words.slice(first, first + maximumWords)) {
    if (end - from > maximumName) break;
    let left = from;
    while (left < end && opening.has(text.charAt(left))) left += 1;
    let right = end;
    while (right > left && closing.has(text.charAt(right - 1))) right -= 1;
    if (/['’]s$/i.test(text.slice(Math.max(left, right - 2), right))) right -= 2;
    for (const start of new Set([from, left]))
      for (const stop of new Set([end, right]))
        if (stop - start > 1 && !questionWords.has(keyOf(text, start, stop)))
          spans.push({ start, end: stop });
  }
  return spans;
}

/** Changes ASCII letters only, as `lower` of Postgres with the collation "C", which is twice as fast as others. */
function keyOf(text: string, start: number, end: number): string {
  return text.slice(start, end).replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Returns the records of the type that a word before or after the name states, else of the first type of the order. */
function preferred(
  records: readonly NamedEntity[],
  [before = '', after = '']: readonly string[],
): readonly NamedEntity[] {
  const neighbours = [
    before
      .slice(-40)
      .match(/\p{L}+/gu)
      ?.at(-1),
    after.slice(0, 40).match(/\p{L}+/gu)?.[0],
  ];
  const stated = neighbours
    .map((word) => typeWords.get(word?.toLowerCase() ?? ''))
    .find((type) => records.some((record) => record.type === type));
  const type = stated ?? typeOrder.find((one) => records.some((record) => record.type === one));
  return records.filter((record) => record.type === type).slice(0, maximumRecords);
}
