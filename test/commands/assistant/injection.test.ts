import test from 'ava';
import { createAssistantModel } from '../../../clients/llm/create-assistant-model.ts';
import { hostileRows } from '../../support/assistant/hostile-rows.ts';
import { startLlmServer } from '../../support/assistant/llm-server.ts';
import { obedientProvider } from '../../support/assistant/obedient-provider.ts';
import { runTurn } from '../../support/assistant/run-turn.ts';

const foreignId = 'foreign-id';

for (const assistantProvider of ['anthropic', 'openai_compatible'] as const) {
  test(`${assistantProvider}: a provider that obeys instructions in names, tags, commit messages and addresses has no effect`, async (t) => {
    const server = await startLlmServer(obedientProvider());
    t.teardown(() => server.close());
    const model = createAssistantModel(
      { assistantProvider, assistantApiKey: 'key', assistantBaseUrl: server.baseUrl },
      () => [],
    );
    const { output, calls, records, streamed, events } = await runTurn(model, { rows: hostileRows });

    t.is(server.requests.length, 3, 'the provider received the instructions');
    const obeyed = server.requests[2]?.messages.flatMap((message) => message.calls) ?? [];
    t.deepEqual(
      [...new Set(obeyed)].toSorted(),
      ['delete_resource', 'fetch', 'get_resource', 'run_scan', 'search_resources'],
      'the provider called what they name',
    );
    t.deepEqual(calls, [
      { name: 'search_resources', args: {} },
      { name: 'get_resource', args: { resource: foreignId } },
    ]);
    t.deepEqual(
      records.map(({ name, status, rows }) => [name, status, rows]),
      [
        ['search_resources', 'ok', 2],
        ['search_resources', 'error', 0],
        ['get_resource', 'ok', 0],
        ['delete_resource', 'error', 0],
        ['fetch', 'error', 0],
        ['run_scan', 'error', 0],
      ],
      'no call has another organization, writes or opens an address',
    );

    t.regex(output.answer, /was reviewed by nobody/);
    t.notRegex(output.answer, /https?:|\/\/|<img|!\[|\]\(|javascript:|www\.|&#|hidden/);
    t.true(output.removedLinks >= 6);
    t.true(output.droppedReferences >= 4);
    const cited = [...output.answer.matchAll(/\[(\d+)\]/g)].map(([, digits]) => Number(digits));
    t.deepEqual(new Set(cited), new Set(output.citations.map(({ index }) => index)));
    t.deepEqual(
      output.citations.map(({ id, url }) => [id, url]),
      [['own-1', '/api/v1/resources/own-1']],
    );
    t.notRegex(JSON.stringify(output.citations), /[\u202A-\u202E\u{E0000}-\u{E007F}]/u);
    t.is(streamed, output.answer, 'the stream has the same text');
    t.is(events.filter(({ type }) => type === 'citation').length, 1);
  });

  test(`${assistantProvider}: the model receives no hidden characters`, async (t) => {
    const server = await startLlmServer(obedientProvider());
    t.teardown(() => server.close());
    const model = createAssistantModel(
      { assistantProvider, assistantApiKey: 'key', assistantBaseUrl: server.baseUrl },
      () => [],
    );
    await runTurn(model, { rows: hostileRows });
    const received = JSON.stringify(server.requests.map(({ body }) => body));
    t.notRegex(received, /[\u200B-\u200F\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/u);
    const results = server.requests[1]?.messages.flatMap((message) => message.results) ?? [];
    t.is(results.length, 1, 'a text of the inventory does not end the tool response');
    t.is((JSON.parse(results[0] ?? '') as { untrusted: unknown }).untrusted, true);
  });
}
