import { errors } from '../../domain/errors.ts';
import type { ConversationStatus } from '../../domain/values.ts';
import { execute, oneRowOf, queryModel, rowOf, rowsOf } from '../query.ts';
import { allOf, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { Conversation } from './conversation.ts';

/** A conversation with the number of its turns. */
export type CountedConversation = Conversation & { readonly turnCount: number };

/** Columns of a conversation, which has the alias `c`. */
const counted = sql`c.*, (select count(*)::int from ai_turns t
  where t.organization_id = c.organization_id and t.conversation_id = c.id) as turn_count`;

export async function insertConversation(
  tenant: Tenant,
  { title, createdBy }: { readonly title: string | undefined; readonly createdBy: string },
): Promise<CountedConversation> {
  return oneRowOf(
    tenant,
    sql`insert into ai_conversations (organization_id, title, created_by)
      values (${tenant.organizationId}, ${title}, ${createdBy}) returning *, 0 as turn_count`,
  );
}

/** Returns a conversation of the user. @throws CatalogueError `not_found`, also for conversations of other users. */
export async function getConversation(
  tenant: Tenant,
  userId: string,
  id: string,
): Promise<CountedConversation> {
  const row = await rowOf<CountedConversation>(
    tenant,
    sql`select ${counted} from ai_conversations c where ${ownedBy(tenant, userId)} and c.id = ${id}`,
  );
  if (row === undefined) throw errors.notFound();
  return row;
}

/** As {@link getConversation}. Locks the row until the transaction ends. */
export async function lockConversation(
  tenant: Tenant,
  userId: string,
  id: string,
): Promise<CountedConversation> {
  const locked = await rowOf(
    tenant,
    sql`select from ai_conversations c where ${ownedBy(tenant, userId)} and c.id = ${id} for no key update`,
  );
  if (locked === undefined) throw errors.notFound();
  return getConversation(tenant, userId, id);
}

/** Lists the conversations of a user, newest first. Reads one row more than the limit. */
export async function listConversations(
  tenant: Tenant,
  userId: string,
  statuses: readonly ConversationStatus[] | undefined,
  limit: number,
  before: string | undefined,
): Promise<readonly CountedConversation[]> {
  const conditions = [
    ownedBy(tenant, userId),
    ...(statuses === undefined
      ? []
      : [sql`case when c.archived_at is null then 'active' else 'archived' end = any(${statuses}::text[])`]),
    ...(before === undefined ? [] : [sql`c.id < ${before}`]),
  ];
  return rowsOf(
    tenant,
    sql`select ${counted} from ai_conversations c where ${allOf(conditions)} order by c.id desc limit ${limit + 1}`,
  );
}

/** Changes title and archival. `undefined` leaves a field as it is. */
export async function updateConversation(
  tenant: Tenant,
  id: string,
  { title, archived }: { readonly title?: string | undefined; readonly archived?: boolean | undefined },
): Promise<void> {
  await execute(
    tenant,
    sql`update ai_conversations set title = coalesce(${title}, title), updated_at = now(),
        archived_at = case ${archived}::boolean
          when true then coalesce(archived_at, now()) when false then null else archived_at end
      where organization_id = ${tenant.organizationId} and id = ${id}`,
  );
}

/** Stores that a turn begins. A conversation without a title gets `derivedTitle`. */
export async function recordTurn(tenant: Tenant, id: string, derivedTitle: string): Promise<void> {
  await execute(
    tenant,
    sql`update ai_conversations set title = coalesce(title, ${derivedTitle}), updated_at = now(), last_turn_at = now()
      where organization_id = ${tenant.organizationId} and id = ${id}`,
  );
}

/** Deletes a conversation with its turns and their events. */
export async function deleteConversation(tenant: Tenant, id: string): Promise<void> {
  await queryModel(tenant, Conversation).deleteById([tenant.organizationId, id]);
}

function ownedBy(tenant: Tenant, userId: string): Sql {
  return sql`c.organization_id = ${tenant.organizationId} and c.created_by = ${userId}`;
}
