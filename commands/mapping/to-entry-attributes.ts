import { valuesOfEntry } from '../../domain/drift/comparable-values.ts';
import type { ProviderLocation } from '../../domain/scm/detection/detected-project.ts';
import type { StateEntry } from '../../domain/mapping/state-entry.ts';
import type { EntryAttributes } from '../../db/drift/entry-attribute-store.ts';
import { keyedHash } from '../../runtime/keyed-hash.ts';

const entriesPerTurn = 200;

/**
 * Returns the comparable attributes of the entries that have any. Yields to the event loop, because a state can have 200,000
 * entries.
 *
 * @param hmacKey of the organization
 * @param blocks of the providers by address; undefined when no project has the state
 */
export async function toEntryAttributes(
  entries: readonly StateEntry[],
  hmacKey: Uint8Array,
  blocks: ReadonlyMap<string, ProviderLocation> | undefined,
  signal: AbortSignal,
): Promise<readonly EntryAttributes[]> {
  const hash = keyedHash(hmacKey);
  // The configurations of nested modules are not known.
  const hasDefaultTags = (provider: string) =>
    blocks === undefined || provider.startsWith('module.')
      ? undefined
      : blocks.get(provider)?.defaultTags === true;
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
