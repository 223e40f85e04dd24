import { tryTakeExportSlot } from '../../../db/inventory/export-slot.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { errors } from '../../../domain/errors.ts';
import type { Principal } from '../access/principal.ts';
import type { Services } from '../../services.ts';
import type { StreamLimits } from './read-deadline.ts';

const retrySeconds = 30;

/**
 * Runs an export in one snapshot, in one of the export slots of the organization, which all kinds of exports share.
 * @throws CatalogueError `rate_limited` when no slot is free.
 */
export async function runExport(
  {
    principal,
    services,
    signal,
  }: { readonly principal: Principal; readonly services: Services; readonly signal: AbortSignal | undefined },
  write: (tenant: Tenant, limits: StreamLimits) => Promise<void>,
): Promise<void> {
  const { configuration, database } = services;
  const limits = {
    stallSeconds: configuration.exportStallSeconds,
    maximumSeconds: configuration.exportMaxSeconds,
    minimumBytesPerSecond: configuration.exportMinBytesPerSecond,
  };
  await database.withTenant(
    principal.organizationId,
    async (tenant) => {
      if (!(await tryTakeExportSlot(tenant, configuration.exportsPerOrganization)))
        throw errors.rateLimited(retrySeconds, {
          name: 'concurrent_exports',
          limit: configuration.exportsPerOrganization,
          windowSeconds: retrySeconds,
        });
      await write(tenant, limits);
    },
    { snapshot: true, work: 'export', signal },
  );
}
