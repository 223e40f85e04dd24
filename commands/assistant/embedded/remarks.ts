import { cueStrength } from '../../../domain/assistant/embedded/cue-words.ts';
import type { Token } from '../../../domain/assistant/embedded/tokenize.ts';
import { looksLikeName, readSpans } from './read-spans.ts';
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

/** The clauses of a question, in order. */
export function clausesOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const clauses: Token[][] = [[]];
  for (const token of tokens) {
    const last = clauses.at(-1) ?? [];
    if (last.length > 0 && (token.opensClause === true || (!token.quoted && openings.has(token.word))))
      clauses.push([token]);
    else last.push(token);
  }
  return clauses;
}

/**
 * Splits off the clauses that ask nothing: `ticket says so but i doubt it`, `(need it for a slide)`. Such a clause has an unknown
 * word and nothing that the inventory knows. The rest keeps at least one clause.
 */
export function withoutRemarks(
  tokens: readonly Token[],
  now: Date,
  isUnknown: (word: string) => boolean,
): { readonly tokens: readonly Token[]; readonly remarks: readonly string[] } {
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

/** `for the quarterly review I need …`: the tokens from the speaker on. */
export function withoutPurpose(tokens: readonly Token[]): readonly Token[] {
  if (tokens[0]?.quoted !== false || tokens[0].word !== 'for') return tokens;
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
  return at === -1 ? tokens : tokens.slice(at);
}

const longestPurpose = 8;

/**
 * The unknown words of clauses that only name what a question is about: `I have a finding on X, which team owns it?`
 *
 * @returns the tokens without them, and the words
 */
export function withoutContextWords(
  tokens: readonly Token[],
  now: Date,
  isUnknown: (word: string) => boolean,
): { readonly tokens: readonly Token[]; readonly remarks: readonly string[] } {
  const end = tokens.findIndex(({ opensClause }, index) => index > 0 && opensClause === true);
  const [first, second] = [tokens.slice(0, end), tokens.slice(end)];
  if (end === -1 || !opensContext(first)) return { tokens, remarks: [] };
  const spans = readSpans(first, now);
  const isContext = spans.every((span) => span.kind !== 'cue' || cueStrength[span.cue] === 'soft');
  const isAsked = readSpans(second, now).some(
    (span) => span.kind === 'cue' && cueStrength[span.cue] !== 'soft',
  );
  if (!isContext || !isAsked) return { tokens, remarks: [] };
  const isDropped = ({ word, text, quoted }: Token) => !quoted && isUnknown(word) && !looksLikeName(text);
  return {
    tokens: [...first.filter((token) => !isDropped(token)), ...second],
    remarks: first.filter(isDropped).map(({ text }) => text),
  };
}

function opensContext(clause: readonly Token[]): boolean {
  return ['i', 'we', 'there', 'got', 'have', 'my', 'our', 'someone', 'somebody'].includes(
    clause[0]?.word ?? '',
  );
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
