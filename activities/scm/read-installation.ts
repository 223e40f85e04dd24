import type { GithubInstallation } from '../../clients/github/github-app.ts';
import { ScmError } from '../../clients/scm/scm-error.ts';
import type { Dependencies } from '../dependencies.ts';

/**
 * Reads an installation of the GitHub App with the App's own credentials.
 * @throws ScmError `suspended` or, for one that was uninstalled, `token_refused`; the errors of the request.
 */
export async function readInstallation(
  { scm }: Pick<Dependencies, 'scm'>,
  installationId: number,
): Promise<GithubInstallation> {
  if (scm.githubApp === undefined) throw new ScmError('unavailable', 'No GitHub App is configured.');
  return scm.githubApp.getActiveInstallation(installationId);
}
