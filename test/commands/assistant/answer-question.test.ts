import test from 'ava';
import { errors } from '../../../domain/errors.ts';
import {
  limitSentences,
  noEvidence,
  unconfirmedNumbersSentence,
} from '../../../domain/assistant/closing-sentences.ts';
import type { ModelEvent, ModelRequest } from '../../../domain/assistant/model.ts';
import { runTurn } from '../../support/assistant/run-turn.ts';
import { resourceRow, sampleSession } from '../../support/assistant/sample-tools.ts';
import { call, say, scriptedModel, usage } from '../../support/assistant/scripted-model.ts';

const rows = [resourceRow('bucket-1', 'logs'), resourceRow('bucket-2', 'backups')];
const freshness = 'Data as of 2026-05-01T10:00:00Z; stale: Production.';

/** The responses that the model received last. */
const responsesOf = (request: ModelRequest | undefined) =>
  (request?.messages ?? []).flatMap((message) => (message.role === 'tool' ? [message.response] : []));

/** Calls a tool once, then writes a text. */
const callThenSay = (first: readonly ModelEvent[], text: string) =>
  scriptedModel((_request, number) => (number === 1 ? first : [say(text)]));

test('streams an answer with tool events, citations and the freshness as the last sentence', async (t) => {
  const model = callThenSay(
    [call('search_resources'), usage(100, 10)],
    'The buckets are logs [r1] and backups [r2].',
  );
  const { output, events, streamed } = await runTurn(model, { rows });
  t.is(output.answer, `The buckets are logs [1] and backups [2].\n\n${freshness}`);
  t.is(streamed, output.answer);
  t.is(output.finishReason, 'stop');
  t.deepEqual(
    output.citations.map(({ index, entity_type, id, name, url }) => [index, entity_type, id, name, url]),
    [
      [1, 'resource', 'bucket-1', 'logs', '/api/v1/resources/bucket-1'],
      [2, 'resource', 'bucket-2', 'backups', '/api/v1/resources/bucket-2'],
    ],
  );
  t.deepEqual(
    events.map(({ type }) => type).filter((type) => type !== 'text.delta'),
    ['tool.started', 'tool.completed', 'citation', 'citation'],
  );
  const completed = events.find(({ type }) => type === 'tool.completed');
  t.deepEqual(completed?.data, {
    tool_call_id: 'call_1',
    name: 'search_resources',
    status: 'ok',
    rows: 2,
    truncated: false,
  });
  t.is(output.usage.tool_calls, 1);
});

test('drops a reference that no tool of the turn returned, also one of an earlier turn', async (t) => {
  const model = callThenSay([call('search_resources')], 'logs [r1], other [r7], earlier [1].');
  const history = [
    { question: 'What is there?', answer: 'other [1]', dataMode: 'full' as const, citations: [] },
  ];
  const { output } = await runTurn(model, { rows, input: { history } });
  t.is(output.answer, `logs [1], other , earlier .\n\n${freshness}`);
  t.is(output.droppedReferences, 2);
  t.is(output.citations.length, 1);
});

test('an answer without a citation and without a count says that it has no evidence', async (t) => {
  const own = await runTurn(scriptedModel(() => [say('There are 42 buckets.')]));
  t.is(own.output.answer, `There are 42 buckets.\n\n${noEvidence}`);
  const ignored = await runTurn(callThenSay([call('search_resources')], 'There are 41 buckets, I guess.'), {
    rows,
  });
  t.is(ignored.output.answer, `There are 41 buckets, I guess.\n\n${noEvidence}\n\n${freshness}`);
  const said = await runTurn(callThenSay([call('search_resources')], 'I found no evidence of it.'));
  t.is(said.output.answer, `I found no evidence of it.\n\n${noEvidence}\n\n${freshness}`);
  const listed = await runTurn(callThenSay([call('search_resources')], '1. Restart it.'), {
    rows: rows.slice(0, 1),
  });
  t.is(listed.output.answer, `1. Restart it.\n\n${noEvidence}\n\n${freshness}`);
});

test('an answer names the numbers that no tool returned', async (t) => {
  const groups = [{ key: 'eu-west-1', count: 17 }];
  for (const [text, shown] of [
    [
      'There are 1,234 buckets, 41 of them in us-east-1.',
      'There are 1,234 buckets, 41 of them in us-east-1.',
    ],
    [
      'There is no evidence of more than 41 buckets, such as [r1].',
      'There is no evidence of more than 41 buckets, such as [1].',
    ],
  ] as const) {
    const { output } = await runTurn(callThenSay([call('search_resources')], text), { rows, groups });
    t.is(output.answer, `${shown}\n\n${unconfirmedNumbersSentence([41])}\n\n${freshness}`);
  }
  const filtered = await runTurn(
    callThenSay([call('search_resources', { q: 'shop 41' })], 'There are 1234 buckets of shop 41.'),
    { rows, groups },
  );
  t.is(filtered.output.answer, `There are 1234 buckets of shop 41.\n\n${freshness}`);
  const question = 'Are there 41 buckets?';
  const agreed = await runTurn(callThenSay([call('search_resources')], 'Yes, 41, such as [r1].'), {
    rows,
    input: { question },
  });
  t.is(agreed.output.answer, `Yes, 41, such as [1].\n\n${unconfirmedNumbersSentence([41])}\n\n${freshness}`);
});

test('a count from a tool is evidence without a citation', async (t) => {
  const groups = [{ key: 'eu-west-1', count: 17 }];
  for (const text of ['There are 1,234 buckets.', 'There are 1234.', '17 of them are in eu-west-1.']) {
    const { output } = await runTurn(callThenSay([call('search_resources')], text), { rows, groups });
    t.is(output.answer, `${text}\n\n${freshness}`);
    t.deepEqual(output.citations, []);
  }
});

test('returns invalid calls to the model as errors', async (t) => {
  const calls = [
    call('search_resources', { limit: 500 }),
    call('search_resources', { organization_id: 'other' }),
    call('search_resources', 'not an object'),
    call('delete_resource', { resource: 'logs' }),
    call('bad name\u202E!', {}),
  ];
  const model = callThenSay(calls, 'Nothing.');
  const { records, events, calls: run } = await runTurn(model, { rows });
  const responses = responsesOf(model.requests[1]);
  t.is(responses.length, 5);
  t.true(responses.every((response) => typeof response['error'] === 'string' && !('rows' in response)));
  t.regex(JSON.stringify(responses[0]), /limit/);
  t.regex(JSON.stringify(responses[3]), /no tool/);
  t.deepEqual(run, []);
  t.deepEqual(new Set(records.map(({ status }) => status)), new Set(['error']));
  t.is(events.filter(({ type }) => type === 'tool.completed').length, 5);
  t.is(records[4]?.name, 'bad_name_');
});

test('refuses a tool without its permission, and names the permission to the model', async (t) => {
  const model = callThenSay([call('get_resource', { resource: 'x' })], 'You lack a permission.');
  const { records, calls } = await runTurn(model, {
    dependencies: { session: sampleSession(['resources:read']) },
  });
  t.deepEqual(responsesOf(model.requests[1]), [{ refused: 'graph:read' }]);
  t.like(records[0], { status: 'refused', rows: 0, error: 'graph:read' });
  t.deepEqual(calls, []);
});

test('returns the errors of a tool to the model, and throws failures of the database', async (t) => {
  const model = () => callThenSay([call('get_resource', { resource: 'x' })], 'It failed.');
  const refused = model();
  await runTurn(refused, { fault: errors.forbidden('Requires the permission teams:read.') });
  t.deepEqual(responsesOf(refused.requests[1]), [{ refused: 'Requires the permission teams:read.' }]);
  const invalid = model();
  await runTurn(invalid, { fault: errors.validationFailed('resource', 'matches no resource') });
  t.deepEqual(responsesOf(invalid.requests[1]), [{ error: 'resource: matches no resource' }]);
  const slow = model();
  const timeout = Object.assign(new Error('canceling statement'), { code: '57014', severity: 'ERROR' });
  await runTurn(slow, { fault: timeout });
  t.regex(JSON.stringify(responsesOf(slow.requests[1])), /took too long/);
  await t.throwsAsync(
    runTurn(model(), { fault: errors.providerUnavailable('The database is unavailable.') }),
    { message: 'The database is unavailable.' },
  );
});

test('replaces characters of arguments that Postgres does not store', async (t) => {
  const args = { q: `${'x'.repeat(199)}😀`, 'k\0': '\ud800', region: '\0' };
  const model = callThenSay([call('search_resources', args), call('search_resources', { q: 'a\0' })], 'x');
  const { records, calls } = await runTurn(model, { rows });
  t.notRegex(JSON.stringify(records), /\\u0000|\\ud[89a-f]/);
  t.deepEqual(
    records.map(({ status }) => status),
    ['error', 'ok'],
  );
  t.deepEqual(calls, [{ name: 'search_resources', args: { q: 'a\uFFFD' } }]);
});

test('throws when the user lost access during the turn', async (t) => {
  const withTool = async () => Promise.reject(errors.forbidden());
  await t.throwsAsync(
    runTurn(callThenSay([call('search_resources')], 'x'), { dependencies: { session: { withTool } } }),
    { code: 'forbidden' },
  );
});

test('accepts references of the turn as arguments', async (t) => {
  const model = scriptedModel((_request, number) =>
    number === 1
      ? [call('search_resources')]
      : number === 2
        ? [call('get_resource', { resource: 'r2' }), call('search_resources', { account: '[r1]' })]
        : [say('backups [r2]')],
  );
  const { calls, records } = await runTurn(model, { rows });
  t.deepEqual(calls[1], { name: 'get_resource', args: { resource: 'bucket-2' } });
  t.deepEqual(responsesOf(model.requests[2])[2], { error: 'r1 is of type resource, not account.' });
  t.deepEqual(records[1]?.arguments, { resource: 'bucket-2' });
});

test('lists the candidates of an ambiguous name', async (t) => {
  const ambiguous = { ambiguous: { argument: 'account', candidates: rows, total: 7 } };
  const model = callThenSay([call('search_resources', { account: 'o' })], 'logs [r1] or backups [r2]?');
  const { output } = await runTurn(model, { ambiguous });
  t.like(responsesOf(model.requests[1])[0], {
    untrusted: true,
    ambiguous: { argument: 'account', candidates: ['r1', 'r2'], total: 7 },
  });
  t.is(output.citations.length, 2);
});

test('records each call with redacted arguments and the ids of its rows', async (t) => {
  const q = `password=hunter22 ${'x'.repeat(150)}`;
  const { records } = await runTurn(callThenSay([call('search_resources', { q })], 'logs [r1]'), { rows });
  t.is(records.length, 1);
  t.like(records[0], { toolCallId: 'call_1', name: 'search_resources', status: 'ok', rows: 2 });
  t.deepEqual(records[0]?.ids, ['bucket-1', 'bucket-2']);
  t.notRegex(JSON.stringify(records[0]?.arguments), /hunter22/);
});

test('ends after six calls of the model, of which the last one has no tools', async (t) => {
  const model = scriptedModel(() => [call('search_resources')]);
  const { output } = await runTurn(model, { rows });
  t.is(model.requests.length, 6);
  t.deepEqual(model.requests[5]?.tools, []);
  t.is(output.finishReason, 'limit');
  t.true(output.answer.startsWith(limitSentences.modelCalls));
  const last = await runTurn(
    scriptedModel((_request, number) => (number < 6 ? [call('search_resources')] : [say('logs [r1]')])),
    { rows },
  );
  t.is(last.output.finishReason, 'stop');
});

test('runs twelve tool calls, and says that the answer is incomplete', async (t) => {
  const model = scriptedModel((_request, number) =>
    number < 3 ? Array.from({ length: 8 }, () => call('search_resources')) : [say('logs [r1]')],
  );
  const { output, calls } = await runTurn(model, { rows });
  t.is(calls.length, 12);
  t.is(output.usage.tool_calls, 12);
  t.deepEqual(model.requests[2]?.tools, []);
  t.is(output.finishReason, 'limit');
  t.is(output.answer, `logs [1]\n\n${limitSentences.toolCalls}\n\n${freshness}`);
});

test('asks for a last answer without tools when the calls used 50,000 tokens', async (t) => {
  const model = scriptedModel((_request, number) =>
    number === 1
      ? [say('So far. '), call('search_resources'), usage(46_500, 1500)]
      : [say('logs [r1]'), usage(48_100, 20)],
  );
  const { output } = await runTurn(model, { rows });
  t.is(model.requests.length, 2);
  const [, last] = model.requests;
  t.deepEqual(last?.tools, []);
  t.like(last?.messages.at(-1), {
    role: 'user',
    text: 'No more tools can be called. Answer with what you have.',
  });
  t.true((last?.maximumOutputTokens ?? 0) >= 2000);
  t.is(output.finishReason, 'limit');
  t.true(output.answer.includes(`logs [1]\n\n${limitSentences.tokens}`));
  t.like(output.usage, { input_tokens: 94_600, output_tokens: 1520 });
});

test('the limit of tokens counts the conversation once, not again with each call', async (t) => {
  const model = scriptedModel((_request, number) =>
    number < 6
      ? [call('search_resources'), usage(15_000 + number * 1000, 100)]
      : [say('logs [r1]'), usage(21_000, 100)],
  );
  const { output } = await runTurn(model, { rows });
  t.is(model.requests.length, 6);
  t.is(output.finishReason, 'stop');
  t.is(output.usage.input_tokens, 111_000);
});

test('leaves out rows that would use up the tokens of the turn', async (t) => {
  const many = Array.from({ length: 50 }, (_, index) =>
    resourceRow(`bucket-${index}`, 'logs', { text: 'word '.repeat(50), more: 'word '.repeat(50) }),
  );
  const model = scriptedModel((_request, number) =>
    number === 1 ? Array.from({ length: 12 }, () => call('search_resources')) : [say('Many [r1].')],
  );
  const { output } = await runTurn(model, { rows: many });
  const responses = responsesOf(model.requests[1]);
  t.is(responses.length, 12);
  t.true(JSON.stringify(responses).length < 4 * 50_000);
  t.like(responses.at(-1), { rows: [], total: 50, truncated: true });
  t.true(output.answer.startsWith('Many [1].'));
});

test("the length of a provider's response is not called a limit of the turn", async (t) => {
  const cut = await runTurn(scriptedModel(() => [say('Half'), { type: 'finish', reason: 'length' }]));
  t.is(cut.output.finishReason, 'limit');
  t.true(cut.output.answer.includes(limitSentences.providerResponse));
});

test('estimates the tokens of a provider that reports none', async (t) => {
  const model = scriptedModel(() => [say('x'.repeat(4000)), usage(Number.NaN, -3)]);
  t.is((await runTurn(model)).output.usage.output_tokens, 0);
  const silent = await runTurn(scriptedModel(() => [say('x'.repeat(4000))]));
  t.is(silent.output.usage.output_tokens, 1000);
  t.true(silent.output.usage.input_tokens > 100);
});

test('stops reading an endless text at 16,000 characters', async (t) => {
  let written = 0;
  function* endless(): Generator<ModelEvent> {
    for (;;) {
      written += 1;
      yield say('text '.repeat(100));
    }
  }
  const { output, streamed } = await runTurn(scriptedModel(() => endless()));
  t.true(written < 50);
  t.true(output.answer.length <= 16_000);
  t.is(streamed, output.answer);
  t.is(output.finishReason, 'limit');
  t.true(output.answer.includes(limitSentences.answerCharacters));
});

test('stops reading endless tool calls', async (t) => {
  function* endless(): Generator<ModelEvent> {
    for (;;) yield call('search_resources');
  }
  const { output, calls } = await runTurn(
    scriptedModel((_request, number) => (number === 1 ? endless() : [say('logs [r1]')])),
    { rows },
  );
  t.is(calls.length, 12);
  t.is(output.finishReason, 'limit');
});

test('rejects with the reason of the signal', async (t) => {
  const controller = new AbortController();
  const model = scriptedModel(() => {
    controller.abort(new Error('cancelled'));
    return [say('x')];
  });
  await t.throwsAsync(runTurn(model, { signal: controller.signal }), { message: 'cancelled' });
});

test('separates the text before and after tool calls', async (t) => {
  const model = callThenSay([say('I look it up.'), call('search_resources')], 'logs [r1]');
  const { output } = await runTurn(model, { rows });
  t.is(output.answer, `I look it up.\n\nlogs [1]\n\n${freshness}`);
});
