import { cuePhrases } from './cue-words.ts';
import { filler } from './filler-words.ts';
import { nounPhrases } from './lexicon.ts';
import { attributes } from './state-phrases.ts';
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
    !cuePhrases.has(word) &&
    !filler.has(word) &&
    !nounPhrases.has(word) &&
    !attributes.has(word)
  );
}

export function wordAt(tokens: readonly Token[], index: number): string {
  const token = tokens[index];
  return token === undefined || token.quoted ? '' : token.word;
}
