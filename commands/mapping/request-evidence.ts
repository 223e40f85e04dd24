import { listEvidenceAccount } from '../../db/mapping/match/account-matches.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Launcher } from '../runs/launch-run.ts';
import { requestAccountMatches } from './request-account-matches.ts';

/**
 * Requests that the evidence of all accounts is computed, after a change of a project, a repository or an account. The match of
 * one account does it.
 */
export async function requestEvidence(tenant: Tenant, launcher: Launcher): Promise<void> {
  await requestAccountMatches(tenant, launcher, await listEvidenceAccount(tenant), 'changes');
}
