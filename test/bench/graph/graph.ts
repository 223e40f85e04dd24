import pg from 'pg';
import { createStatisticsRefresher } from '../../../activities/discovery/tasks/statistics-refresher.ts';
import { refreshGraphStatistics } from '../../../db/inventory/refresh-statistics.ts';
import { openDatabase } from '../../../db/tenant.ts';
import { createDocumentWorkers } from '../../../runtime/document-workers.ts';
import { createLogger } from '../../../runtime/logger.ts';
import { measureRecall } from '../../support/graph/measure-recall.ts';
import type { Bench, BenchContext, Figure } from '../bench.ts';
import { secretHashKey } from './generated-estate.ts';
import { loadEstateInProcess } from './load-estate-process.ts';
import { measureEstateAccuracy, measureFixtureAccuracy } from './measure-accuracy.ts';
import { measureFull, measureIncremental } from './measure-extraction.ts';
import { measureAccess, measureExposure } from './measure-questions.ts';
import { measureReading } from './measure-reading.ts';

const size = Number(process.env['BENCH_RESOURCES'] ?? 100_000);

export const graph: Bench = {
  name: 'graph',
  summary: `extraction, reads and accuracy of the graph of ${size} resources`,
  async run({ databaseUrl, say }: BenchContext) {
    say(`loading ${size} resources`);
    const estate = await loadEstateInProcess(databaseUrl, size);
    say(`${estate.resourceCount} resources in ${estate.unitCount} units, ${estate.edgeCount} edges`);
    const database = openDatabase({ url: databaseUrl, poolSize: 4 });
    const documents = createDocumentWorkers();
    const owner = new pg.Client({ connectionString: databaseUrl });
    await owner.connect();
    const dependencies = {
      database,
      documents,
      secretHashKeys: () => Promise.resolve(secretHashKey),
      statistics: createStatisticsRefresher(
        database,
        createLogger('bench', 'silent'),
        refreshGraphStatistics,
      ),
    };
    const measured = { dependencies, owner, estate, say };
    try {
      return {
        ...(await measureFull(measured)),
        ...(await measureEstateAccuracy(owner, say)),
        ...(await recallOf(owner, say)),
        ...measureFixtureAccuracy(say),
        ...(await measureReading({ database, owner, estate })),
        ...(await measureIncremental(measured)),
        // They insert further resources, which no extraction has read.
        ...(await measureExposure({ database, owner, estate })),
        ...(await measureAccess({ database, owner, estate })),
      };
    } finally {
      await owner.end();
      await documents.close();
      await database.close();
    }
  },
};

/** The share of the identifiers in the stored configurations that have a relationship. Prints the others. */
async function recallOf(
  owner: pg.Client,
  say: BenchContext['say'],
): Promise<Readonly<Record<string, Figure>>> {
  const query = async <T extends object>(text: string, values: readonly unknown[]) =>
    (await owner.query<T>(text, [...values])).rows;
  const { named, joined, misses } = await measureRecall(query);
  say(`identifiers of other resources: ${named}, with a relationship: ${joined}; the others:`);
  for (const miss of misses) say(`  ${miss}`);
  const share = joined / Math.max(1, named);
  return { recall_of_identifiers: { value: 100 * share, unit: '%', target: '>= 98', ok: share >= 0.98 } };
}
