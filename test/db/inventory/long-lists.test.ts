import { endOfMillisecond } from '../../../domain/inventory/history-time.ts';
import test from 'ava';
import { foldCounts } from '../../../db/inventory/search/index-search.ts';
import { parseSort, sortNames } from '../../../domain/inventory/resource-filter.ts';
import type { ResourceFilter } from '../../../domain/inventory/resource-filter.ts';
import { searchResources } from '../../../db/inventory/search/search-resources.ts';
import { changeResources, insertResources } from '../../support/inventory/inventory-writer.ts';
import { searchNaively } from '../../support/inventory/naive-inventory.ts';
import type { NaiveResource } from '../../support/inventory/naive-inventory.ts';
import {
  accounts,
  regions,
  timeOf,
  types,
  useSearchedDatabase,
} from '../../support/inventory/searched-database.ts';

const searched = useSearchedDatabase();

test('pages of hundreds of listed resources are correct in every order and position', async (t) => {
  const model: NaiveResource[] = [];
  const organizationId = await searched.newOrganization();
  const write = (index: number, name: string, tagged: Record<string, string>) =>
    Array.from({ length: 100 }, (_, place) => ({
      type: types[place % types.length] ?? '',
      account: accounts[index % accounts.length] ?? '',
      region: regions[place % regions.length] ?? '',
      name: `${name}-${place}`,
      arn: null,
      managementState: 'unknown' as const,
      tags: tagged,
    }));
  // The limited walk fills some pages. For the others it finds too few rows, and all matches are sorted.
  const blocks = [
    'other',
    'needle',
    'needle',
    'needle',
    'other',
    'needle',
    'needle',
    'needle',
    'other',
    'other',
  ];
  for (const [index, name] of blocks.entries())
    await searched.database.withTenant(organizationId, (tenant) =>
      insertResources(
        tenant,
        model,
        write(index, name, name === 'needle' ? { found: 'yes' } : {}),
        timeOf(index),
      ),
    );
  await searched.database.withTenant(organizationId, (tenant) => foldCounts(tenant, 1000));
  for (const asked of [{ q: 'NEEDLE' }, { tags: ['found'] }, { q: 'needle', regions: ['global'] }])
    for (const sort of sortNames)
      t.deepEqual(
        await searched.search(organizationId, asked, sort, 50),
        searchNaively(model, asked, sort),
        sort,
      );
});

test('a search for a tag with more rows than the limit of a list finds every resource', async (t) => {
  const organizationId = await searched.newOrganization();
  await insertMany(organizationId, [], 2000, { tags: { first: 'x', second: 'x', third: 'x' } }, timeOf(0));
  t.is(await totalOf(organizationId, { tags: ['first', 'second', 'third'] }), 2000);
  t.is(await totalOf(organizationId, { tags: ['first'] }), 2000);
});

test('a search in the past finds every resource when current matches exceed a list', async (t) => {
  const organizationId = await searched.newOrganization();
  const renamed: NaiveResource[] = [];
  await insertMany(organizationId, renamed, 200, { name: 'thread' }, timeOf(0));
  await searched.database.withTenant(organizationId, (tenant) =>
    changeResources(
      tenant,
      renamed.map((resource) => ({
        resource,
        to: { name: 'needle', status: 'active', managementState: 'unknown', tags: {} },
      })),
      timeOf(5),
    ),
  );
  // Inserted after the renamed resources, so that the limit of the list is reached among these.
  await insertMany(organizationId, [], 5000, { name: 'needle' }, timeOf(0));
  await insertMany(organizationId, [], 300, { name: 'other' }, timeOf(9));
  t.is(await totalOf(organizationId, { q: 'needle' }), 5200);
  t.is(await totalOf(organizationId, { q: 'needle', asOf: endOfMillisecond(timeOf(3)) }), 5000);
  t.is(await totalOf(organizationId, { q: 'thread', asOf: endOfMillisecond(timeOf(3)) }), 200);
});

const totalOf = (organizationId: string, filter: ResourceFilter) =>
  searched.database.withTenant(
    organizationId,
    async (tenant) =>
      (await searchResources(tenant, filter, { sort: parseSort('name'), limit: 10, after: undefined })).total,
    { snapshot: true },
  );

/** Inserts resources that differ only in the given fields, a thousand per statement. */
async function insertMany(
  organizationId: string,
  model: NaiveResource[],
  count: number,
  given: Partial<Parameters<typeof insertResources>[2][number]>,
  at: Date,
): Promise<void> {
  const [account = ''] = accounts;
  const common = { type: types[0] ?? '', account, region: 'global', name: null, arn: null, tags: {} };
  const resource = { ...common, managementState: 'unknown' as const, ...given };
  for (let done = 0; done < count; done += 1000)
    await searched.database.withTenant(organizationId, (tenant) =>
      insertResources(
        tenant,
        model,
        Array.from({ length: Math.min(1000, count - done) }, () => resource),
        at,
      ),
    );
}
