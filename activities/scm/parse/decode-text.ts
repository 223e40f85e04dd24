/** A decoded file: its text with `\n` as line ends and without a byte order mark. */
export type DecodedText =
  | { readonly text: string; readonly problem?: string }
  | { readonly text: undefined; readonly problem: string };

/**
 * Decodes UTF-8. Invalid bytes become U+FFFD and are reported, because one bad byte in a comment must not hide a project.
 * A file with NUL characters is binary, or UTF-16, which the tools do not read either.
 */
export function decodeText(content: string | Uint8Array): DecodedText {
  let text: string;
  let problem: string | undefined;
  if (typeof content === 'string') text = content;
  else {
    try {
      text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    } catch {
      text = new TextDecoder('utf-8').decode(content);
      problem = 'The file is not valid UTF-8.';
    }
  }
  if (text.includes('\0')) return { text: undefined, problem: 'The file is binary.' };
  if (text.startsWith('\ufeff')) text = text.slice(1);
  text = text.replaceAll('\r\n', '\n');
  return problem === undefined ? { text } : { text, problem };
}
