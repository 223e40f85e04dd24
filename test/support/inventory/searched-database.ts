import { deepEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { countStates } from '../../../db/inventory/search/count-states.ts';
import { searchResources } from '../../../db/inventory/search/search-resources.ts';
import { openDatabase } from '../../../db/tenant.ts';
import type { Database } from '../../../db/tenant.ts';
import { parseSort } from '../../../domain/inventory/resource-filter.ts';
import type { FacetEntry, ResourceFilter, SortName } from '../../../domain/inventory/resource-filter.ts';
import { queryAsOwner } from '../query-as-owner.ts';
import { createTestDatabase } from '../test-database.ts';
import { useFixture } from '../use-fixture.ts';

export const accounts = [randomUUID(), randomUUID(), randomUUID()];
export const applications = [randomUUID(), randomUUID()];
export const types = ['AWS::EC2::Instance', 'AWS::S3::Bucket', 'AWS::Lambda::Function', 'AWS::IAM::Role'];
export const regions = ['eu-west-1', 'us-east-1', 'global'];

const start = Date.now() - 100 * 24 * 60 * 60 * 1000;
/** A time in the past: `index` minutes after a start a hundred days ago. */
export const timeOf = (index: number) => new Date(start + index * 60_000);

/** A test database, searched as the application role. */
export interface SearchedDatabase {
  readonly database: Database;
  /** Inserts an organization with the accounts and applications above. */
  newOrganization(): Promise<string>;
  /** Reads all pages, and asserts that total and facets are the same on every page. */
  search(
    organizationId: string,
    filter: ResourceFilter,
    sort: SortName,
    limit: number,
  ): Promise<{ ids: string[]; total: number; facets: Record<string, Record<string, number>> }>;
  countStates(
    organizationId: string,
    filter: ResourceFilter,
  ): Promise<Record<string, Record<string, number>>>;
  close(): Promise<void>;
}

/** A {@link SearchedDatabase} for the calling test file, closed after its tests. See {@link useFixture}. */
export function useSearchedDatabase(): SearchedDatabase {
  return useFixture(openSearchedDatabase, (searched) => searched.close());
}

async function openSearchedDatabase(): Promise<SearchedDatabase> {
  const files = await createTestDatabase();
  const database = openDatabase({ url: files.url, poolSize: 4 });
  return {
    database,
    newOrganization: () => newOrganization(files.url),
    search: (organizationId, filter, sort, limit) =>
      searchAllPages(database, organizationId, filter, sort, limit),
    countStates: (organizationId, filter) =>
      database.withTenant(
        organizationId,
        async (tenant) => countsByValue(await countStates(tenant, filter)),
        { snapshot: true },
      ),
    async close() {
      await database.close();
      await files.drop();
    },
  };
}

async function newOrganization(url: string): Promise<string> {
  const [row] = await queryAsOwner<{ id: string }>(
    url,
    `insert into organizations (name, slug) values ('Test', $1) returning id`,
    [randomUUID()],
  );
  const id = row?.id ?? '';
  await queryAsOwner(
    url,
    `with connection as (
       insert into aws_connections (organization_id, name, kind, external_id, role_name)
       values ($1, 'test', 'standalone', $2, 'inventory') returning id)
     insert into aws_accounts (organization_id, id, connection_id, account_id, role_arn, status)
     select $1, account, connection.id, lpad(number::text, 12, '0'), 'arn', 'connected'
     from connection, unnest($3::uuid[]) with ordinality as accounts (account, number)`,
    [id, randomUUID(), accounts],
  );
  await queryAsOwner(
    url,
    `insert into applications (organization_id, id, name, slug)
     select $1, application, 'Test', application::text from unnest($2::uuid[]) application`,
    [id, applications],
  );
  return id;
}

async function searchAllPages(
  database: Database,
  organizationId: string,
  filter: ResourceFilter,
  sort: SortName,
  limit: number,
) {
  const ids: string[] = [];
  let after: readonly [string, string] | undefined;
  let counts: { total: number; facets: Record<string, Record<string, number>> } | undefined;
  for (;;) {
    const found = await database.withTenant(
      organizationId,
      (tenant) => searchResources(tenant, filter, { sort: parseSort(sort), limit, after }),
      { snapshot: true },
    );
    const counted = { total: found.total, facets: countsByValue(found.facets) };
    counts ??= counted;
    deepEqual(counted, counts);
    const rows = found.rows.slice(0, limit);
    ids.push(...rows.map(({ id }) => id));
    const last = rows.at(-1);
    if (found.rows.length <= limit || last === undefined) return { ids, ...counts };
    after = [last.position, last.id];
  }
}

function countsByValue(
  facets: Readonly<Record<string, readonly FacetEntry[]>>,
): Record<string, Record<string, number>> {
  return Object.fromEntries(
    Object.entries(facets).map(([facet, entries]) => [
      facet,
      Object.fromEntries(entries.map(({ value, count }) => [value, count])),
    ]),
  );
}
