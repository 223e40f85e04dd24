import type { DeclineReason } from './question.ts';

/** What an answer has to state, with the values of the organization. `judgeAnswer` compares it with the text. */
export type Fact =
  | { readonly kind: 'number'; readonly value: number }
  /** Whole words, of which the answer has at least some. */
  | { readonly kind: 'texts'; readonly texts: readonly string[]; readonly atLeast: number }
  /** Beginnings of words, of which the answer has one. */
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'list'; readonly names: readonly string[]; readonly total: number }
  | { readonly kind: 'group'; readonly label: string; readonly count: number }
  /** The label of the extreme, which the answer states with its count, or before the other labels. */
  | {
      readonly kind: 'extreme';
      readonly label: string;
      readonly count: number;
      readonly others: readonly string[];
    }
  | { readonly kind: 'time'; readonly value: string }
  | { readonly kind: 'some'; readonly names: readonly string[]; readonly total: number }
  | { readonly kind: 'none'; readonly unknownName: string | undefined }
  | { readonly kind: 'avoids'; readonly texts: readonly string[] }
  | { readonly kind: 'declines'; readonly reason: DeclineReason }
  | { readonly kind: 'greets' }
  | { readonly kind: 'oneOf'; readonly facts: readonly Fact[] }
  | { readonly kind: 'allOf'; readonly facts: readonly Fact[] };

/** Returns a fact as a line of the report. */
export function describeFact(fact: Fact): string {
  switch (fact.kind) {
    case 'number':
      return String(fact.value);
    case 'texts':
      return `${fact.atLeast} of ${shortened(fact.texts)}`;
    case 'words':
      return `a word of ${shortened(fact.words)}`;
    case 'list':
      return `${fact.total}: ${shortened(fact.names)}`;
    case 'group':
    case 'extreme':
      return `${fact.label} ${fact.count}`;
    case 'time':
      return fact.value;
    case 'some':
      return `yes: ${fact.total}`;
    case 'none':
      return fact.unknownName === undefined ? 'none' : `none, or no ${fact.unknownName}`;
    case 'avoids':
      return `not ${shortened(fact.texts)}`;
    case 'declines':
      return `declines: ${fact.reason}`;
    case 'greets':
      return 'a short reply';
    case 'oneOf':
      return `(${fact.facts.map(describeFact).join(' | ')})`;
    case 'allOf':
      return `(${fact.facts.map(describeFact).join(' & ')})`;
  }
}

function shortened(texts: readonly string[]): string {
  return texts.length > 6 ? `${texts.slice(0, 6).join(', ')} … (${texts.length})` : texts.join(', ');
}
