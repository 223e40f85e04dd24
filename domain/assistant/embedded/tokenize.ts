import { shortForms } from './short-forms.ts';

/** A word, a quoted text, or the end of a sentence of a question. */
export interface Token {
  /** As written, without quotes. */
  readonly text: string;
  /** Lower-case `text`; `.` at the end of a sentence, `,` for a comma. */
  readonly word: string;
  readonly quoted: boolean;
  /** Whether a comma, a colon, a dash or a parenthesis stands before it. */
  readonly opensClause?: true;
}

const closingQuotes: Readonly<Record<string, string>> = { '"': '"', "'": "'", '`': '`', '“': '”', '‘': '’' };
const sentenceEnds = new Set(['?', '!', ';', '\n']);
/** The longest text in quotes. It bounds the search for the closing quote, so that tokenizing takes linear time. */
const quotedCharacters = 512;
const trailing = new Set(['.', ':', '…']);

/** Contractions that are another word without their apostrophe. */
const otherWords = new Set(['its', 'were', 'wont', 'id', 'im', 'lets', 'whos']);

/** Words that a short form stands for. Source: English contractions. */
const contractions: Readonly<Record<string, string>> = {
  "what's": 'what is',
  "who's": 'who is',
  "where's": 'where is',
  "when's": 'when is',
  "how's": 'how is',
  "it's": 'it is',
  "that's": 'that is',
  "there's": 'there is',
  "isn't": 'is not',
  "aren't": 'are not',
  "wasn't": 'was not',
  "weren't": 'were not',
  "don't": 'do not',
  "doesn't": 'does not',
  "didn't": 'did not',
  "hasn't": 'has not',
  "haven't": 'have not',
  "can't": 'can not',
  "couldn't": 'could not',
  "won't": 'will not',
  "wouldn't": 'would not',
  "shouldn't": 'should not',
  "they're": 'they are',
  "we're": 'we are',
  "you're": 'you are',
  "we've": 'we have',
  "i've": 'i have',
  "let's": 'let us',
  "i'm": 'i am',
  "i'd": 'i would',
  'w/o': 'without',
  'w/': 'with',
};

/** The same without the apostrophe, where that is no other word: `dont`, `whats`. */
const looseContractions: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(contractions).flatMap(([written, full]) => {
    const bare = written.replaceAll("'", '');
    return bare === written || otherWords.has(bare) ? [] : [[bare, full] as const];
  }),
);

/** Units behind a number without a space: `24h`. */
const shortUnits: Readonly<Record<string, string>> = {
  h: 'hours',
  s: 'seconds',
  sec: 'seconds',
  hr: 'hours',
  hrs: 'hours',
  d: 'days',
  min: 'minutes',
  mins: 'minutes',
};

/** Splits a question into tokens, in linear time. A possessive `'s` is a separate token. */
export function tokenize(question: string): readonly Token[] {
  const tokens: Token[] = [];
  let opensClause = false;
  const push = (added: readonly Token[]) => {
    const [first, ...rest] = added;
    if (first === undefined) return;
    tokens.push(opensClause ? { ...first, opensClause } : first, ...rest);
    opensClause = false;
  };
  let index = 0;
  while (index < question.length) {
    const character = question[index] ?? '';
    const closing = closingQuotes[character];
    const end = closing === undefined ? -1 : closingIndex(question, index, closing);
    if (end > index + 1) {
      const text = question.slice(index + 1, end).trim();
      if (text !== '') push([{ text, word: text.toLowerCase(), quoted: true }]);
      index = end + 1;
    } else if (sentenceEnds.has(character)) {
      push([ending]);
      index += 1;
    } else if (character === ',') {
      push([{ text: ',', word: ',', quoted: false }]);
      opensClause = true;
      index += 1;
    } else if (isSeparator(character)) {
      opensClause ||= character === '(' || character === ')';
      index += 1;
    } else {
      const stop = endOfWord(question, index);
      // `safe 2 delete`
      const isTo = question.slice(index, stop) === '2' && tokens.at(-1)?.word === 'safe';
      const written = isTo ? 'to' : question.slice(index, stop);
      push(readWord(written));
      opensClause ||= written.endsWith(':') || dashes.test(written);
      index = stop;
    }
  }
  return tokens;
}

/** A dash or a slash between words. */
const dashes = /^[-–—/|~]+$/;
const ending: Token = { text: '.', word: '.', quoted: false };

function closingIndex(question: string, start: number, closing: string): number {
  const window = question.slice(start + 1, start + 1 + quotedCharacters);
  const found = window.indexOf(closing);
  return found === -1 || window.slice(0, found).includes('\n') ? -1 : start + 1 + found;
}

function isSeparator(character: string): boolean {
  return (
    /[\s()[\]{}<>"“”‘`\p{Cc}\p{Cf}\p{Cs}\p{Extended_Pictographic}]/u.test(character) && !/\d/.test(character)
  );
}

function endOfWord(question: string, start: number): number {
  let index = start + 1;
  while (index < question.length) {
    const character = question[index] ?? '';
    if (isSeparator(character) || sentenceEnds.has(character) || character === ',') break;
    index += 1;
  }
  return index;
}

function readWord(written: string): readonly Token[] {
  let end = written.length;
  while (end > 0 && trailing.has(written[end - 1] ?? '')) end -= 1;
  // `N. Virginia`
  const isEnd = written.slice(end).includes('.') && end > 1;
  const text = written.slice(0, end).replace('’', "'");
  return [...(text === '' ? [] : splitShortForm(text)), ...(isEnd ? [ending] : [])];
}

function splitShortForm(text: string): readonly Token[] {
  const word = text.toLowerCase();
  const expanded = Object.hasOwn(contractions, word)
    ? contractions[word]
    : Object.hasOwn(looseContractions, word)
      ? looseContractions[word]
      : text === word && Object.hasOwn(shortForms, word)
        ? shortForms[word]
        : undefined;
  if (expanded !== undefined) return expanded.split(' ').map((part) => wordToken(part, part));
  if (word.length > 2 && word.endsWith("'s"))
    return [wordToken(text.slice(0, -2), word.slice(0, -2)), wordToken("'s", "'s")];
  const [, count = '', unit = ''] = /^(\d{1,4})([a-z]{1,4})$/.exec(word) ?? [];
  const fullUnit = Object.hasOwn(shortUnits, unit) ? shortUnits[unit] : undefined;
  if (fullUnit !== undefined) return [wordToken(count, count), wordToken(fullUnit, fullUnit)];
  // A dash or a slash between words is punctuation.
  if (dashes.test(word)) return [];
  // `orders-by-hand-something`
  const part = /^([a-z0-9][\w-]{2,80})-(?:something|whatever|xyz|xxx)$/.exec(word)?.[1];
  if (part !== undefined) return [wordToken(text.slice(0, part.length), part)];
  const bare = word.replace(/^'+|'+$/g, '');
  return bare === '' ? [] : [wordToken(text.replace(/^'+|'+$/g, ''), bare)];
}

function wordToken(text: string, word: string): Token {
  return { text, word, quoted: false };
}
