import { randomBytes } from 'node:crypto';
import { errors } from '../../domain/errors.ts';
import { permissionsOf } from '../../domain/identity/roles.ts';
import type { Permission } from '../../domain/identity/permissions.ts';
import { notifySessionsEnded } from '../assistant/notify-turn-events.ts';
import type { Encryption, SealedLocation } from '../encryption.ts';
import { newId } from '../new-id.ts';
import { execute, oneRowOf, rowOf, rowsOf } from '../query.ts';
import { rawSql, sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** A session before it is inserted. Sealing may call a key service, so the draft is made outside of any transaction. */
export interface SessionDraft {
  readonly id: string;
  readonly key: Buffer;
  readonly keySealed: string;
}

export interface Session {
  readonly id: string;
  readonly counter: number;
  readonly expiresAt: Date;
  /** The permissions of the user's custom roles. */
  readonly customPermissions: readonly string[];
}

/** The client that signed in. */
export interface SessionOrigin {
  readonly ip: string | undefined;
  /** The address, or for IPv6 the network, under which rate limits count the client. */
  readonly ipBlock: string | undefined;
  readonly userAgent: string | undefined;
}

export interface StoredSession extends Session {
  readonly userId: string;
  readonly keySealed: string;
  /** Revoked or expired. */
  readonly ended: boolean;
}

/** A session by single sign-on: the account at the provider, and the session there. */
export interface SsoSession {
  readonly identityId: string;
  readonly providerSession: string | undefined;
}

/** Refresh lifetimes: 30 days sliding, 90 days absolute. */
const slidingDays = 30;
const absoluteDays = 90;
/** A person who can no longer sign in at the provider is signed out at the latest after this time. */
const ssoHours = 12;
const keyBytes = 32;
const customPermissions = rawSql(`(select custom_permissions(u.organization_id, u.roles) from users u
  where u.organization_id = sessions.organization_id and u.id = sessions.user_id) as custom_permissions`);
/**
 * Seconds for which the previous token is accepted at most: if the process ends between rotation and `finishRotation`, and
 * for a request that waits after its body was received.
 */
const toleranceSeconds = 10;

/** Generates the id and the key of a new session and seals the key. */
export async function draftSession(encryption: Encryption, organizationId: string): Promise<SessionDraft> {
  const id = newId();
  const key = randomBytes(keyBytes);
  return { id, key, keySealed: await encryption.seal(key, locationOfKey(organizationId, id)) };
}

/** Decrypts the key that signs the session's refresh tokens. */
export async function openSessionKey(
  encryption: Encryption,
  organizationId: string,
  session: Pick<StoredSession, 'id' | 'keySealed'>,
): Promise<Buffer> {
  return encryption.open(session.keySealed, locationOfKey(organizationId, session.id));
}

/** Inserts a session. The row stores a sealed key and a counter, never a usable token. */
export async function createSession(
  tenant: Tenant,
  userId: string,
  draft: SessionDraft,
  { ip, ipBlock, userAgent }: SessionOrigin,
  sso?: SsoSession,
): Promise<Session> {
  const lifetimes =
    sso === undefined
      ? sql`now() + make_interval(days => ${slidingDays}), now() + make_interval(days => ${absoluteDays})`
      : sql`now() + make_interval(hours => ${ssoHours}), now() + make_interval(hours => ${ssoHours})`;
  return oneRowOf<Session>(
    tenant,
    sql`insert into sessions (organization_id, id, user_id, key_sealed, ip, ip_block, user_agent, method, sso_identity_id,
        provider_session, expires_at, absolute_expires_at)
      values (${tenant.organizationId}, ${draft.id}, ${userId}, ${draft.keySealed}, ${ip}, ${ipBlock}, ${userAgent},
        ${sso === undefined ? 'password' : 'sso'}, ${sso?.identityId}, ${sso?.providerSession}, ${lifetimes})
      returning id, counter, expires_at, ${customPermissions}`,
  );
}

const columns = sql`id, user_id, key_sealed, counter, expires_at, revoked_at is not null or expires_at <= now() as ended,
  ${customPermissions}`;

/** Finds a session, also when it has ended. */
export async function findSession(tenant: Tenant, id: string): Promise<StoredSession | undefined> {
  return rowOf<StoredSession>(
    tenant,
    sql`select ${columns} from sessions where organization_id = ${tenant.organizationId} and id = ${id}`,
  );
}

/** Returns the permissions of the users of some sessions. Sessions that ended, and those of deactivated users, are missing. */
export async function findPermissionsOfSessions(
  tenant: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly Permission[]>> {
  const { organizationId } = tenant;
  const rows = await rowsOf<{ id: string; roles: readonly string[]; custom: readonly string[] }>(
    tenant,
    sql`select s.id, u.roles, custom_permissions(u.organization_id, u.roles) as custom from sessions s
      join users u on u.organization_id = ${organizationId} and u.id = s.user_id and u.status = 'active'
      where s.organization_id = ${organizationId} and s.id = any (${ids}::uuid[]) and s.revoked_at is null
        and s.expires_at > now()`,
  );
  return new Map(rows.map(({ id, roles, custom }) => [id, permissionsOf(roles, custom)]));
}

/**
 * Returns the session, locked until the transaction ends. `rotated_since` is true when its last rotation is younger than
 * the request, and the request at most ten seconds old. The age counts from the end of the request's body: a client that
 * delays the body cannot keep a token valid. Only the clock of Postgres is used: the body ended `requestAgeMilliseconds`
 * before Postgres received this statement.
 */
export async function lockSession(
  tenant: Tenant,
  id: string,
  requestAgeMilliseconds: number,
): Promise<StoredSession & { readonly rotatedSince: boolean }> {
  return oneRowOf(
    tenant,
    sql`select ${columns},
          statement_timestamp() - ${requestAgeMilliseconds} * interval '1 millisecond' < rotated_at
            and ${requestAgeMilliseconds}::double precision <= ${toleranceSeconds * 1000} as rotated_since
        from sessions where organization_id = ${tenant.organizationId} and id = ${id} for update`,
  );
}

/**
 * Increments the counter and extends the expiry, at most to the absolute lifetime. `rotated_at` lies in the future until
 * `finishRotation`, so that requests that arrive before the COMMIT count as concurrent with the rotation.
 */
export async function rotateSession(tenant: Tenant, id: string): Promise<Session> {
  return oneRowOf<Session>(
    tenant,
    sql`update sessions set counter = counter + 1,
          rotated_at = clock_timestamp() + make_interval(secs => ${toleranceSeconds}),
          expires_at = least(now() + make_interval(days => ${slidingDays}), absolute_expires_at)
        where organization_id = ${tenant.organizationId} and id = ${id} returning id, counter, expires_at, ${customPermissions}`,
  );
}

/** Records, after the COMMIT of the rotation to `counter` and before its response, that later requests are replays. */
export async function finishRotation(tenant: Tenant, { id, counter }: Session): Promise<void> {
  await execute(
    tenant,
    sql`update sessions set rotated_at = clock_timestamp()
      where organization_id = ${tenant.organizationId} and id = ${id} and counter = ${counter}`,
  );
}

/** Revokes a session; a revoked one keeps its `revoked_at`. */
export async function revokeSession(tenant: Tenant, id: string): Promise<void> {
  await execute(
    tenant,
    sql`update sessions set revoked_at = now()
      where organization_id = ${tenant.organizationId} and id = ${id} and revoked_at is null`,
  );
}

/** Revokes an active session of a user. @throws CatalogueError `not_found` if the user has no such session. */
export async function revokeOwnSession(tenant: Tenant, userId: string, id: string): Promise<void> {
  const revoked = await execute(
    tenant,
    sql`update sessions set revoked_at = now()
      where organization_id = ${tenant.organizationId} and id = ${id} and user_id = ${userId}
        and revoked_at is null and expires_at > now()`,
  );
  if (revoked === 0) throw errors.notFound();
}

/** Revokes all sessions of a user except `except`. Open streams of these sessions end after the commit. */
export async function revokeSessionsOf(tenant: Tenant, userId: string, except?: string): Promise<void> {
  const revoked = await execute(
    tenant,
    sql`update sessions set revoked_at = now()
      where organization_id = ${tenant.organizationId} and user_id = ${userId} and revoked_at is null
        and id is distinct from ${except}::uuid`,
  );
  if (revoked > 0) await notifySessionsEnded(tenant, userId);
}

function locationOfKey(organizationId: string, rowId: string): SealedLocation {
  return { organizationId, table: 'sessions', column: 'key_sealed', rowId };
}
