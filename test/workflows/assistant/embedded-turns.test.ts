import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { askQuestion } from '../../support/assistant/ask-question.ts';
import { insertChange, makeToolWorld } from '../../support/assistant/tool-world.ts';
import type { ToolWorld } from '../../support/assistant/tool-world.ts';
import { startInventoryApi } from '../../support/inventory/inventory-api.ts';
import type { InventoryApi } from '../../support/inventory/inventory-api.ts';
import { useFixture } from '../../support/use-fixture.ts';

const freshness = /Data as of 2026-05-01T10:00:00Z; stale: [^\n]*\.$/;

const fixture = useFixture(
  async (): Promise<InventoryApi> => {
    const started = await startInventoryApi();
    await started.api.startWorker();
    return started;
  },
  (started) => started.close(),
);

const ask = (world: Pick<ToolWorld, 'client' | 'tokens'>, question: string) =>
  askQuestion(fixture.api, world, question);

async function makeWorld(dataMode: 'full' | 'schema_only'): Promise<ToolWorld> {
  const world = await makeToolWorld(fixture);
  await insertChange(fixture, world.organizationId, world.idOf('orders'), { actor: 'alice' });
  await dataOf(world.client.PUT('/api/v1/ai/settings', { body: { data_mode: dataMode } }));
  return world;
}

for (const dataMode of ['full', 'schema_only'] as const) {
  test(`${dataMode}: the embedded model answers with the counts, owners and changes of the organization`, async (t) => {
    const world = await makeWorld(dataMode);
    const { total } = await dataOf(world.client.GET('/api/v1/resources'));
    const count = await ask(world, 'How many resources are there?');
    t.log(count.text);
    t.regex(count.text, new RegExp(`\\b${String(total)}\\b`));
    t.regex(count.text, freshness);
    t.like(count.events.at(-1), {
      type: 'turn.completed',
      data: { answer: count.text, finish_reason: 'stop' },
    });

    const inAccount = await ask(world, 'How many queues are in account Main?');
    t.log(inAccount.text);
    t.regex(inAccount.text, /\b3\b/);
    // A few resources are named beside their number.
    const [place, ...named] = inAccount.citations;
    t.like(place, { entity_type: 'account', id: world.account });
    t.deepEqual(
      named.map(({ entity_type }) => entity_type),
      ['resource', 'resource', 'resource'],
    );

    const owner = await ask(world, 'Who owns orders?');
    t.log(owner.text);
    t.regex(owner.text, /Payments/);
    t.regex(owner.text, freshness);
    t.true(owner.citations.some(({ id }) => id === world.payments));
    t.true(
      owner.citations.every(({ index }) => dataMode === 'schema_only' || owner.text.includes(`[${index}]`)),
    );
    const types = owner.events.map(({ type }) => type);
    t.true(types.indexOf('citation') < types.lastIndexOf('text.delta'));

    const changes = await ask(world, 'What changed today?');
    t.log(changes.text);
    t.regex(changes.text, /\b1 change/);
    t.regex(
      changes.text,
      dataMode === 'full' ? /orders updated \[1\].*by alice/ : /orders updated \[1\]: updated/,
    );
    t.notRegex(changes.text, /actor unknown/);
    t.regex(changes.text, freshness);
    t.true(changes.citations.some(({ entity_type }) => entity_type === 'change'));
    t.deepEqual(
      [count, inAccount, owner, changes].flatMap(
        ({ text }) => /no evidence|not confirmed|\(hidden/i.exec(text)?.[0] ?? [],
      ),
      [],
    );
  });

  test(`${dataMode}: another organization receives nothing`, async (t) => {
    const world = await makeWorld(dataMode);
    const other = await fixture.api.signUp();
    await dataOf(other.client.PUT('/api/v1/ai/settings', { body: { data_mode: dataMode } }));
    const asked = [
      'How many resources are there?',
      'Who owns orders?',
      'What changed today?',
      `Show ${world.idOf('orders')}`,
      `What does team ${world.payments} own?`,
    ];
    for (const question of asked) {
      const { text, citations, events } = await ask(other, question);
      t.log(question, text);
      t.deepEqual(citations, [], question);
      t.notRegex(text, /Payments|alice|Main|\b[1-9]\d* (?:resources|changes?)/, question);
      t.is(events.at(-1)?.type, 'turn.completed', question);
    }
    const mine = await ask(world, 'Who owns orders?');
    const path = { id: mine.conversationId };
    const conversation = await other.client.GET('/api/v1/ai/conversations/{id}', { params: { path } });
    t.is(conversation.response.status, 404);
    const { items } = await dataOf(other.client.GET('/api/v1/ai/audit-log'));
    t.true(items.every(({ user_id: userId }) => userId === other.userId));
    t.deepEqual(
      items.filter(({ row_count: rows }) => (rows ?? 0) > 0),
      [],
    );
  });
}
