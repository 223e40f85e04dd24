import { valuesOfEntry } from '../../domain/drift/comparable-values.ts';
import type { StateEntry } from '../../domain/mapping/state-entry.ts';
import type { EntryAttributes } from '../../db/drift/entry-attribute-store.ts';
import { keyedHash } from '../discovery/collect/config-hash.ts';

const entriesPerTurn = 200;

/**
 * Returns the comparable attributes of the entries that have any. Yields to the event loop, because a state can have 200,000
 * entries.
 *
 * @param hmacKey of the organization
 * @param hasDefaultTags of the provider of an entry; undefined when it is not known
 */
export async function toEntryAttributes(
  entries: readonly StateEntry[],
  hmacKey: Uint8Array,
  hasDefaultTags: (provider: string) => boolean | undefined,
  signal: AbortSignal,
): Promise<readonly EntryAttributes[]> {
  const hash = keyedHash(hmacKey);
  const found: EntryAttributes[] = [];
  for (let start = 0; start < entries.length; start += entriesPerTurn) {
    signal.throwIfAborted();
    for (const { compared, deposedKey, terraformType, address, provider, awsAccountNumber } of entries.slice(
      start,
      start + entriesPerTurn,
    )) {
      if (compared === undefined || deposedKey !== undefined) continue;
      const values = valuesOfEntry(terraformType, compared, hash, hasDefaultTags(provider));
      if (values !== undefined) found.push({ address, terraformType, awsAccountNumber, ...values });
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  return found;
}
