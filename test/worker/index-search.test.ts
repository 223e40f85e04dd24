import test from 'ava';
import { openDatabase } from '../../db/tenant.ts';
import type { Tenant } from '../../db/tenant.ts';
import { createLogger } from '../../runtime/logger.ts';
import { indexSearch } from '../../worker/index-search.ts';
import { queryAsOwner } from '../support/query-as-owner.ts';
import { useTestDatabase } from '../support/use-test-database.ts';

const files = useTestDatabase();

test('a failure in one organization does not stop the indexing of the others', async (t) => {
  const organizations = await queryAsOwner<{ id: string }>(
    files.url,
    `with organization as (
       insert into organizations (name, slug) select 'o', 'o-' || n from generate_series(1, 3) n returning id
     ), delta as (
       insert into resource_count_deltas (organization_id, cell_id, management_state, active, deleted, unobserved)
       select id, 1, 'unmanaged', 0, 0, 0 from organization
     )
     select id from organization order by id`,
  );
  const database = openDatabase({ url: files.url, poolSize: 2 });
  const failing = organizations[0]?.id;
  const indexed = new Set<string>();
  const unreliable = {
    ...database,
    withTenant: <T>(organizationId: string, work: (tenant: Tenant) => Promise<T>) => {
      if (organizationId === failing) return Promise.reject(new Error('deadlock'));
      indexed.add(organizationId);
      return database.withTenant(organizationId, work);
    },
  };
  try {
    await t.throwsAsync(indexSearch({ database: unreliable, logger: createLogger('test', 'silent') }), {
      instanceOf: AggregateError,
    });
  } finally {
    await database.close();
  }
  t.deepEqual(
    [...indexed].toSorted(),
    organizations.slice(1).map(({ id }) => id),
  );
});
