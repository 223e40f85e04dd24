import { cueStrength } from '../../../domain/assistant/embedded/cue-words.ts';
import type { Token } from '../../../domain/assistant/embedded/tokenize.ts';
import { declinedCues } from './answers/fixed-answers.ts';
import { looksLikeName, readSpans } from './read-spans.ts';
import { isEnvironmentWord } from './resolve-names.ts';
import type { QuestionSpan } from './read-spans.ts';

const openings = new Set(['but', 'because', 'cause', 'cos', 'coz', 'though', 'although', 'fyi']);
/** Kinds of spans that restrict what is asked. */
const contentKinds: readonly QuestionSpan['kind'][] = [
  'noun',
  'type',
  'state',
  'region',
  'time',
  'tag',
  'condition',
  'property',
  'number',
  'naming',
];
/** Strong cues that remarks use, too: `need it for a slide`. */
const remarkCues: ReadonlySet<string> = new Set(
  'need use certainty why who first last own finish thanks'.split(' '),
);

const speakersFollow = new Set(['so', 'before', 'while', 'after', 'until', 'as']);
const reporting = new Set(['asks', 'asked', 'asking', 'says', 'said', 'wants', 'claims']);

/** Whether a clause begins at a token: behind a comma or dash, `but …`, `before i …`, `… that asks for`. */
function opensAt(tokens: readonly Token[], index: number): boolean {
  const [token, next] = [tokens[index], tokens[index + 1]];
  if (token === undefined || token.quoted) return token?.opensClause === true;
  return (
    token.opensClause === true ||
    openings.has(token.word) ||
    (speakersFollow.has(token.word) && ['i', 'we', 'they'].includes(next?.word ?? '')) ||
    (token.word === 'that' && reporting.has(next?.word ?? ''))
  );
}

/** The clauses of a question, in order. */
export function clausesOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const clauses: Token[][] = [[]];
  for (const [index, token] of tokens.entries()) {
    const last = clauses.at(-1) ?? [];
    if (last.length > 0 && opensAt(tokens, index)) clauses.push([token]);
    else last.push(token);
  }
  return clauses;
}

/** What a question asks, and the parts of it that are left out, as texts. */
export interface Asked {
  readonly tokens: readonly Token[];
  readonly remarks: readonly string[];
}

/**
 * Splits off the clauses that ask nothing: `ticket says so but i doubt it`, `(need it for a slide)`. Such a clause has an unknown
 * word and nothing that the inventory knows. The rest keeps at least one clause.
 */
export function withoutRemarks(
  tokens: readonly Token[],
  now: Date,
  isUnknown: (word: string) => boolean,
): Asked {
  const clauses = clausesOf(tokens);
  if (clauses.length < 2) return { tokens, remarks: [] };
  const isRemark = clauses.map(
    (clause, index) =>
      asksNothing(readSpans(clause, now), isUnknown, remarkCues) ||
      isDeclaration(clause, clauses[index + 1], isUnknown),
  );
  if (isRemark.every(Boolean) || !isRemark.some(Boolean)) return { tokens, remarks: [] };
  return {
    tokens: clauses.flatMap((clause, index) => (isRemark[index] === true ? [] : clause)),
    remarks: clauses.flatMap((clause, index) =>
      isRemark[index] === true
        ? [
            clause
              .filter(({ word }) => word !== ',')
              .map(({ text }) => text)
              .join(' '),
          ]
        : [],
    ),
  };
}

const speakers = new Set(['we', 'i', 'our', 'my']);
const requests = new Set(
  'please give show tell list find get how what which who where when can could would number count'.split(' '),
);

/** `we are planning the key rotation: please give me …`: a statement with an unknown word before a request. */
function isDeclaration(
  clause: readonly Token[],
  next: readonly Token[] | undefined,
  isUnknown: (word: string) => boolean,
): boolean {
  return (
    speakers.has(clause[0]?.word ?? '') &&
    requests.has(next?.[0]?.word ?? '') &&
    clause.some(({ word, quoted }) => !quoted && isUnknown(word)) &&
    clause.every(({ text, quoted }) => !quoted && !looksLikeName(text))
  );
}

/** Words before a purpose, which a place does not have: `for production I need …` names one. */
const articles = new Set(['the', 'our', 'my', 'a', 'an', 'this', 'that']);

/** `for the quarterly review I need …`: the tokens from the speaker on, unless the purpose names a record, a kind or a filter. */
export function withoutPurpose(tokens: readonly Token[], now: Date): Asked {
  const whole: Asked = { tokens, remarks: [] };
  if (tokens[0]?.quoted !== false || tokens[0].word !== 'for' || !articles.has(tokens[1]?.word ?? ''))
    return whole;
  const at = tokens.findIndex(
    ({ word, quoted }, index) =>
      !quoted &&
      index > 1 &&
      index <= longestPurpose &&
      ['i', 'we'].includes(word) &&
      ['need', 'would', 'want', 'am', 'are', 'have', 'must', 'should'].includes(
        tokens[index + 1]?.word ?? '',
      ),
  );
  const purpose = at === -1 ? [] : tokens.slice(0, at);
  const isNamed = readSpans(purpose, now).some(
    ({ kind, text }) =>
      contentKinds.includes(kind) ||
      (kind === 'word' && (isName(text) || isEnvironmentWord(text.toLowerCase()))),
  );
  return purpose.length === 0 || isNamed
    ? whole
    : { tokens: tokens.slice(at), remarks: [purpose.map(({ text }) => text).join(' ')] };
}

const longestPurpose = 8;

const askingWords = new Set(
  'what which who whom whose how when where why list show count number give tell find get compare display describe can could does do did is are was were has have any anything anyone should may name'.split(
    ' ',
  ),
);
const whWords = new Set('what which who whom whose how when where why'.split(' '));
const leadWords = new Set(
  'and so ok okay hey hi hello please pls also then but well now just to in of for on from'.split(' '),
);

/** Whether a clause asks: it begins with a word of questions or requests, or has an interrogative. */
export function asks(clause: readonly Token[]): boolean {
  const words = clause.filter(({ word }) => word !== ',');
  const first = words.find(({ word, quoted }) => quoted || !leadWords.has(word));
  return (
    (first?.quoted === false && askingWords.has(first.word)) ||
    words.some(({ word, quoted }) => !quoted && whWords.has(word))
  );
}

/** Numbers of tickets: `INC-2231`. */
export const ticket = /^[A-Z]{2,10}-\d{1,7}$/;
const keptKinds: readonly QuestionSpan['kind'][] = ['type', 'region', 'tag', 'time', 'naming'];

/** Kinds of spans that say nothing alone. */
const emptyKinds: readonly QuestionSpan['kind'][] = ['prep', 'filler', 'pronoun', 'joint'];

/** Filters, which no story has: a clause with one of them is a part of the question. */
const filterKinds: readonly QuestionSpan['kind'][] = ['state', 'condition', 'number'];

/**
 * Reduces clauses that tell something to the records that they name: of `X is piling up, which functions read from it?`, X stays.
 * Reduces clauses with an unknown word, and leaves out what the inventory does not have, such as `incident 4412`.
 *
 * @returns the tokens without the rest, and the rest, one text a clause
 */
export function withoutStories(
  tokens: readonly Token[],
  now: Date,
  isUnknown: (word: string) => boolean,
): Asked {
  const clauses = clausesOf(tokens);
  if (!clauses.some(asks)) return { tokens, remarks: [] };
  const remarks: string[] = [];
  const kept = clauses.flatMap((clause) => {
    const spans = readSpans(clause, now);
    if (asks(clause) || spans.some(({ kind }) => filterKinds.includes(kind))) return clause;
    const isStory = spans.some(
      ({ kind, text }) => kind === 'word' && isUnknown(text.toLowerCase()) && !isName(text),
    );
    const left = spans.filter((span) => (isStory ? !isKept(span, isUnknown) : isDeclined(span)));
    const texts = left.flatMap(({ kind, text }) => (emptyKinds.includes(kind) ? [] : [text]));
    if (texts.length > 0) remarks.push(texts.join(' '));
    return spans.flatMap((span) => (left.includes(span) ? [] : clause.slice(span.start, span.end)));
  });
  return { tokens: kept, remarks };
}

function isName(text: string): boolean {
  return looksLikeName(text) && !ticket.test(text);
}

function isKept(span: QuestionSpan, isUnknown: (word: string) => boolean): boolean {
  return (
    keptKinds.includes(span.kind) ||
    span.kind === 'joint' ||
    (span.kind === 'word' && (!isUnknown(span.text.toLowerCase()) || isName(span.text)))
  );
}

/** What the inventory does not have. */
function isDeclined(span: QuestionSpan): boolean {
  return span.kind === 'cue' && (Object.hasOwn(declinedCues, span.cue) || span.cue === 'oncall');
}

/** Whether a clause has an unknown word, and nothing that the inventory knows. */
export function asksNothing(
  spans: readonly QuestionSpan[],
  isUnknown: (word: string) => boolean,
  cues: ReadonlySet<string> = new Set(),
): boolean {
  const hasUnknown = spans.some(({ kind, text }) => kind === 'word' && isUnknown(text.toLowerCase()));
  return (
    hasUnknown &&
    spans.every((span) => {
      if (contentKinds.includes(span.kind)) return false;
      if (span.kind === 'word') return !span.certain && isUnknown(span.text.toLowerCase());
      return span.kind !== 'cue' || cueStrength[span.cue] === 'soft' || cues.has(span.cue);
    })
  );
}

const auxiliaries = new Set(['is', 'are', 'was', 'were', 'did', 'does', 'do', 'has', 'have']);

/** `is X in code or did someone click it together`: the first of two alternatives that are questions. */
export function firstAlternative(tokens: readonly Token[]): readonly Token[] {
  const first = tokens.find(({ quoted }) => !quoted);
  if (first === undefined || !auxiliaries.has(first.word)) return tokens;
  const at = tokens.findIndex(
    ({ word, quoted }, index) => !quoted && word === 'or' && auxiliaries.has(tokens[index + 1]?.word ?? ''),
  );
  return at < 2 ? tokens : tokens.slice(0, at);
}
