import { CatalogueError } from '../../domain/errors.ts';
import type { CreatedInstallation } from '../../domain/scm/read-delivery.ts';
import { recordAudit } from '../../db/organizations/audit-store.ts';
import { recordInstallation } from '../../db/scm/github-installation-store.ts';
import { deleteClaim, listPendingClaims } from '../../db/scm/install-state-store.ts';
import type { Database } from '../../db/tenant.ts';
import type { Launcher } from '../runs/launch-run.ts';
import { bindInstallation } from './bind-installation.ts';

/**
 * Stores the proof of a verified `installation.created` delivery, and binds the installation if its sender claimed it in
 * the last ten minutes. Claims of other persons stay unbound. Sends no request to GitHub: the sync of the connection reads
 * the installation and is retried.
 */
export async function bindPendingClaims(
  services: Launcher & { readonly database: Database },
  created: CreatedInstallation,
  baseUrl: string,
): Promise<void> {
  const { database } = services;
  if (!(await recordInstallation(database, created, created.senderId))) return;
  // The callback stores its claim before it reads the installer, so at least one of the two requests reads the row of the other.
  const [claim] = await listPendingClaims(database, created.id, created.senderId);
  if (claim === undefined) return;
  try {
    await database.withTenant(claim.organizationId, async (tenant) => {
      const connection = await bindInstallation(tenant, services, { installation: created, baseUrl });
      if (connection === undefined) return;
      await deleteClaim(tenant, claim.id);
      await recordAudit(tenant, {
        actorType: 'webhook',
        actorId: undefined,
        actorName: `GitHub user ${created.senderId}`,
        action: 'scm_connection.created',
        targetType: 'scm_connection',
        targetId: connection.id,
        targetName: connection.externalOrgSlug,
      });
    });
  } catch (error) {
    // Another organization bound the installation at the same time.
    if (!(error instanceof CatalogueError) || error.code !== 'invalid_state') throw error;
  }
}
