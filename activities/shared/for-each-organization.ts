import { settleConcurrently } from '../../domain/lists/settle-concurrently.ts';
import type { Logger } from '../../runtime/logger.ts';

/**
 * Calls `work` for organizations, with at most `atOnce` calls in flight. A failure in one organization is logged and does
 * not stop the others.
 *
 * @param failure message of the log entry of a failure
 * @param signal once it is aborted, the remaining organizations fail without a call of `work`
 * @throws AggregateError after the last organization, when at least one failed.
 */
export async function forEachOrganization<Organization extends { readonly id: string }>(
  organizations: readonly Organization[],
  {
    logger,
    atOnce,
    failure,
    signal,
  }: {
    readonly logger: Logger;
    readonly atOnce: number;
    readonly failure: string;
    readonly signal?: AbortSignal;
  },
  work: (organization: Organization) => Promise<void>,
): Promise<void> {
  await settleConcurrently(
    organizations,
    atOnce,
    async (organization) => {
      signal?.throwIfAborted();
      await work(organization);
    },
    ({ id }, error) => logger.warn({ err: error, organization_id: id }, failure),
  );
}
