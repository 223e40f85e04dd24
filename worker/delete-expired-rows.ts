import { pruneAuditEntries } from '../db/organizations/audit-store.ts';
import { forgetOldKeys } from '../db/http/idempotency-store.ts';
import { organizationIds } from '../db/organizations/organization-store.ts';
import { forgetOldHits } from '../db/http/rate-limit-store.ts';
import { forgetOldSessions } from '../db/identity/session-store.ts';
import type { Dependencies } from '../activities/dependencies.ts';

const auditDays = 400;
const sessionDays = 90;

/** Removes what its time is over for: idempotency keys, ended sessions, rate windows, the oldest of the audit log. */
export async function forgetExpired({ database }: Dependencies): Promise<void> {
  await forgetOldHits(database);
  for (const { id } of await organizationIds(database)) {
    await database.withTenant(id, async (tenant) => {
      await forgetOldKeys(tenant);
      await forgetOldSessions(tenant, sessionDays);
    });
  }
  let pruned: number;
  do {
    pruned = await pruneAuditEntries(database, auditDays);
  } while (pruned > 0);
}
