import { readConfiguration } from '../../../runtime/configuration.ts';
import { createLogger } from '../../../runtime/logger.ts';
import { startWorker } from '../../../worker/start-worker.ts';
import { createScriptedAnswerer, outputOf, stall } from '../../support/assistant/scripted-answerer.ts';
import type { AnswerScript } from '../../support/assistant/scripted-answerer.ts';

/**
 * A worker process that answers every question with `part one, part two`, after a model call with 10 tokens in and 5 out
 * and a tool call. With `ASSISTANT_STALLS=true`, it stops after the first part.
 */
const configuration = readConfiguration(process.env);

const script: AnswerScript = async (input, dependencies, signal) => {
  const { emit, model, record } = dependencies;
  const request = { system: '', messages: [], tools: [], maximumOutputTokens: 1, now: input.now };
  for await (const event of model.respond(input.model, request, signal)) void event;
  await record({
    toolCallId: 'c1',
    name: 'search_resources',
    arguments: {},
    status: 'ok',
    rows: 0,
    ids: [],
    milliseconds: 1,
  });
  emit({ type: 'text.delta', data: { text: 'part one, ' } });
  if (process.env['ASSISTANT_STALLS'] === 'true') return stall(input, dependencies, signal);
  emit({ type: 'text.delta', data: { text: 'part two' } });
  return outputOf('part one, part two');
};

const answerer = createScriptedAnswerer({
  provider: 'embedded',
  async *respond() {
    yield { type: 'usage', inputTokens: 10, outputTokens: 5 };
  },
});
answerer.on('stages', script);
await startWorker(configuration, createLogger('worker', configuration.logLevel), undefined, answerer);
