/**
 * Returns the JSON text of a value that Postgres accepts as `jsonb`. NUL characters and lone surrogates, which Postgres
 * rejects, become U+FFFD. Source: PostgreSQL manual, "JSON Types".
 */
export function toJsonText(value: unknown): string {
  // JSON.stringify escapes exactly these characters as \u0000 and \ud800 to \udfff. An escaped backslash is not one.
  return JSON.stringify(value).replaceAll(/\\\\|\\u(?:0000|d[89a-f][0-9a-f]{2})/g, (escape) =>
    escape === '\\\\' ? escape : '\ufffd',
  );
}
