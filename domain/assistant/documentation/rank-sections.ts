import type { DocumentSection } from './document-section.ts';
import { rankTexts } from './rank-texts.ts';
import type { RankedText } from './rank-texts.ts';

/** A word of a heading counts as this number of words of the text. */
const headingWeight = 6;
const titleWeight = 3;

const known = new WeakMap<readonly DocumentSection[], readonly RankedText<DocumentSection>[]>();

/** Returns the sections that have words of a question, best first. */
export function rankSections(
  sections: readonly DocumentSection[],
  question: string,
): readonly DocumentSection[] {
  let texts = known.get(sections);
  if (texts === undefined) {
    texts = sections.map((section) => ({
      value: section,
      parts: [
        { text: section.heading, weight: headingWeight },
        { text: section.title, weight: titleWeight },
        { text: section.text, weight: 1 },
      ],
    }));
    known.set(sections, texts);
  }
  return rankTexts(texts, question);
}
