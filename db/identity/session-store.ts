import { randomBytes } from 'node:crypto';
import type { Encryption, SealedPlace } from '../encryption.ts';
import { newId } from '../new-id.ts';
import { queryOf } from '../tenant.ts';
import type { Tenant } from '../tenant.ts';

/** A session before it is inserted: sealing may ask a key service, so it happens outside any transaction. */
export interface SessionDraft {
  readonly id: string;
  readonly key: Buffer;
  readonly keySealed: string;
}

export interface Session {
  readonly id: string;
  readonly counter: number;
  readonly expires_at: Date;
}

export interface StoredSession extends Session {
  readonly user_id: string;
  readonly key_sealed: string;
  /** Revoked or expired. */
  readonly ended: boolean;
}

/** Refresh lifetimes: 30 days sliding, 90 days absolute. */
const slidingDays = 30;
const absoluteDays = 90;
const keyBytes = 32;

export async function draftSession(encryption: Encryption, organizationId: string): Promise<SessionDraft> {
  const id = newId();
  const key = randomBytes(keyBytes);
  return { id, key, keySealed: await encryption.seal(key, keyPlace(organizationId, id)) };
}

/** The key that the session's refresh tokens are made with. */
export async function openSessionKey(
  encryption: Encryption,
  organizationId: string,
  session: Pick<StoredSession, 'id' | 'key_sealed'>,
): Promise<Buffer> {
  return encryption.open(session.key_sealed, keyPlace(organizationId, session.id));
}

/** Opens a session. The row holds a sealed key and a counter, never a token that could be used. */
export async function createSession(tenant: Tenant, userId: string, draft: SessionDraft): Promise<Session> {
  const { rows } = await queryOf(tenant).raw<{ rows: Session[] }>(
    `insert into sessions (organization_id, id, user_id, key_sealed, expires_at, absolute_expires_at)
     values (?, ?, ?, ?, now() + make_interval(days => ?), now() + make_interval(days => ?))
     returning id, counter, expires_at`,
    [tenant.organizationId, draft.id, userId, draft.keySealed, slidingDays, absoluteDays],
  );
  return only(rows);
}

const columns =
  'id, user_id, key_sealed, counter, expires_at, revoked_at is not null or expires_at <= now() as ended';

export async function findSession(tenant: Tenant, id: string): Promise<StoredSession | undefined> {
  const { rows } = await queryOf(tenant).raw<{ rows: StoredSession[] }>(
    `select ${columns} from sessions where organization_id = ? and id = ?`,
    [tenant.organizationId, id],
  );
  return rows[0];
}

/**
 * The session, locked until the transaction ends. `rotatedSince` tells whether its last rotation is younger than
 * a request of that age: measured by the database's clock alone, and to the request's disadvantage.
 */
export async function lockSession(
  tenant: Tenant,
  id: string,
  requestAgeMilliseconds: number,
): Promise<StoredSession & { readonly rotated_since: boolean }> {
  const { rows } = await queryOf(tenant).raw<{ rows: (StoredSession & { rotated_since: boolean })[] }>(
    `select ${columns}, clock_timestamp() - ? * interval '1 millisecond' < rotated_at as rotated_since
     from sessions where organization_id = ? and id = ? for update`,
    [requestAgeMilliseconds, tenant.organizationId, id],
  );
  return only(rows);
}

/** Moves the counter on and the expiry ahead, within the absolute lifetime. */
export async function rotateSession(tenant: Tenant, id: string): Promise<Session> {
  const { rows } = await queryOf(tenant).raw<{ rows: Session[] }>(
    `update sessions set counter = counter + 1, rotated_at = clock_timestamp(),
       expires_at = least(now() + make_interval(days => ?), absolute_expires_at)
     where organization_id = ? and id = ? returning id, counter, expires_at`,
    [slidingDays, tenant.organizationId, id],
  );
  return only(rows);
}

export async function revokeSession(tenant: Tenant, id: string): Promise<void> {
  await queryOf(tenant)('sessions')
    .where({ organization_id: tenant.organizationId, id, revoked_at: null })
    .update({ revoked_at: queryOf(tenant).fn.now() });
}

/** Revokes every session of a user, but for one to be kept. */
export async function revokeSessionsOf(tenant: Tenant, userId: string, except?: string): Promise<void> {
  const query = queryOf(tenant)('sessions')
    .where({ organization_id: tenant.organizationId, user_id: userId, revoked_at: null })
    .update({ revoked_at: queryOf(tenant).fn.now() });
  if (except !== undefined) void query.whereNot('id', except);
  await query;
}

/** Sessions that ended for good more than `days` ago. Answers with how many it removed. */
export async function forgetOldSessions(tenant: Tenant, days: number): Promise<number> {
  return queryOf(tenant)('sessions')
    .where('organization_id', tenant.organizationId)
    .whereRaw('least(expires_at, coalesce(revoked_at, expires_at)) < now() - make_interval(days => ?)', [
      days,
    ])
    .delete();
}

function keyPlace(organizationId: string, rowId: string): SealedPlace {
  return { organizationId, table: 'sessions', column: 'key_sealed', rowId };
}

function only<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('the statement returned no row');
  return row;
}
