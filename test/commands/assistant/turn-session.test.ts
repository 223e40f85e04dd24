import test from 'ava';
import { createTurnSession } from '../../../commands/assistant/turn-session.ts';
import { oneRowOf } from '../../../db/query.ts';
import { sql } from '../../../db/sql.ts';
import type { Turn } from '../../../db/assistant/turn.ts';
import { useAssistantApi } from '../../support/assistant/use-assistant-api.ts';

const api = useAssistantApi({ worker: false, environment: { REVISION_RETENTION_DAYS: '45' } });

test('a tool reads a snapshot of the organization of the turn, with the configured retention', async (t) => {
  const asker = await api.signUpAsker();
  const stream = await api.ask(asker, asker.conversationId, 'How many buckets?');
  const { data } = await stream.until('turn.started');
  await stream.cancel();
  const turn = await api.services.database.withTenant(asker.organizationId, (tenant) =>
    oneRowOf<Turn>(tenant, sql`select * from ai_turns where id = ${String(data['turn_id'])}`),
  );
  const { signal } = new AbortController();
  const session = createTurnSession(api.services.database, api.configuration, turn, signal);
  const read = await session.withTool(async ({ tenant, revisionRetentionDays, now, permissions }) => ({
    ...(await oneRowOf<object>(
      tenant,
      sql`select current_setting('transaction_isolation') as isolation,
        current_setting('transaction_read_only') as read_only,
        current_setting('app.organization_id') as organization`,
    )),
    revisionRetentionDays,
    now,
    mayAsk: permissions.has('assistant:use'),
  }));
  t.deepEqual(read, {
    isolation: 'repeatable read',
    readOnly: 'on',
    organization: asker.organizationId,
    revisionRetentionDays: 45,
    now: turn.startedAt,
    mayAsk: true,
  });
});
