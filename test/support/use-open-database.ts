import { openDatabase } from '../../db/tenant.ts';
import type { Database } from '../../db/tenant.ts';
import { connectOwner } from './discovery/owner.ts';
import type { Owner } from './discovery/owner.ts';
import { createTestDatabase } from './test-database.ts';
import { useFixture } from './use-fixture.ts';

export interface OpenTestDatabase {
  /** URL of the superuser. */
  readonly url: string;
  readonly database: Database;
  readonly owner: Owner;
}

/**
 * A migrated database for the calling test file, with connections of the application and of the superuser. Closed and dropped
 * after its tests. See {@link useFixture}.
 *
 * @param poolSize connections of the application. A file whose tests run concurrently needs one for each test
 */
export function useOpenDatabase({ poolSize = 2 } = {}): OpenTestDatabase {
  return useFixture(
    async () => {
      const created = await createTestDatabase();
      const { url } = created;
      return { created, url, database: openDatabase({ url, poolSize }), owner: connectOwner(url) };
    },
    async ({ created, database, owner }) => {
      await database.close();
      await owner.close();
      await created.drop();
    },
  );
}
