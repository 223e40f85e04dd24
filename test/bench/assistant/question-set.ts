import { dataOf, sessionTokensOf, createTypedClient } from '../../../api-client/create-typed-client.ts';
import { formatTable } from '../../../dev/demo/format-table.ts';
import { demoLogin } from '../../../dev/demo/sign-in.ts';
import type { Bench, BenchContext, Figure } from '../bench.ts';
import { askSampleQuestions } from './ask-sample-questions.ts';
import type { GradedQuestion } from './ask-sample-questions.ts';
import { sampleQuestions } from './questions.ts';
import { families } from './sample-question.ts';
import { withDemoOrganization } from './with-demo-organization.ts';

const minimumQuestions = 120;
/** Percent. */
const minimumRight = 95;
const atOnce = 3;

/** Runs the demo, asks the embedded model questions about its organization, and compares the answers with SQL. */
export const questionSet: Bench = {
  name: 'sample-questions',
  summary: `${sampleQuestions.length} questions about the organization of the demo: answers and citations compared with SQL`,
  run: (context) => withDemoOrganization(context, (url) => ask(context, url)),
};

async function ask({ databaseUrl, say }: BenchContext, url: string): Promise<Record<string, Figure>> {
  const login = await sessionTokensOf(createTypedClient(url).POST('/api/v1/auth/login', { body: demoLogin }));
  const client = createTypedClient(url, login.access_token);
  await dataOf(client.PUT('/api/v1/ai/settings', { body: { daily_turn_limit: 100_000 } }));
  const organization = await dataOf(client.GET('/api/v1/organization'));
  const target = { url, token: login.access_token, databaseUrl, organizationId: organization.id };
  say(`asking ${sampleQuestions.length} questions, ${atOnce} at a time`);
  const graded = await askSampleQuestions(target, sampleQuestions, atOnce);
  for (const one of graded.filter(({ isRight }) => !isRight)) say(describeWrong(one));
  say(`\n${formatTable(['family', 'questions', 'right', 'citations', 'wrong citations'], rowsOf(graded))}`);
  const right = graded.filter(({ isRight }) => isRight).length;
  const share = (100 * right) / graded.length;
  const wrong = sum(graded.map(({ wrongCitations }) => wrongCitations.length));
  return {
    questions: {
      value: graded.length,
      unit: 'questions',
      target: `>= ${minimumQuestions}`,
      ok: graded.length >= minimumQuestions,
    },
    right: { value: share, unit: '%', target: `>= ${minimumRight}`, ok: share >= minimumRight },
    wrong_citations: { value: wrong, unit: 'citations', target: '0', ok: wrong === 0 },
    turn_p50: { value: quantile(graded, 0.5), unit: 'ms', ok: true },
    turn_p95: { value: quantile(graded, 0.95), unit: 'ms', ok: true },
  };
}

function rowsOf(graded: readonly GradedQuestion[]): (string | number)[][] {
  return [...families, 'all'].map((family) => {
    const of = graded.filter(({ question }) => family === 'all' || question.family === family);
    return [
      family,
      of.length,
      of.filter(({ isRight }) => isRight).length,
      sum(of.map(({ citations }) => citations)),
      sum(of.map(({ wrongCitations }) => wrongCitations.length)),
    ];
  });
}

function describeWrong({ question, missing, wrongCitations, lacksCitation, answer }: GradedQuestion): string {
  const reasons = [
    ...(missing.length > 0 ? [`lacks ${missing.slice(0, 6).join(', ')}`] : []),
    ...(wrongCitations.length > 0 ? [`${wrongCitations.length} wrong citations`] : []),
    ...(lacksCitation ? ['no citation'] : []),
  ];
  return `WRONG [${question.family}] ${question.question}\n  ${reasons.join('; ')}\n  ${answer.slice(0, 500).replaceAll('\n', '\n  ')}`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function quantile(graded: readonly GradedQuestion[], share: number): number {
  const sorted = graded.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
