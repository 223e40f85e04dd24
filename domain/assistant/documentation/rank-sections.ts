import type { DocumentSection } from './document-section.ts';

/** Parameters of BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009). */
const saturation = 1.2;
const lengthWeight = 0.75;
/** A word of a heading counts as this number of words of the text. */
const headingWeight = 6;
const titleWeight = 3;
/** A section below this part of the best score is not listed. */
const minimumPart = 0.4;

/** Words of questions that say nothing about their subject. */
const stopWords = new Set(
  'a an and any are as at be by can could do does for from have how i if in is it me my need of on or our please should tell that the there this to use want was we what when where which who why will with work would you your'.split(
    ' ',
  ),
);

interface CountedSection {
  readonly section: DocumentSection;
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

const counted = new WeakMap<readonly DocumentSection[], readonly CountedSection[]>();

/** Returns the sections that have words of a question, best first. */
export function rankSections(
  sections: readonly DocumentSection[],
  question: string,
): readonly DocumentSection[] {
  const words = [...new Set(wordsOf(question))].filter((word) => !stopWords.has(word));
  const known = countsOf(sections);
  const average = known.reduce((sum, { length }) => sum + length, 0) / Math.max(1, known.length);
  const weights = words.map((word) => {
    const containing = known.filter(({ counts }) => counts.has(word)).length;
    return { word, weight: Math.log(1 + (known.length - containing + 0.5) / (containing + 0.5)) };
  });
  const scored = known
    .map(({ section, counts, length }) => ({
      section,
      score: weights.reduce((sum, { word, weight }) => {
        const count = counts.get(word) ?? 0;
        const norm = saturation * (1 - lengthWeight + (lengthWeight * length) / average);
        return sum + (weight * count * (saturation + 1)) / (count + norm);
      }, 0),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  const best = scored[0]?.score ?? 0;
  return scored.filter(({ score }) => score >= best * minimumPart).map(({ section }) => section);
}

function countsOf(sections: readonly DocumentSection[]): readonly CountedSection[] {
  const known = counted.get(sections);
  if (known !== undefined) return known;
  const counts = sections.map(countSection);
  counted.set(sections, counts);
  return counts;
}

function countSection(section: DocumentSection): CountedSection {
  const counts = new Map<string, number>();
  const add = (text: string, weight: number) => {
    const words = wordsOf(text);
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + weight);
    return words.length;
  };
  add(section.heading, headingWeight);
  add(section.title, titleWeight);
  return { section, counts, length: add(section.text, 1) };
}

/** Returns the words of a text in lower case, without the endings of plurals and verbs. */
function wordsOf(text: string): readonly string[] {
  return [...text.toLowerCase().matchAll(/[\p{L}\p{N}]{2,40}/gu)].map(([word]) => stemOf(word));
}

const endings = ['ations', 'ation', 'ions', 'ion', 'ings', 'ing', 'ies', 'ed', 'es', 's', 'y', 'e'];
const minimumStem = 4;

function stemOf(word: string): string {
  const ending = endings.find((one) => word.endsWith(one) && word.length - one.length >= minimumStem);
  return ending === undefined ? word : word.slice(0, -ending.length);
}
