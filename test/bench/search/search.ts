import type { Bench, Figure } from '../bench.ts';
import { generateOrganization } from './generated-inventory.ts';
import { loadInventory } from './load-inventory.ts';
import { measureHttp } from './measure-http.ts';
import { measureGrowth, measureSearch } from './measure-search.ts';
import { measureWriting } from './measure-writing.ts';

const million = Number(process.env['BENCH_RESOURCES'] ?? 1_000_000);
const others = 20;

/** Measures search in an organization with a million resources, next to twenty others, and in two smaller organizations. */
export const search: Bench = {
  name: 'search',
  summary: 'search, history, export and upserts at a million resources, against SQL by hand',
  async run(context) {
    const { databaseUrl, say } = context;
    const now = Date.now() - 60 * 60 * 1000;
    const large = generateOrganization(1, million, now);
    const growing = [million / 100, million / 10].map((size, index) =>
      generateOrganization(index + 100, size, now),
    );
    const otherOrganizations = Array.from({ length: others }, (_, index) =>
      generateOrganization(index + 2, million / 20, now),
    );
    say(`loading ${million} resources and ${others} organizations of ${million / 20}`);
    const started = performance.now();
    await loadInventory(databaseUrl, [large, ...growing, ...otherOrganizations]);
    const loading: Figure = { value: (performance.now() - started) / 1000, unit: 's', ok: true };
    const searching = await measureSearch(databaseUrl, large, now, say);
    const growth = await measureGrowth(databaseUrl, [...growing, large], say);
    const http = await measureHttp(context, large);
    const writing = await measureWriting(databaseUrl, large);
    return { loading, ...searching, ...growth, ...http, ...writing };
  },
};
