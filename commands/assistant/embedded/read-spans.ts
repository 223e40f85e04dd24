import { cuePhrases } from '../../../domain/assistant/embedded/cue-words.ts';
import type { Cue } from '../../../domain/assistant/embedded/cue-words.ts';
import {
  filler,
  fillerPhrases,
  negations,
  prepositions,
} from '../../../domain/assistant/embedded/filler-words.ts';
import { nounPhrases } from '../../../domain/assistant/embedded/lexicon.ts';
import { readNaming } from '../../../domain/assistant/embedded/read-naming.ts';
import type { Naming } from '../../../domain/assistant/embedded/read-naming.ts';
import { propertyPhrases, readCondition } from '../../../domain/assistant/embedded/property-words.ts';
import type { PropertyWords } from '../../../domain/assistant/embedded/property-words.ts';
import { readTag } from '../../../domain/assistant/embedded/read-tag.ts';
import { regionNames } from '../../../domain/assistant/embedded/region-names.ts';
import { attributes } from '../../../domain/assistant/embedded/state-phrases.ts';
import type { TimeWindow } from '../../../domain/assistant/embedded/read-time-phrase.ts';
import type { Token } from '../../../domain/assistant/embedded/tokenize.ts';
import { readTypes, typeWords } from '../../../domain/assistant/embedded/type-names.ts';
import { units } from '../../../domain/assistant/embedded/units.ts';
import { readTimes } from './read-time.ts';

/** A recognised phrase of a question, with its first token and the one behind its last. */
export type QuestionSpan = {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Whether its first token opens a clause. */
  readonly opensClause?: true;
} & Meaning;

type Meaning =
  | { readonly kind: 'cue'; readonly cue: Cue }
  | { readonly kind: 'noun'; readonly noun: string; readonly plural: boolean }
  | { readonly kind: 'type'; readonly types: readonly string[]; readonly plural: boolean }
  | { readonly kind: 'state'; readonly state: string }
  | { readonly kind: 'region'; readonly region: string }
  | { readonly kind: 'time'; readonly window: TimeWindow }
  | { readonly kind: 'tag'; readonly term: string; readonly without: boolean }
  | { readonly kind: 'condition'; readonly words: PropertyWords }
  | { readonly kind: 'property' }
  /** A text that names of records contain. */
  | { readonly kind: 'naming'; readonly naming: Naming }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'prep'; readonly word: string }
  | { readonly kind: 'not' }
  | { readonly kind: 'joint'; readonly word: string }
  | { readonly kind: 'pronoun'; readonly word: string }
  | { readonly kind: 'filler' }
  /** A text that may name a record. `certain` when it is quoted or has the form of a name. */
  | { readonly kind: 'word'; readonly certain: boolean };

const longestPhrase = 7;
const numerals = 'zero one two three four five six seven eight nine ten'.split(' ');

type Entry = Meaning;

/** Every phrase of the lexicon but types, which have a table of their own. */
const phrases: ReadonlyMap<string, Entry> = new Map<string, Entry>([
  ...[...filler].map((word): [string, Entry] => [word, { kind: 'filler' }]),
  ...fillerPhrases.map((phrase): [string, Entry] => [phrase, { kind: 'filler' }]),
  ...['and', 'or', ',', 'but', '&', 'plus', 'as well as'].map((word): [string, Entry] => [
    word,
    { kind: 'joint', word },
  ]),
  ...[...prepositions].map((word): [string, Entry] => [word, { kind: 'prep', word }]),
  ...[
    'split across',
    'split over',
    'spread across',
    'spread over',
    'distributed across',
    'distributed over',
  ].map((phrase): [string, Entry] => [phrase, { kind: 'prep', word: 'by' }]),
  ...negations.map((phrase): [string, Entry] => [phrase, { kind: 'not' }]),
  ...[
    'it',
    'its',
    'them',
    'they',
    'those',
    'these',
    'that one',
    'this one',
    'that',
    'this',
    'their',
    'both',
    'the same',
    'of each',
    'each of them',
    'of them',
    'for each of them',
    'in there',
    'from there',
    'over there',
    'there',
    'in it',
    'of that',
    'of it',
    'the former',
    'each one',
    'of those',
    'of these',
  ].map((word): [string, Entry] => [word, { kind: 'pronoun', word }]),
  ...[...cuePhrases].map(([phrase, cue]): [string, Entry] => [phrase, { kind: 'cue', cue }]),
  ...[...nounPhrases].map(([phrase, { word, plural }]): [string, Entry] => [
    phrase,
    { kind: 'noun', noun: word, plural },
  ]),
  ...propertyPhrases.map((phrase): [string, Entry] => [phrase, { kind: 'property' }]),
  ...[...attributes].map(([phrase, state]): [string, Entry] => [phrase, { kind: 'state', state }]),
  ...[...regionNames].map(([name, region]): [string, Entry] => [name, { kind: 'region', region }]),
]);

/** Reads the phrases of a question: the longest one at each place. Takes linear time. */
export function readSpans(tokens: readonly Token[], now: Date): readonly QuestionSpan[] {
  const times = readTimes(tokens, now);
  const spans: QuestionSpan[] = [];
  for (let index = 0; index < tokens.length;) {
    const found = readSpan(tokens, index, times);
    spans.push({
      start: index,
      end: index + found.length,
      text: tokens
        .slice(index, index + found.length)
        .map(({ text }) => text)
        .join(' '),
      ...(tokens[index]?.opensClause === true || tokens[index - 1]?.word === ','
        ? { opensClause: true as const }
        : {}),
      ...found.meaning,
    });
    index += found.length;
  }
  return spans;
}

interface Found {
  readonly meaning: Meaning;
  readonly length: number;
}

function readSpan(
  tokens: readonly Token[],
  index: number,
  times: ReadonlyMap<number, { readonly window: TimeWindow; readonly length: number }>,
): Found {
  const token = tokens[index] ?? { text: '', word: '', quoted: false };
  const naming = readNaming(tokens, index);
  if (naming !== undefined)
    return { meaning: { kind: 'naming', naming: naming.naming }, length: naming.length };
  if (token.quoted) return readQuoted(tokens, index);
  // `a bucket called logs`
  const before = tokens[index - 1];
  if (before?.quoted === false && ['called', 'named', 'titled'].includes(before.word) && token.word !== ',')
    return { meaning: { kind: 'word', certain: true }, length: 1 };
  const time = times.get(index);
  if (time !== undefined) return { meaning: { kind: 'time', window: time.window }, length: time.length };
  if (/^[a-z]{2}(-[a-z]+){1,2}-\d$/.test(token.word))
    return { meaning: { kind: 'region', region: token.word }, length: 1 };
  const tag = readTag(tokens, index);
  if (tag !== undefined)
    return { meaning: { kind: 'tag', term: tag.item.term, without: tag.item.without }, length: tag.length };
  const condition = readCondition(tokens, index);
  const phrase = readPhrase(tokens, index);
  const types = readPlaceOrTypes(tokens, index);
  // `more than 100 gigs`
  if (units.has(token.word) && /^\d+$/.test(before?.word ?? ''))
    return { meaning: { kind: 'filler' }, length: 1 };
  const best = [
    ...(condition === undefined
      ? []
      : [{ meaning: { kind: 'condition', words: condition.words } as const, length: condition.length }]),
    ...(types === undefined
      ? []
      : [
          {
            meaning: { kind: 'type', types: types.types, plural: types.plural } as const,
            length: types.length,
          },
        ]),
    ...(phrase === undefined ? [] : [phrase]),
  ].toSorted((one, other) => other.length - one.length)[0];
  if (best !== undefined) return best;
  // `the second most` is among the first two.
  const ordinal = ['second', 'third'].indexOf(token.word);
  if (
    ordinal >= 0 &&
    ['most', 'largest', 'biggest', 'highest', 'fewest', 'least'].includes(tokens[index + 1]?.word ?? '')
  )
    return { meaning: { kind: 'number', value: ordinal + 2 }, length: 1 };
  const numeral = numerals.indexOf(token.word);
  if (best === undefined && numeral > 0) return { meaning: { kind: 'number', value: numeral }, length: 1 };
  if (/^\d{1,9}$/.test(token.word))
    return { meaning: { kind: 'number', value: Number(token.word) }, length: 1 };
  return { meaning: { kind: 'word', certain: looksLikeName(token.text) }, length: 1 };
}

/** `KMS keys in master`: a word alone behind a place word, at the end of the question, is a name and no type. */
function readPlaceOrTypes(tokens: readonly Token[], index: number): ReturnType<typeof readTypes> {
  const types = readTypes(tokens, index);
  const next = tokens[index + 1];
  const isPlace =
    types?.plural === false &&
    types.length === 1 &&
    ['in', 'from', 'within', 'nor'].includes(tokens[index - 1]?.word ?? '') &&
    (next === undefined || ['.', ',', 'and', 'or', 'nor'].includes(next.word));
  return isPlace ? undefined : types;
}

/** `"orders" queue` names a record; a quoted tag is read with its key. */
function readQuoted(tokens: readonly Token[], index: number): Found {
  const tag = readTag(tokens, index);
  if (tag !== undefined && tag.length > 1)
    return { meaning: { kind: 'tag', term: tag.item.term, without: tag.item.without }, length: tag.length };
  return { meaning: { kind: 'word', certain: true }, length: 1 };
}

function readPhrase(tokens: readonly Token[], index: number): Found | undefined {
  let found: Found | undefined;
  let text = '';
  for (let length = 1; length <= longestPhrase; length += 1) {
    const token = tokens[index + length - 1];
    if (token === undefined || token.quoted) break;
    text = length === 1 ? token.word : `${text} ${token.word}`;
    const meaning = phrases.get(text);
    if (
      meaning !== undefined &&
      !(meaning.kind === 'filler' && length > 1 && continuesPhrase(tokens, index + length - 1))
    )
      found = { meaning, length };
  }
  return found;
}

/** Whether a longer phrase than filler begins at the last word of filler: `run in` of `a run in progress`. */
function continuesPhrase(tokens: readonly Token[], last: number): boolean {
  const [first, second] = [tokens[last], tokens[last + 1]];
  if (first === undefined || second === undefined || second.quoted) return false;
  const meaning = phrases.get(`${first.word} ${second.word}`);
  return meaning !== undefined && meaning.kind !== 'filler';
}

/** A word of a name, and not of English: it has a digit, a separator or capitals inside, or is an identifier. */
export function looksLikeName(text: string): boolean {
  return /[\d_/:.#@*-]/.test(text.slice(0, 200)) || /[a-z][A-Z]/.test(text.slice(0, 200)) || text.length > 40;
}

let words: readonly string[] | undefined;

/** Words of the lexicon with which a misspelled word is compared. */
export function lexiconWords(): readonly string[] {
  words ??= [
    ...new Set([
      ...[...phrases.keys()].filter((phrase) => phrase.length >= 4 && !phrase.includes(' ')),
      ...typeWords(),
      ...propertyPhrases.flatMap((phrase) => phrase.split(' ').filter((word) => word.length >= 7)),
    ]),
  ];
  return words;
}
