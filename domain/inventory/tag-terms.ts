/** Longer keys and values are cut to this number of characters before comparison. AWS allows 128 and 256 characters. */
const tagKeyLength = 200;
const tagValueLength = 400;
/** The most characters of a `tag` parameter that has an effect. */
export const tagParameterLength = tagKeyLength + '='.length + tagValueLength;

/** A condition on one tag. */
export interface TagTerm {
  readonly key: string;
  /** Absent: matches any value. */
  readonly value?: string;
}

/**
 * Returns every interpretation of a `tag` parameter. Keys and values may contain `=`, so `a=b=c` can be the key `a=b=c`,
 * the key `a` with the value `b=c`, or the key `a=b` with the value `c`. A resource matches when one interpretation does.
 * Counts characters as Postgres and AWS do: one of two UTF-16 code units is one.
 */
export function tagTermsOf(parameter: string): readonly TagTerm[] {
  const characters = Array.from(parameter);
  const part = (start: number, length: number) => characters.slice(start, start + length).join('');
  const terms: TagTerm[] = [{ key: part(0, tagKeyLength) }];
  for (
    let at = characters.indexOf('=');
    at !== -1 && at <= tagKeyLength;
    at = characters.indexOf('=', at + 1)
  )
    terms.push({ key: part(0, at), value: part(at + 1, tagValueLength) });
  return terms.filter(({ key }) => key !== '');
}
