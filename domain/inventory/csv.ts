/**
 * One line of CSV as RFC 4180 has it. A text that a spreadsheet would take for a formula gets an apostrophe before it;
 * source: OWASP, "CSV Injection".
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
