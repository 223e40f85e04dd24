import test from 'ava';
import { conversationsOf, loadQuestions, questionFiles } from './load-questions.ts';
import { declineReasons, questionClasses } from './question.ts';
import type { Expectation } from './question.ts';

const questions = loadQuestions();
const maximumBytes = 60_000;

const forms = [
  'total',
  'distinct',
  'difference',
  'names',
  'list',
  'value',
  'groups',
  'counts',
  'largest',
  'smallest',
  'exists',
  'none',
  'states',
  'mentions',
  'avoids',
  'declines',
  'greets',
  'oneOf',
  'allOf',
];

test('there are questions of every class, with different ids and texts', (t) => {
  t.true(questions.length >= 320, String(questions.length));
  t.is(new Set(questions.map(({ id }) => id)).size, questions.length);
  t.is(new Set(questions.map(({ text, after }) => `${after} ${text}`)).size, questions.length);
  const classes: readonly string[] = questions.map((question) => question.class);
  t.deepEqual([...new Set(classes)].toSorted(), [...questionClasses].toSorted());
});

test('the files are small enough to be read', (t) => {
  for (const { name, text } of questionFiles()) t.true(Buffer.byteLength(text) < maximumBytes, name);
});

test('every question is in one conversation, after an existing one', (t) => {
  const asked = conversationsOf(questions).flat();
  t.deepEqual(asked.map(({ id }) => id).toSorted(), questions.map(({ id }) => id).toSorted());
});

test('every expectation has one form', (t) => {
  const check = (expectation: Expectation, id: string): void => {
    const found = Object.keys(expectation).filter((key) => forms.includes(key));
    t.is(found.length, 1, `${id} ${JSON.stringify(expectation)}`);
    if ('declines' in expectation) t.true(declineReasons.includes(expectation.declines), id);
    const parts = { oneOf: [], allOf: [], ...expectation };
    for (const part of [...parts.oneOf, ...parts.allOf]) check(part, id);
  };
  for (const { id, expect } of questions) {
    t.true(expect.length > 0, id);
    for (const expectation of expect) check(expectation, id);
  }
});
