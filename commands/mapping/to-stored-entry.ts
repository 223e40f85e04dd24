import { defined } from '../../domain/defined.ts';
import { identifyEntry } from '../../domain/mapping/identify-entry.ts';
import type { StateEntry } from '../../domain/mapping/state-entry.ts';
import type { NewStateEntry } from '../../db/mapping/states/state-entry.ts';

const entriesPerTurn = 500;

/** As {@link toStoredEntry} for all entries. Yields to the event loop, because a state can have 200,000 entries. */
export async function toStoredEntries(
  entries: readonly StateEntry[],
  signal: AbortSignal,
): Promise<readonly NewStateEntry[]> {
  const stored: NewStateEntry[] = [];
  for (let start = 0; start < entries.length; start += entriesPerTurn) {
    signal.throwIfAborted();
    for (const entry of entries.slice(start, start + entriesPerTurn)) stored.push(toStoredEntry(entry));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return stored;
}

/** Returns the columns of an entry, with the ways to find its resource. */
export function toStoredEntry(entry: StateEntry): NewStateEntry {
  const { role, resourceType, candidates } = identifyEntry(entry);
  return {
    address: entry.address,
    codeAddress: entry.codeAddress,
    deposedKey: entry.deposedKey,
    terraformType: entry.terraformType,
    provider: entry.provider,
    providerAlias: entry.providerAlias,
    resourceType,
    role: role === 'resource' && resourceType === undefined ? 'unlisted' : role,
    awsAccountNumber: entry.awsAccountNumber,
    region: entry.region,
    arn: entry.arn,
    identity: {
      ...entry.attributes,
      ...entry.identity,
      ...defined({ arn: entry.arn, id: entry.id, account_id: entry.awsAccountNumber, region: entry.region }),
    },
    candidates,
  };
}
