/** Longer keys are not names of variables. */
const maximumKeyLength = 200;

/**
 * Whether a key ends with one of the words, or with one of them and `name`: `APP_QUEUE`, `queueName` and `ORDER_QUEUE_NAME` end
 * with `queue`. A word can consist of several: `log group`.
 */
export function endsWithWord(key: string, words: readonly string[]): boolean {
  if (key.length > maximumKeyLength) return false;
  const text = ` ${splitWords(key).join(' ')}`;
  const withoutName = text.endsWith(' name') ? text.slice(0, -' name'.length) : text;
  return words.some((word) => withoutName.endsWith(` ${word}`));
}

function splitWords(key: string): readonly string[] {
  return key
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}
