import test from 'ava';
import { turnEvents } from '../../../api/assistant/turn-event-schemas.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { textOf } from '../../support/assistant/event-stream.ts';
import { outputOf, stall } from '../../support/assistant/scripted-answerer.ts';
import { useAssistantApi } from '../../support/assistant/use-assistant-api.ts';
import { eventually } from '../../support/eventually.ts';
import { gate } from '../../support/gate.ts';
import { inviteMember } from '../../support/invite-member.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';

const api = useAssistantApi();

test('streams the events of a turn from turn.started to turn.completed, and stores the answer', async (t) => {
  const asker = await api.signUpAsker();
  const stream = await api.ask(asker, asker.conversationId, 'How many buckets?');
  const { headers, status } = stream.response;
  t.is(status, 200);
  t.is(headers.get('content-type'), 'text/event-stream');
  t.is(headers.get('cache-control'), 'no-store, no-transform');
  t.is(headers.get('x-accel-buffering'), 'no');
  const events = await stream.rest();
  for (const { type, data } of events) t.notThrows(() => turnEvents[type].strict().parse(data), type);
  t.true(stream.text.startsWith('retry: 2000\n: '));
  t.deepEqual(
    events.map(({ sequence }) => sequence),
    events.map((_, index) => index + 1),
  );
  const turnId = String(events[0]?.data['turn_id']);
  t.true(events.every(({ id, data }) => id.startsWith(`${turnId}:`) && data['turn_id'] === turnId));
  t.deepEqual(events[0], {
    id: `${turnId}:1`,
    sequence: 1,
    type: 'turn.started',
    data: {
      turn_id: turnId,
      conversation_id: asker.conversationId,
      provider: 'embedded',
      model: 'embedded-1',
    },
  });
  t.is(textOf(events), 'You asked: How many buckets?');
  const last = events.at(-1);
  t.is(last?.type, 'turn.completed');
  t.deepEqual(last?.data, {
    turn_id: turnId,
    answer: 'You asked: How many buckets?',
    citations: [],
    usage: { input_tokens: 0, output_tokens: 0, tool_calls: 0 },
    finish_reason: 'stop',
  });
  const conversation = await dataOf(
    asker.client.GET('/api/v1/ai/conversations/{id}', { params: { path: { id: asker.conversationId } } }),
  );
  t.like(conversation, { title: 'How many buckets?', status: 'active', turn_count: 1 });
  t.like(conversation.turns[0], {
    id: turnId,
    question: 'How many buckets?',
    answer: 'You asked: How many buckets?',
    status: 'completed',
    model: 'embedded-1',
  });
  const run = await dataOf(
    asker.client.GET('/api/v1/runs/{run_id}', { params: { path: { run_id: turnId } } }),
  );
  t.like(run, { run_id: turnId, kind: 'answer_turn', status: 'succeeded' });
});

test('streams texts while the turn runs, with tools and citations in their order', async (t) => {
  const asker = await api.signUpAsker();
  const bucket = {
    index: 1,
    entity_type: 'resource',
    id: asker.userId,
    name: 'logs',
    url: '/api/v1/x',
  } as const;
  const held = gate();
  api.answerer.on('Which bucket?', async (_input, { emit, record }) => {
    emit({ type: 'tool.started', data: { tool_call_id: 'c1', name: 'search_resources' } });
    await record({
      toolCallId: 'c1',
      name: 'search_resources',
      arguments: { type: 'AWS::S3::Bucket' },
      status: 'ok',
      rows: 1,
      ids: [bucket.id],
      milliseconds: 3,
    });
    emit({
      type: 'tool.completed',
      data: { tool_call_id: 'c1', name: 'search_resources', status: 'ok', rows: 1, truncated: false },
    });
    emit({ type: 'citation', data: bucket });
    emit({ type: 'text.delta', data: { text: 'logs ' } });
    emit({ type: 'text.delta', data: { text: '[1]' } });
    await held.opened;
    emit({ type: 'text.delta', data: { text: ' is it' } });
    return outputOf('logs [1] is it', { citations: [bucket] });
  });
  const stream = await api.ask(asker, asker.conversationId, 'Which bucket?');
  const first = await stream.until('text.delta');
  t.is(first.data['text'], 'logs [1]');
  held.open();
  const events = await stream.rest();
  for (const { type, data } of events) t.notThrows(() => turnEvents[type].strict().parse(data), type);
  t.deepEqual(
    events.map(({ type }) => type),
    [
      'turn.started',
      'tool.started',
      'tool.completed',
      'citation',
      'text.delta',
      'text.delta',
      'turn.completed',
    ],
  );
  t.deepEqual(events.at(-1)?.data['citations'], [bucket]);
  t.like(events.at(-1)?.data['usage'], { tool_calls: 1 });
  const { items } = await dataOf(asker.client.GET('/api/v1/ai/audit-log'));
  t.deepEqual(
    items.map(({ kind, status, tool }) => [kind, status, tool]),
    [
      ['turn', 'completed', undefined],
      ['tool_call', 'ok', 'search_resources'],
    ],
  );
  t.like(items[1], { arguments: { type: 'AWS::S3::Bucket' }, row_count: 1, reference_ids: [bucket.id] });
  t.is(items[0]?.request_id, stream.response.headers.get('x-request-id') ?? '');
});

test('of ten parallel questions in a conversation one runs, and nine return turn_in_progress', async (t) => {
  const asker = await api.signUpAsker();
  api.answerer.on('slow', stall);
  const streams = await Promise.all(
    Array.from({ length: 10 }, () => api.ask(asker, asker.conversationId, 'slow')),
  );
  const statuses = streams.map(({ response }) => response.status).toSorted((a, b) => a - b);
  t.deepEqual(statuses, [200, ...Array.from({ length: 9 }, () => 409)]);
  const running = streams.find(({ response }) => response.ok);
  for (const stream of streams) {
    if (stream === running) continue;
    await stream.rest();
    t.regex(stream.text, /"turn_in_progress"/);
  }
  const [row] = await queryAsOwner<{ turns: number; counted: number }>(
    api.database.url,
    `select (select count(*)::int from ai_turns t where t.organization_id = s.organization_id) as turns,
       counted_turns as counted from ai_settings s where organization_id = $1`,
    [asker.organizationId],
  );
  t.deepEqual(row, { turns: 1, counted: 1 });
  await running?.cancel();
});

test('rejects empty and long questions, NUL and other bodies', async (t) => {
  const asker = await api.signUpAsker();
  const path = `/ai/conversations/${asker.conversationId}/ask`;
  for (const question of ['', ' \n\t ', 'x'.repeat(8001), 'a\0b', '\ud800', 7, null]) {
    const { status, body } = await asker.client.request('POST', path, { body: { question } });
    t.deepEqual([status, body['code']], [400, 'validation_failed']);
    t.regex(String(body['message']), /^question: /);
  }
  const stream = await api.ask(asker, asker.conversationId, 'x'.repeat(8000));
  t.is((await stream.rest()).at(-1)?.type, 'turn.completed');
});

test('the turn continues when the client disconnects, and its events can be read again', async (t) => {
  const asker = await api.signUpAsker();
  const held = gate();
  api.answerer.on('Who disconnects?', async (_input, { emit }) => {
    emit({ type: 'text.delta', data: { text: 'first ' } });
    await held.opened;
    emit({ type: 'text.delta', data: { text: 'second' } });
    return outputOf('first second');
  });
  const stream = await api.ask(asker, asker.conversationId, 'Who disconnects?');
  const { id } = await stream.until('text.delta');
  const turnId = String(stream.events[0]?.data['turn_id']);
  await stream.cancel();
  held.open();
  const path = { conversationId: asker.conversationId, turnId };
  const resumed = await api.events(asker, path, { headers: { 'last-event-id': id }, after: '99' });
  const events = await resumed.rest();
  t.deepEqual(
    events.map(({ type, sequence }) => [type, sequence]),
    [
      ['text.delta', 3],
      ['turn.completed', 4],
    ],
  );
  const all = await (await api.events(asker, path)).rest();
  t.is(all.length, 4);
  t.is(textOf(all), 'first second');
  const byNumber = await (await api.events(asker, path, { after: '3' })).rest();
  t.deepEqual(byNumber, all.slice(3));
  const byId = await (await api.events(asker, path, { after: `${turnId}:3` })).rest();
  t.deepEqual(byId, byNumber);
  t.deepEqual(await (await api.events(asker, path, { after: '4' })).rest(), []);
  t.deepEqual(await (await api.events(asker, path, { after: '5000' })).rest(), []);
});

test('rejects positions that are malformed or of another turn', async (t) => {
  const asker = await api.signUpAsker();
  const stream = await api.ask(asker, asker.conversationId, 'Which position?');
  const turnId = String((await stream.rest())[0]?.data['turn_id']);
  const path = { conversationId: asker.conversationId, turnId };
  for (const bad of ['x', '-1', '1.5', `${asker.userId}:1`, `${turnId}:`, '1e3', '99999999999']) {
    const byHeader = await api.events(asker, path, { headers: { 'last-event-id': bad } });
    t.is(byHeader.response.status, 400, bad);
    const byQuery = await api.events(asker, path, { after: bad });
    await byQuery.rest();
    t.is(byQuery.response.status, 400, bad);
    t.regex(byQuery.text, /after: must be a sequence number/);
    await byHeader.cancel();
  }
});

test('a repeated Idempotency-Key streams the same turn', async (t) => {
  const asker = await api.signUpAsker();
  const headers = { 'idempotency-key': 'k' };
  const [first, second] = await Promise.all([
    api.ask(asker, asker.conversationId, 'Once?', headers).then((stream) => stream.rest()),
    api.ask(asker, asker.conversationId, 'Once?', headers).then((stream) => stream.rest()),
  ]);
  t.deepEqual(first, second);
  const later = await api.ask(asker, asker.conversationId, 'Once?', headers);
  t.is(later.response.headers.get('idempotent-replayed'), 'true');
  t.deepEqual(await later.rest(), first);
  const other = await api.ask(asker, asker.conversationId, 'Twice?', headers);
  t.is(other.response.status, 409);
  await other.cancel();
  const conversation = await dataOf(
    asker.client.GET('/api/v1/ai/conversations/{id}', { params: { path: { id: asker.conversationId } } }),
  );
  t.is(conversation.turn_count, 1);
});

test('cancels a turn: the turn keeps its text, and a second request is a conflict', async (t) => {
  const asker = await api.signUpAsker();
  let isStopped = false;
  api.answerer.on('Cancel me', async (input, dependencies, signal) => {
    dependencies.emit({ type: 'text.delta', data: { text: 'so far' } });
    signal.addEventListener('abort', () => (isStopped = true));
    return stall(input, dependencies, signal);
  });
  const stream = await api.ask(asker, asker.conversationId, 'Cancel me');
  await stream.until('text.delta');
  const turnId = String(stream.events[0]?.data['turn_id']);
  const params = { path: { id: asker.conversationId, turn_id: turnId } };
  const cancel = () => asker.client.POST('/api/v1/ai/conversations/{id}/turns/{turn_id}/cancel', { params });
  const accepted = await cancel();
  t.is(accepted.response.status, 202);
  t.is(accepted.data?.run_id, turnId);
  const last = (await stream.rest()).at(-1);
  t.like(last, { type: 'turn.failed', data: { code: 'cancelled' } });
  t.is((await cancel()).response.status, 409);
  const { turns } = await dataOf(
    asker.client.GET('/api/v1/ai/conversations/{id}', { params: { path: { id: asker.conversationId } } }),
  );
  t.like(turns[0], { status: 'cancelled', answer: 'so far', error: { code: 'cancelled' } });
  await eventually('the worker to stop', async () => isStopped);
  const { items } = await dataOf(asker.client.GET('/api/v1/ai/audit-log'));
  t.like(items[0], { kind: 'turn', status: 'cancelled', error_code: 'cancelled' });
  t.is(items.length, 1);
});

test('shows conversations, turns and runs only to the member who asked', async (t) => {
  const asker = await api.signUpAsker();
  const other = await inviteMember(api, asker, ['platform_admin']);
  const stream = await api.ask(asker, asker.conversationId, 'Private?');
  const turnId = String((await stream.rest())[0]?.data['turn_id']);
  const base = `/ai/conversations/${asker.conversationId}`;
  for (const [method, path] of [
    ['GET', base],
    ['PATCH', base],
    ['DELETE', base],
    ['POST', `${base}/archive`],
    ['POST', `${base}/ask`],
    ['GET', `${base}/turns/${turnId}/events`],
    ['POST', `${base}/turns/${turnId}/cancel`],
    ['GET', `/runs/${turnId}`],
  ] as const) {
    const body = method === 'PATCH' ? { body: {} } : path.endsWith('/ask') ? { body: { question: 'x' } } : {};
    const response = await other.client.request(method, path, body);
    t.is(response.status, 404, `${method} ${path}`);
  }
  t.deepEqual((await dataOf(other.client.GET('/api/v1/ai/conversations'))).items, []);
});
