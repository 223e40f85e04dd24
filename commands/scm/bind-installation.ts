import { createGithubConnection } from '../../db/scm/scm-connection-store.ts';
import { useInstallationProof } from '../../db/scm/github-installation-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Launcher } from '../runs/launch-run.ts';
import { launchRun } from '../runs/launch-run.ts';

/** An installation whose ownership has been proven. */
export interface ProvenInstallation {
  readonly id: number;
  readonly accountId: number;
  readonly accountLogin: string;
  readonly accountType: 'User' | 'Organization';
  readonly permissions: Readonly<Record<string, string>>;
}

/**
 * Inserts the connection of an installation, or gives the installation to the connection of its account, and starts a
 * sync. Returns `undefined` when the organization has bound the installation already.
 * @throws CatalogueError `invalid_state` when another organization has bound it.
 */
export async function bindInstallation(
  tenant: Tenant,
  launcher: Launcher,
  { installation, baseUrl }: { readonly installation: ProvenInstallation; readonly baseUrl: string },
): Promise<{ readonly id: string; readonly externalOrgSlug: string } | undefined> {
  const connection = await createGithubConnection(tenant, {
    baseUrl,
    installationId: installation.id,
    accountId: installation.accountId,
    accountLogin: installation.accountLogin,
    accountKind: installation.accountType === 'User' ? 'user' : 'organization',
    permissions: installation.permissions,
  });
  if (connection === undefined) return undefined;
  await useInstallationProof(tenant, installation);
  await launchRun(tenant, launcher, {
    kind: 'sync_scm_connection',
    subjectId: connection.id,
    description: connection.externalOrgSlug,
  });
  return connection;
}
