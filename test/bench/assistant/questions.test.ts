import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { ToolCall } from '../../../domain/assistant/model.ts';
import { isObject } from '../../../domain/json/json.ts';
import type { Json, JsonObject } from '../../../domain/json/json.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { runEmbedded } from '../../support/assistant/run-embedded.ts';
import { okResponse } from '../../support/assistant/sample-responses.ts';
import { useTestDatabase } from '../../support/use-test-database.ts';
import { sampleQuestions } from './questions.ts';
import { gradeAnswer } from './sample-question.ts';

const owned = useTestDatabase();
const notUnderstood = 'What is the meaning of life?';

test('there are at least 120 different questions', (t) => {
  t.true(sampleQuestions.length >= 120, String(sampleQuestions.length));
  t.is(new Set(sampleQuestions.map(({ question }) => question)).size, sampleQuestions.length);
});

/** Tools over the names of the sample organization. Every resource that is looked up exists. */
function tools({ name, arguments: args }: ToolCall): JsonObject {
  const list = names[name];
  if (list !== undefined)
    return okResponse({
      rows: list.map((one, index) => ({
        ref: `r${index + 1}`,
        type: 'record',
        name: one,
        path: one,
        full_name: one,
      })),
      total: list.length,
    });
  const text = isObject(args) ? args['q'] : undefined;
  if (name === 'count_resources' && isObject(args) && args['account'] === 'management')
    return okResponse({ total: 1, subject: 'r1' });
  // Single words are names of applications and environments, and of no resource.
  if (typeof text === 'string' && /^[a-z]+$/i.test(text)) return okResponse({ total: 0 });
  const row = {
    ref: 'r50',
    type: 'resource',
    name: text ?? 'orders-production',
    resource_type: 'AWS::SQS::Queue',
    region: regionOf(args),
  };
  return okResponse({ rows: name === 'search_resources' || name === 'get_resource' ? [row] : [], total: 1 });
}

function regionOf(args: Json): Json {
  const regions = isObject(args) ? args['region'] : undefined;
  return Array.isArray(regions) ? (regions[0] ?? 'eu-west-1') : 'eu-west-1';
}

const names: Readonly<Record<string, readonly string[]>> = {
  list_accounts: ['master', 'shop-production', 'shop-staging', 'data-platform', 'sandbox'],
  list_environments: ['Production', 'Staging', 'Sandbox', 'Shared'],
  list_applications: [
    'catalogue',
    'ingestion',
    'network',
    'orders',
    'payments',
    'platform',
    'reporting',
    'toolbox',
  ],
  list_teams: ['Shop', 'Payments', 'Data', 'Platform'],
  list_projects: [
    'terraform/shop/production',
    'terraform/shop/staging',
    'terraform/data-platform',
    'terraform/network',
  ],
  list_repositories: ['sample-company/infrastructure', 'sample-company/data/platform'],
};

test('the embedded model understands every question but one', (t) => {
  const unknown = sampleQuestions
    .map(({ question }) => question)
    .filter((question) => /not understood|No \w+ named/.test(runEmbedded(question, tools).answer));
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
