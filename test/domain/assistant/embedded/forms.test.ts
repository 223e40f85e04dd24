import test from 'ava';
import { families } from '../../../../domain/assistant/embedded/form.ts';
import { forms } from '../../../../domain/assistant/embedded/forms/index.ts';
import { entityNouns, lemmas, noise, nounPhrases } from '../../../../domain/assistant/embedded/lexicon.ts';
import { parseText } from '../../../../domain/assistant/embedded/parse-question.ts';
import { wordsOfPattern } from '../../../../domain/assistant/embedded/pattern.ts';

const now = new Date('2026-11-23T12:00:00Z');

for (const { name, examples } of forms)
  test(`the examples of the form "${name}" match it, in any case`, (t) => {
    for (const example of examples)
      for (const text of [
        example,
        example
          .replace(/[?.]$/, '')
          .toUpperCase()
          .replaceAll(/\S*[-/]\S*/g, (one) => one.toLowerCase()),
      ]) {
        const { questions } = parseText(text, forms, now, undefined);
        t.deepEqual(
          questions.map((parsed) => parsed?.form.name),
          [name],
          text,
        );
      }
  });

test('there are at least 40 forms, in every family', (t) => {
  t.true(forms.length >= 40);
  t.deepEqual([...new Set(forms.map(({ family }) => family))].toSorted(), families.toSorted());
  t.is(new Set(forms.map(({ name }) => name)).size, forms.length);
});

test('every word of a pattern can be the result of reading a question', (t) => {
  const known = new Set([
    ...lemmas.values(),
    ...entityNouns,
    ...[...nounPhrases.values()].map(({ word }) => word),
  ]);
  const unknown = forms.flatMap(({ name, patterns }) =>
    patterns.flatMap((pattern) =>
      wordsOfPattern(pattern)
        .filter((word) => !known.has(word) || (noise.has(word) && word !== 'is'))
        .map((word) => `${name}: ${word}`),
    ),
  );
  t.deepEqual([...new Set(unknown)], []);
});
