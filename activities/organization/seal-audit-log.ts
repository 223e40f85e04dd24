import { sealAuditEntries } from '../../db/audit/audit-store.ts';
import type { Dependencies } from '../dependencies.ts';

/** Chains what was committed since it last ran; harmless beside other workers. */
export async function sealAuditLog({ database }: Dependencies): Promise<void> {
  await sealAuditEntries(database);
}
