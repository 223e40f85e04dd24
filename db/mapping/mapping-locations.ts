import type { Confidence } from '../../domain/values.ts';
import type { Tenant } from '../tenant.ts';

/** An address of a project, without instance keys. */
export interface AddressRef {
  readonly iacProjectId: string;
  readonly codeAddress: string;
}

/** The block of an address at the last scanned commit of its repository. */
export interface LocatedAddress extends AddressRef {
  readonly repositoryId: string;
  readonly file: string;
  readonly line: number;
  readonly commitSha: string | undefined;
  /** The page of the line at the provider. */
  readonly url: string | undefined;
  readonly confidence: Confidence;
}

/** Returns the code locations of addresses. `listCodeLocations` of the code location replaces it: nothing is located yet. */
export async function listCodeLocations(
  _tenant: Tenant,
  _addresses: readonly AddressRef[],
): Promise<readonly LocatedAddress[]> {
  return Promise.resolve([]);
}
