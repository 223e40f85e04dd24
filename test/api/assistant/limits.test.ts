import test from 'ava';
import { ModelError } from '../../../domain/assistant/model.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { outputOf, stall } from '../../support/assistant/scripted-answerer.ts';
import { useAssistantApi } from '../../support/assistant/use-assistant-api.ts';
import { eventually } from '../../support/eventually.ts';
import { inviteMember } from '../../support/invite-member.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';

const api = useAssistantApi();
const idle = useAssistantApi({ worker: false });

test.serial('counts accepted questions per UTC day, also those of deleted conversations', async (t) => {
  const asker = await api.signUpAsker();
  await dataOf(asker.client.PUT('/api/v1/ai/settings', { body: { daily_turn_limit: 2 } }));
  await (await api.ask(asker, asker.conversationId, 'one')).rest();
  api.answerer.on('two, slowly', stall);
  const running = await api.ask(asker, asker.conversationId, 'two, slowly');
  const again = await api.ask(asker, asker.conversationId, 'three');
  t.is(again.response.status, 409);
  await again.cancel();
  await dataOf(
    asker.client.DELETE('/api/v1/ai/conversations/{id}', { params: { path: { id: asker.conversationId } } }),
  );
  await running.cancel();
  const other = await api.startConversation(asker);
  const refused = await api.ask(asker, other, 'four');
  t.is(refused.response.status, 429);
  const seconds = Number(refused.response.headers.get('retry-after'));
  t.true(seconds >= 1 && seconds <= 86_400);
  t.is(refused.response.headers.get('ratelimit'), `"daily_turns"; r=0; t=${seconds}`);
  t.is(refused.response.headers.get('ratelimit-policy'), '"daily_turns"; q=2; w=86400');
  await refused.cancel();
  const { turns } = await dataOf(
    asker.client.GET('/api/v1/ai/conversations/{id}', { params: { path: { id: other } } }),
  );
  t.deepEqual(turns, []);
  await queryAsOwner(
    api.database.url,
    'update ai_settings set counted_on = counted_on - 1 where organization_id = $1',
    [asker.organizationId],
  );
  const next = await api.ask(asker, other, 'five');
  t.is((await next.rest()).at(-1)?.type, 'turn.completed');
});

test.serial(
  'a member runs at most 10 turns, an organization 50, a conversation has at most 100',
  async (t) => {
    t.timeout(300_000);
    const asker = await idle.signUpAsker();
    const other = await inviteMember(idle, asker, ['viewer']);
    const second = { client: other.client, token: other.accessToken };
    const policies: (string | null)[] = [];
    const askIn = async (by: typeof second, conversationId: string) => {
      const stream = await idle.ask(by, conversationId, 'x');
      await stream.cancel();
      policies.push(stream.response.headers.get('ratelimit-policy'));
      return stream.response.status;
    };
    for (let index = 0; index < 10; index += 1)
      t.is(await askIn(asker, await idle.startConversation(asker)), 200);
    t.is(await askIn(asker, asker.conversationId), 429);
    t.is(policies.at(-1), '"running_turns_of_member"; q=10; w=5');
    const conversationOfOther = await idle.startConversation(second);
    t.is(await askIn(second, conversationOfOther), 200);
    const copyTurns = (count: number, status: string, conversationId: string | null) =>
      queryAsOwner(
        idle.database.url,
        `with source as (select * from ai_turns where organization_id = $1 limit 1), conversation as (
         insert into ai_conversations (organization_id, created_by)
         select organization_id, asked_by from source, generate_series(1, $2) where $4::uuid is null returning id)
       insert into ai_turns (organization_id, conversation_id, asked_by, session_id, request_id, status, provider, model,
         data_mode, question, lease_expires_at)
       select s.organization_id, c.id, s.asked_by, s.session_id, 'r', $3, s.provider, s.model, s.data_mode, 'x',
         now() + interval '1 hour'
       from source s, (select id from conversation
         union all select $4::uuid from generate_series(1, $2) where $4::uuid is not null) c`,
        [asker.organizationId, count, status, conversationId],
      );
    await copyTurns(39, 'running', null);
    t.is(await askIn(second, await idle.startConversation(second)), 429);
    t.is(policies.at(-1), '"running_turns_of_organization"; q=50; w=5');
    await queryAsOwner(
      idle.database.url,
      "update ai_turns set status = 'failed' where organization_id = $1",
      [asker.organizationId],
    );
    await copyTurns(98, 'completed', conversationOfOther);
    t.is(await askIn(second, conversationOfOther), 200);
    await queryAsOwner(
      idle.database.url,
      "update ai_turns set status = 'failed' where organization_id = $1",
      [asker.organizationId],
    );
    t.is(await askIn(second, conversationOfOther), 409);
  },
);

test.serial('three failures of the provider in a minute make questions return 503', async (t) => {
  const own = await api.signUpAsker();
  const outage = await api.signUpAsker();
  api.answerer.on('fail', () => Promise.reject(new ModelError('provider_unavailable', 'secret host: 500')));
  for (let count = 0; count < 3; count += 1) {
    const last = (await (await api.ask(outage, outage.conversationId, 'fail')).rest()).at(-1);
    t.like(last, { type: 'turn.failed', data: { code: 'provider_unavailable' } });
    t.notRegex(JSON.stringify(last), /secret/);
  }
  const refused = await api.ask(own, own.conversationId, 'x');
  t.is(refused.response.status, 503);
  t.true(Number(refused.response.headers.get('retry-after')) <= 30);
  await refused.cancel();
  await queryAsOwner(api.database.url, 'delete from rate_limits');
  await (await api.ask(own, own.conversationId, 'x')).rest();
});

test.serial(
  'a turn ends with provider_error when the model breaks off, and keeps its text and tokens',
  async (t) => {
    const asker = await api.signUpAsker();
    api.answerer.on('break off', async (_input, { emit }) => {
      emit({ type: 'text.delta', data: { text: 'half of' } });
      throw new ModelError('provider_error', 'the stream ended');
    });
    const events = await (await api.ask(asker, asker.conversationId, 'break off')).rest();
    t.like(events.at(-1), { type: 'turn.failed', data: { code: 'provider_error' } });
    const { turns } = await dataOf(
      asker.client.GET('/api/v1/ai/conversations/{id}', { params: { path: { id: asker.conversationId } } }),
    );
    t.like(turns[0], { status: 'failed', answer: 'half of', error: { code: 'provider_error' } });
  },
);

test.serial('a turn ends with timeout 120 seconds after the question', async (t) => {
  const asker = await idle.signUpAsker();
  const stream = await idle.ask(asker, asker.conversationId, 'time out');
  await stream.until('turn.started');
  await queryAsOwner(
    idle.database.url,
    "update ai_turns set started_at = now() - interval '119 seconds' where organization_id = $1",
    [asker.organizationId],
  );
  idle.answerer.on('time out', () => new Promise(() => undefined));
  const worker = await idle.startWorker({}, idle.answerer);
  t.like((await stream.rest()).at(-1), { type: 'turn.failed', data: { code: 'timeout' } });
  await worker.stop();
});

test.serial(
  'reads the permissions at each tool call, and ends the turn of a member who lost access',
  async (t) => {
    const admin = await api.signUpAsker();
    const member = await inviteMember(api, admin, ['engineer']);
    const asker = { client: member.client, token: member.accessToken };
    const conversationId = await api.startConversation(asker);
    const permissions: number[] = [];
    api.answerer.on('as a member', async (_input, { session }) => {
      permissions.push(await session.withTool(async (context) => context.permissions.size));
      await admin.client.request('PUT', `/organization/members/${member.userId}/roles`, {
        body: { roles: ['viewer'] },
      });
      permissions.push(await session.withTool(async (context) => context.permissions.size));
      await admin.client.request('DELETE', `/organization/members/${member.userId}`);
      await session.withTool(async () => t.fail());
      return outputOf('');
    });
    const events = await (await api.ask(asker, conversationId, 'as a member')).rest();
    t.is(permissions.length, 2);
    t.true((permissions[1] ?? 0) < (permissions[0] ?? 0));
    // The stream ends with the sessions of the member, and the turn by itself.
    t.is(events[0]?.type, 'turn.started');
    const [ended] = await eventually('the end of the turn', async () => {
      const rows = await queryAsOwner<{ error_code: string }>(
        api.database.url,
        "select error_code from ai_turns where conversation_id = $1 and status <> 'running'",
        [conversationId],
      );
      return rows.length > 0 && rows;
    });
    t.is(ended?.error_code, 'forbidden');
  },
);
