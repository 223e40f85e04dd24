import { cutText, storableText } from '../text/storable.ts';

/**
 * Control characters, line separators, zero-width characters and bidirectional controls. They can make a text look like
 * another one.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/**
 * Returns a text of a customer as a Markdown code span of one line, in which GitHub and GitLab recognise no mention, link,
 * reference, quick action or HTML. Backticks and angle brackets are replaced, so that the text cannot end the span and
 * cannot contain a comment's marker.
 *
 * @param most UTF-16 code units
 */
export function codeSpan(text: string, most: number): string {
  const line = storableText(text)
    .replaceAll(invisible, ' ')
    .replaceAll('`', "'")
    .replaceAll('<', '\u2039')
    .replaceAll('>', '\u203A')
    .trim();
  return `\`${line === '' ? '-' : cutText(line, most)}\``;
}
