import { toolLimits } from '../turn-limits.ts';

/** Texts of a section that a response has. */
const maximumTexts = 12;

/** Returns the beginning of a section as texts that are short enough for a response, split between words. */
export function sectionText(markdown: string): readonly string[] {
  const texts: string[] = [];
  for (const paragraph of markdown.split(/\n(?:\s*\n|(?=[-*|] |\d+\. ))/u)) {
    let text = '';
    for (const word of paragraph.split(/\s+/u)) {
      if (text !== '' && text.length + 1 + word.length > toolLimits.textCharacters) {
        texts.push(text);
        text = '';
      }
      text += text === '' ? word : ` ${word}`;
    }
    if (text !== '') texts.push(text);
    if (texts.length >= maximumTexts) break;
  }
  return texts.slice(0, maximumTexts);
}
