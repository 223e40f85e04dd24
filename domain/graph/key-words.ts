/** Longer keys are not names of variables. */
const maximumKeyLength = 200;

/**
 * Whether a key ends with one of the words, or with one of them and `name`: `APP_QUEUE`, `queueName` and `ORDER_QUEUE_NAME` end
 * with `queue`. A word can consist of several: `log group`.
 */
export function endsWithWord(key: string, words: readonly string[]): boolean {
  if (key.length > maximumKeyLength) return false;
  const name = wordsOf(key);
  return words.some((word) => name.endsWith(` ${word}`));
}

/** Returns the words that match a key without regard to case: `PrincipalOrgID`, `principalorgid`. */
export function wordsIgnoringCase(key: string): readonly string[] {
  return [splitWords(key).trimStart(), key.toLowerCase()];
}

/** The rules of a variable test the same key one after the other. */
let last = { key: '', words: '' };

/** Returns the words of a key in lower case, each after a space, without `name` at the end. */
function wordsOf(key: string): string {
  if (key !== last.key) last = { key, words: splitWords(key) };
  return last.words;
}

function splitWords(key: string): string {
  const words = key
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  if (words.at(-1) === 'name') words.pop();
  return ` ${words.join(' ')}`;
}
