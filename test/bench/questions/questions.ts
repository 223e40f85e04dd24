import { createTypedClient, dataOf, sessionTokensOf } from '../../../api-client/create-typed-client.ts';
import { formatTable } from '../../../dev/demo/format-table.ts';
import { demoLogin } from '../../../dev/demo/sign-in.ts';
import { withDemoOrganization } from '../assistant/with-demo-organization.ts';
import type { Bench, BenchContext, Figure } from '../bench.ts';
import { askQuestions } from './ask-questions.ts';
import type { JudgedQuestion } from './ask-questions.ts';
import { createBenchApi } from './bench-api.ts';
import { describeFact } from './fact.ts';
import { createInventoryReader } from './inventory-reader.ts';
import { verdicts } from './judge-answer.ts';
import type { Verdict } from './judge-answer.ts';
import { conversationsOf, loadQuestions } from './load-questions.ts';
import { hasAnswer, questionClasses, questionSets } from './question.ts';
import { resolveQuestions } from './resolve-questions.ts';

const all = loadQuestions();
const minimumQuestions = 320;
/** Percent. */
const minimumRight = 80;
const maximumWrong = 1;
const atOnce = 3;
const shownCharacters = 400;

/** Runs the demo, asks the assistant what users type, and judges the answers by the REST API of the same organization. */
export const questions: Bench = {
  name: 'questions',
  summary: `${all.length} questions as users type them, on the organization of the demo: answers compared with the REST API`,
  run: (context) => withDemoOrganization(context, (url) => ask(context, url)),
};

async function ask({ say }: BenchContext, url: string): Promise<Record<string, Figure>> {
  const login = await sessionTokensOf(createTypedClient(url).POST('/api/v1/auth/login', { body: demoLogin }));
  const client = createTypedClient(url, login.access_token);
  await dataOf(client.PUT('/api/v1/ai/settings', { body: { daily_turn_limit: 100_000 } }));
  const api = createBenchApi(url);
  const reader = createInventoryReader((path) => api.get(path), new Date());
  say(`reading the right answers of ${all.length} questions`);
  const { problems } = await resolveQuestions(all, reader);
  for (const problem of problems) say(`BROKEN ${problem}`);
  say(`asking ${all.length} questions, ${atOnce} at a time`);
  const judged = await askQuestions(api, conversationsOf(all), reader, atOnce);
  for (const one of judged.filter(({ verdict }) => verdict !== 'right')) say(describeMiss(one));
  say(`\n${formatTable(['class', 'questions', ...verdicts], rowsOf(judged))}`);
  return { ...figuresOf(judged), broken_expectations: atMost(problems.length, 'questions', 0) };
}

function figuresOf(judged: readonly JudgedQuestion[]): Record<string, Figure> {
  const answerable = judged.filter(({ question }) => hasAnswer(question));
  const followUps = judged.filter(({ question }) => question.after !== undefined);
  const others = judged.filter(({ question }) => !hasAnswer(question));
  return {
    questions: atLeast(judged.length, 'questions', minimumQuestions),
    right: atLeast(share(answerable, 'right'), '%', minimumRight),
    wrong: atMost(share(judged, 'wrong'), '%', maximumWrong),
    follow_ups_right: atLeast(share(followUps, 'right'), '%', minimumRight),
    refusals_and_greetings_right: plain(share(others, 'right'), '%'),
    asks_back: plain(share(judged, 'asks back'), '%'),
    declined: plain(share(judged, 'declined'), '%'),
    not_understood: plain(share(judged, 'not understood'), '%'),
    failed: atMost(share(judged, 'failed'), '%', 0),
    ...Object.fromEntries(questionSets.flatMap((set) => setFigures(judged, set))),
    turn_p50: plain(quantile(judged, 0.5), 'ms'),
    turn_p95: plain(quantile(judged, 0.95), 'ms'),
  };
}

/** The figures of one set of questions. */
function setFigures(judged: readonly JudgedQuestion[], set: string): readonly (readonly [string, Figure])[] {
  const of = judged.filter(({ question }) => question.set === set);
  return [
    [
      `${set}_right`,
      plain(
        share(
          of.filter(({ question }) => hasAnswer(question)),
          'right',
        ),
        '%',
      ),
    ],
    [`${set}_wrong`, plain(share(of, 'wrong'), '%')],
    [
      `${set}_follow_ups_right`,
      plain(
        share(
          of.filter(({ question }) => question.after !== undefined),
          'right',
        ),
        '%',
      ),
    ],
  ];
}

function rowsOf(judged: readonly JudgedQuestion[]): (string | number)[][] {
  return [...questionClasses, 'all'].map((name) => {
    const of = judged.filter(({ question }) => name === 'all' || question.class === name);
    return [
      name,
      of.length,
      ...verdicts.map((verdict) => of.filter((one) => one.verdict === verdict).length),
    ];
  });
}

function describeMiss({ question, verdict, lacks, answer }: JudgedQuestion): string {
  const shown = answer.slice(0, shownCharacters).replaceAll('\n', '\n  ');
  const after = question.after === undefined ? '' : ` (after ${question.after})`;
  return `${verdict.toUpperCase()} ${question.id}${after} ${question.text}\n  expected ${lacks.map(describeFact).join('; ')}\n  ${shown}`;
}

function share(judged: readonly JudgedQuestion[], verdict: Verdict): number {
  const found = judged.filter((one) => one.verdict === verdict).length;
  return (100 * found) / Math.max(1, judged.length);
}

function quantile(judged: readonly JudgedQuestion[], part: number): number {
  const sorted = judged.map(({ milliseconds }) => milliseconds).toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

function atLeast(value: number, unit: string, minimum: number): Figure {
  return { value, unit, target: `>= ${minimum}`, ok: value >= minimum };
}

function atMost(value: number, unit: string, maximum: number): Figure {
  return { value, unit, target: `<= ${maximum}`, ok: value <= maximum };
}

function plain(value: number, unit: string): Figure {
  return { value, unit, ok: true };
}
