const unitWords = ['millisecond', 'second', 'minute', 'hour', 'day', 'byte'];
const unitAbbreviations = ['ms', 'kb', 'kib', 'mb', 'mib', 'gb', 'gib', 'tb', 'tib'];
/** Words at the end of a name that tell the unit of its value, in the forms of Terraform and AWS. */
const units: ReadonlySet<string> = new Set(
  unitWords.flatMap((unit) => [unit, `${unit}s`]).concat(unitAbbreviations),
);

/**
 * Returns a name without case, separators and unit, so that the names of an attribute in Terraform and in the AWS API are
 * equal: `retention_in_days` and `retentionInDays` become `retention`. A name that is only a unit stays.
 */
export function foldName(name: string): string {
  const words = wordsOf(name);
  const hasUnit = words.length > 1 && units.has(words.at(-1) ?? '');
  const rest = hasUnit ? words.slice(0, -1) : words;
  const folded = hasUnit && rest.length > 1 && rest.at(-1) === 'in' ? rest.slice(0, -1) : rest;
  return folded.join('');
}

function wordsOf(name: string): readonly string[] {
  const spaced = name
    // Units with a lower-case letter between two capitals: GiB.
    .replaceAll(/([KMGT])iB(?![a-z])/g, ' $1ib ')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2');
  return spaced.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A path of a document without the indices of arrays. */
export interface NamedPath {
  readonly names: readonly string[];
  /** For each name, whether an index of an array follows it directly. */
  readonly isList: readonly boolean[];
}

/** Returns whether a token of a JSON Pointer can be the index of an array. */
export function isIndex(token: string): boolean {
  return /^(0|[1-9][0-9]{0,8})$/.test(token);
}
