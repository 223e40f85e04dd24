/** Characters that Terraform prints as they are: letters, marks, numbers, punctuation, symbols and the space. */
const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;
const short: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '"': '\\"',
  '\\': '\\\\',
};

/**
 * Returns a text as a quoted HCL literal that evaluates to the text. Template sequences and characters that are not
 * printable are escaped. A lone surrogate becomes U+FFFD because HCL is UTF-8.
 *
 * Source: Terraform's `toHCLQuotedString`, which prints instance keys in the same way.
 */
export function quoteHcl(text: string): string {
  const characters = Array.from(text);
  const escaped = characters.map((character, index) => {
    const escape = short[character];
    if (escape !== undefined) return escape;
    if ((character === '$' || character === '%') && characters[index + 1] === '{') return character.repeat(2);
    return printable.test(character) ? character : escapeCodePoint(character);
  });
  return `"${escaped.join('')}"`;
}

/** Matches a quoted HCL literal without template sequences. Sticky: set `lastIndex`. */
export const quotedLiteral =
  /"(?:[^"\\$%\p{Cc}]|\\(?:[nrt"\\]|u[0-9a-f]{4}|U[0-9a-f]{8})|\$\$(?=\{)|%%(?=\{)|[$%](?!\{))*"/iuy;

/** Returns the value of a literal that {@link quotedLiteral} matches, or undefined when an escape is not a code point. */
export function unquoteHcl(literal: string): string | undefined {
  let valid = true;
  const inside = literal.slice(1, -1);
  const value = inside.replaceAll(
    /\\u([0-9a-f]{4})|\\U([0-9a-f]{8})|\\(.)|\$\$(?=\{)|%%(?=\{)/gi,
    (match, ...groups: readonly (string | undefined)[]) => {
      const [four, eight, character] = groups;
      const code = four ?? eight;
      if (code !== undefined) {
        const point = Number.parseInt(code, 16);
        if (point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff)) return String.fromCodePoint(point);
        valid = false;
        return '';
      }
      if (character === undefined) return match.slice(0, 1);
      return { n: '\n', r: '\r', t: '\t' }[character] ?? character;
    },
  );
  return valid ? value : undefined;
}

function escapeCodePoint(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  if (point >= 0xd800 && point <= 0xdfff) return '\ufffd';
  const digits = point.toString(16);
  return point < 0x10000 ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`;
}
