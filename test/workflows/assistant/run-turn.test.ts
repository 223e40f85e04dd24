import test from 'ava';
import { runTurn } from '../../../activities/assistant/run-turn.ts';
import { createAssistantMetrics } from '../../../runtime/metrics/assistant-metrics.ts';
import { createMetricsRegistry } from '../../../runtime/metrics/metrics.ts';
import { textOf } from '../../support/assistant/event-stream.ts';
import { outputOf } from '../../support/assistant/scripted-answerer.ts';
import { useAssistantApi } from '../../support/assistant/use-assistant-api.ts';
import { gate } from '../../support/gate.ts';

const api = useAssistantApi({ worker: false });

test('of two executions of the activity the later one writes, and there is one terminal event', async (t) => {
  const asker = await api.signUpAsker();
  const stream = await api.ask(asker, asker.conversationId, 'twice');
  const { data } = await stream.until('turn.started');
  const runId = String(data['turn_id']);
  const input = { organizationId: asker.organizationId, runId, subjectId: runId };
  const dependencies = {
    database: api.services.database,
    logger: api.services.logger,
    configuration: api.configuration,
    assistantMetrics: createAssistantMetrics(createMetricsRegistry()),
  };
  const { signal } = new AbortController();
  const [begun, held] = [gate(), gate()];
  const answererOf = (text: string, wait: Promise<void>) => ({
    model: api.answerer.model,
    answerQuestion: async (_input: unknown, { emit }: Parameters<typeof api.answerer.answerQuestion>[1]) => {
      emit({ type: 'text.delta', data: { text: `${text} ` } });
      begun.open();
      await wait;
      emit({ type: 'text.delta', data: { text } });
      return outputOf(`${text} ${text}`);
    },
  });
  const earlier = runTurn({ ...dependencies, answerer: answererOf('earlier', held.opened) }, input, signal);
  await begun.opened;
  await stream.until('text.delta');
  await runTurn({ ...dependencies, answerer: answererOf('later', Promise.resolve()) }, input, signal);
  held.open();
  await earlier;
  await runTurn({ ...dependencies, answerer: answererOf('third', Promise.resolve()) }, input, signal);
  const events = await stream.rest();
  t.deepEqual(
    events.map(({ sequence }) => sequence),
    events.map((_, index) => index + 1),
  );
  t.deepEqual(
    events.map(({ type }) => type),
    ['turn.started', 'text.delta', 'turn.reset', 'text.delta', 'turn.completed'],
  );
  t.is(textOf(events), 'later later');
});
