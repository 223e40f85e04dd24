import type { Database } from '../../../db/tenant.ts';
import { refreshStatistics } from '../../../db/inventory/refresh-statistics.ts';
import type { Logger } from '../../../runtime/logger.ts';

/**
 * Refreshes planner statistics while a scan creates resources. A first scan creates thousands of rows within seconds. Until
 * the hourly schedule refreshes the statistics, each lookup would read all of these rows.
 */
export interface StatisticsRefresher {
  /** Adds a number of created resources. Refreshes after 300 resources of the organization, then after each tenfold number. */
  created(organizationId: string, resources: number): Promise<void>;
}

const firstRefresh = 300;
const growth = 10;

/** Creates the refresher of a process. Failures of `refresh` are logged. */
export function createStatisticsRefresher(
  database: Database,
  logger: Logger,
  refresh: (database: Database) => Promise<void> = refreshStatistics,
): StatisticsRefresher {
  const organizations = new Map<string, { created: number; next: number }>();
  return {
    async created(organizationId, resources) {
      const known = organizations.get(organizationId) ?? { created: 0, next: firstRefresh };
      known.created += resources;
      organizations.set(organizationId, known);
      if (known.created < known.next) return;
      while (known.next <= known.created) known.next *= growth;
      try {
        await refresh(database);
      } catch (error) {
        // Not thrown: old statistics make queries slower, not wrong.
        logger.warn({ err: error }, 'failed to refresh planner statistics');
      }
    },
  };
}
