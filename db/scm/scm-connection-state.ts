import type { ConnectionFault } from '../../domain/scm/connection-fault.ts';
import { execute, rowsOf } from '../query.ts';
import { rawSql, sql } from '../sql.ts';
import type { Database, Tenant } from '../tenant.ts';
import type { ScmConnection } from './scm-connection.ts';

/** The account of a connection, as the provider describes it. */
export interface ScmAccount {
  readonly slug?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  /** `null`: the token does not expire. Missing: unchanged. */
  readonly tokenExpiresAt?: Date | null;
}

/** A connection as it was before a request to its provider. */
export type ObservedConnection = Pick<
  ScmConnection,
  'id' | 'accessTokenSealed' | 'installationId' | 'stateVersion'
>;

/**
 * Stores that a sync succeeded, and the account. The status becomes `active`. Returns false, and stores nothing, when the
 * status was changed after `observed` was read, or the connection deleted.
 *
 * @param remark stored as `last_error`, when the sync did not read all repositories
 */
export async function recordScmSync(
  tenant: Tenant,
  observed: ObservedConnection,
  account: ScmAccount,
  remark: string | undefined,
): Promise<boolean> {
  const { slug = null, permissions, tokenExpiresAt } = account;
  const updated = await execute(
    tenant,
    sql`update scm_connections set
        external_org_slug = coalesce(${slug}, external_org_slug),
        granted_permissions = coalesce(${permissions === undefined ? undefined : JSON.stringify(permissions)}::jsonb,
          granted_permissions),
        token_expires_at = case when ${tokenExpiresAt !== undefined} then ${tokenExpiresAt}::timestamptz
          else token_expires_at end,
        status = 'active', state_version = state_version + (status <> 'active')::integer, last_error = coalesce(${remark}, exceeded_limit),
        retry_at = ${limitedUntil}, unavailable_since = null, last_synced_at = now(), updated_at = now()
      where organization_id = ${tenant.organizationId} and id = ${observed.id} and deleted_at is null
        and state_version = ${observed.stateVersion}`,
  );
  return updated > 0;
}

/**
 * Stores the failure of a request. `unavailable_since` keeps the time of the first failure in a row. Returns false, and
 * stores nothing, when the connection was deleted, or its access token, its installation or, for a fault with a status, its
 * status changed after `observed` was read.
 */
export async function recordScmFault(
  tenant: Tenant,
  observed: ObservedConnection,
  fault: ConnectionFault,
): Promise<boolean> {
  const { id, accessTokenSealed: token, installationId: installation, stateVersion: version } = observed;
  const {
    status = null,
    message = null,
    unavailable,
    limited = false,
    errorAfterMinutes,
    pauseMs = null,
  } = fault;
  const updated = await execute(
    tenant,
    sql`update scm_connections set
        status = case
          when ${status}::text is not null then ${status}
          when status in ('revoked', 'suspended') then status
          when ${unavailable} and unavailable_since < now() - make_interval(mins => ${errorAfterMinutes})
            then 'error'
          -- The provider responds again, so an outage has ended.
          when ${limited} and status = 'error' and unavailable_since is not null then 'active'
          else status end,
        state_version = state_version + (status is distinct from coalesce(${status}, status))::integer,
        -- An outage does not replace the advice for a rejected token.
        last_error = case when ${limited} and unavailable_since is not null and status not in ('revoked', 'suspended')
            then null
          when ${unavailable} and status in ('revoked', 'suspended') then last_error
          else coalesce(${message}, last_error) end,
        unavailable_since = case when ${unavailable} then coalesce(unavailable_since, now()) end,
        retry_at = case when ${pauseMs}::float8 is null then retry_at
          else greatest(retry_at, now() + make_interval(secs => ${pauseMs}::float8 / 1000)) end,
        updated_at = now()
      where organization_id = ${tenant.organizationId} and id = ${id} and deleted_at is null
        and access_token_sealed is not distinct from ${token}
        and installation_id is not distinct from ${installation}::bigint
        and (${status}::text is null or status = ${status} or state_version = ${version})`,
  );
  return updated > 0;
}

/** A success ends the pause of an outage, but not that of a rate limit, which holds for every request of the connection. */
const limitedUntil = rawSql('case when unavailable_since is null then retry_at end');

/** Whether a successful request clears the status and `last_error`. */
const recovers = rawSql("(unavailable_since is not null or status in ('suspended', 'revoked'))");

/**
 * Clears an outage, a suspension or a revocation after a request succeeded. Other errors, such as a missing permission,
 * concern some requests only: the next complete sync clears them. Stores nothing when the status was changed after
 * `observed` was read.
 */
export async function recordScmRecovery(tenant: Tenant, observed: ObservedConnection): Promise<void> {
  await execute(
    tenant,
    sql`update scm_connections set status = 'active', state_version = state_version + (status <> 'active')::integer,
        last_error = null, retry_at = ${limitedUntil}, unavailable_since = null, updated_at = now()
      where organization_id = ${tenant.organizationId} and id = ${observed.id} and deleted_at is null
        and state_version = ${observed.stateVersion} and ${recovers}`,
  );
}

/**
 * Stores that the installation was read and is active. The version increases also when the status was `active` before:
 * a concurrent request that read an earlier state is then not stored. Returns false, and stores nothing, when the status
 * was changed after `observed` was read, or the connection deleted.
 */
export async function recordActiveInstallation(
  tenant: Tenant,
  observed: ObservedConnection,
): Promise<boolean> {
  const updated = await execute(
    tenant,
    sql`update scm_connections set state_version = state_version + 1,
        last_error = case when ${recovers} then null else last_error end,
        status = case when ${recovers} then 'active' else status end,
        retry_at = ${limitedUntil}, unavailable_since = null, updated_at = now()
      where organization_id = ${tenant.organizationId} and id = ${observed.id} and deleted_at is null
        and state_version = ${observed.stateVersion}`,
  );
  return updated > 0;
}

/**
 * Stores which limit the provider's responses exceeded, so that users know that something was not read: as `last_error`, until
 * a sync exceeds no limit.
 */
export async function recordExceededLimit(tenant: Tenant, id: string, message: string): Promise<void> {
  await execute(
    tenant,
    sql`update scm_connections set exceeded_limit = ${message}, updated_at = now(),
        last_error = case when status = 'active' and unavailable_since is null then ${message} else last_error end
      where organization_id = ${tenant.organizationId} and id = ${id} and deleted_at is null`,
  );
}

/**
 * Stores when the schedule starts the next sync, and forgets the limit that the last one exceeded. A sync that begins reads
 * every change until now.
 */
export async function beginScmSync(
  tenant: Tenant,
  id: string,
  minutes: { readonly normal: number; readonly suspended: number },
): Promise<void> {
  await execute(
    tenant,
    sql`update scm_connections set exceeded_limit = null, next_sync_at = now() + make_interval(mins => case
        when status in ('suspended', 'revoked') then greatest(${minutes.suspended}::integer, ${minutes.normal}::integer)
        else ${minutes.normal}::integer end)
      where organization_id = ${tenant.organizationId} and id = ${id}`,
  );
}

/** Makes a sync due now, for a change that an active sync may have missed. */
export async function requestNextSync(tenant: Tenant, id: string): Promise<void> {
  await execute(
    tenant,
    sql`update scm_connections set next_sync_at = now()
      where organization_id = ${tenant.organizationId} and id = ${id}`,
  );
}

export interface ConnectionToSync {
  readonly organizationId: string;
  readonly id: string;
  readonly externalOrgSlug: string;
}

/**
 * Returns up to `limit` connections of all organizations whose sync is due, and schedules their next sync after the interval.
 * Organizations get equal shares of `limit`.
 */
export async function claimScmSyncs(
  database: Database,
  minutes: { readonly normal: number; readonly suspended: number },
  limit: number,
): Promise<readonly ConnectionToSync[]> {
  return rowsOf<ConnectionToSync>(
    database.outside,
    sql`select * from claim_scm_syncs(make_interval(mins => ${minutes.normal}),
      make_interval(mins => ${minutes.suspended}), ${limit})`,
  );
}
