import test from 'ava';
import type { ExecutionContext } from 'ava';
import { failureOf } from '../../../activities/assistant/turn-failure.ts';
import { createAssistantModel } from '../../../clients/llm/create-assistant-model.ts';
import { assistantTools } from '../../../commands/assistant/tools.ts';
import { countTokens } from '../../../commands/assistant/count-tokens.ts';
import { limitSentences } from '../../../domain/assistant/closing-sentences.ts';
import { ModelError } from '../../../domain/assistant/model.ts';
import { respondWith, startLlmServer } from '../../support/assistant/llm-server.ts';
import type { LlmScript } from '../../support/assistant/llm-server.ts';
import { runTurn } from '../../support/assistant/run-turn.ts';
import { resourceRow } from '../../support/assistant/sample-tools.ts';

const rows = [resourceRow('bucket-1', 'logs')];
const search = { tool: 'search_resources', arguments: '{}' };

for (const assistantProvider of ['anthropic', 'openai_compatible'] as const) {
  const start = async (t: ExecutionContext, script: LlmScript) => {
    const server = await startLlmServer(script);
    t.teardown(() => server.close());
    const configuration = { assistantProvider, assistantApiKey: 'key', assistantBaseUrl: server.baseUrl };
    return {
      server,
      model: createAssistantModel(configuration, () => [], { retryDelayMs: 1, silenceMs: 2000 }),
    };
  };

  test.serial(`${assistantProvider}: answers through tool calls, also after failed attempts`, async (t) => {
    const { server, model } = await start(t, (_request, number) => {
      if (number === 1) return { kind: 'status', status: 500 };
      if (number === 2) return respondWith({ text: 'One moment.' }, search);
      if (number === 3) return { kind: 'status', status: 429 };
      return respondWith({ text: 'The bucket is logs [r' }, { text: '1].' });
    });
    const { output } = await runTurn(model, { rows });
    t.true(output.answer.startsWith('One moment.\n\nThe bucket is logs [1].\n\nData as of'));
    t.is(server.requests.length, 4);
    t.deepEqual(output.usage, { input_tokens: 42, output_tokens: 14, tool_calls: 1 });
  });

  test.serial(`${assistantProvider}: ends an endless text with the limit of the answer`, async (t) => {
    const { server, model } = await start(t, () => ({ kind: 'endless', text: 'word '.repeat(50) }));
    const { output } = await runTurn(model);
    t.is(output.finishReason, 'limit');
    t.true(output.answer.length <= 16_000);
    t.true(output.answer.includes(limitSentences.answerCharacters));
    while (server.closed === 0) await new Promise((resolve) => setImmediate(resolve));
    t.is(server.requests.length, 1);
  });

  test.serial(
    `${assistantProvider}: fails when the stream breaks, stalls or is malformed in the second response`,
    async (t) => {
      const parts = [{ text: 'The bucket' }];
      const faults = [
        { kind: 'cut', parts },
        { kind: 'stall', parts },
        { kind: 'raw', parts, text: 'data: {"broken\n\n' },
      ] as const;
      for (const fault of faults) {
        const { model } = await start(t, (_request, number) => (number === 1 ? respondWith(search) : fault));
        const error = await t.throwsAsync(runTurn(model, { rows }), { instanceOf: ModelError }, fault.kind);
        t.is((error as ModelError).code, 'provider_error', fault.kind);
      }
    },
  );

  test.serial(`${assistantProvider}: leaves out the reasoning in the text`, async (t) => {
    const { model } = await start(t, () =>
      respondWith({ text: '<think>There are 7 [r9].</think>Nothing is known.' }),
    );
    const { output } = await runTurn(model);
    t.true(output.answer.startsWith('Nothing is known.'), output.answer);
    t.false(output.answer.includes('7'));
  });

  test.serial(`${assistantProvider}: names what the operator has to change`, async (t) => {
    const remedies = [
      [401, 'credentials', /ASSISTANT_API_KEY and ASSISTANT_BASE_URL/],
      [403, 'credentials', /ASSISTANT_API_KEY/],
      [404, 'model', /ASSISTANT_MODELS/],
      [429, 'quota', /quota/],
    ] as const;
    for (const [status, remedy, message] of remedies) {
      const { model } = await start(t, () => ({ kind: 'status', status }));
      const error = await t.throwsAsync(runTurn(model, { rows }), { instanceOf: ModelError, message });
      t.is((error as ModelError).remedy, remedy);
      const failure = failureOf(error);
      t.regex(failure.message, /^The model provider /);
      t.notRegex(failure.message, /ASSISTANT_/);
    }
  });

  test.serial(`${assistantProvider}: a request has at most 10,000 bytes of definitions`, async (t) => {
    const { server, model } = await start(t, (_request, number) =>
      number === 1
        ? respondWith({ tool: 'find_tools', arguments: '{"names":["list_members"]}' })
        : respondWith({ text: 'Nobody.' }),
    );
    const { records } = await runTurn(model, { dependencies: { tools: assistantTools } });
    const sizes = server.requests.map(({ body }) => Buffer.byteLength(JSON.stringify(body['tools'])));
    t.is(sizes.length, 2);
    for (const size of sizes) t.true(size > 5000 && size <= 10_000, String(size));
    t.false(server.requests[0]?.tools.includes('list_members'));
    t.true(server.requests[1]?.tools.includes('list_members'));
    t.deepEqual(records, [], 'finding tools reads no data');
  });

  test.serial(`${assistantProvider}: estimates the tokens that the provider does not report`, async (t) => {
    const { model } = await start(t, () => ({
      kind: 'respond',
      parts: [{ text: 'word '.repeat(400) }],
      hasUsage: false,
    }));
    const reported: { outputTokens: number }[] = [];
    const { output } = await runTurn(countTokens(model, (tokens) => reported.push(tokens)));
    t.is(output.usage.output_tokens, 500);
    t.is(reported[0]?.outputTokens, 500);
    if (assistantProvider === 'openai_compatible') t.true(output.usage.input_tokens > 500);
  });

  test.serial(
    `${assistantProvider}: names the provider when it ended a response at its length`,
    async (t) => {
      const { model } = await start(t, () => ({
        kind: 'respond',
        parts: [{ text: 'Half' }],
        reason: 'length',
      }));
      const { output } = await runTurn(model);
      t.is(output.finishReason, 'limit');
      t.true(output.answer.includes(limitSentences.providerResponse));
    },
  );
}
