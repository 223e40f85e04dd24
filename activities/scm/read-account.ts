import { ScmError } from '../../clients/scm/scm-error.ts';
import type { Encryption } from '../../db/encryption.ts';
import type { ScmConnection } from '../../db/scm/scm-connection.ts';
import type { ScmAccount } from '../../db/scm/scm-connection-state.ts';
import { credentialsOf } from '../../db/scm/scm-credentials.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Dependencies } from '../dependencies.ts';

/**
 * Reads the account of a connection: its name, and the permissions and expiry of the App or token.
 * @throws ScmError `token_refused` when the App was uninstalled, `suspended`, and those of requests.
 */
export async function readAccount(
  { database, encryption, scm }: Pick<Dependencies, 'database' | 'encryption' | 'scm'>,
  connection: ScmConnection,
): Promise<ScmAccount> {
  const { installation_id: installationId, organization_id: organizationId } = connection;
  if (installationId !== null) return readInstallation(scm, installationId);
  const credentials = await database.withTenant(organizationId, (tenant) =>
    gitlabCredentials(tenant, encryption, connection),
  );
  const client = scm.gitlab(credentials);
  const [token, group] = [await client.describeToken(), await client.getGroup(credentials.group)];
  return {
    slug: group.fullPath,
    permissions: Object.fromEntries(token.scopes.map((scope) => [scope, 'granted'])),
    tokenExpiresAt: token.expiresAt ?? null,
  };
}

async function readInstallation(
  { githubApp }: Dependencies['scm'],
  installationId: number,
): Promise<ScmAccount> {
  if (githubApp === undefined) return {};
  try {
    const { accountLogin: slug, permissions, suspended } = await githubApp.getInstallation(installationId);
    if (suspended) throw new ScmError('suspended', 'The installation of the GitHub App is suspended.');
    return { slug, permissions };
  } catch (error) {
    if (error instanceof ScmError && error.fault === 'not_found')
      throw new ScmError('token_refused', 'The GitHub App is not installed any more.', { cause: error });
    throw error;
  }
}

async function gitlabCredentials(tenant: Tenant, encryption: Encryption, connection: ScmConnection) {
  const credentials = await credentialsOf(tenant, encryption, connection);
  if (credentials.provider !== 'gitlab') throw new Error('the connection has no access token');
  return credentials;
}
