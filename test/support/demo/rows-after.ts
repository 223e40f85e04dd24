/** Returns the cells of the first table after a line. */
export function rowsAfter(lines: readonly string[], title: string): readonly (readonly string[])[] {
  const after = lines.indexOf(title);
  const start = lines.findIndex((line, index) => index > after && line.startsWith('─')) + 1;
  const end = lines.findIndex((line, index) => index >= start && line.trim() === '');
  return lines.slice(start, end === -1 ? undefined : end).map((line) => line.trim().split(/\s{2,}/));
}
