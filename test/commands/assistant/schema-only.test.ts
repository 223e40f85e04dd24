import test from 'ava';
import type { TurnRun } from '../../support/assistant/run-turn.ts';
import { runTurn } from '../../support/assistant/run-turn.ts';
import type { ModelScript, ScriptedModel } from '../../support/assistant/scripted-model.ts';
import { resourceRow, sampleSession } from '../../support/assistant/sample-tools.ts';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';
import { makeMappedOrganization } from '../../support/mapping/mapping-fixture.ts';
import { permissions } from '../../../domain/identity/permissions.ts';
import { errors } from '../../../domain/errors.ts';
import type { TurnSession } from '../../../commands/assistant/turn-answerer.ts';
import { call, say, scriptedModel } from '../../support/assistant/scripted-model.ts';

const fixture = useInventoryApi();

/** Answers a question in `schema_only` mode in an organization with the queues `orders-queue` and `mail`. */
async function run(
  script: ModelScript,
  options: Parameters<typeof runTurn>[1] = {},
): Promise<TurnRun & { readonly model: ScriptedModel; readonly sent: string; readonly orders: string }> {
  const { organizationId, queue } = await makeMappedOrganization(fixture, ['orders-queue', 'mail']);
  const session: TurnSession = {
    withTool: (work) =>
      fixture.api.services.database.withTenant(organizationId, (tenant) =>
        work({ tenant, permissions: new Set(permissions), now: new Date() }),
      ),
  };
  const model = scriptedModel(script);
  const result = await runTurn(model, {
    rows: [resourceRow('row-id', 'secret-name', { tags: { owner: 'alice' }, address: 'module.secret' })],
    ...options,
    input: {
      dataMode: 'schema_only',
      question: 'What depends on orders-queue?',
      history: [
        { question: 'And mail?', answer: 'mail [1] is a queue.', dataMode: 'schema_only', citations: [] },
      ],
    },
    dependencies: { session },
  });
  const sent = JSON.stringify(model.requests.map(({ system, messages }) => [system, messages]));
  return { ...result, model, sent, orders: queue('orders-queue') };
}

test('the model receives no name, id, tag or address, and the reader receives names', async (t) => {
  const { output, sent, calls, orders } = await run((_request, number) =>
    number === 1
      ? [call('get_resource', { resource: 'r1' }), call('search_resources')]
      : [say('[r3] depends on [r1].')],
  );
  t.notRegex(sent, /orders-queue|"mail|secret|row-id|alice|module\.|Production/);
  t.false(sent.includes(orders));
  t.true(sent.includes('What depends on [r1]?'));
  t.deepEqual(calls[0]?.args, { resource: orders });
  t.true(output.answer.startsWith('secret-name [1] depends on orders-queue [2].'));
  t.true(output.answer.includes('stale: Production'));
  t.is(output.citations[1]?.id, orders);
});

test('the model sees no parameter with names or texts, and cannot use one', async (t) => {
  const { model, calls, records } = await run((_request, number) =>
    number === 1
      ? [
          call('search_resources', { q: 'secret' }),
          call('get_resource', { resource: 'secret-name' }),
          call('search_resources', { region: 'eu-west-1' }),
        ]
      : [say('[r3]')],
  );
  const [search] = model.requests[0]?.tools ?? [];
  t.deepEqual(Object.keys(search?.parameters['properties'] ?? {}).toSorted(), [
    'account',
    'limit',
    'region',
    'since',
    'status',
  ]);
  t.deepEqual(
    records.map(({ status }) => status),
    ['error', 'error', 'ok'],
  );
  t.is(calls.length, 1);
});

test('records only the keys of arguments', async (t) => {
  const { records } = await run((_request, number) =>
    number === 1 ? [call('get_resource', { resource: 'r1' })] : [say('[r1]')],
  );
  t.deepEqual(records[0]?.arguments, { resource: null });
});

test('the model does not receive the text of an error', async (t) => {
  const { sent } = await run(
    (_request, number) => (number === 1 ? [call('get_resource', { resource: 'r1' })] : [say('[r1]')]),
    { fault: errors.validationFailed('resource', 'secret-name matches nothing') },
  );
  t.notRegex(sent, /secret-name/);
});

test('full mode sends the question as it is', async (t) => {
  const model = scriptedModel(() => [say('x')]);
  await runTurn(model, {
    input: { question: 'Who owns orders-queue?' },
    dependencies: { session: sampleSession() },
  });
  t.deepEqual(model.requests[0]?.messages.at(-1), { role: 'user', text: 'Who owns orders-queue?' });
});
