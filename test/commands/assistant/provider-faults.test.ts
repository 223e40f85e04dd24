import test from 'ava';
import type { ExecutionContext } from 'ava';
import { createAssistantModel } from '../../../clients/llm/create-assistant-model.ts';
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
}
