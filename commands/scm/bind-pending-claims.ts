import { listPendingClaims, useInstallState } from '../../db/scm/install-state-store.ts';
import type { Database } from '../../db/tenant.ts';
import type { Launcher } from '../runs/launch-run.ts';
import { bindInstallation } from './bind-installation.ts';
import type { ProvenInstallation } from './bind-installation.ts';

/**
 * Binds an installation whose delivery names the person who claimed it before. Claims of other persons stay unbound, so
 * that nobody learns of them.
 */
export async function bindPendingClaims(
  services: Launcher & { readonly database: Database },
  created: {
    readonly app: { getInstallation(id: number): Promise<ProvenInstallation> };
    readonly installationId: number;
    readonly senderId: number;
    readonly baseUrl: string;
  },
): Promise<void> {
  const claims = await listPendingClaims(services.database, created.installationId);
  const proven = claims.find(({ github_user_id: claimant }) => claimant === created.senderId);
  if (proven === undefined) return;
  const installation = await created.app.getInstallation(created.installationId);
  await services.database.withTenant(proven.organization_id, async (tenant) => {
    await bindInstallation(tenant, services, { installation, baseUrl: created.baseUrl });
    await useInstallState(tenant, proven.id);
  });
}
