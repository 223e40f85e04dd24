/** Longer keys and values are cut to this length before comparison. AWS allows 128 and 256 characters. */
const tagKeyLength = 200;
const tagValueLength = 400;

/** A condition on one tag. */
export interface TagTerm {
  readonly key: string;
  /** Absent: matches any value. */
  readonly value?: string;
}

/**
 * Returns every interpretation of a `tag` parameter. Keys and values may contain `=`, so `a=b=c` can be the key `a=b=c`,
 * the key `a` with the value `b=c`, or the key `a=b` with the value `c`. A resource matches when one interpretation does.
 */
export function tagTermsOf(parameter: string): readonly TagTerm[] {
  const terms: TagTerm[] = [{ key: parameter.slice(0, tagKeyLength) }];
  for (let at = parameter.indexOf('='); at !== -1; at = parameter.indexOf('=', at + 1)) {
    if (at <= tagKeyLength)
      terms.push({ key: parameter.slice(0, at), value: parameter.slice(at + 1, at + 1 + tagValueLength) });
  }
  return terms.filter(({ key }) => key !== '');
}
