import { sealAuditEntries } from '../db/organizations/audit-store.ts';
import type { Dependencies } from '../activities/dependencies.ts';

/** Seals the audit entries committed since the last call. Safe on several workers at once. */
export async function sealAuditLog({ database }: Dependencies): Promise<void> {
  await sealAuditEntries(database);
}
