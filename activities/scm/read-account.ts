import type { Encryption } from '../../db/encryption.ts';
import type { ScmConnection } from '../../db/scm/scm-connection.ts';
import type { ScmAccount } from '../../db/scm/scm-connection-state.ts';
import { credentialsOf } from '../../db/scm/scm-credentials.ts';
import type { Tenant } from '../../db/tenant.ts';
import { permissionsOfScopes } from '../../domain/scm/grant-permissions.ts';
import type { Dependencies } from '../dependencies.ts';
import { readInstallation } from './read-installation.ts';

/**
 * Reads the account of a connection: its name, and the permissions and expiry of the App or token.
 * @throws ScmError `token_refused` when the App was uninstalled, `suspended`, and the faults of requests.
 */
export async function readAccount(
  { database, encryption, scm }: Pick<Dependencies, 'database' | 'encryption' | 'scm'>,
  connection: ScmConnection,
): Promise<ScmAccount> {
  const { installationId, organizationId } = connection;
  if (installationId !== undefined) {
    const { accountLogin: slug, permissions } = await readInstallation({ scm }, installationId);
    return { slug, permissions };
  }
  const credentials = await database.withTenant(organizationId, (tenant) =>
    gitlabCredentials(tenant, encryption, connection),
  );
  const client = scm.gitlab(credentials);
  const [token, group] = [await client.describeToken(), await client.getGroup(credentials.group)];
  return {
    slug: group.fullPath,
    permissions: permissionsOfScopes(token.scopes),
    tokenExpiresAt: token.expiresAt ?? null,
  };
}

async function gitlabCredentials(tenant: Tenant, encryption: Encryption, connection: ScmConnection) {
  const credentials = await credentialsOf(tenant, encryption, connection);
  if (credentials.provider !== 'gitlab') throw new Error('the connection has no access token');
  return credentials;
}
