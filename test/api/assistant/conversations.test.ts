import test from 'ava';
import { operations } from '../../../api/operations.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { stall } from '../../support/assistant/scripted-answerer.ts';
import { useAssistantApi } from '../../support/assistant/use-assistant-api.ts';
import { expectError } from '../../support/expect-error.ts';
import { inviteMember } from '../../support/invite-member.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';

const api = useAssistantApi();

test('creates, lists, renames, archives, restores and deletes conversations', async (t) => {
  const { client } = await api.signUp();
  const named = await dataOf(client.POST('/api/v1/ai/conversations', { body: { title: '  Costs ' } }));
  t.like(named, { title: 'Costs', status: 'active', turn_count: 0 });
  const unnamed = await dataOf(client.POST('/api/v1/ai/conversations', { body: {} }));
  t.is(unnamed.title, 'New conversation');
  const list = async (status?: 'active' | 'archived') =>
    (
      await dataOf(
        client.GET('/api/v1/ai/conversations', { params: { query: status === undefined ? {} : { status } } }),
      )
    ).items.map(({ id }) => id);
  t.deepEqual(await list(), [unnamed.id, named.id]);
  const params = { path: { id: named.id } };
  const renamed = await dataOf(
    client.PATCH('/api/v1/ai/conversations/{id}', { params, body: { title: 'Buckets' } }),
  );
  t.is(renamed.title, 'Buckets');
  const archived = await dataOf(client.POST('/api/v1/ai/conversations/{id}/archive', { params }));
  t.is(archived.status, 'archived');
  t.deepEqual(await dataOf(client.POST('/api/v1/ai/conversations/{id}/archive', { params })), {
    ...archived,
    updated_at: (await dataOf(client.GET('/api/v1/ai/conversations/{id}', { params }))).updated_at,
  });
  t.deepEqual([await list('archived'), await list('active')], [[named.id], [unnamed.id]]);
  const ask = () => client.request('POST', `/ai/conversations/${named.id}/ask`, { body: { question: 'x' } });
  t.like(await ask(), { status: 409, body: { code: 'conflict' } });
  const restored = await dataOf(
    client.PATCH('/api/v1/ai/conversations/{id}', { params, body: { archived: false } }),
  );
  t.like(restored, { status: 'active', title: 'Buckets' });
  t.is(restored.archived_at, undefined);
  t.deepEqual(await dataOf(client.DELETE('/api/v1/ai/conversations/{id}', { params })), {
    id: named.id,
    deleted: true,
  });
  await expectError(t, client.GET('/api/v1/ai/conversations/{id}', { params }), 404, 'not_found');
  for (const title of ['', ' ', 'x'.repeat(201)])
    await expectError(
      t,
      client.POST('/api/v1/ai/conversations', { body: { title } }),
      400,
      'validation_failed',
    );
});

test('takes the title from the first 60 characters of the first question only', async (t) => {
  const asker = await api.signUpAsker();
  await (await api.ask(asker, asker.conversationId, `How many\n${'very '.repeat(20)}large buckets?`)).rest();
  await (await api.ask(asker, asker.conversationId, 'And queues?')).rest();
  const params = { path: { id: asker.conversationId } };
  const conversation = await dataOf(asker.client.GET('/api/v1/ai/conversations/{id}', { params }));
  t.is(conversation.title.length, 60);
  t.true(conversation.title.startsWith('How many very very '));
  t.deepEqual(
    conversation.turns.map(({ question }) => question.slice(0, 8)),
    ['How many', 'And queu'],
  );
});

test('passes the earlier turns of the conversation to the model, oldest first', async (t) => {
  const asker = await api.signUpAsker();
  for (const question of ['one', 'two']) await (await api.ask(asker, asker.conversationId, question)).rest();
  let history: unknown;
  api.answerer.on('three', async (input, { emit }) => {
    ({ history } = input);
    emit({ type: 'text.delta', data: { text: 'x' } });
    throw new Error('a defect');
  });
  const events = await (await api.ask(asker, asker.conversationId, 'three')).rest();
  t.deepEqual(history, [
    { question: 'one', answer: 'You asked: one', dataMode: 'full', citations: [] },
    { question: 'two', answer: 'You asked: two', dataMode: 'full', citations: [] },
  ]);
  t.like(events.at(-1), {
    type: 'turn.failed',
    data: { code: 'internal_error', message: 'The turn was stopped because of an internal error.' },
  });
});

test('a running turn prevents archiving, and deleting the conversation cancels it', async (t) => {
  const asker = await api.signUpAsker();
  api.answerer.on('Delete me', async (input, dependencies, signal) => {
    dependencies.emit({ type: 'text.delta', data: { text: 'x' } });
    return stall(input, dependencies, signal);
  });
  const stream = await api.ask(asker, asker.conversationId, 'Delete me');
  await stream.until('text.delta');
  const params = { path: { id: asker.conversationId } };
  const { client } = asker;
  const path = '/api/v1/ai/conversations/{id}/archive' as const;
  await expectError(t, client.POST(path, { params }), 409, 'turn_in_progress');
  await expectError(
    t,
    client.PATCH('/api/v1/ai/conversations/{id}', { params, body: { archived: true } }),
    409,
    'turn_in_progress',
  );
  await dataOf(client.DELETE('/api/v1/ai/conversations/{id}', { params }));
  t.like((await stream.rest()).at(-1), { type: 'turn.failed', data: { code: 'cancelled' } });
  const [rows] = await queryAsOwner(
    api.database.url,
    `select (select count(*)::int from ai_turns where organization_id = $1) as turns,
       (select count(*)::int from ai_turn_events where organization_id = $1) as events,
       (select count(*)::int from ai_audit_entries where organization_id = $1) as entries,
       (select status from runs where organization_id = $1 and kind = 'answer_turn') as run`,
    [asker.organizationId],
  );
  t.deepEqual(rows, { turns: 0, events: 0, entries: 1, run: 'cancelled' });
  const { items } = await dataOf(
    client.GET('/api/v1/ai/audit-log', {
      params: { query: { conversation_id: asker.conversationId, kind: 'turn' } },
    }),
  );
  t.is(items[0]?.status, 'cancelled');
  t.notRegex(JSON.stringify(items), /Delete me/);
});

test('disabling the assistant cancels running turns; then every operation but settings and audit log returns ai_disabled', async (t) => {
  const asker = await api.signUpAsker();
  const auditor = await inviteMember(api, asker, ['auditor']);
  api.answerer.on('Disable me', stall);
  const stream = await api.ask(asker, asker.conversationId, 'Disable me');
  const put = (body: object) => asker.client.request('PUT', '/ai/settings', { body });
  const { body: settings } = await put({ enabled: false });
  t.deepEqual(settings, {
    enabled: false,
    model: null,
    data_mode: 'full',
    daily_turn_limit: 200,
    retention_days: 90,
    version: 2,
  });
  t.like((await stream.rest()).at(-1), { type: 'turn.failed', data: { code: 'cancelled' } });
  for (const { method, path, access } of operations.filter(({ tag }) => tag === 'Assistant')) {
    const url = path.replaceAll(/\{\w+\}/g, asker.conversationId);
    // The body is invalid on purpose: the settings are checked before it.
    const request = method === 'GET' || method === 'DELETE' ? {} : { body: { unknown: 1 } };
    const { status, body } = await asker.client.request(method, url, request);
    const expected =
      access === 'assistant:use' ? 'ai_disabled' : method === 'PUT' ? 'validation_failed' : undefined;
    t.is(body['code'], expected, `${method} ${path}: ${status}`);
    const refused = await auditor.client.request(method, url, request);
    if (access === 'assistant:use') t.is(refused.body['code'], 'forbidden', `${method} ${path}`);
  }
  await put({ enabled: true });
  t.is((await asker.client.request('GET', '/ai/conversations')).status, 200);
});

test('changes the settings that the request names, and rejects invalid ones', async (t) => {
  const { client } = await api.signUp();
  const body = {
    model: 'embedded-1',
    data_mode: 'schema_only',
    daily_turn_limit: 0,
    retention_days: 730,
  } as const;
  const changed = await dataOf(client.PUT('/api/v1/ai/settings', { body }));
  t.deepEqual(changed, { enabled: true, ...body, version: 2 });
  t.deepEqual(await dataOf(client.PUT('/api/v1/ai/settings', { body: {} })), changed);
  t.is((await dataOf(client.PUT('/api/v1/ai/settings', { body: { model: null } }))).model, null);
  for (const invalid of [
    { model: 'gpt' },
    { data_mode: 'none' },
    { daily_turn_limit: 100_001 },
    { daily_turn_limit: -1 },
    { retention_days: 0 },
    { retention_days: 731 },
    { enabled: null },
  ]) {
    const response = await client.request('PUT', '/ai/settings', { body: invalid });
    t.like(response, { status: 400, body: { code: 'validation_failed' } }, JSON.stringify(invalid));
  }
});
