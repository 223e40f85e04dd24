import { startTestApi } from '../test-api.ts';
import type { SignedUp, TestApi } from '../test-api.ts';
import { useFixture } from '../use-fixture.ts';
import { insertResources } from './inventory-writer.ts';
import type { NewResource } from './inventory-writer.ts';
import type { NaiveResource } from './naive-inventory.ts';
import { openTestInventory } from './test-inventory.ts';
import type { TestInventory } from './test-inventory.ts';

/** An API, and write access to its inventory. */
export interface InventoryApi {
  readonly api: TestApi;
  readonly inventory: TestInventory;
  /** Signs up an organization with one account, and inserts its resources, discovered at `at` (default: three days ago). */
  withResources(
    make: (account: string) => readonly NewResource[],
    at?: Date,
  ): Promise<OrganizationWithResources>;
  close(): Promise<void>;
}

export interface OrganizationWithResources extends SignedUp {
  readonly account: string;
  readonly model: NaiveResource[];
}

export const dayMilliseconds = 24 * 60 * 60 * 1000;
export const daysAgo = (days: number) => new Date(Date.now() - days * dayMilliseconds);

/** An {@link InventoryApi} for the calling test file, closed after its tests. See {@link useFixture}. */
export function useInventoryApi(environment: Readonly<Record<string, string>> = {}): InventoryApi {
  return useFixture(
    () => startInventoryApi(environment),
    (api) => api.close(),
  );
}

/** Starts an {@link InventoryApi}. */
export async function startInventoryApi(
  environment: Readonly<Record<string, string>> = {},
): Promise<InventoryApi> {
  const api = await startTestApi(environment);
  const inventory = await openTestInventory(api.database.url);
  return {
    api,
    inventory,
    async withResources(make, at = daysAgo(3)) {
      const signedUp = await api.signUp();
      const account = await inventory.addAccount(signedUp.organizationId, 'Main');
      const model: NaiveResource[] = [];
      await inventory.write(signedUp.organizationId, (tenant) =>
        insertResources(tenant, model, make(account), at),
      );
      return { ...signedUp, account, model };
    },
    async close() {
      await inventory.close();
      await api.close();
    },
  };
}
