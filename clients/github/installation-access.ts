import type { AppOctokit } from './octokit-class.ts';
import type { GithubRepositoryRecord } from './github-records.ts';

export type GithubPermissions = Readonly<Record<string, 'read' | 'write'>>;

/** Functions of the App that the client of an installation uses. */
export interface InstallationAccess {
  readonly appId: string;
  /** A client with a token for one repository and the given permissions only. */
  narrowed(repositoryId: number, permissions: GithubPermissions): Promise<AppOctokit>;
  /** Returns the repositories with the given ids that the installation can access. */
  findRepositories(ids: readonly number[]): Promise<readonly GithubRepositoryRecord[]>;
}

/** Source: GitHub REST API, "Create an installation access token for an app": at most 500 repositories. */
const maximumIds = 100;

/**
 * Finds repositories of an installation by id. A token for these repositories is requested, because the response lists
 * them and because GitHub rejects it (422) when the installation cannot access one; then the list is halved. Reading a
 * repository by its id would also find public repositories of others. The token is not used.
 */
export async function findInstallationRepositories(
  appOctokit: AppOctokit,
  installationId: number,
  ids: readonly number[],
): Promise<readonly GithubRepositoryRecord[]> {
  if (ids.length === 0) return [];
  const half = Math.min(maximumIds, Math.ceil(ids.length / 2));
  if (ids.length <= maximumIds) {
    try {
      const { data } = await appOctokit.request('POST /app/installations/{installation_id}/access_tokens', {
        installation_id: installationId,
        repository_ids: [...ids],
        permissions: { metadata: 'read' },
      });
      return data.repositories ?? [];
    } catch (error) {
      if (!(error instanceof Error && 'status' in error && error.status === 422)) throw error;
      if (ids.length === 1) return [];
    }
  }
  return [
    ...(await findInstallationRepositories(appOctokit, installationId, ids.slice(0, half))),
    ...(await findInstallationRepositories(appOctokit, installationId, ids.slice(half))),
  ];
}
