import test from 'ava';
import { countTokens } from '../../../commands/assistant/count-tokens.ts';
import { scriptedModel, usage } from '../../support/assistant/scripted-model.ts';

test('reports numbers of tokens as integers that Postgres stores', async (t) => {
  const reports: (readonly [number, number])[] = [];
  const model = countTokens(
    scriptedModel(() => [usage(1.5, -3), usage(1e30, Number.NaN)]),
    ({ inputTokens, outputTokens }) => reports.push([inputTokens, outputTokens]),
  );
  const request = { system: '', messages: [], tools: [], now: new Date(0), maximumOutputTokens: 1 };
  for await (const { type } of model.respond('model', request, new AbortController().signal))
    t.is(type, 'usage');
  t.deepEqual(reports, [
    [2, 0],
    [10_000_000, 0],
  ]);
});
