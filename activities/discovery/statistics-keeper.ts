import type { Database } from '../../db/tenant.ts';
import { refreshStatistics } from '../../db/inventory/refresh-statistics.ts';
import type { Logger } from '../../runtime/logger.ts';

/**
 * Refreshes planner statistics while a scan creates resources. The hourly schedule would be too late: a first scan
 * creates thousands of rows within seconds, and the planner then reads all of them for each lookup.
 */
export interface StatisticsKeeper {
  /** Adds the resources that a page created. Refreshes at 300 and then at every tenfold number. */
  created(organizationId: string, resources: number): Promise<void>;
}

const firstRefresh = 300;
const growth = 10;

export function createStatisticsKeeper(database: Database, logger: Logger): StatisticsKeeper {
  const organizations = new Map<string, { created: number; next: number }>();
  return {
    async created(organizationId, resources) {
      const known = organizations.get(organizationId) ?? { created: 0, next: firstRefresh };
      known.created += resources;
      organizations.set(organizationId, known);
      if (known.created < known.next) return;
      while (known.next <= known.created) known.next *= growth;
      try {
        await refreshStatistics(database);
      } catch (error) {
        // Queries are slower without new statistics, but correct.
        logger.warn({ err: error }, 'failed to refresh planner statistics');
      }
    },
  };
}
