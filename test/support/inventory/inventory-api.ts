import { startTestApi } from '../test-api.ts';
import type { SignedUp, TestApi } from '../test-api.ts';
import { useFixture } from '../use-fixture.ts';
import { insertResources } from './inventory-writer.ts';
import type { NewResource } from './inventory-writer.ts';
import type { NaiveResource } from './naive-inventory.ts';
import { openTestInventory } from './test-inventory.ts';
import type { TestInventory } from './test-inventory.ts';

/** An API, and the inventory behind it for a test to write. */
export interface InventoryApi {
  readonly api: TestApi;
  readonly inventory: TestInventory;
  /** A new organization with one account and the resources that are made for it, discovered three days ago. */
  withResources(make: (account: string) => readonly NewResource[], at?: Date): Promise<Inventoried>;
  close(): Promise<void>;
}

export interface Inventoried extends SignedUp {
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

async function startInventoryApi(environment: Readonly<Record<string, string>>): Promise<InventoryApi> {
  const api = await startTestApi(environment);
  const inventory = await openTestInventory(api.database.url);
  return {
    api,
    inventory,
    async withResources(make, at = daysAgo(3)) {
      const someone = await api.signUp();
      const account = await inventory.addAccount(someone.organizationId, 'Main');
      const model: NaiveResource[] = [];
      await inventory.write(someone.organizationId, (tenant) =>
        insertResources(tenant, model, make(account), at),
      );
      return { ...someone, account, model };
    },
    async close() {
      await inventory.close();
      await api.close();
    },
  };
}
