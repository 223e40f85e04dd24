import { settleConcurrently } from '../../domain/settle-concurrently.ts';
import { deleteExpiredKeys } from '../../db/http/idempotency-store.ts';
import { deleteEndedWindows } from '../../db/http/rate-limit-store.ts';
import { deleteEndedSessions } from '../../db/identity/session-store.ts';
import { deleteExpiredUserTokens } from '../../db/identity/user-token-store.ts';
import { deleteOldAuditEntries } from '../../db/organizations/audit-store.ts';
import { listOrganizations } from '../../db/organizations/organization-store.ts';
import type { Dependencies } from '../dependencies.ts';

const auditRetentionDays = 400;
const sessionRetentionDays = 90;

/**
 * Deletes expired rows: rate limit windows, audit entries, and in each organization idempotency keys, ended
 * sessions and expired tokens of users. A failure in one organization does not stop the others.
 * @throws AggregateError after the last organization, when at least one failed.
 */
export async function deleteExpiredRows({ database, logger }: Dependencies): Promise<void> {
  await deleteEndedWindows(database);
  let pruned: number;
  do {
    pruned = await deleteOldAuditEntries(database, auditRetentionDays);
  } while (pruned > 0);
  await settleConcurrently(
    await listOrganizations(database),
    1,
    ({ id }) =>
      database.withTenant(id, async (tenant) => {
        await deleteExpiredKeys(tenant);
        await deleteEndedSessions(tenant, sessionRetentionDays);
        await deleteExpiredUserTokens(tenant);
      }),
    ({ id }, error) => logger.warn({ err: error, organization_id: id }, 'failed to delete expired rows'),
  );
}
