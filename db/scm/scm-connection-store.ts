import { fn, raw } from 'objection';
import { errors } from '../../domain/errors.ts';
import { permissionsOfScopes } from '../../domain/scm/grant-permissions.ts';
import type { ScmAccountKind } from '../../domain/values.ts';
import { mapConstraintErrors } from '../database-errors.ts';
import type { Encryption, SealedLocation } from '../encryption.ts';
import { newId } from '../new-id.ts';
import { listLiveRows, lockLiveRow } from '../fragments/live-rows.ts';
import { oneRowOf, queryModel, rowOf } from '../query.ts';
import { insertRow, updateRow } from '../row-store.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { ScmConnection } from './scm-connection.ts';

const errorByConstraint = { scm_connections_group_key: errors.connectionExists };

export interface NewGitlabConnection {
  readonly baseUrl: string;
  readonly groupId: string;
  readonly groupPath: string;
  readonly accessToken: string;
  readonly webhookSecret: string;
  readonly tokenExpiresAt: Date | undefined;
  readonly scopes: readonly string[];
}

export interface NewGithubConnection {
  readonly baseUrl: string;
  readonly installationId: number;
  readonly accountId: number;
  readonly accountLogin: string;
  readonly accountKind: Exclude<ScmAccountKind, 'group'>;
  readonly permissions: Readonly<Record<string, string>>;
}

/** @throws CatalogueError `connection_exists` when the group is connected already. */
export async function createGitlabConnection(
  tenant: Tenant,
  encryption: Encryption,
  given: NewGitlabConnection,
): Promise<ScmConnection> {
  const id = newId();
  return mapConstraintErrors(
    errorByConstraint,
    insertRow(tenant, ScmConnection, {
      id,
      provider: 'gitlab',
      externalOrgId: given.groupId,
      externalOrgSlug: given.groupPath,
      externalOrgKind: 'group',
      baseUrl: given.baseUrl,
      accessTokenSealed: await seal(tenant, encryption, id, 'access_token_sealed', given.accessToken),
      webhookSecretSealed: await seal(tenant, encryption, id, 'webhook_secret_sealed', given.webhookSecret),
      tokenExpiresAt: given.tokenExpiresAt,
      grantedPermissions: permissionsOfScopes(given.scopes),
    }),
  );
}

/**
 * Binds an installation of the GitHub App. A connection of the same account gets the new installation: an account has one
 * installation, so the former one was uninstalled. Returns `undefined` when the organization has bound this installation.
 * @throws CatalogueError `invalid_state` when another organization has bound it.
 */
export async function createGithubConnection(
  tenant: Tenant,
  given: NewGithubConnection,
): Promise<{ readonly id: string; readonly externalOrgSlug: string } | undefined> {
  return mapConstraintErrors(
    { scm_connections_installation_key: errors.invalidState },
    rowOf(
      tenant,
      sql`insert into scm_connections as c (organization_id, provider, external_org_id, external_org_slug,
          external_org_kind, base_url, installation_id, granted_permissions)
        values (${tenant.organizationId}, 'github', ${String(given.accountId)}, ${given.accountLogin},
          ${given.accountKind}, ${given.baseUrl}, ${given.installationId}, ${JSON.stringify(given.permissions)}::jsonb)
        on conflict (organization_id, provider, base_url, external_org_id) where deleted_at is null
          do update set installation_id = excluded.installation_id, external_org_slug = excluded.external_org_slug,
            granted_permissions = excluded.granted_permissions, status = 'active', last_error = null,
            state_version = c.state_version + 1, unavailable_since = null, retry_at = null, updated_at = now()
          where c.installation_id <> excluded.installation_id
        returning id, external_org_slug`,
    ),
  );
}

/** @throws CatalogueError `not_found`. */
export async function getScmConnection(tenant: Tenant, id: string): Promise<ScmConnection> {
  const connection = await findScmConnection(tenant, id);
  if (connection === undefined) throw errors.notFound();
  return connection;
}

export async function findScmConnection(tenant: Tenant, id: string): Promise<ScmConnection | undefined> {
  return queryModel(tenant, ScmConnection).findById([tenant.organizationId, id]).whereNull('deleted_at');
}

/** What a connection waits for, by the clock of Postgres. */
export interface ConnectionWait {
  /** Milliseconds until the provider accepts requests; 0 or less when it does now. */
  readonly waitMs: number;
  /** Milliseconds since the provider is unavailable; 0 when it is available. */
  readonly unavailableMs: number;
}

export async function waitOfScmConnection(tenant: Tenant, id: string): Promise<ConnectionWait> {
  return oneRowOf<ConnectionWait>(
    tenant,
    sql`select coalesce(extract(epoch from max(retry_at) - clock_timestamp()) * 1000, 0)::float8 as wait_ms,
        coalesce(extract(epoch from clock_timestamp() - max(unavailable_since)) * 1000, 0)::float8 as unavailable_ms
      from scm_connections where organization_id = ${tenant.organizationId} and id = ${id}`,
  );
}

/** As {@link getScmConnection}, locked until the transaction ends. @throws CatalogueError `not_found`. */
export async function lockScmConnection(tenant: Tenant, id: string): Promise<ScmConnection> {
  return lockLiveRow(queryModel(tenant, ScmConnection), tenant, id);
}

/** Lists connections by id, one more than `limit`. */
export async function listScmConnections(
  tenant: Tenant,
  limit: number,
  after: string | undefined,
): Promise<readonly ScmConnection[]> {
  return listLiveRows(queryModel(tenant, ScmConnection), tenant, limit, after);
}

/** Replaces the access token of a GitLab connection and clears the error of the old one. */
export async function updateAccessToken(
  tenant: Tenant,
  encryption: Encryption,
  id: string,
  token: { readonly text: string; readonly expiresAt: Date | undefined; readonly scopes: readonly string[] },
): Promise<void> {
  await updateRow(tenant, ScmConnection, id, {
    accessTokenSealed: await seal(tenant, encryption, id, 'access_token_sealed', token.text),
    tokenExpiresAt: token.expiresAt ?? null,
    grantedPermissions: permissionsOfScopes(token.scopes),
    status: 'active',
    stateVersion: raw('state_version + 1'),
    lastError: null,
    unavailableSince: null,
    retryAt: null,
  });
}

export async function updateWebhookSecret(
  tenant: Tenant,
  encryption: Encryption,
  id: string,
  secret: string,
): Promise<void> {
  await updateRow(tenant, ScmConnection, id, {
    webhookSecretSealed: await seal(tenant, encryption, id, 'webhook_secret_sealed', secret),
  });
}

/** @throws Error for a connection without a token, which is one of GitHub. */
export async function openAccessToken(
  tenant: Tenant,
  encryption: Encryption,
  { id, accessTokenSealed: sealed }: ScmConnection,
): Promise<string> {
  return open(tenant, encryption, id, 'access_token_sealed', sealed);
}

/** @throws Error for a connection without a secret, which is one of GitHub. */
export async function openWebhookSecret(
  tenant: Tenant,
  encryption: Encryption,
  { id, webhookSecretSealed: sealed }: ScmConnection,
): Promise<string> {
  return open(tenant, encryption, id, 'webhook_secret_sealed', sealed);
}

/** Stores the permissions that the provider has confirmed. */
export async function updateGrantedPermissions(
  tenant: Tenant,
  id: string,
  permissions: Readonly<Record<string, string>>,
): Promise<void> {
  await updateRow(tenant, ScmConnection, id, { grantedPermissions: permissions });
}

/** Sets `deleted_at`, which releases the group or installation, and deletes the secrets' use by later requests. */
export async function softDeleteScmConnection(tenant: Tenant, id: string): Promise<void> {
  await updateRow(tenant, ScmConnection, id, { deletedAt: fn.now() });
}

type SealedColumn = 'access_token_sealed' | 'webhook_secret_sealed';

function seal(
  tenant: Tenant,
  encryption: Encryption,
  id: string,
  column: SealedColumn,
  plain: string,
): Promise<string> {
  return encryption.seal(plain, locationOf(tenant, id, column));
}

async function open(
  tenant: Tenant,
  encryption: Encryption,
  id: string,
  column: SealedColumn,
  sealed: string | undefined,
): Promise<string> {
  if (sealed === undefined) throw new Error(`the connection has no ${column}`);
  return (await encryption.open(sealed, locationOf(tenant, id, column))).toString('utf8');
}

function locationOf(tenant: Tenant, rowId: string, column: SealedColumn): SealedLocation {
  return { organizationId: tenant.organizationId, table: 'scm_connections', column, rowId };
}
