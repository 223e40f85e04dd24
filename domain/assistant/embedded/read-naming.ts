import { wordAt } from './token-words.ts';
import type { Token } from './tokenize.ts';

/** A text that names of records contain: `starting with orders`, `with orders in the name`. */
export interface Naming {
  readonly text: string;
  readonly negated: boolean;
}

const leads = new Set([
  'whose',
  'with',
  'having',
  'have',
  'has',
  'that',
  'which',
  'who',
  'where',
  'a',
  'an',
  'the',
  'their',
  'its',
]);
const nameWords = new Set(['name', 'names', 'title', 'id', 'ids']);
/** Verbs between `name` and the text. */
const contains = new Set([
  'contains',
  'contain',
  'containing',
  'includes',
  'include',
  'including',
  'matches',
  'match',
  'matching',
  'like',
  'is',
  'are',
  'has',
  'have',
  'equals',
]);
const edges = new Set([
  'start',
  'starts',
  'starting',
  'begin',
  'begins',
  'beginning',
  'end',
  'ends',
  'ending',
  'prefixed',
  'suffixed',
]);
const negations = new Set(['not', 'no', 'never']);
const longestLead = 6;

/** Reads what a question says about names of records, at `index`. */
export function readNaming(
  tokens: readonly Token[],
  index: number,
): { readonly naming: Naming; readonly length: number } | undefined {
  return readStated(tokens, index) ?? readEdge(tokens, index) ?? readInName(tokens, index);
}

type Found = ReturnType<typeof readNaming>;

function textAt(tokens: readonly Token[], index: number): string | undefined {
  const token = tokens[index];
  return token === undefined || (!token.quoted && ['.', ','].includes(token.word)) ? undefined : token.text;
}

/** `whose name contains X`, `name is not X`, `names starting with X` */
function readStated(tokens: readonly Token[], index: number): Found {
  let at = index;
  while (at < index + longestLead && leads.has(wordAt(tokens, at))) at += 1;
  if (!nameWords.has(wordAt(tokens, at))) return undefined;
  at += 1;
  let negated = false;
  const begin = at;
  while (at < begin + longestLead) {
    const word = wordAt(tokens, at);
    if (negations.has(word)) negated = true;
    else if (edges.has(word) && ['with', 'in', 'by'].includes(wordAt(tokens, at + 1))) at += 1;
    else if (!contains.has(word) && word !== 'does' && word !== 'do' && word !== 'that') break;
    at += 1;
  }
  const text = at === begin ? undefined : textAt(tokens, at);
  // `what is the name of X`, `names are unique`
  if (text === undefined || ['of', 'the', 'for'].includes(text.toLowerCase())) return undefined;
  return { naming: { text, negated }, length: at + 1 - index };
}

/** `starting with X`, `that begin with X`, `named like X`, `named after X` */
function readEdge(tokens: readonly Token[], index: number): Found {
  let at = index;
  while (at < index + 2 && ['that', 'which', 'who'].includes(wordAt(tokens, at))) at += 1;
  const negated =
    ['not', 'do', 'does'].includes(wordAt(tokens, at)) &&
    negations.has(wordAt(tokens, at + (wordAt(tokens, at) === 'not' ? 0 : 1)));
  if (negated) at += wordAt(tokens, at) === 'not' ? 1 : 2;
  const isEdge = edges.has(wordAt(tokens, at)) && ['with', 'in', 'by'].includes(wordAt(tokens, at + 1));
  const isLike =
    ['named', 'called'].includes(wordAt(tokens, at)) && ['like', 'after'].includes(wordAt(tokens, at + 1));
  if (!isEdge && !isLike) return undefined;
  let end = at + 2;
  if (wordAt(tokens, end) === 'the' || wordAt(tokens, end) === 'something') end += 1;
  const text = textAt(tokens, end);
  return text === undefined ? undefined : { naming: { text, negated }, length: end + 1 - index };
}

/** `with X in the name`, `X in its name` */
function readInName(tokens: readonly Token[], index: number): Found {
  const lead = ['with', 'having', 'has', 'have', 'containing', 'without', 'that', 'contain', 'contains'];
  let at = index;
  while (at < index + 2 && lead.includes(wordAt(tokens, at))) at += 1;
  const negated = tokens.slice(index, at).some(({ word }) => word === 'without');
  const text = textAt(tokens, at);
  if (text === undefined || wordAt(tokens, at + 1) !== 'in') return undefined;
  let end = at + 2;
  while (end < at + 4 && ['the', 'their', 'its', 'a', 'his'].includes(wordAt(tokens, end))) end += 1;
  return nameWords.has(wordAt(tokens, end))
    ? { naming: { text, negated }, length: end + 1 - index }
    : undefined;
}
