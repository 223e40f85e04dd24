import { deleteOldAuditEntries } from '../db/organizations/audit-store.ts';
import { deleteExpiredKeys } from '../db/http/idempotency-store.ts';
import { listOrganizations } from '../db/organizations/organization-store.ts';
import { deleteEndedWindows } from '../db/http/rate-limit-store.ts';
import { deleteEndedSessions } from '../db/identity/session-store.ts';
import type { Dependencies } from '../activities/dependencies.ts';

const auditDays = 400;
const sessionDays = 90;

/** Removes what its time is over for: idempotency keys, ended sessions, rate windows, the oldest of the audit log. */
export async function forgetExpired({ database }: Dependencies): Promise<void> {
  await deleteEndedWindows(database);
  for (const { id } of await listOrganizations(database)) {
    await database.withTenant(id, async (tenant) => {
      await deleteExpiredKeys(tenant);
      await deleteEndedSessions(tenant, sessionDays);
    });
  }
  let pruned: number;
  do {
    pruned = await deleteOldAuditEntries(database, auditDays);
  } while (pruned > 0);
}
