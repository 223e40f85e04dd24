import { randomBytes } from 'node:crypto';
import { queryOf } from '../tenant.ts';
import type { Tenant } from '../tenant.ts';

export interface NewSession {
  readonly id: string;
  readonly expires_at: Date;
}

/** Refresh lifetimes: 30 days sliding, 90 days absolute. */
const slidingDays = 30;
const absoluteDays = 90;

/** Opens a session. The row holds a key and a counter, never a token that could be used. */
export async function createSession(tenant: Tenant, userId: string): Promise<NewSession> {
  const { rows } = await queryOf(tenant).raw<{ rows: NewSession[] }>(
    `insert into sessions (organization_id, user_id, key, expires_at, absolute_expires_at)
     values (?, ?, ?, now() + make_interval(days => ?), now() + make_interval(days => ?))
     returning id, expires_at`,
    [tenant.organizationId, userId, randomBytes(32), slidingDays, absoluteDays],
  );
  const [session] = rows;
  if (session === undefined) throw new Error('insert returned no row');
  await queryOf(tenant)('users')
    .where({ organization_id: tenant.organizationId, id: userId })
    .update({ last_login_at: queryOf(tenant).fn.now() });
  return session;
}
