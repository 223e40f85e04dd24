import { listChanges } from '../../../db/changes/change-read-model.ts';
import { searchResources } from '../../../db/inventory/search/search-resources.ts';
import { openDatabase } from '../../../db/tenant.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { parseSort } from '../../../domain/inventory/resource-filter.ts';
import type { ResourceFilter } from '../../../domain/inventory/resource-filter.ts';
import type { Bench, Figure } from '../bench.ts';
import { generateOrganization, regions, types } from '../search/generated-inventory.ts';
import { time } from '../search/measure.ts';
import { loadOwnership } from './load-ownership.ts';

const size = Number(process.env['BENCH_RESOURCES'] ?? 200_000);
const repeats = 10;
/** Milliseconds at 200,000 resources; the time of a filter that matches a share of the inventory grows with it. */
const target = (1500 * Math.max(size, 200_000)) / 200_000;

/** Measures page, total and facets of searches by environment and team. */
export const ownershipSearch: Bench = {
  name: 'ownership-search',
  summary: 'search by environment and team at 200,000 resources',
  async run({ databaseUrl, say }) {
    const organization = generateOrganization(1, size, Date.now() - 60 * 60 * 1000);
    say(`loading ${size} resources`);
    const { production, staging, teams } = await loadOwnership(databaseUrl, organization);
    const database = openDatabase({ url: databaseUrl, poolSize: 1 });
    const figures: Record<string, Figure> = {};
    const measure = async (name: string, work: (tenant: Tenant) => Promise<string>) => {
      let found = '';
      const took = await time(
        Array.from({ length: repeats }, () => name),
        async () => {
          found = await database.withTenant(organization.id, work, { snapshot: true });
        },
        2,
      );
      const ok = took.p95 <= target;
      say(
        `${name.padEnd(40)} ${found.padEnd(10)} ${took.p50.toFixed(0)} / ${took.p95.toFixed(0)} ms${ok ? '' : '   MISSED'}`,
      );
      figures[`${name} p95`] = { value: took.p95, unit: 'ms', target: `<= ${target}`, ok };
    };
    const search = (
      name: string,
      filter: ResourceFilter,
      sort: 'name' | '-last_changed_at' = '-last_changed_at',
    ) =>
      measure(name, async (tenant) => {
        const request = { sort: parseSort(sort), limit: 50, after: undefined };
        return String((await searchResources(tenant, filter, request)).total);
      });
    try {
      const [team = ''] = teams;
      await search('no filter', {});
      await search('environment, default of half', { environmentIds: [production] });
      await search('environment, by name', { environmentIds: [production] }, 'name');
      await search('environment, default of none', { environmentIds: [staging] });
      await search('environment and type', {
        environmentIds: [production],
        resourceTypes: types.slice(0, 1),
      });
      await search('environment, account, region', {
        environmentIds: [production],
        accountIds: organization.accounts.slice(0, 1),
        regions: regions.slice(0, 1),
      });
      await search('environment and tag', { environmentIds: [production], tags: ['Environment'] });
      await search('environment and text', { environmentIds: [production], q: 'prod' });
      await search('team', { teamIds: [team] });
      await search('every team', { teamIds: teams });
      await search('every team, by name', { teamIds: teams }, 'name');
      await search('team and environment', { teamIds: teams, environmentIds: [production] });
      await search('unknown team', { teamIds: [organization.id] });
      await measure('changes of an environment', async (tenant) => {
        const filter = { resources: { environmentIds: [production] } };
        return String((await listChanges(tenant, filter, 50, undefined)).length);
      });
      return figures;
    } finally {
      await database.close();
    }
  },
};
