import { fn } from 'objection';
import { errors } from '../../domain/errors.ts';
import type { ConnectionFault } from '../../domain/scm/connection-fault.ts';
import { permissionsOfScopes } from '../../domain/scm/grant-permissions.ts';
import type { ScmAccountKind } from '../../domain/values.ts';
import { mapConstraintErrors } from '../database-errors.ts';
import type { Encryption, SealedLocation } from '../encryption.ts';
import { newId } from '../new-id.ts';
import { execute, queryModel } from '../query.ts';
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
    queryModel(tenant, ScmConnection)
      .insert({
        organization_id: tenant.organizationId,
        id,
        provider: 'gitlab',
        external_org_id: given.groupId,
        external_org_slug: given.groupPath,
        external_org_kind: 'group',
        base_url: given.baseUrl,
        access_token_sealed: await seal(tenant, encryption, id, 'access_token_sealed', given.accessToken),
        webhook_secret_sealed: await seal(
          tenant,
          encryption,
          id,
          'webhook_secret_sealed',
          given.webhookSecret,
        ),
        token_expires_at: given.tokenExpiresAt ?? null,
        granted_permissions: permissionsOfScopes(given.scopes),
      })
      .returning('*'),
  );
}

/**
 * Binds an installation of the GitHub App. Returns `undefined` when it is bound already, to any organization, or when the
 * organization has another connection of the account.
 */
export async function createGithubConnection(
  tenant: Tenant,
  given: NewGithubConnection,
): Promise<ScmConnection | undefined> {
  const inserted = await queryModel(tenant, ScmConnection)
    .insert({
      organization_id: tenant.organizationId,
      provider: 'github',
      external_org_id: String(given.accountId),
      external_org_slug: given.accountLogin,
      external_org_kind: given.accountKind,
      base_url: given.baseUrl,
      installation_id: given.installationId,
      granted_permissions: given.permissions,
    })
    .onConflict()
    .ignore()
    .returning('*');
  // After a conflict objection returns its input, which has no id.
  return inserted.id === undefined ? undefined : inserted;
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

/** As {@link getScmConnection}, locked until the transaction ends. @throws CatalogueError `not_found`. */
export async function lockScmConnection(tenant: Tenant, id: string): Promise<ScmConnection> {
  const connection = await queryModel(tenant, ScmConnection)
    .findById([tenant.organizationId, id])
    .whereNull('deleted_at')
    .forUpdate();
  if (connection === undefined) throw errors.notFound();
  return connection;
}

/** Lists connections by id, one more than `limit`. */
export async function listScmConnections(
  tenant: Tenant,
  limit: number,
  after: string | undefined,
): Promise<readonly ScmConnection[]> {
  const query = queryModel(tenant, ScmConnection)
    .where('organization_id', tenant.organizationId)
    .whereNull('deleted_at')
    .orderBy('id')
    .limit(limit + 1);
  if (after !== undefined) void query.where('id', '>', after);
  return query;
}

/** Replaces the access token of a GitLab connection and clears the error of the old one. */
export async function updateAccessToken(
  tenant: Tenant,
  encryption: Encryption,
  id: string,
  token: { readonly text: string; readonly expiresAt: Date | undefined; readonly scopes: readonly string[] },
): Promise<void> {
  await queryModel(tenant, ScmConnection)
    .findById([tenant.organizationId, id])
    .patch({
      access_token_sealed: await seal(tenant, encryption, id, 'access_token_sealed', token.text),
      token_expires_at: token.expiresAt ?? null,
      granted_permissions: permissionsOfScopes(token.scopes),
      status: 'active',
      last_error: null,
      unavailable_since: null,
      updated_at: fn.now(),
    });
}

export async function updateWebhookSecret(
  tenant: Tenant,
  encryption: Encryption,
  id: string,
  secret: string,
): Promise<void> {
  await queryModel(tenant, ScmConnection)
    .findById([tenant.organizationId, id])
    .patch({
      webhook_secret_sealed: await seal(tenant, encryption, id, 'webhook_secret_sealed', secret),
      updated_at: fn.now(),
    });
}

/** @throws Error for a connection without a token, which is one of GitHub. */
export async function openAccessToken(
  tenant: Tenant,
  encryption: Encryption,
  { id, access_token_sealed: sealed }: ScmConnection,
): Promise<string> {
  return open(tenant, encryption, id, 'access_token_sealed', sealed);
}

/** @throws Error for a connection without a secret, which is one of GitHub. */
export async function openWebhookSecret(
  tenant: Tenant,
  encryption: Encryption,
  { id, webhook_secret_sealed: sealed }: ScmConnection,
): Promise<string> {
  return open(tenant, encryption, id, 'webhook_secret_sealed', sealed);
}

/** Stores that a sync succeeded, and the account's current name and permissions. */
export async function recordScmSync(
  tenant: Tenant,
  id: string,
  values: {
    readonly slug?: string;
    readonly permissions?: Readonly<Record<string, string>>;
    readonly tokenExpiresAt?: Date;
  },
): Promise<void> {
  await queryModel(tenant, ScmConnection)
    .findById([tenant.organizationId, id])
    .patch({
      ...(values.slug === undefined ? {} : { external_org_slug: values.slug }),
      ...(values.permissions === undefined ? {} : { granted_permissions: values.permissions }),
      ...(values.tokenExpiresAt === undefined ? {} : { token_expires_at: values.tokenExpiresAt }),
      status: 'active',
      last_error: null,
      unavailable_since: null,
      last_synced_at: fn.now(),
      updated_at: fn.now(),
    });
}

/** Stores the failure of a request. `unavailable_since` keeps the time of the first failure in a row. */
export async function recordScmFault(tenant: Tenant, id: string, fault: ConnectionFault): Promise<void> {
  await execute(
    tenant,
    sql`update scm_connections set
        status = case
          when ${fault.status ?? null}::text is not null then ${fault.status ?? null}
          when ${fault.unavailable} and unavailable_since < now() - make_interval(mins => ${fault.errorAfterMinutes})
            then 'error'
          when status = 'syncing' then 'active'
          else status end,
        last_error = ${fault.message},
        unavailable_since = case when ${fault.unavailable} then coalesce(unavailable_since, now()) end,
        updated_at = now()
      where organization_id = ${tenant.organizationId} and id = ${id} and deleted_at is null`,
  );
}

/** Stores the permissions that the provider has confirmed. */
export async function updateGrantedPermissions(
  tenant: Tenant,
  id: string,
  permissions: Readonly<Record<string, string>>,
): Promise<void> {
  await queryModel(tenant, ScmConnection)
    .findById([tenant.organizationId, id])
    .patch({ granted_permissions: permissions, updated_at: fn.now() });
}

/** Marks the connection as being synced, unless it is suspended or revoked. */
export async function markScmSyncing(tenant: Tenant, id: string): Promise<void> {
  await queryModel(tenant, ScmConnection)
    .findById([tenant.organizationId, id])
    .whereIn('status', ['active', 'error'])
    .patch({ status: 'syncing', updated_at: fn.now() });
}

/** Sets `deleted_at`, which releases the group or installation, and deletes the secrets' use by later requests. */
export async function softDeleteScmConnection(tenant: Tenant, id: string): Promise<void> {
  await queryModel(tenant, ScmConnection)
    .findById([tenant.organizationId, id])
    .patch({ deleted_at: fn.now(), updated_at: fn.now() });
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
  sealed: string | null,
): Promise<string> {
  if (sealed === null) throw new Error(`the connection has no ${column}`);
  return (await encryption.open(sealed, locationOf(tenant, id, column))).toString('utf8');
}

function locationOf(tenant: Tenant, rowId: string, column: SealedColumn): SealedLocation {
  return { organizationId: tenant.organizationId, table: 'scm_connections', column, rowId };
}

/** Deletes the row of a connection that was soft-deleted, with its repositories, projects and pull requests. */
export async function deleteScmConnectionRows(tenant: Tenant, id: string): Promise<void> {
  await queryModel(tenant, ScmConnection)
    .findById([tenant.organizationId, id])
    .whereNotNull('deleted_at')
    .delete();
}
