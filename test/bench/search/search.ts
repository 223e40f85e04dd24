import { statfsSync } from 'node:fs';
import pg from 'pg';
import type { Bench, Figure } from '../bench.ts';
import { generateOrganization } from './generated-inventory.ts';
import { loadInventory } from './load-inventory.ts';
import { measureHttp } from './measure-http.ts';
import { measureScale } from './measure-scale.ts';
import { measureGrowth, measureSearch } from './measure-search.ts';
import { measureWriting } from './measure-writing.ts';

const million = 1_000_000;
const wanted = Number(process.env['BENCH_RESOURCES'] ?? million);
const others = 20;
const longestLoading = 30 * 60;
/** Bytes on disk that a resource takes at most, with indexes, history and graph. */
const bytesOfAResource = 6 * 1024;

/**
 * Measures search in an organization with a million resources, next to twenty others, and in two smaller organizations.
 * `--resources` sets another size. A size that needs more than two thirds of the free disk is reduced to whole millions.
 */
export const search: Bench = {
  name: 'search',
  summary: 'search, history, export and upserts at a million resources, against SQL by hand; --resources',
  async run(context) {
    const { databaseUrl, say } = context;
    const now = Date.now() - 60 * 60 * 1000;
    const size = await fittingSize(databaseUrl, say);
    const small = Math.min(size, million);
    const large = generateOrganization(1, size, now);
    const growing = [small / 100, small / 10].map((resources, index) =>
      generateOrganization(index + 100, resources, now),
    );
    const otherOrganizations = Array.from({ length: others }, (_, index) =>
      generateOrganization(index + 2, small / 20, now),
    );
    say(`loading ${size} resources and ${others} organizations of ${small / 20}`);
    const started = performance.now();
    await loadInventory(databaseUrl, [large, ...growing, ...otherOrganizations]);
    const seconds = (performance.now() - started) / 1000;
    const loading: Figure = {
      value: seconds,
      unit: 's',
      target: `<= ${longestLoading}`,
      ok: seconds <= longestLoading,
    };
    const scale = await measureScale(databaseUrl, large, size + 1.11 * small, say);
    const searching = await measureSearch(databaseUrl, large, now, say);
    const growth = await measureGrowth(databaseUrl, [...growing, large], say);
    const http = await measureHttp(context, large);
    const writing = await measureWriting(databaseUrl, large);
    return { loading, ...scale, ...searching, ...growth, ...http, ...writing };
  },
};

async function fittingSize(url: string, say: (line: string) => void): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ folder: string }>(
    `select current_setting('data_directory') as folder`,
  );
  await client.end();
  const { bavail, bsize } = statfsSync(rows[0]?.folder ?? '/');
  const fitting = (bavail * bsize) / 1.5 / bytesOfAResource - 1.11 * million;
  if (wanted <= million || wanted <= fitting) return wanted;
  const size = Math.max(1, Math.floor(fitting / million)) * million;
  say(`${wanted} resources need more than the free disk; loads ${size}`);
  return size;
}
