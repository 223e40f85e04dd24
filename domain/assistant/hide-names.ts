import { isLexiconWord, isQuestionWord } from './question-lexicon.ts';
import type { CitedEntityType } from './tool-response.ts';

/** A record that a part of a text names. */
export interface NamedEntity {
  readonly type: CitedEntityType;
  readonly id: string;
  readonly name: string;
}

/** Words of letters of one script, and digits: a name begins and ends at the border of one. */
const tokenPattern = /[\p{Script=Latin}\p{N}\p{M}]+|(?:(?!\p{Script=Latin})[\p{L}\p{M}])+/gu;
/** A word between spaces and separators can have more tokens than a name that is looked up by its tokens. */
const wordPattern = /[^\s,;|=]+/gu;
const maximumTokens = 8;
const maximumWords = 10;
const maximumName = 300;
const opening = new Set('("\'`[{<“‘«*#');
const closing = new Set(')"\'`]}>.,;:!?…”’»*');
const quotes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['“', '”'],
  ['‘', '’'],
  ['«', '»'],
  ['„', '“'],
]);

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
/** A word after one of these is a name, whatever it means otherwise. */
const namingWords = new Set(['named', 'called']);

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

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Returns the lower-case texts that can be names: up to eight tokens, or up to ten words. */
export function nameCandidates(texts: readonly string[]): ReadonlySet<string> {
  const candidates = new Set<string>();
  for (const text of texts)
    for (const spans of spansByStart(text).values())
      for (const { start, end } of spans) candidates.add(keyOf(text, start, end));
  return candidates;
}

/**
 * Replaces the longest names in a text, where it uses them as names: a name that is also a word of questions only in quotes, or after
 * the word for its type.
 *
 * @param records by lower-case name
 * @param label text in place of the records of one name
 */
export function hideNames(
  text: string,
  records: ReadonlyMap<string, readonly NamedEntity[]>,
  label: (records: readonly NamedEntity[], written: string) => string,
): string {
  const byStart = spansByStart(text);
  const starts = [...byStart.keys()].toSorted((a, b) => a - b);
  let output = '';
  let position = 0;
  for (const first of starts) {
    if (first < position) continue;
    const found = (byStart.get(first) ?? [])
      .filter(({ start, end }) => isNameAt(text, { start, end }, records.get(keyOf(text, start, end)) ?? []))
      .toSorted((a, b) => b.end - a.end)[0];
    if (found === undefined) continue;
    const named = records.get(keyOf(text, found.start, found.end)) ?? [];
    const neighbours = [text.slice(0, found.start), text.slice(found.end)];
    output +=
      text.slice(position, found.start) +
      label(preferred(named, neighbours), text.slice(found.start, found.end));
    position = found.end;
  }
  return output + text.slice(position);
}

/** Returns the spans that can be names, by their first character. */
function spansByStart(text: string): ReadonlyMap<number, readonly Span[]> {
  const spans = new Map<number, Span[]>();
  const add = (span: Span) => {
    if (span.end - span.start < 2) return;
    const known = spans.get(span.start);
    if (known === undefined) spans.set(span.start, [span]);
    else known.push(span);
  };
  const tokens = matchesOf(text, tokenPattern);
  for (const [first, { start }] of tokens.entries())
    for (const { end } of tokens.slice(first, first + maximumTokens)) {
      if (end - start > maximumName) break;
      add({ start, end });
    }
  const words = matchesOf(text, wordPattern);
  for (const first of words.keys()) for (const span of spansFrom(text, words, first)) add(span);
  return spans;
}

function matchesOf(text: string, pattern: RegExp): readonly Span[] {
  return [...text.matchAll(pattern)].map(({ 0: match, index }) => ({
    start: index,
    end: index + match.length,
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
      for (const stop of new Set([end, right])) spans.push({ start, end: stop });
  }
  return spans;
}

/** Whether the text uses the name of records as one at this place. */
function isNameAt(text: string, { start, end }: Span, records: readonly NamedEntity[]): boolean {
  if (records.length === 0) return false;
  const words = text.slice(start, end).match(tokenPattern) ?? [];
  const isAddress = /[/@]|:(?!:)(?<!::)/.test(text.slice(start, end));
  if (isAddress || words.length === 0 || !words.every(isLexiconWord)) return true;
  if (isQuoted(text, start, end)) return true;
  const before = lastWord(text.slice(0, start));
  if (namingWords.has(before)) return true;
  // A verb after the word for a type, as in "which team changed", is no name.
  const type = words.every(isQuestionWord) ? undefined : typeWords.get(before);
  return type !== undefined && records.some((record) => record.type === type);
}

function isQuoted(text: string, start: number, end: number): boolean {
  const close = quotes.get(text.charAt(start - 1));
  return close !== undefined && text.charAt(end) === close;
}

/** Changes ASCII letters only, as `lower` of Postgres with the collation "C", which is twice as fast as others. */
function keyOf(text: string, start: number, end: number): string {
  return text.slice(start, end).replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function lastWord(text: string): string {
  return (
    text
      .slice(-40)
      .match(/\p{L}+/gu)
      ?.at(-1)
      ?.toLowerCase() ?? ''
  );
}

/** Returns the records of the type that a word before or after the name states, else of the first type of the order. */
function preferred(
  records: readonly NamedEntity[],
  [before = '', after = '']: readonly string[],
): readonly NamedEntity[] {
  const stated = [lastWord(before), (/\p{L}+/u.exec(after.slice(0, 40))?.[0] ?? '').toLowerCase()]
    .map((word) => typeWords.get(word))
    .find((type) => records.some((record) => record.type === type));
  const type = stated ?? typeOrder.find((one) => records.some((record) => record.type === one));
  return records.filter((record) => record.type === type);
}
