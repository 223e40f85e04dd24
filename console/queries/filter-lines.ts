/** The filter of a saved query: parameters of the list of resources with a value or values. */
type FilterParameters = Readonly<Record<string, string | readonly string[]>>;

/** Writes a filter as lines `parameter=value`, a line for each value. */
export function writeFilterLines(filter: FilterParameters): string {
  return Object.entries(filter)
    .flatMap(([name, values]) => [values].flat().map((value) => `${name}=${value}`))
    .join('\n');
}

/** Reads lines `parameter=value`. A repeated parameter is a list. Lines without `=` become parameters without a value. */
export function readFilterLines(text: string): Record<string, string | string[]> {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const pairs = lines.map((line) => {
    const end = line.indexOf('=');
    return end === -1
      ? ([line, ''] as const)
      : ([line.slice(0, end).trim(), line.slice(end + 1).trim()] as const);
  });
  return Object.fromEntries(
    [...Map.groupBy(pairs, ([name]) => name)].map(([name, same]) => {
      const values = same.map(([, value]) => value);
      return [name, values.length === 1 ? (values[0] ?? '') : values] as const;
    }),
  );
}
