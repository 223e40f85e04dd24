import { execute, oneRowOf, rowOf, rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/** An issuer and the client id of this product there. A subject is unique within both. */
export interface SsoClientKey {
  readonly issuer: string;
  readonly clientId: string;
}

/** The account of a user at a provider. */
export interface SsoIdentity {
  readonly id: string;
  readonly userId: string;
  readonly subject: string;
}

/** Finds the account with a subject. */
export async function findIdentity(
  tenant: Tenant,
  { issuer, clientId }: SsoClientKey,
  subject: string,
): Promise<SsoIdentity | undefined> {
  return rowOf<SsoIdentity>(
    tenant,
    sql`select id, user_id, subject from sso_identities where organization_id = ${tenant.organizationId}
      and issuer = ${issuer} and client_id = ${clientId} and subject = ${subject}`,
  );
}

/** Finds the account of a user. */
export async function findIdentityOf(
  tenant: Tenant,
  { issuer, clientId }: SsoClientKey,
  userId: string,
): Promise<SsoIdentity | undefined> {
  return rowOf<SsoIdentity>(
    tenant,
    sql`select id, user_id, subject from sso_identities where organization_id = ${tenant.organizationId}
      and user_id = ${userId} and issuer = ${issuer} and client_id = ${clientId}`,
  );
}

/** Binds a subject to a user. */
export async function insertIdentity(
  tenant: Tenant,
  { issuer, clientId }: SsoClientKey,
  subject: string,
  userId: string,
): Promise<SsoIdentity> {
  return oneRowOf<SsoIdentity>(
    tenant,
    sql`insert into sso_identities (organization_id, user_id, issuer, client_id, subject, groups)
      values (${tenant.organizationId}, ${userId}, ${issuer}, ${clientId}, ${subject}, '{}')
      returning id, user_id, subject`,
  );
}

/** Stores a login with the groups of its claims. */
export async function recordIdentityLogin(
  tenant: Tenant,
  identityId: string,
  groups: readonly string[],
): Promise<void> {
  await execute(
    tenant,
    sql`update sso_identities set groups = ${groups}, last_login_at = now()
      where organization_id = ${tenant.organizationId} and id = ${identityId}`,
  );
}

/** Ends the sessions of a user by single sign-on, and deletes the account. Returns whether there was one. */
export async function deleteIdentityOf(tenant: Tenant, key: SsoClientKey, userId: string): Promise<boolean> {
  const identity = await findIdentityOf(tenant, key, userId);
  if (identity === undefined) return false;
  await endSsoSessions(tenant, { identityId: identity.id });
  await execute(
    tenant,
    sql`delete from sso_identities where organization_id = ${tenant.organizationId} and id = ${identity.id}`,
  );
  return true;
}

/**
 * Ends sessions by single sign-on: all of the organization, those of an account, or the one of a session at the provider.
 * Returns the ids of their users.
 */
export async function endSsoSessions(
  tenant: Tenant,
  which: { readonly identityId?: string; readonly providerSession?: string } = {},
): Promise<readonly string[]> {
  const { identityId, providerSession } = which;
  const rows = await rowsOf<{ userId: string }>(
    tenant,
    sql`update sessions set revoked_at = now()
      where organization_id = ${tenant.organizationId} and method = 'sso' and revoked_at is null
        and (${identityId}::uuid is null or sso_identity_id = ${identityId})
        and (${providerSession}::text is null or provider_session = ${providerSession})
      returning user_id`,
  );
  return [...new Set(rows.map(({ userId }) => userId))];
}

/**
 * Ends the sessions that a logout token names: of a session at the provider, of a subject, or of both. Returns the ids of
 * their users.
 */
export async function endSessionsOfProvider(
  tenant: Tenant,
  { issuer, clientId }: SsoClientKey,
  { subject, providerSession }: { readonly subject?: string; readonly providerSession?: string },
): Promise<readonly string[]> {
  const rows = await rowsOf<{ userId: string }>(
    tenant,
    sql`update sessions s set revoked_at = now()
      from sso_identities i
      where s.organization_id = ${tenant.organizationId} and s.method = 'sso' and s.revoked_at is null
        and i.organization_id = ${tenant.organizationId} and i.id = s.sso_identity_id
        and i.issuer = ${issuer} and i.client_id = ${clientId}
        and (${subject}::text is null or i.subject = ${subject})
        and (${providerSession}::text is null or s.provider_session = ${providerSession})
      returning s.user_id`,
  );
  return [...new Set(rows.map(({ userId }) => userId))];
}

/** Whether a platform_admin has signed in by single sign-on since the provider or client was last changed. */
export async function hasAdministratorSignedIn(tenant: Tenant): Promise<boolean> {
  const { organizationId } = tenant;
  const { found } = await oneRowOf<{ found: boolean }>(
    tenant,
    sql`select exists (
        select from sso_configurations c
        join sso_identities i on i.organization_id = ${organizationId} and i.issuer = c.issuer and i.client_id = c.client_id
          and i.last_login_at >= c.provider_changed_at
        join users u on u.organization_id = ${organizationId} and u.id = i.user_id and u.status = 'active'
          and u.roles @> array['platform_admin']
        where c.organization_id = ${organizationId}) as found`,
  );
  return found;
}

/** Stores that a logout token was used, by its SHA-256. Returns `false` for a token that was used before. */
export async function useLogoutToken(tenant: Tenant, tokenHash: Buffer, expiresAt: Date): Promise<boolean> {
  const inserted = await execute(
    tenant,
    sql`insert into sso_logout_tokens (organization_id, token_hash, expires_at)
      values (${tenant.organizationId}, ${tokenHash}, ${expiresAt}) on conflict do nothing`,
  );
  return inserted === 1;
}
