import type { Database } from '../../db/tenant.ts';
import { refreshStatistics } from '../../db/inventory/refresh-statistics.ts';
import type { Logger } from '../../runtime/logger.ts';

/** Keeps the planner informed while an organization's inventory grows. */
export interface StatisticsKeeper {
  /** Tells how many resources a page has created; refreshes when there are ten times as many as the last time. */
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
        // Without it statements are slower, not wrong.
        logger.warn({ err: error }, 'planner statistics not refreshed');
      }
    },
  };
}
