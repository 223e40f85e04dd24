import { createTestDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';
import { useFixture } from './use-fixture.ts';

/** A migrated database for the calling test file, dropped after its tests. See {@link useFixture}. */
export function useTestDatabase(): TestDatabase {
  return useFixture(createTestDatabase, (database) => database.drop());
}
