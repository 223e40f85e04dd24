import test from 'ava';
import type { ExecutionContext } from 'ava';
import { createAssistantModel } from '../../../clients/llm/create-assistant-model.ts';
import type { ProviderOptions } from '../../../clients/llm/provider-model.ts';
import { ModelError } from '../../../domain/assistant/model.ts';
import type { AssistantModel, ModelEvent, ModelRequest } from '../../../domain/assistant/model.ts';
import { respondWith, startLlmServer } from '../../support/assistant/llm-server.ts';
import type { LlmScript, LlmServer, LlmStep } from '../../support/assistant/llm-server.ts';

const request: ModelRequest = {
  system: 'You answer questions.',
  messages: [{ role: 'user', text: 'How many buckets are there?' }],
  tools: [
    {
      name: 'count_resources',
      description: 'Counts resources',
      parameters: { type: 'object', properties: { region: { type: 'string' } }, additionalProperties: false },
    },
  ],
  maximumOutputTokens: 500,
  now: new Date(0),
};

const providers = ['anthropic', 'openai_compatible'] as const;
type Provider = (typeof providers)[number];

async function start(
  t: ExecutionContext,
  provider: Provider,
  script: LlmScript,
  options: Partial<ProviderOptions> = {},
): Promise<{ readonly server: LlmServer; readonly model: AssistantModel }> {
  const server = await startLlmServer(script);
  t.teardown(() => server.close());
  const model = createAssistantModel(
    { assistantProvider: provider, assistantApiKey: 'secret-key', assistantBaseUrl: server.baseUrl },
    () => [],
    { retryDelayMs: 1, ...options },
  );
  return { server, model };
}

async function collect(
  model: AssistantModel,
  given: Partial<ModelRequest> = {},
  signal = new AbortController().signal,
): Promise<readonly ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of model.respond('model-1', { ...request, ...given }, signal)) events.push(event);
  return events;
}

const textOf = (events: readonly ModelEvent[]) =>
  events.map((event) => (event.type === 'text' ? event.text : '')).join('');
const tool = (name: string, args: string) => ({ tool: name, arguments: args });
const failing = (...steps: readonly LlmStep[]): LlmScript => {
  const last = respondWith({ text: 'recovered' });
  return (_request, number) => steps[number - 1] ?? last;
};

for (const provider of providers) {
  test.serial(`${provider}: streams text, tool calls and usage`, async (t) => {
    const { server, model } = await start(t, provider, () =>
      respondWith({ text: 'Let me ' }, { text: 'look.' }, tool('count_resources', '{"region":"eu-west-1"}')),
    );
    const events = await collect(model);
    t.is(textOf(events), 'Let me look.');
    const calls = events.flatMap((event) => (event.type === 'tool_call' ? [event.call] : []));
    t.deepEqual(
      calls.map(({ name, arguments: given }) => [name, given]),
      [['count_resources', { region: 'eu-west-1' }]],
    );
    t.deepEqual(events.slice(-2), [
      { type: 'usage', inputTokens: 21, outputTokens: 7 },
      { type: 'finish', reason: 'tool_calls' },
    ]);
    const [sent] = server.requests;
    t.is(sent?.model, 'model-1');
    t.is(sent?.system, request.system);
    t.deepEqual(sent?.tools, ['count_resources']);
    t.is(sent?.body['max_tokens'], 500);
    const key = provider === 'anthropic' ? sent?.headers['x-api-key'] : sent?.headers['authorization'];
    t.is(key, provider === 'anthropic' ? 'secret-key' : 'Bearer secret-key');
  });

  test.serial(
    `${provider}: sends tool calls and their responses, and declares the called tools for the last answer`,
    async (t) => {
      const { server, model } = await start(t, provider, () => respondWith({ text: 'There are 3.' }));
      const messages: ModelRequest['messages'] = [
        ...request.messages,
        {
          role: 'assistant',
          text: '',
          toolCalls: [
            { id: 'call_1', name: 'count_resources', arguments: {} },
            { id: 'call_2', name: 'count_resources', arguments: 'malformed' },
          ],
        },
        { role: 'tool', toolCallId: 'call_1', name: 'count_resources', response: { total: 3 } },
        { role: 'tool', toolCallId: 'call_2', name: 'count_resources', response: { error: 'no' } },
      ];
      t.is(textOf(await collect(model, { messages, tools: [] })), 'There are 3.');
      const [sent] = server.requests;
      const results = sent?.messages.flatMap((message) => message.results) ?? [];
      t.deepEqual(
        results.map((text) => JSON.parse(text) as unknown),
        [{ total: 3 }, { error: 'no' }],
      );
      t.deepEqual(sent?.tools, ['count_resources']);
      t.deepEqual(sent?.toolChoice, provider === 'anthropic' ? { type: 'none' } : 'none');
    },
  );

  test.serial(`${provider}: returns malformed arguments and unknown tools to the caller`, async (t) => {
    const { model } = await start(t, provider, () =>
      respondWith(tool('count_resources', '{"region":'), tool('delete_resource', '{}')),
    );
    const calls = (await collect(model)).flatMap((event) => (event.type === 'tool_call' ? [event.call] : []));
    t.deepEqual(
      calls.map(({ name }) => name),
      ['count_resources', 'delete_resource'],
    );
    t.is(calls[0]?.arguments, '{"region":');
  });

  test.serial(`${provider}: repeats a request after 429, 500 and a broken connection`, async (t) => {
    const failures: readonly (readonly LlmStep[])[] = [
      [
        { kind: 'status', status: 429, headers: { 'retry-after': '0' } },
        { kind: 'status', status: 500 },
      ],
      [
        { kind: 'cut', parts: [] },
        { kind: 'end', parts: [] },
      ],
      [{ kind: 'status', status: 529 }],
    ];
    for (const steps of failures) {
      const { server, model } = await start(t, provider, failing(...steps));
      t.is(textOf(await collect(model)), 'recovered');
      t.is(server.requests.length, steps.length + 1);
    }
  });

  test.serial(`${provider}: is unavailable after three failed attempts`, async (t) => {
    const { server, model } = await start(t, provider, () => ({ kind: 'status', status: 503 }));
    const error = await t.throwsAsync(collect(model), { instanceOf: ModelError });
    t.is((error as ModelError).code, 'provider_unavailable');
    t.is(error?.message, 'The model provider responded with status 503.');
    t.is(server.requests.length, 3);
  });

  test.serial(`${provider}: is unavailable when nothing listens at the URL`, async (t) => {
    const { server, model } = await start(t, provider, () => respondWith({ text: 'x' }));
    await server.close();
    const error = await t.throwsAsync(collect(model), { instanceOf: ModelError });
    t.is((error as ModelError).code, 'provider_unavailable');
    t.is(error?.message, 'The connection to the model provider failed.');
  });

  test.serial(`${provider}: does not repeat a request that the provider rejects`, async (t) => {
    for (const status of [400, 401, 404]) {
      const { server, model } = await start(t, provider, () => ({ kind: 'status', status }));
      const error = await t.throwsAsync(collect(model), { instanceOf: ModelError });
      t.is((error as ModelError).code, 'provider_error');
      t.is(server.requests.length, 1);
      t.notRegex(`${error?.message}${String(error?.cause)}`, /secret-key|buckets/);
    }
  });

  test.serial(`${provider}: a stream that breaks after the first token is a provider error`, async (t) => {
    const parts = [{ text: 'half' }];
    const steps: readonly LlmStep[] = [
      { kind: 'cut', parts },
      { kind: 'end', parts },
      { kind: 'cut', parts: [tool('count_resources', '{}')] },
      { kind: 'raw', parts, text: 'event: message\ndata: {"broken\n\n' },
      {
        kind: 'raw',
        parts,
        text: 'data: {"type":"error","error":{"type":"overloaded_error","message":"x"}}\n\n',
      },
    ];
    for (const step of steps) {
      const { server, model } = await start(t, provider, () => step);
      const error = await t.throwsAsync(collect(model), { instanceOf: ModelError }, JSON.stringify(step));
      t.is((error as ModelError).code, 'provider_error', JSON.stringify(step));
      t.is(server.requests.length, 1);
    }
  });

  test.serial(`${provider}: a malformed stream is a provider error`, async (t) => {
    for (const text of ['data: {"broken\n\n', 'data: []\n\n', 'data: {"type":"message_delta"}\n\n']) {
      const { server, model } = await start(t, provider, () => ({ kind: 'raw', parts: [], text }));
      const error = await t.throwsAsync(collect(model), { instanceOf: ModelError }, text);
      t.is((error as ModelError).code, 'provider_error', text);
      t.is(server.requests.length, 1);
    }
  });

  test.serial(`${provider}: a stalled stream is closed, before and after the first token`, async (t) => {
    const first = await start(t, provider, () => ({ kind: 'stall', parts: [] }), { firstTokenMs: 50 });
    const silent = await t.throwsAsync(collect(first.model), { instanceOf: ModelError });
    t.is((silent as ModelError).code, 'provider_unavailable');
    t.true(first.server.requests.length <= 1, 'is not repeated');
    const later = await start(t, provider, () => ({ kind: 'stall', parts: [{ text: 'half' }] }), {
      silenceMs: 50,
    });
    const cut = await t.throwsAsync(collect(later.model), { instanceOf: ModelError });
    t.is((cut as ModelError).code, 'provider_error');
  });

  test.serial(
    `${provider}: closes the connection when the caller stops reading an endless text`,
    async (t) => {
      const { server, model } = await start(t, provider, () => ({ kind: 'endless', text: 'more ' }));
      let characters = 0;
      for await (const event of model.respond('model-1', request, new AbortController().signal)) {
        if (event.type === 'text') characters += event.text.length;
        if (characters > 1000) break;
      }
      t.true(characters < 2000);
      await closedConnection(server);
      t.is(server.closed, 1);
    },
  );

  test.serial(`${provider}: ends a response without end within one event`, async (t) => {
    const { model } = await start(t, provider, () => ({ kind: 'endless_event' }));
    const error = await t.throwsAsync(collect(model), { instanceOf: ModelError });
    t.is((error as ModelError).code, 'provider_error');
  });

  test.serial(`${provider}: rejects with the reason of the signal, and closes the connection`, async (t) => {
    const { server, model } = await start(t, provider, () => ({ kind: 'stall', parts: [{ text: 'half' }] }));
    const controller = new AbortController();
    const read = async () => {
      for await (const event of model.respond('model-1', request, controller.signal))
        if (event.type === 'text') controller.abort(new Error('cancelled'));
    };
    await t.throwsAsync(read(), { message: 'cancelled' });
    await closedConnection(server);
    t.is(server.closed, 1);
  });
}

async function closedConnection(server: LlmServer): Promise<void> {
  while (server.closed === 0) await new Promise((resolve) => setImmediate(resolve));
}

test('the embedded model streams the events of its function', async (t) => {
  const model = createAssistantModel(
    { assistantProvider: 'embedded', assistantApiKey: undefined, assistantBaseUrl: undefined },
    ({ messages }) => [{ type: 'text', text: `${messages.length} messages` }],
  );
  t.is(model.provider, 'embedded');
  t.is(textOf(await collect(model)), '1 messages');
  const aborted = AbortSignal.abort(new Error('cancelled'));
  await t.throwsAsync(collect(model, {}, aborted), { message: 'cancelled' });
});
