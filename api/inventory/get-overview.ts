import { z } from 'zod';
import { countResources } from '../../db/inventory/search/count-resources.ts';
import { freshnessOf } from '../../db/inventory/search/freshness.ts';
import { countOverview } from '../../db/inventory/search/overview-read-model.ts';
import { countCoverage } from '../../db/mapping/coverage/count-coverage.ts';
import { addCounts, coverageFigures } from '../../domain/mapping/coverage-figures.ts';
import type { CoverageCounts } from '../../domain/mapping/coverage-figures.ts';
import { accountStatuses, managementStates } from '../../domain/values.ts';
import { operation } from '../http/operation.ts';
import { iso, timestamp } from '../http/schemas.ts';
import { presentFreshness } from './present-freshness.ts';
import { Freshness } from './schemas.ts';

const maximumEntries = 20;
const count = z.int();
const ValueCounts = z.array(z.object({ value: z.string(), count })).max(maximumEntries);

const Overview = z
  .object({
    accounts: z.object({
      total: count,
      by_status: z.array(z.object({ value: z.enum(accountStatuses), count })),
    }),
    resources: z.object({
      total: count,
      by_type: ValueCounts,
      by_region: ValueCounts,
      by_account: ValueCounts,
      by_management_state: z.array(z.object({ value: z.enum(managementStates), count })),
    }),
    coverage: z.object({
      eligible: count.describe(
        'Managed and unmanaged resources, and unknown ones of a type that Terraform can manage',
      ),
      managed: count,
      unmanaged: count,
      child: count,
      default: count,
      ignored: count,
      unknown: count,
      percent: z
        .object({ lower: z.number().nullable(), upper: z.number().nullable() })
        .describe(
          'Managed share of the eligible resources: `lower` counts unknown resources as unmanaged, `upper` as managed; ' +
            'null when nothing is eligible',
        ),
    }),
    changes: z.object({ last_24h: count, last_7d: count }),
    scans: z.object({ running: count, last_finished_at: timestamp.optional() }),
    freshness: Freshness,
  })
  .meta({ id: 'Overview' });

export const getOverviewOperation = operation({
  id: 'getOverview',
  method: 'GET',
  path: '/overview',
  tag: 'Resources',
  summary: 'Get inventory statistics',
  description: 'Deleted resources are not counted.',
  access: 'resources:read',
  transaction: 'snapshot',
  success: [200, Overview],
  async handle({ tenant }) {
    const { total, facets } = await countResources(tenant, {});
    const overview = await countOverview(tenant);
    const coverage = await countCoverage(tenant, ['total'], 1);
    return {
      accounts: {
        total: overview.accounts.reduce((sum, entry) => sum + entry.count, 0),
        by_status: overview.accounts,
      },
      resources: {
        total,
        by_type: facets.resource_type.slice(0, maximumEntries),
        by_region: facets.region.slice(0, maximumEntries),
        by_account: facets.aws_account_id.slice(0, maximumEntries),
        by_management_state: overview.managementStates,
      },
      coverage: presentCoverage(addCounts(coverage.total)),
      changes: { last_24h: overview.changes.last24h, last_7d: overview.changes.last7d },
      scans: { running: overview.scans.running, last_finished_at: iso(overview.scans.lastFinishedAt) },
      freshness: presentFreshness(await freshnessOf(tenant)),
    };
  },
});

/** The figures of active resources, as the summary of the mapping counts them. */
function presentCoverage(counts: CoverageCounts) {
  const { eligible, managed, unmanaged, child, unsupported, unscanned, ignored, ...figures } =
    coverageFigures(counts);
  return {
    eligible,
    managed,
    unmanaged,
    child,
    default: figures.default,
    ignored,
    unknown: unsupported + unscanned,
    percent: figures.coveragePercent,
  };
}
