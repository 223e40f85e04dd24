/**
 * Formats one CSV line (RFC 4180), including the line break. Prefixes an apostrophe to a value that a spreadsheet would
 * interpret as a formula. Source: OWASP, "CSV Injection".
 */
export function csvLine(values: readonly string[]): string {
  return `${values.map(csvField).join(',')}\r\n`;
}

const formula = /^[=+\-@\t\r\n]/;
const needsQuotes = /[",\r\n]/;

function csvField(value: string): string {
  const safe = formula.test(value) ? `'${value}` : value;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
