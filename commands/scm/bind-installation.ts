import { createGithubConnection } from '../../db/scm/scm-connection-store.ts';
import type { ScmConnection } from '../../db/scm/scm-connection.ts';
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
 * Inserts the connection of an installation and starts its first sync. Returns `undefined` when the installation is bound
 * already, to any organization.
 */
export async function bindInstallation(
  tenant: Tenant,
  launcher: Launcher,
  { installation, baseUrl }: { readonly installation: ProvenInstallation; readonly baseUrl: string },
): Promise<ScmConnection | undefined> {
  const connection = await createGithubConnection(tenant, {
    baseUrl,
    installationId: installation.id,
    accountId: installation.accountId,
    accountLogin: installation.accountLogin,
    accountKind: installation.accountType === 'User' ? 'user' : 'organization',
    permissions: installation.permissions,
  });
  if (connection === undefined) return undefined;
  await launchRun(tenant, launcher, {
    kind: 'sync_scm_connection',
    subjectId: connection.id,
    description: connection.external_org_slug,
  });
  return connection;
}
