import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { createTurnStreams } from '../../../api/assistant/turn-streams.ts';
import { conversationLimits } from '../../../domain/assistant/turn-limits.ts';
import { createAssistantMetrics } from '../../../runtime/metrics/assistant-metrics.ts';
import { createMetricsRegistry } from '../../../runtime/metrics/metrics.ts';
import { outputOf } from '../../support/assistant/scripted-answerer.ts';
import { useAssistantApi } from '../../support/assistant/use-assistant-api.ts';
import { openEventStream } from '../../support/assistant/event-stream.ts';
import { eventually } from '../../support/eventually.ts';
import { gate } from '../../support/gate.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';

const api = useAssistantApi({ environment: { ASSISTANT_STREAM_STALL_SECONDS: '1' } });

async function metricOf(name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${api.metricsPort}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

async function sessionOf({ userId }: { readonly userId: string }): Promise<string> {
  const [session] = await queryAsOwner<{ id: string }>(
    api.database.url,
    'select id from sessions where user_id = $1',
    [userId],
  );
  return session?.id ?? '';
}

const listeners = () =>
  queryAsOwner<{ pid: number }>(
    api.database.url,
    "select pid from pg_stat_activity where datname = current_database() and application_name = 'inventory listener'",
  );

test.serial(
  'all streams of a process share one listening connection, which is opened again when it breaks',
  async (t) => {
    const asker = await api.signUpAsker();
    const held = gate();
    api.answerer.on('many readers', async (_input, { emit }) => {
      emit({ type: 'text.delta', data: { text: 'before ' } });
      await held.opened;
      emit({ type: 'text.delta', data: { text: 'after' } });
      return outputOf('before after');
    });
    const stream = await api.ask(asker, asker.conversationId, 'many readers');
    await stream.until('text.delta');
    const turnId = String(stream.events[0]?.data['turn_id']);
    const readers = await Promise.all(
      Array.from({ length: 20 }, () => api.events(asker, { conversationId: asker.conversationId, turnId })),
    );
    t.is(await metricOf('assistant_open_streams'), 21);
    t.is(await metricOf('assistant_first_event_seconds_count'), 1);
    const [first, ...others] = await listeners();
    t.deepEqual(others, []);
    await queryAsOwner(api.database.url, 'select pg_terminate_backend($1)', [first?.pid]);
    held.open();
    const expected = await stream.rest();
    for (const reader of readers) t.deepEqual(await reader.rest(), expected);
    await eventually('the listener to reconnect', async () => {
      const found = await listeners();
      return found.length === 1 && found[0]?.pid !== first?.pid;
    });
    t.true((await metricOf('assistant_event_lag_seconds_count')) > 21);
    await eventually('the streams to close', async () => (await metricOf('assistant_open_streams')) === 0);
  },
);

test.serial('closes a client that reads nothing, and serves the others', async (t) => {
  t.timeout(300_000);
  const asker = await api.signUpAsker();
  const done = await (await api.ask(asker, asker.conversationId, 'large')).rest();
  const turnId = String(done[0]?.data['turn_id']);
  const events = 5000;
  await queryAsOwner(
    api.database.url,
    `with terminal as (delete from ai_turn_events where turn_id = $1 and type = 'turn.completed' returning *),
       large as (insert into ai_turn_events (organization_id, turn_id, sequence, type, data)
         select organization_id, turn_id, sequence - 1 + n, 'text.delta', jsonb_build_object('text', repeat('x', 4000))
         from terminal, generate_series(1, $2) n),
       moved as (insert into ai_turn_events (organization_id, turn_id, sequence, type, data)
         select organization_id, turn_id, sequence + $2, type, data from terminal returning sequence)
     update ai_turns set last_sequence = (select sequence from moved) where id = $1`,
    [turnId, events],
  );
  const path = `/ai/conversations/${asker.conversationId}/turns/${turnId}/events`;
  const { port } = new URL(api.url);
  const request = `GET /api/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${asker.token}\r\n\r\n`;
  const slow = connect({ port: Number(port), host: '127.0.0.1' });
  slow.on('error', () => undefined);
  slow.write(request);
  await once(slow, 'readable');
  slow.read(1);
  const reader = await api.events(asker, { conversationId: asker.conversationId, turnId });
  const received = await reader.rest();
  t.is(received.length, done.length + events);
  t.is(received.at(-1)?.type, 'turn.completed');
  await eventually(
    'the slow stream to be closed',
    async () => (await metricOf('assistant_open_streams')) === 0,
  );
  slow.destroy();
});

test.serial(
  'without notifications, streams read their events every second and send heartbeats',
  async (t) => {
    const asker = await api.signUpAsker();
    const held = gate();
    api.answerer.on('quietly', async (_input, { emit }) => {
      await held.opened;
      emit({ type: 'text.delta', data: { text: 'x' } });
      return outputOf('x');
    });
    const asked = await api.ask(asker, asker.conversationId, 'quietly');
    const { data } = await asked.until('turn.started');
    const sessionId = await sessionOf(asker);
    const streams = createTurnStreams({
      database: api.services.database,
      logger: api.services.logger,
      metrics: createAssistantMetrics(createMetricsRegistry()),
      listen: () => ({ close: () => Promise.resolve() }),
      times: { heartbeatSeconds: 1, stallSeconds: 60 },
    });
    const server = createServer((_request, response) => {
      // The methods of Express that a stream uses.
      const express = Object.assign(response, { status: () => express });
      streams.open(express as unknown as Parameters<typeof streams.open>[0], {
        organizationId: asker.organizationId,
        turnId: String(data['turn_id']),
        userId: asker.userId,
        sessionId,
        after: 1,
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const stream = await openEventStream(url, '/', '');
      const closed = await openEventStream(url, '/', '');
      await stream.untilText(': heartbeat');
      held.open();
      const events = await stream.rest();
      t.deepEqual(
        events.map(({ type, sequence }) => [type, sequence]),
        [
          ['text.delta', 2],
          ['turn.completed', 3],
        ],
      );
      await closed.rest();
      await streams.close();
      const late = await openEventStream(url, '/', '');
      t.deepEqual(await late.rest(), []);
      t.true(late.text.startsWith('retry: 2000\n'));
    } finally {
      server.close();
      server.closeAllConnections();
    }
  },
);

test.serial('limits the streams of a user, and ends those whose session, role or user ended', async (t) => {
  const held = gate();
  api.answerer.on('for a while', async () => {
    await held.opened;
    return outputOf('end');
  });
  const ending = {
    'a revoked session': 'update sessions set revoked_at = now() where user_id = $1',
    'a role without the permission': "update users set roles = '{auditor}' where id = $1",
    'a deactivated user': "update users set status = 'deactivated' where id = $1",
    'no change': 'select $1',
  };
  const asked = await Promise.all(
    Object.entries(ending).map(async ([title, statement]) => {
      const asker = await api.signUpAsker();
      const stream = await api.ask(asker, asker.conversationId, 'for a while');
      const { data } = await stream.until('turn.started');
      return { title, statement, asker, stream, turnId: String(data['turn_id']) };
    }),
  );
  const last = asked.at(-1);
  if (last === undefined) throw new Error('no stream');
  const { asker, turnId } = last;
  const path = { conversationId: asker.conversationId, turnId };
  const limit = conversationLimits.streamsOfUser;
  const more = await Promise.all(Array.from({ length: limit - 1 }, () => api.events(asker, path)));
  t.true(more.every(({ response }) => response.status === 200));
  const refused = [await api.events(asker, path), await api.ask(asker, asker.conversationId, 'one more')];
  t.deepEqual(
    refused.map(({ response }) => [response.status, response.headers.get('retry-after')]),
    [
      [429, '10'],
      [429, '10'],
    ],
  );
  await Promise.all(more.map((stream) => stream.cancel()));
  for (const { statement, asker: changed } of asked)
    await queryAsOwner(api.database.url, statement, [changed.userId]);
  const [control] = asked.splice(3);
  for (const { title, stream } of asked) {
    const types = (await stream.rest()).map(({ type }) => type);
    t.deepEqual(types, ['turn.started'], `${title}: ends without a terminal event`);
  }
  held.open();
  t.is((await control?.stream.rest())?.at(-1)?.type, 'turn.completed');
});
