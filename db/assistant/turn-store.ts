import { eventRetentionDays, turnLease, turnLimits } from '../../domain/assistant/turn-limits.ts';
import type { PastTurn } from '../../domain/assistant/cut-history.ts';
import { errors } from '../../domain/errors.ts';
import { mapConstraintErrors } from '../database-errors.ts';
import { oneRowOf, queryModel, rowOf, rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Database, Tenant } from '../tenant.ts';
import { Turn } from './turn.ts';

export type NewTurn = Pick<
  Turn,
  'conversationId' | 'askedBy' | 'sessionId' | 'requestId' | 'provider' | 'model' | 'dataMode' | 'question'
>;

/**
 * Inserts a running turn and returns its id. Its lease gives a worker 60 seconds to begin.
 * @throws CatalogueError `turn_in_progress` if the conversation has a running turn.
 */
export async function insertTurn(tenant: Tenant, turn: NewTurn): Promise<string> {
  const { id } = await mapConstraintErrors(
    { ai_turns_running_key: errors.turnInProgress },
    oneRowOf<{ id: string }>(
      tenant,
      sql`insert into ai_turns (organization_id, conversation_id, asked_by, session_id, request_id, provider, model,
          data_mode, question, lease_expires_at)
        values (${tenant.organizationId}, ${turn.conversationId}, ${turn.askedBy}, ${turn.sessionId},
          ${turn.requestId}, ${turn.provider}, ${turn.model}, ${turn.dataMode}, ${turn.question},
          now() + make_interval(secs => ${turnLease.seconds}))
        returning id`,
    ),
  );
  return id;
}

/** Lists all turns of a conversation, oldest first. */
export async function listTurns(tenant: Tenant, conversationId: string): Promise<readonly Turn[]> {
  return queryModel(tenant, Turn)
    .where({ organization_id: tenant.organizationId, conversation_id: conversationId })
    .orderBy('id');
}

/** Returns a turn of the user. @throws CatalogueError `not_found`. */
export async function getTurn(
  tenant: Tenant,
  key: { readonly userId: string; readonly conversationId: string; readonly turnId: string },
): Promise<Turn> {
  const turn = await queryModel(tenant, Turn)
    .findById([tenant.organizationId, key.turnId])
    .where({ conversation_id: key.conversationId, asked_by: key.userId });
  if (turn === undefined) throw errors.notFound();
  return turn;
}

/** As {@link getTurn}. @throws CatalogueError `not_found` also when the events of the turn have expired. */
export async function getTurnWithEvents(
  tenant: Tenant,
  key: { readonly userId: string; readonly conversationId: string; readonly turnId: string },
): Promise<Turn> {
  const turn = await getTurn(tenant, key);
  const row = await rowOf(
    tenant,
    sql`select from ai_turns where organization_id = ${tenant.organizationId} and id = ${turn.id}
      and started_at > now() - make_interval(days => ${eventRetentionDays})`,
  );
  if (row === undefined) throw errors.notFound();
  return turn;
}

/** Returns the completed turns before a turn of the same conversation, oldest first, at most 10. */
export async function listPastTurns(
  tenant: Tenant,
  { id, conversationId }: Pick<Turn, 'id' | 'conversationId'>,
): Promise<readonly PastTurn[]> {
  const rows = await rowsOf<PastTurn>(
    tenant,
    sql`select question, answer, data_mode, citations from ai_turns
      where organization_id = ${tenant.organizationId} and conversation_id = ${conversationId} and id < ${id}
        and status = 'completed'
      order by id desc limit ${turnLimits.historyTurns}`,
  );
  return rows.toReversed();
}

export interface RunningTurns {
  readonly ofMember: number;
  readonly ofOrganization: number;
}

/** Counts the running turns of the organization, and of one of its members. */
export async function countRunningTurns(tenant: Tenant, userId: string): Promise<RunningTurns> {
  return oneRowOf(
    tenant,
    sql`select count(*) filter (where asked_by = ${userId})::int as of_member, count(*)::int as of_organization
      from ai_turns where organization_id = ${tenant.organizationId} and status = 'running'`,
  );
}

/** Lists the ids of running turns: of a conversation, or of the organization. */
export async function listRunningTurns(
  tenant: Tenant,
  { conversationId, expired = false }: { readonly conversationId?: string; readonly expired?: boolean } = {},
): Promise<readonly string[]> {
  const rows = await rowsOf<{ id: string }>(
    tenant,
    sql`select id from ai_turns where organization_id = ${tenant.organizationId} and status = 'running'
      and (${conversationId}::uuid is null or conversation_id = ${conversationId})
      and (not ${expired}::boolean or lease_expires_at < now())`,
  );
  return rows.map(({ id }) => id);
}

/** Lists running turns of all organizations whose lease has expired, longest expired first. */
export async function listExpiredTurns(
  database: Database,
  limit: number,
): Promise<readonly { readonly organizationId: string; readonly id: string }[]> {
  return rowsOf(database.outside, sql`select organization_id, id from expired_turns(${limit})`);
}
