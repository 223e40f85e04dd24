import type { AwsCaller } from '../../../clients/aws/aws-caller.ts';
import { addEnabledRegions } from '../../../db/connections/account-store.ts';
import type { Database } from '../../../db/tenant.ts';
import type { CallLimiter } from '../../../domain/discovery/observation/observed-resource.ts';
import type { Logger } from '../../../runtime/logger.ts';
import { listEnabledRegions } from '../../connections/list-enabled-regions.ts';
import { limitedCaller } from './limited-caller.ts';

const throttleTimeoutMs = 20_000;

/**
 * Stores regions that were enabled in an account after its validation, so that a scan also reads them. Regions that a user
 * chose stay chosen. A region that AWS does not return stays stored until a validation, because a short response must not make
 * its resources unobserved. Returns the regions to scan if they changed.
 *
 * @param options.region region of the call
 */
export async function refreshEnabledRegions(
  { database, logger }: { readonly database: Database; readonly logger: Logger },
  options: {
    readonly organizationId: string;
    readonly accountId: string;
    /** Caller with the role in the account. */
    readonly clients: AwsCaller;
    readonly limiter: CallLimiter;
    readonly region: string;
    readonly signal: AbortSignal;
  },
): Promise<readonly string[] | undefined> {
  const { organizationId, accountId, clients, limiter, region, signal } = options;
  const caller = limitedCaller({ caller: clients, limiter, signal, concurrency: 1, throttleTimeoutMs });
  const regions = await listEnabledRegions({ caller, region, signal }).then(
    (enabled) => ('regions' in enabled ? enabled.regions : []),
    (error: unknown) => {
      signal.throwIfAborted();
      logger.warn(
        { err: error, organizationId, accountId },
        'failed to list enabled regions; keeping the stored ones',
      );
      return [];
    },
  );
  if (regions.length === 0) return undefined;
  return database.withTenant(organizationId, (tenant) => addEnabledRegions(tenant, accountId, regions));
}
