import { formatCodeAddress, parseCodeAddress } from '../../../domain/mapping/locate/code-address.ts';
import { createLocator } from '../../../domain/mapping/locate/create-locator.ts';
import type { ProjectCode } from '../../../domain/mapping/locate/create-locator.ts';
import { toJsonText } from '../../../domain/json-text.ts';
import type { Confidence } from '../../../domain/values.ts';
import type { AddressesOfProject } from '../../../db/mapping/code-location-store.ts';

/** The differences to the stored locations. */
export interface LocationDifferences {
  /** JSON text: new and changed rows of `code_locations`. */
  readonly changed: string;
  readonly changedCount: number;
  /** Code addresses of rows to delete. */
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
}

/** Locates the addresses of a project and compares the locations with the stored ones. Runs in a worker thread. */
export function run({
  code,
  addresses,
}: {
  readonly code: ProjectCode;
  readonly addresses: AddressesOfProject;
}): LocationDifferences {
  const locate = createLocator(code);
  const stored = new Map(
    (JSON.parse(addresses.stored) as LocationRow[]).map((row) => [row.code_address, row]),
  );
  const wanted = wantedAddresses(addresses);
  const changed: LocationRow[] = [];
  let absent = 0;
  for (const address of wanted) {
    const found = locate(address);
    if (found === undefined) {
      absent += 1;
      continue;
    }
    const { repositoryId, file, line, confidence } = found;
    const row = { code_address: address, repository_id: repositoryId, file, line, confidence };
    if (!isSame(stored.get(address), row)) changed.push(row);
    stored.delete(address);
  }
  return {
    changed: toJsonText(changed),
    changedCount: changed.length,
    deleted: [...stored.keys()],
    located: wanted.size - absent,
    absent,
  };
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

function isSame(a: LocationRow | undefined, b: LocationRow): boolean {
  return (
    a !== undefined &&
    a.repository_id === b.repository_id &&
    a.file === b.file &&
    a.line === b.line &&
    a.confidence === b.confidence
  );
}
