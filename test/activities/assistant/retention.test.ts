import test from 'ava';
import { deleteExpiredRows } from '../../../activities/maintenance/delete-expired-rows.ts';
import { deleteOldHistory } from '../../../activities/maintenance/delete-old-history.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { useAssistantApi } from '../../support/assistant/use-assistant-api.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';

const api = useAssistantApi();

test('events can be read for 7 days, conversations are kept for retention_days, audit entries for 400 days', async (t) => {
  const asker = await api.signUpAsker();
  await dataOf(asker.client.PUT('/api/v1/ai/settings', { body: { retention_days: 30 } }));
  const kept = await api.startConversation(asker);
  const recent = await api.startConversation(asker);
  const turns = new Map<string, string>();
  for (const id of [asker.conversationId, kept, recent])
    turns.set(id, String((await (await api.ask(asker, id, 'x')).rest())[0]?.data['turn_id']));
  const age = async (id: string, days: number) => {
    for (const statement of [
      'update ai_conversations set last_turn_at = now() - make_interval(days => $2) where id = $1',
      'update ai_turns set started_at = now() - make_interval(days => $2) where conversation_id = $1',
      `update ai_turn_events set created_at = now() - make_interval(days => $2)
        where turn_id in (select id from ai_turns where conversation_id = $1)`,
    ])
      await queryAsOwner(api.database.url, statement, [id, days]);
  };
  await age(asker.conversationId, 31);
  await age(kept, 8);
  await age(recent, 6);
  await queryAsOwner(
    api.database.url,
    "update ai_audit_entries set occurred_at = now() - interval '401 days' where conversation_id = $1",
    [recent],
  );
  const statusOf = async (conversationId: string) => {
    const stream = await api.events(asker, { conversationId, turnId: turns.get(conversationId) ?? '' });
    await stream.cancel();
    return stream.response.status;
  };
  t.deepEqual([await statusOf(kept), await statusOf(recent)], [404, 200]);
  const { configuration, services } = api;
  const { database, logger, temporal } = services;
  const dependencies = { configuration, database, logger, temporal };
  await deleteExpiredRows(dependencies);
  await deleteOldHistory(dependencies);
  const rows = await queryAsOwner<{ id: string; turns: number; events: number }>(
    api.database.url,
    `select c.id, (select count(*)::int from ai_turns t where t.conversation_id = c.id) as turns,
       (select count(*)::int from ai_turn_events e join ai_turns t on t.id = e.turn_id
         where t.conversation_id = c.id) as events
     from ai_conversations c where c.organization_id = $1 order by c.id`,
    [asker.organizationId],
  );
  t.deepEqual(rows, [
    { id: kept, turns: 1, events: 0 },
    { id: recent, turns: 1, events: 3 },
  ]);
  const { items } = await dataOf(asker.client.GET('/api/v1/ai/audit-log'));
  t.deepEqual(
    items.map(({ conversation_id: id }) => id),
    [kept, asker.conversationId],
  );
  t.is(await statusOf(recent), 200);
});
