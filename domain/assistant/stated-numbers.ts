import type { Json } from '../json/json.ts';

const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|' +
  'nov(?:ember)?|dec(?:ember)?';

/** Parts of a text whose numbers count nothing: citations, numbers of list items, dates, durations, ids of AWS accounts. */
const countsNothing = [
  /\[\d{1,6}\]/g,
  /^[ \t]*\d{1,3}[.)](?=[ \t])/gm,
  new RegExp(String.raw`\b\d{1,2}\.? (?:${months})\b\.?(?: (?:19|20)\d\d\b)?`, 'gi'),
  new RegExp(String.raw`\b(?:${months})\b\.?(?: \d{1,2}(?!\d))?,?(?: (?:19|20)\d\d\b)?`, 'gi'),
  /(?<!\d)\d{12}(?!\d)/g,
  /\b\d{1,6} (?:second|minute|hour|day|week|month|year)s?\b/gi,
];

/**
 * A whole number: `1234`, or with separators `1,234`. Not a part of a decimal number, a name, a path, a date, a time or a tag
 * such as `Tier=3`.
 */
const wholeNumber =
  /(?<![\w.,:/=-])\d{1,3}(?:[,\u00a0\u202f]\d{3})+(?![\w:/-]|[.,]\d)|(?<![\w.,:/=-])\d+(?![\w:/-]|[.,]\d)/g;

/** Returns the whole numbers that a text states, in their order. */
export function statedNumbers(text: string): readonly number[] {
  const rest = countsNothing.reduce((kept, pattern) => kept.replaceAll(pattern, ' '), text);
  return [...rest.matchAll(wholeNumber)].map(([digits]) => Number(digits.replaceAll(/\D/g, '')));
}

/** References, times and UUIDs in texts of a tool response: their digits are no numbers that an answer can state. */
const opaqueText =
  /^r\d{1,6}$|\d{4}-\d\d-\d\dT[\d:.]+Z?|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** Adds the numbers of a JSON value to `numbers`, with the digits in its names and texts. */
export function addNumbers(value: Json | undefined, numbers: Set<number>): void {
  if (typeof value === 'number') numbers.add(value);
  else if (typeof value === 'string') {
    for (const [digits] of value.replaceAll(opaqueText, ' ').matchAll(/\d+/g)) numbers.add(Number(digits));
    for (const number of statedNumbers(value)) numbers.add(number);
  } else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) {
      if (!Array.isArray(value)) addNumbers(name, numbers);
      addNumbers(inner as Json, numbers);
    }
}
