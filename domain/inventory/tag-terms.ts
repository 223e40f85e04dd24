/** Longer keys and values are compared by their beginning only; AWS allows 128 and 256 characters. */
export const tagKeyLength = 200;
export const tagValueLength = 400;

export interface TagTerm {
  readonly key: string;
  /** Absent: any value. */
  readonly value?: string;
}

/**
 * What a `tag` parameter can mean. Both keys and values may contain `=`, so that `a=b=c` means the key `a=b=c`,
 * or `a` with the value `b=c`, or `a=b` with the value `c`: whichever exists.
 */
export function tagTermsOf(parameter: string): readonly TagTerm[] {
  const terms: TagTerm[] = [{ key: parameter.slice(0, tagKeyLength) }];
  for (let at = parameter.indexOf('='); at !== -1; at = parameter.indexOf('=', at + 1)) {
    if (at <= tagKeyLength)
      terms.push({ key: parameter.slice(0, at), value: parameter.slice(at + 1, at + 1 + tagValueLength) });
  }
  return terms.filter(({ key }) => key !== '');
}
