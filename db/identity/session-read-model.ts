import { rowsOf } from '../query.ts';
import { rawSql, sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** An active session of a user. */
export interface ActiveSession {
  readonly id: string;
  readonly createdAt: Date;
  /** Time of the sign-in or of the last refresh. Access tokens are valid for 15 minutes, so use is known to that precision. */
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  readonly ip: string | undefined;
  readonly userAgent: string | undefined;
}

/** Lists the active sessions of a user, newest first. Reads one row more than the limit. */
export async function listActiveSessions(
  tenant: Tenant,
  userId: string,
  limit: number,
  after: string | undefined,
): Promise<readonly ActiveSession[]> {
  return rowsOf<ActiveSession>(
    tenant,
    // `rotated_at` lies in the future during a rotation.
    sql`select id, created_at, least(rotated_at, now()) as last_used_at, expires_at, ip, user_agent
      from sessions
      where organization_id = ${tenant.organizationId} and user_id = ${userId} and revoked_at is null
        and expires_at > now() and ${after === undefined ? rawSql('true') : sql`id < ${after}`}
      order by id desc limit ${limit + 1}`,
  );
}
