import {
  formatCodeAddress,
  formatInstance,
  parseCodeAddress,
} from '../../../domain/mapping/locate/code-address.ts';
import { createLocator } from '../../../domain/mapping/locate/create-locator.ts';
import type { CodeLocation } from '../../../domain/mapping/locate/module-node.ts';
import type { ProjectCode } from '../../../domain/mapping/locate/create-locator.ts';
import { toJsonText } from '../../../domain/json/text.ts';
import type { Confidence } from '../../../domain/values.ts';
import type { AddressesOfProject } from '../../../db/mapping/projects/code-location-store.ts';

/** The differences to the stored locations. */
export interface LocationDifferences {
  /** JSON text: new and changed rows of `code_locations`. */
  readonly changed: string;
  readonly changedCount: number;
  /** Addresses of rows to delete. */
  readonly deleted: readonly string[];
  readonly located: number;
  readonly absent: number;
}

interface LocationRow {
  readonly code_address: string;
  readonly repository_id: string;
  readonly file: string;
  readonly line: number;
  readonly confidence: Confidence;
  /** `ignore_changes` of the block; null when the location is that of a call around it. */
  readonly ignored: readonly string[] | null;
}

/** The columns of {@link LocationRow}, in its order. */
type StoredRow = readonly [string, string, string, number, Confidence, readonly string[] | null];

/** Locates the addresses of a project and compares the locations with the stored ones. Runs in a worker thread. */
export function run({
  code,
  addresses,
}: {
  readonly code: ProjectCode;
  readonly addresses: AddressesOfProject;
}): LocationDifferences {
  const locate = createLocator(code);
  const stored = new Map((JSON.parse(addresses.stored) as StoredRow[]).map((row) => [row[0], row]));
  const wanted = wantedAddresses(addresses);
  const changed: LocationRow[] = [];
  const keep = (row: LocationRow): void => {
    if (!isSame(stored.get(row.code_address), row)) changed.push(row);
    stored.delete(row.code_address);
  };
  let absent = 0;
  for (const address of wanted) {
    const found = locate(address);
    if (found === undefined) {
      absent += 1;
      continue;
    }
    keep(rowOf(address, found));
  }
  for (const [instance, codeAddress] of instancesOf(addresses)) {
    const found = locate(instance);
    if (found === undefined) continue;
    const common = locate(codeAddress);
    const row = rowOf(instance, found);
    if (common === undefined || !isSame(storedRow(rowOf(codeAddress, common)), row)) keep(row);
  }
  return {
    changed: toJsonText(changed),
    changedCount: changed.length,
    deleted: [...stored.keys()],
    located: wanted.size - absent,
    absent,
  };
}

function rowOf(address: string, location: CodeLocation): LocationRow {
  const { repositoryId, file, line, confidence, ignored = null } = location;
  return { code_address: address, repository_id: repositoryId, file, line, confidence, ignored };
}

function storedRow(row: LocationRow): StoredRow {
  return [row.code_address, row.repository_id, row.file, row.line, row.confidence, row.ignored];
}

/** Returns the code addresses of the addresses with instance keys. */
function instancesOf({ instances, corrections }: AddressesOfProject): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const address of [...(JSON.parse(instances) as string[]), ...(JSON.parse(corrections) as string[])]) {
    const parsed = parseCodeAddress(address);
    if (parsed?.keys !== undefined) found.set(formatInstance(parsed), formatCodeAddress(parsed));
  }
  return found;
}

/** A correction's address can have instance keys, which code addresses have not. */
function wantedAddresses({ entries, corrections }: AddressesOfProject): ReadonlySet<string> {
  const addresses = new Set(JSON.parse(entries) as string[]);
  for (const address of JSON.parse(corrections) as string[]) {
    const parsed = parseCodeAddress(address);
    if (parsed !== undefined) addresses.add(formatCodeAddress(parsed));
  }
  return addresses;
}

function isSame(stored: StoredRow | undefined, row: LocationRow): boolean {
  if (stored === undefined) return false;
  const [, repositoryId, file, line, confidence, ignored] = stored;
  return (
    repositoryId === row.repository_id &&
    file === row.file &&
    line === row.line &&
    confidence === row.confidence &&
    JSON.stringify(ignored) === JSON.stringify(row.ignored)
  );
}
