import { oneRowOf, rowOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import type { SsoClientKey } from './sso-identity-store.ts';

/** A login that waits for the answer of the provider. */
export interface SsoTransaction extends SsoClientKey {
  /** The path that is opened after the login. */
  readonly next: string;
  /** The user who links the account, if the user was signed in and still is. */
  readonly linkUserId: string | undefined;
  /** Whether the login links an account to a user. */
  readonly isLink: boolean;
}

/** Begins a login for ten minutes. @param browserHash SHA-256 of the secret in the cookie of the browser */
export async function insertSsoTransaction(
  tenant: Tenant,
  transaction: SsoClientKey & {
    readonly browserHash: Buffer;
    readonly next: string;
    readonly sessionId: string | undefined;
  },
): Promise<{ readonly id: string; readonly expiresAt: Date }> {
  const { browserHash, issuer, clientId, next, sessionId } = transaction;
  return oneRowOf(
    tenant,
    sql`insert into sso_transactions (organization_id, browser_hash, issuer, client_id, next, session_id)
      values (${tenant.organizationId}, ${browserHash}, ${issuer}, ${clientId}, ${next}, ${sessionId})
      returning id, expires_at`,
  );
}

/**
 * Ends a login and returns it. Only one of several requests gets it, and only the browser that began it: a request of another
 * browser leaves the login as it is.
 */
export async function useSsoTransaction(
  tenant: Tenant,
  id: string,
  browserHash: Buffer,
): Promise<SsoTransaction | undefined> {
  return rowOf<SsoTransaction>(
    tenant,
    sql`with used as (
        delete from sso_transactions where organization_id = ${tenant.organizationId} and id = ${id}
          and browser_hash = ${browserHash} and expires_at > now()
        returning issuer, client_id, next, session_id)
      select issuer, client_id, next, session_id is not null as is_link, (
          select s.user_id from sessions s where s.organization_id = ${tenant.organizationId} and s.id = used.session_id
            and s.revoked_at is null and s.expires_at > now()) as link_user_id
      from used`,
  );
}
