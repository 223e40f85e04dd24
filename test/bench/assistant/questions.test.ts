import { randomUUID } from 'node:crypto';
import test from 'ava';
import { forms } from '../../../domain/assistant/embedded/forms/index.ts';
import { parseText } from '../../../domain/assistant/embedded/parse-question.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useTestDatabase } from '../../support/use-test-database.ts';
import { sampleQuestions } from './questions.ts';
import { gradeAnswer } from './sample-question.ts';

const owned = useTestDatabase();
const notUnderstood = 'What is the meaning of life?';

test('there are at least 120 different questions', (t) => {
  t.true(sampleQuestions.length >= 120, String(sampleQuestions.length));
  t.is(new Set(sampleQuestions.map(({ question }) => question)).size, sampleQuestions.length);
});

test('the embedded model understands every question but one', (t) => {
  const unknown = sampleQuestions
    .map(({ question }) => question)
    .filter((question) => parseText(question, forms, new Date(), undefined).questions.includes(undefined));
  t.deepEqual(unknown, [notUnderstood]);
});

test('the SQL of every question runs, and returns its column', async (t) => {
  const organizationId = randomUUID();
  for (const { question, states, cites } of sampleQuestions)
    for (const [text, column] of [
      [states, 'value'],
      [cites, 'id'],
    ] as const) {
      if (typeof text !== 'string') continue;
      const query = `select ${column}, $1::uuid as organization from (${text}) expected`;
      await t.notThrowsAsync(queryAsOwner(owned.url, query, [organizationId]), question);
    }
});

test('an answer is graded by its values and citations', (t) => {
  const answer =
    'There are 15 queues [2] since 2026-05-01 00:00 UTC.\nData as of 2026-11-23T10:00:07Z; stale: none.';
  const grade = (values: readonly string[], citable: readonly string[], citations: readonly string[]) =>
    gradeAnswer({ mustCite: true }, values, citable, { answer, citations });
  t.deepEqual(grade(['15', 'Queues'], ['a'], ['a']), {
    missing: [],
    wrongCitations: [],
    lacksCitation: false,
  });
  t.deepEqual(grade(['5', '2', '7', '1'], ['a'], ['b']), {
    missing: ['5', '2', '7', '1'],
    wrongCitations: ['b'],
    lacksCitation: false,
  });
  t.true(grade([], [], []).lacksCitation);
});
