import { functionWords, isNameWord, wordAt } from './token-words.ts';
import type { Token } from './tokenize.ts';

const tagWords = new Set(['tag', 'tags', 'label', 'labels']);
const withWords = new Set(['with', 'having', 'has', 'have', 'carry', 'carrying']);
const withoutWords = new Set(['without', 'lacking', 'missing', 'lack', 'miss']);

/** `with tag Owner`, `without the tag Owner`, `tagged Owner=team-a`, `not tagged with Owner`, `Owner=team-a`. */
export function readTag(
  tokens: readonly Token[],
  index: number,
):
  | {
      readonly item: { readonly kind: 'tag'; readonly term: string; readonly without: boolean };
      readonly length: number;
    }
  | undefined {
  const lead = readTagLead(tokens, index);
  let at = index + lead.length;
  while (['the', 'a', 'an', 'any', 'both', 'these', 'either'].includes(wordAt(tokens, at))) at += 1;
  const isPlural = ['tags', 'labels'].includes(wordAt(tokens, at));
  const hasWord = tagWords.has(wordAt(tokens, at));
  if (hasWord) at += 1;
  if (hasWord && ['called', 'named', 'both', 'either', 'of'].includes(wordAt(tokens, at))) at += 1;
  const term = readTerm(tokens, at);
  if (term === undefined) return undefined;
  const hasNoun = !hasWord && tagWords.has(wordAt(tokens, term.end));
  const isTerm =
    term.text.includes('=') ||
    lead.isTagged ||
    (lead.length > 0 ? hasWord || hasNoun : hasWord && !isPlural && isNameWord(wordAt(tokens, at)));
  if (!isTerm) return undefined;
  return {
    item: { kind: 'tag', term: term.text, without: lead.without },
    length: term.end - index + (hasNoun ? 1 : 0),
  };
}

function readTagLead(tokens: readonly Token[], index: number) {
  const isNegated = wordAt(tokens, index) === 'not';
  const start = index + (isNegated ? 1 : 0);
  const word = wordAt(tokens, start);
  const isTagged = word === 'tagged' || word === 'labelled' || word === 'labeled';
  if (!isTagged && !withWords.has(word) && !withoutWords.has(word))
    return { length: 0, without: false, isTagged: false };
  const next = wordAt(tokens, start + 1);
  const hasMore = isTagged ? ['with', 'as', 'by'].includes(next) : withWords.has(word) && next === 'no';
  return {
    length: start + 1 - index + (hasMore ? 1 : 0),
    without: isNegated || withoutWords.has(word) || next === 'no',
    isTagged,
  };
}

/** `Owner`, `Owner=team-a`, `Owner = team-a`, `Owner set to team-a`. */
function readTerm(
  tokens: readonly Token[],
  index: number,
): { readonly text: string; readonly end: number } | undefined {
  const key = tokens[index];
  if (key === undefined || key.word === '.' || key.word === ',' || functionWords.has(key.word))
    return undefined;
  const { text } = key;
  const [next, value] = [wordAt(tokens, index + 1), tokens[index + 2]];
  if (next === '=' && value !== undefined) return { text: `${text}=${value.text}`, end: index + 3 };
  if (next === 'set' && value?.word === 'to' && tokens[index + 3] !== undefined)
    return { text: `${text}=${tokens[index + 3]?.text ?? ''}`, end: index + 4 };
  if (text.endsWith('=') && tokens[index + 1]?.quoted === true)
    return { text: `${text}${tokens[index + 1]?.text ?? ''}`, end: index + 2 };
  if (text.startsWith('=') || text.endsWith('=')) return undefined;
  return { text, end: index + 1 };
}
