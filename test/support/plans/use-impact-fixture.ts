import { computeImpact } from '../../../db/plans/plans/compute-impact.ts';
import type { StoredImpact } from '../../../db/plans/plans/compute-impact.ts';
import { storedGraph } from '../graph/insert-edges.ts';
import { insertAccounts, insertOrganization } from '../graph/insert-resources.ts';
import { storedOwnership } from '../ownership/stored-ownership.ts';
import { useOpenDatabase } from '../use-open-database.ts';
import { storedPlans } from './stored-plans.ts';
import type { InsertedChange } from './stored-plans.ts';

/** A database for the calling test file, with functions that insert rows and compute the impact of plans. */
export function useImpactFixture() {
  const fixture = useOpenDatabase({ poolSize: 4 });
  return {
    database: () => fixture.database,
    /** Queries as superuser. */
    owner: () => fixture.owner,
    /** Inserts an organization with an account. */
    async organization() {
      const { owner, database } = fixture;
      const organizationId = await insertOrganization(owner);
      const [accountId = ''] = await insertAccounts(owner, organizationId, ['123456789012']);
      const plans = storedPlans(owner, organizationId);
      return {
        organizationId,
        accountId,
        plans,
        graph: storedGraph(owner, organizationId),
        ownership: storedOwnership(owner, organizationId),
        query: <T extends object>(text: string, values?: readonly unknown[]) => owner.query<T>(text, values),
        /** Inserts a plan with the changes and computes its impact. */
        impactOf: async (changes: readonly InsertedChange[]): Promise<StoredImpact> => {
          const planId = await plans.plan({}, changes);
          return database.withTenant(organizationId, (tenant) => computeImpact(tenant, planId));
        },
      };
    },
  };
}
