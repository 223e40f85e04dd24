import { sealAuditEntries } from '../db/organizations/audit-store.ts';
import type { Dependencies } from '../activities/dependencies.ts';

/** Seals the audit entries committed since the last call. Safe to run on several workers. */
export async function sealAuditLog({ database }: Dependencies): Promise<void> {
  await sealAuditEntries(database);
}
