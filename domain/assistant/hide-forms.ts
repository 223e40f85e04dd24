import { isLexiconWord } from './question-lexicon.ts';

/**
 * Texts that name or locate something by their form, also if no record has them. In order: a form that contains another one is
 * first. The patterns are linear: each begins at a border and no two neighbouring repetitions match the same character.
 */
const forms: readonly { readonly pattern: RegExp; readonly label: string }[] = [
  { pattern: /\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s<>"'`]+/giu, label: '(URL)' },
  { pattern: /\bwww\.[^\s<>"'`]+/giu, label: '(URL)' },
  { pattern: /\barn:[^\s<>"'`,;]+/giu, label: '(ARN)' },
  { pattern: /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}/gu, label: '(mail address)' },
  { pattern: /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/giu, label: '(id)' },
  { pattern: /(?<![\w-])(?:[a-z]{1,12}-)[\da-f]{8,17}(?![\w-])/gu, label: '(id)' },
  { pattern: /(?<!\d)(?:\d{4}-\d{4}-\d{4}|\d{12})(?!\d)/gu, label: '(account number)' },
  { pattern: /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?(?![\d.])/gu, label: '(IP address)' },
  {
    pattern:
      /(?<![\w.])(?:(?:module|data)\.[\w-]{1,100}(?:\[[^\]\s]{0,100}\])?\.?){1,10}[\w.-]{0,200}(?:\[[^\]\s]{0,100}\])?/gu,
    label: '(Terraform address)',
  },
  {
    pattern: /(?<![\w.])[a-z][a-z\d]{1,30}_[a-z\d_]{1,60}\.[\w-]{1,200}(?:\[[^\]\s]{0,100}\])?/gu,
    label: '(Terraform address)',
  },
];

/** A tag with its value: the key can be read as one. */
const tagValue = /(?<![\w.:/-])([\w.:/-]{1,128})=(?:"[^"\n]{0,256}"|'[^'\n]{0,256}'|[^\s,;"'[(]{1,256})/gu;
const path =
  /(?<![\w/.~@-])(?:~|\.{1,2})?\/?[\w.@-]{1,100}(?:\/[\w.@*-]{1,100}){1,30}\/?|(?<![\w/.])\/[\w.@-]{1,100}/gu;
const quoted = /"([^"\n]{1,300})"|“([^”\n]{1,300})”|«([^»\n]{1,300})»|„([^“\n]{1,300})“|`([^`\n]{1,300})`/gu;
const reference = /\[r\d{1,6}\]/g;
const tokenPattern = /[\p{L}\p{M}]+/gu;

/**
 * Replaces numbers, addresses, paths, values of tags and quoted texts in a question of which the known names were replaced by references
 * before. Words that are no names by their form stay.
 */
export function hideForms(text: string): string {
  let output = text;
  for (const { pattern, label } of forms) output = output.replaceAll(pattern, label);
  output = output.replaceAll(tagValue, (whole, key: string) =>
    /^\d+$/.test(key) ? whole : `${key}=(value)`,
  );
  output = output.replaceAll(quoted, (whole) => (isPlain(whole) ? whole : '(text)'));
  return output.replaceAll(path, (whole) => (isPlain(whole) ? whole : '(path)'));
}

/** Whether all words of a text are words of questions. */
function isPlain(text: string): boolean {
  const words =
    text
      .replaceAll(reference, '')
      .replaceAll(/\([A-Za-z ]{1,30}\)/g, '')
      .match(tokenPattern) ?? [];
  return words.every(isLexiconWord) || text.includes('::');
}
