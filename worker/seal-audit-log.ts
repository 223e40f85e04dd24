import { sealAuditEntries } from '../db/organizations/audit-store.ts';
import type { Dependencies } from '../activities/dependencies.ts';

/** Chains what was committed since it last ran; harmless beside other workers. */
export async function sealAuditLog({ database }: Dependencies): Promise<void> {
  await sealAuditEntries(database);
}
