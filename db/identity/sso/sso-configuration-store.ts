import type { RoleName } from '../../../domain/identity/roles.ts';
import { errors } from '../../../domain/errors.ts';
import type { SsoStatus } from '../../../domain/values.ts';
import type { Encryption, SealedLocation } from '../../encryption.ts';
import { newId } from '../../new-id.ts';
import { execute, oneRowOf, rowOf, rowsOf } from '../../query.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Database, Tenant } from '../../tenant.ts';

/** Gives the members of a group roles. */
export interface RoleMapping {
  readonly group: string;
  readonly roles: readonly RoleName[];
}

/** Makes the members of a group members of a team. */
export interface TeamMapping {
  readonly group: string;
  readonly team_id: string;
}

/** The provider of an organization and what its logins give. */
export interface SsoConfiguration {
  readonly id: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecretSealed: string;
  readonly groupClaim: string;
  readonly trustEmail: boolean;
  readonly roleMappings: readonly RoleMapping[];
  readonly teamMappings: readonly TeamMapping[];
  readonly defaultRoles: readonly RoleName[];
  /** Passwords of users with an email of a proven domain are refused. */
  readonly enforced: boolean;
  readonly status: SsoStatus;
  readonly lastError: string | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type SsoFields = Omit<SsoConfiguration, 'status' | 'lastError' | 'createdAt' | 'updatedAt'>;

const columns =
  rawSql(`id, issuer, client_id, client_secret_sealed, group_claim, trust_email, role_mappings, team_mappings,
  default_roles, enforced, status, last_error, created_at, updated_at`);

/** Returns the configuration; with `update`, locked until the transaction ends, and with `share`, kept as it is until then. */
export async function findSsoConfiguration(
  tenant: Tenant,
  lock?: 'share' | 'update',
): Promise<SsoConfiguration | undefined> {
  return rowOf<SsoConfiguration>(
    tenant,
    sql`select ${columns} from sso_configurations where organization_id = ${tenant.organizationId}
      ${rawSql(lock === undefined ? '' : `for ${lock}`)}`,
  );
}

/** @throws CatalogueError `not_found`. */
export async function getSsoConfiguration(
  tenant: Tenant,
  lock?: 'share' | 'update',
): Promise<SsoConfiguration> {
  const found = await findSsoConfiguration(tenant, lock);
  if (found === undefined) throw errors.notFound();
  return found;
}

/** Stores the configuration in place of an earlier one. Another issuer or client starts with the status `active`. */
export async function saveSsoConfiguration(tenant: Tenant, fields: SsoFields): Promise<SsoConfiguration> {
  const isOther = rawSql('(c.issuer, c.client_id) is distinct from (excluded.issuer, excluded.client_id)');
  return oneRowOf<SsoConfiguration>(
    tenant,
    sql`insert into sso_configurations as c (organization_id, id, issuer, client_id, client_secret_sealed, group_claim,
        trust_email, role_mappings, team_mappings, default_roles, enforced)
      values (${tenant.organizationId}, ${fields.id}, ${fields.issuer}, ${fields.clientId}, ${fields.clientSecretSealed},
        ${fields.groupClaim}, ${fields.trustEmail}, ${JSON.stringify(fields.roleMappings)}::jsonb,
        ${JSON.stringify(fields.teamMappings)}::jsonb, ${fields.defaultRoles}, ${fields.enforced})
      on conflict (organization_id) do update set
        issuer = excluded.issuer, client_id = excluded.client_id, client_secret_sealed = excluded.client_secret_sealed,
        group_claim = excluded.group_claim, trust_email = excluded.trust_email, role_mappings = excluded.role_mappings,
        team_mappings = excluded.team_mappings, default_roles = excluded.default_roles, enforced = excluded.enforced,
        provider_changed_at = case when ${isOther} then now() else c.provider_changed_at end,
        status = 'active', last_error = null, updated_at = now()
      returning ${columns}`,
  );
}

export async function deleteSsoConfiguration(tenant: Tenant): Promise<void> {
  const { organizationId } = tenant;
  await execute(tenant, sql`delete from sso_configurations where organization_id = ${organizationId}`);
  await execute(tenant, sql`delete from sso_domains where organization_id = ${organizationId}`);
}

/** Stores the outcome of the last request to the provider: the reason of a failure, or `undefined`. */
export async function setSsoStatus(tenant: Tenant, lastError: string | undefined): Promise<void> {
  const status: SsoStatus = lastError === undefined ? 'active' : 'error';
  await execute(
    tenant,
    sql`update sso_configurations set status = ${status}, last_error = ${lastError}
      where organization_id = ${tenant.organizationId} and (status, last_error) is distinct from (${status}, ${lastError}::text)`,
  );
}

/** Returns the ids of the organizations with a provider and client, at most twenty. */
export async function findSsoClients(
  database: Database,
  issuer: string,
  clientId: string,
): Promise<readonly string[]> {
  const rows = await rowsOf<{ organizationId: string }>(
    database.outside,
    sql`select organization_id from find_sso_clients(${issuer}, ${clientId})`,
  );
  return rows.map(({ organizationId }) => organizationId);
}

/** Seals a client secret for the configuration with an id; without an id, for a new one. */
export async function sealClientSecret(
  encryption: Encryption,
  organizationId: string,
  secret: string,
  id: string = newId(),
): Promise<{ readonly id: string; readonly clientSecretSealed: string }> {
  const sealed = await encryption.seal(Buffer.from(secret, 'utf8'), locationOf(organizationId, id));
  return { id, clientSecretSealed: sealed };
}

export async function openClientSecret(
  encryption: Encryption,
  organizationId: string,
  { id, clientSecretSealed }: Pick<SsoConfiguration, 'id' | 'clientSecretSealed'>,
): Promise<string> {
  return (await encryption.open(clientSecretSealed, locationOf(organizationId, id))).toString('utf8');
}

function locationOf(organizationId: string, rowId: string): SealedLocation {
  return { organizationId, table: 'sso_configurations', column: 'client_secret_sealed', rowId };
}
