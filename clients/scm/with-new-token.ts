import type { ScmClient } from './scm-client.ts';
import type { ScmClients, ScmCredentials } from './scm-clients.ts';
import { ScmError } from './scm-error.ts';

/**
 * Runs requests of a connection. GitHub rejects a token that was revoked before its end: then the App requests a new one,
 * unless it was uninstalled or suspended, and `work` runs again. It must be idempotent.
 * @throws ScmError
 */
export async function withNewToken<T>(
  scm: Pick<ScmClients, 'githubApp' | 'open'>,
  credentials: ScmCredentials,
  work: (client: ScmClient) => Promise<T>,
): Promise<T> {
  try {
    return await work(await scm.open(credentials));
  } catch (error) {
    const rejected = error instanceof ScmError && error.fault === 'token_refused';
    if (!rejected || credentials.provider !== 'github' || scm.githubApp === undefined) throw error;
    await scm.githubApp.renewToken(credentials.installationId);
    return work(await scm.open(credentials));
  }
}
