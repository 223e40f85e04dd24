import { settleConcurrently } from '../../domain/settle-concurrently.ts';
import { forgetOldKeys } from '../../db/http/idempotency-store.ts';
import { forgetOldHits } from '../../db/http/rate-limit-store.ts';
import { forgetOldSessions } from '../../db/identity/session-store.ts';
import { pruneAuditEntries } from '../../db/organizations/audit-store.ts';
import { organizationIds } from '../../db/organizations/organization-store.ts';
import type { Dependencies } from '../dependencies.ts';

const auditRetentionDays = 400;
const sessionRetentionDays = 90;

/**
 * Deletes expired rows: rate limit windows, audit entries, and in each organization idempotency keys and ended
 * sessions. A failure in one organization does not stop the others.
 * @throws AggregateError after the last organization, when at least one failed.
 */
export async function deleteExpiredRows({ database, logger }: Dependencies): Promise<void> {
  await forgetOldHits(database);
  let pruned: number;
  do {
    pruned = await pruneAuditEntries(database, auditRetentionDays);
  } while (pruned > 0);
  await settleConcurrently(
    await organizationIds(database),
    1,
    ({ id }) =>
      database.withTenant(id, async (tenant) => {
        await forgetOldKeys(tenant);
        await forgetOldSessions(tenant, sessionRetentionDays);
      }),
    ({ id }, error) => logger.warn({ err: error, organization_id: id }, 'failed to delete expired rows'),
  );
}
