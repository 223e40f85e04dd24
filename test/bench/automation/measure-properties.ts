import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { indexDocuments } from '../../../db/inventory/search/index-search.ts';
import { searchResources } from '../../../db/inventory/search/search-resources.ts';
import { openDatabase } from '../../../db/tenant.ts';
import type { Database } from '../../../db/tenant.ts';
import { parsePropertyCondition } from '../../../domain/inventory/property-condition.ts';
import { parseSort } from '../../../domain/inventory/resource-filter.ts';
import type { ResourceFilter } from '../../../domain/inventory/resource-filter.ts';
import type { BenchContext, Figure } from '../bench.ts';
import { time } from '../search/measure.ts';
import { loadDocuments, measuredType, smallerType } from './load-documents.ts';
import { addAccounts, md5, medianOf, openStoring, storedPageSize } from './stored-pages.ts';

const size = Number(process.env['BENCH_RESOURCES'] ?? 1_000_000);
const measured = Math.min(100_000, size / 2);
const accountCount = 10;
const repeats = 20;

/** Conditions that few resources of the type meet, which an index can find. */
const selective: readonly ((index: number) => string)[] = [
  (index) => `InstanceId=i-${md5(index)}`,
  (index) => `SubnetId=subnet-${index % 3000}`,
  (index) => `NetworkInterfaces[].Groups[].GroupId=sg-${index % 5000}|sg-${(index + 1) % 5000}`,
  (index) => `Tags[]{Key=Name;Value=n${md5(index)}}`,
];
const operators = [
  'KeyName=key-7',
  'MetadataOptions.HttpTokens!=required',
  'CpuOptions.CoreCount>=6',
  'EngineVersion<8.0.9',
  'LaunchTime<2026-01-03',
  'IamInstanceProfile.Arn~profile/p19',
  'KmsKeyId:missing',
  'NetworkInterfaces[]{Status=in-use;InterfaceType=interface}',
];

/** Searches by properties, with page, total and facets; and the cost of their index for a scan that stores resources. */
export async function measureProperties({
  databaseUrl,
  say,
}: BenchContext): Promise<Readonly<Record<string, Figure>>> {
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  const database = openDatabase({ url: databaseUrl, poolSize: 2 });
  const figures: Record<string, Figure> = {};
  try {
    const organizationId = randomUUID();
    const accounts = await addAccounts(owner, organizationId, accountCount);
    say(`loading ${size} resources, ${measured} of one type`);
    await loadDocuments(owner, organizationId, accounts, { measured, size });
    const ask = async (name: string, filters: readonly ResourceFilter[], limit: number) => {
      let total = 0;
      const took = await time(
        filters,
        async (filter) => {
          const found = await database.withTenant(
            organizationId,
            (tenant) =>
              searchResources(tenant, filter, {
                sort: parseSort('-last_changed_at'),
                limit: 50,
                after: undefined,
              }),
            { snapshot: true },
          );
          total = found.total;
        },
        2,
      );
      const ok = took.p95 <= limit;
      say(
        `${name.padEnd(60)} ${String(total).padStart(7)}  ${took.p50.toFixed(0)} / ${took.p95.toFixed(0)} ms${ok ? '' : '   MISSED'}`,
      );
      figures[`${name} p95`] = { value: took.p95, unit: 'ms', target: `<= ${limit}`, ok };
    };
    const filterOf = (text: string, type = measuredType): ResourceFilter => ({
      resourceTypes: [type],
      properties: [parsePropertyCondition(text, new Date())],
    });
    for (const [number, textOf] of selective.entries())
      await ask(
        `selective equality ${number + 1}`,
        Array.from({ length: repeats }, (_, index) => filterOf(textOf(index * 97 + 1))),
        100,
      );
    for (const text of operators) {
      const few = Array.from({ length: 5 }, () => filterOf(text, smallerType));
      await ask(`${text}, of 20,000`, few, 1000);
      await ask(
        `${text}, of 100,000`,
        few.map(() => filterOf(text)),
        3000,
      );
    }
    return { ...figures, ...(await measureStoring(owner, database, organizationId, accounts, say)) };
  } finally {
    await database.close();
    await owner.end();
  }
}

const pagesPerRound = 12;
const rounds = 9;

/**
 * Stores pages of new resources with and without the index, in turn, while a loop moves new entries into the index. Without the
 * loop, the difference is what the scan itself does for the index: with a processor for the loop, a scan is slowed by this much.
 */
async function measureStoring(
  owner: pg.Client,
  database: Database,
  organizationId: string,
  accounts: readonly string[],
  say: BenchContext['say'],
): Promise<Readonly<Record<string, Figure>>> {
  const index = 'resource_documents_configuration_index';
  const { rows } = await owner.query<{ definition: string; size: string }>(
    `select pg_get_indexdef('${index}'::regclass) as definition, pg_size_pretty(pg_relation_size('${index}')) as size`,
  );
  say(`the index has ${rows[0]?.size}`);
  const took: Record<'with' | 'alone' | 'without', number[]> = { with: [], alone: [], without: [] };
  const storePages = await openStoring(owner, database, {
    organizationId,
    accountId: accounts[0] ?? '',
    from: size,
  });
  const store = () => storePages(pagesPerRound);
  const indexing = { runs: true };
  // As the worker does every second, beside the measured writer.
  const timer = setInterval(() => {
    if (indexing.runs) void indexDocuments(database).catch(() => undefined);
  }, 1000);
  await store();
  for (let round = 0; round < rounds; round += 1) {
    indexing.runs = true;
    took.with.push(await store());
    indexing.runs = false;
    await indexDocuments(database);
    took.alone.push(await store());
    await owner.query(`drop index ${index}`);
    await store();
    took.without.push(await store());
    await owner.query(rows[0]?.definition ?? '');
    await store();
  }
  clearInterval(timer);
  const perSecond = (times: readonly number[]) =>
    ((pagesPerRound * storedPageSize * 1000) / medianOf(times)).toFixed(0);
  say(
    `${perSecond(took.with)} resources/s with the index, ${perSecond(took.alone)} without its loop, ${perSecond(took.without)} without it`,
  );
  const ratioOf = (times: readonly number[]) =>
    medianOf(times.map((milliseconds, round) => milliseconds / (took.without[round] ?? milliseconds)));
  const [ratio, alone] = [ratioOf(took.with), ratioOf(took.alone)];
  return {
    'storing with the index': { value: ratio, unit: 'x', target: '<= 1.1', ok: ratio <= 1.1 },
    'storing with the index, without its loop': { value: alone, unit: 'x', ok: true },
  };
}
