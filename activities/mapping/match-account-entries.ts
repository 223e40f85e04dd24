import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { requestQueuedInference } from '../../commands/ownership/request-inference.ts';
import { requestStateSync } from '../../commands/mapping/request-state-sync.ts';
import {
  beginAccountMatch,
  findAccountToMatch,
  listSourcesOfDeletedResources,
  listSourcesWithFoundBucket,
} from '../../db/mapping/match/account-matches.ts';
import type { Dependencies } from '../dependencies.ts';
import { compareDrift } from '../drift/compare-drift.ts';
import { rematchAccount } from '../../db/mapping/match/match-entries.ts';

type MatchDependencies = Pick<Dependencies, 'database' | 'logger' | 'temporal'>;
type DriftDependencies = MatchDependencies & Pick<Dependencies, 'secretHashKeys'>;

/**
 * Matches the resources of the account `subjectId` with the entries of all states, and computes their management states.
 * Starts the syncs of sources with resources that were deleted since their last sync, and of sources whose bucket a scan of
 * the account found. Returns whether another match was requested in the meantime.
 */
export async function matchAccountEntries(
  dependencies: DriftDependencies,
  { organizationId, subjectId: accountId }: RunInput,
): Promise<boolean> {
  const { database, temporal, logger } = dependencies;
  await database.withTenant(organizationId, (tenant) => beginAccountMatch(tenant, accountId));
  // Before the match, which releases the deleted resources, and outside of its lock: there can be thousands of sources.
  await database.withTenant(organizationId, async (tenant) => {
    const sources = [
      ...(await listSourcesOfDeletedResources(tenant, accountId)),
      ...(await listSourcesWithFoundBucket(tenant, accountId)),
    ];
    for (const source of sources) await requestStateSync(tenant, { temporal, logger }, source);
  });
  await database.withTenant(organizationId, (tenant) => rematchAccount(tenant, accountId));
  await compareDrift(dependencies, organizationId, { awsAccountId: accountId });
  return database.withTenant(organizationId, async (tenant) => {
    await requestQueuedInference(tenant, { temporal, logger });
    return (await findAccountToMatch(tenant, accountId)) !== undefined;
  });
}
