import { openEventStream, textOf } from '../../support/assistant/event-stream.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { gradeAnswer } from './sample-question.ts';
import type { Grade, SampleQuestion } from './sample-question.ts';

/** An answer of the assistant, compared with the expected one. */
export interface GradedQuestion extends Grade {
  readonly question: SampleQuestion;
  readonly isRight: boolean;
  readonly answer: string;
  readonly citations: number;
  /** From the request to the end of the stream. */
  readonly milliseconds: number;
}

export interface AskTarget {
  /** Origin of the API. */
  readonly url: string;
  readonly token: string;
  readonly databaseUrl: string;
  readonly organizationId: string;
}

/** Asks questions, each in a new conversation, `atOnce` at a time. */
export async function askSampleQuestions(
  target: AskTarget,
  questions: readonly SampleQuestion[],
  atOnce: number,
): Promise<readonly GradedQuestion[]> {
  const graded: GradedQuestion[] = [];
  const waiting = questions.values();
  const askWaiting = async () => {
    for (const question of waiting) graded.push(await askOne(target, question));
  };
  await Promise.all(Array.from({ length: atOnce }, askWaiting));
  return graded;
}

async function askOne(target: AskTarget, question: SampleQuestion): Promise<GradedQuestion> {
  const { url, token } = target;
  const created = await fetch(`${url}/api/v1/ai/conversations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  const { id } = (await created.json()) as { readonly id: string };
  const started = performance.now();
  const stream = await openEventStream(url, `/ai/conversations/${id}/ask`, token, {
    question: question.question,
  });
  const events = await stream.rest();
  const milliseconds = performance.now() - started;
  const answer = textOf(events);
  const cited = events.filter(({ type }) => type === 'citation').map(({ data }) => String(data['id']));
  const values = await valuesOf(target, question.states, 'value');
  const citable = question.cites === undefined ? [] : await valuesOf(target, question.cites, 'id');
  const grade = gradeAnswer(question, values, question.cites === undefined ? cited : citable, {
    answer,
    citations: cited,
  });
  const isRight =
    events.at(-1)?.type === 'turn.completed' &&
    grade.missing.length === 0 &&
    grade.wrongCitations.length === 0 &&
    !grade.lacksCitation;
  return { ...grade, question, isRight, answer, citations: cited.length, milliseconds };
}

/** Runs the SQL of an expectation; `$1` is the organization. */
async function valuesOf(
  { databaseUrl, organizationId }: AskTarget,
  expected: string | readonly string[],
  column: 'value' | 'id',
): Promise<readonly string[]> {
  if (typeof expected !== 'string') return expected;
  const query = `select ${column}::text as value, $1::uuid as organization from (${expected}) expected`;
  const rows = await queryAsOwner<{ value: string | null }>(databaseUrl, query, [organizationId]);
  return rows.flatMap(({ value }) => (value === null ? [] : [value]));
}
