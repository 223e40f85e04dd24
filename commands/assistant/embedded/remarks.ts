import { cueStrength } from '../../../domain/assistant/embedded/cue-words.ts';
import type { Token } from '../../../domain/assistant/embedded/tokenize.ts';
import { readSpans } from './read-spans.ts';
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

/**
 * Splits off the clauses that ask nothing: `ticket says so but i doubt it`, `(need it for a slide)`. Such a clause has an unknown
 * word and nothing that the inventory knows. The rest keeps at least one clause.
 */
export function withoutRemarks(
  tokens: readonly Token[],
  now: Date,
  isUnknown: (word: string) => boolean,
): { readonly tokens: readonly Token[]; readonly remarks: readonly string[] } {
  const clauses: Token[][] = [[]];
  for (const token of tokens) {
    const last = clauses.at(-1) ?? [];
    if (last.length > 0 && (token.opensClause === true || (!token.quoted && openings.has(token.word))))
      clauses.push([token]);
    else last.push(token);
  }
  if (clauses.length < 2) return { tokens, remarks: [] };
  const isRemark = clauses.map((clause) => asksNothing(readSpans(clause, now), isUnknown, remarkCues));
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
