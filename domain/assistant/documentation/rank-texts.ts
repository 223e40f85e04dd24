/** Parameters of BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009). */
const saturation = 1.2;
const lengthWeight = 0.75;
/** A text below this part of the best score is not listed. */
const minimumPart = 0.4;

/** Words of questions that say nothing about their subject. */
const stopWords = new Set(
  'a an and any are as at be by can could do does for from has have how i if in is it me my need of on or our please should tell that the there this to use want was we what when where which who why will with work would you your'.split(
    ' ',
  ),
);

/** A text that a question can be about. */
export interface RankedText<Value> {
  readonly value: Value;
  /** A word of a part counts as `weight` words. The last part gives the length of the text. */
  readonly parts: readonly { readonly text: string; readonly weight: number }[];
}

interface CountedText<Value> {
  readonly value: Value;
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

const counted = new WeakMap<readonly RankedText<unknown>[], readonly CountedText<unknown>[]>();

/** Returns the values of the texts that have words of a question, best first. Counts the words of one list of texts once. */
export function rankTexts<Value>(texts: readonly RankedText<Value>[], question: string): readonly Value[] {
  const words = [...new Set(wordsOf(question))].filter((word) => !stopWords.has(word));
  const known = countsOf(texts);
  const average = known.reduce((sum, { length }) => sum + length, 0) / Math.max(1, known.length);
  const weights = words.map((word) => {
    const containing = known.filter(({ counts }) => counts.has(word)).length;
    return { word, weight: Math.log(1 + (known.length - containing + 0.5) / (containing + 0.5)) };
  });
  const scored = known
    .map(({ value, counts, length }) => ({
      value,
      score: weights.reduce((sum, { word, weight }) => {
        const count = counts.get(word) ?? 0;
        const norm = saturation * (1 - lengthWeight + (lengthWeight * length) / average);
        return sum + (weight * count * (saturation + 1)) / (count + norm);
      }, 0),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  const best = scored[0]?.score ?? 0;
  return scored.filter(({ score }) => score >= best * minimumPart).map(({ value }) => value);
}

function countsOf<Value>(texts: readonly RankedText<Value>[]): readonly CountedText<Value>[] {
  const known = counted.get(texts);
  if (known !== undefined) return known as readonly CountedText<Value>[];
  const counts = texts.map(countText);
  counted.set(texts, counts);
  return counts;
}

function countText<Value>({ value, parts }: RankedText<Value>): CountedText<Value> {
  const counts = new Map<string, number>();
  let length = 0;
  for (const { text, weight } of parts) {
    const words = wordsOf(text);
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + weight);
    length = words.length;
  }
  return { value, counts, length };
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
