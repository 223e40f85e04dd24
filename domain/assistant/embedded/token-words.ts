import { attributes, lemmas, noise, nounPhrases } from './lexicon.ts';
import type { Token } from './tokenize.ts';

/** Words that are no key of a tag and no name. */
export const functionWords = new Set(
  'of on for does do is are in and or the a an has have which what who how many with without by from to no not'.split(
    ' ',
  ),
);

/** Whether a question can use a word only as a name. */
export function isNameWord(word: string): boolean {
  return (
    word !== '.' &&
    word !== ',' &&
    !lemmas.has(word) &&
    !noise.has(word) &&
    !nounPhrases.has(word) &&
    !attributes.has(word)
  );
}

export function longestPhrase<T>(
  tokens: readonly Token[],
  index: number,
  maximum: number,
  phrases: ReadonlyMap<string, T>,
): { readonly value: T; readonly length: number } | undefined {
  const words: string[] = [];
  let found: { value: T; length: number } | undefined;
  for (let length = 1; length <= maximum; length += 1) {
    const token = tokens[index + length - 1];
    if (token === undefined || token.quoted) break;
    words.push(token.word);
    const value = phrases.get(words.join(' '));
    if (value !== undefined) found = { value, length };
  }
  return found;
}

export function wordAt(tokens: readonly Token[], index: number): string {
  const token = tokens[index];
  return token === undefined || token.quoted ? '' : token.word;
}
