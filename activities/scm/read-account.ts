import type { ScmAccount, ScmConnectionClient } from '../../clients/scm/scm-client.ts';
import type { ScmConnection } from '../../db/scm/scm-connection.ts';
import type { Dependencies } from '../dependencies.ts';
import { readInstallation } from './read-installation.ts';

/**
 * Reads the account of a connection: its name, and the permissions and expiry of the App or token.
 * @throws ScmError `token_refused` when the App was uninstalled, `suspended`, and those of requests.
 */
export async function readAccount(
  { scm }: Pick<Dependencies, 'scm'>,
  client: ScmConnectionClient,
  { installation_id: installationId }: Pick<ScmConnection, 'installation_id'>,
): Promise<ScmAccount> {
  if (installationId === null) return client.describeAccount();
  const { accountLogin: slug, permissions } = await readInstallation({ scm }, installationId);
  return { slug, permissions, tokenExpiresAt: null };
}
