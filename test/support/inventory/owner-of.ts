import type { Owner } from '../discovery/owner.ts';
import type { TestInventory } from './test-inventory.ts';

/** Returns the superuser connection of an inventory as an {@link Owner}. The inventory closes it. */
export function ownerOf(inventory: TestInventory): Owner {
  return {
    async query<T extends object>(text: string, values: readonly unknown[] = []) {
      return [...(await inventory.query<T>(text, values))];
    },
    close: async () => undefined,
  };
}
