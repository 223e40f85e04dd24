import { describeLocation, listCodeLocations } from '../../db/mapping/projects/code-location-read-model.ts';
import type { LocatedAddress } from '../../db/mapping/projects/code-location-read-model.ts';
import { findLocatableProject } from '../../db/mapping/projects/project-code-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import {
  formatCodeAddress,
  formatInstance,
  parseCodeAddress,
} from '../../domain/mapping/locate/code-address.ts';
import { createLocator } from '../../domain/mapping/locate/create-locator.ts';
import { loadProjectCode } from './load-project-code.ts';

/** Characters of JSON that a request may parse: about 20 ms of the event loop. */
const maximumCharacters = 2_000_000;

/**
 * Returns the location of an address that no state entry of the project has, such as the one of a correction. Uses the
 * stored location, else the parsed code. Of Terragrunt projects only stored locations are returned: the next sync of a state
 * of the project stores them.
 *
 * @param address with or without instance keys
 * @returns undefined when the code does not declare it. `codeAddress` has no instance keys.
 */
export async function locateAddress(
  tenant: Tenant,
  iacProjectId: string,
  address: string,
): Promise<LocatedAddress | undefined> {
  const parsed = parseCodeAddress(address);
  if (parsed?.resource === undefined) return undefined;
  const [instance, codeAddress] = [formatInstance(parsed), formatCodeAddress(parsed)];
  const stored = await listCodeLocations(
    tenant,
    [...new Set([instance, codeAddress])].map((one) => ({ iacProjectId, codeAddress: one })),
  );
  const found = stored.find((one) => one.codeAddress === instance) ?? stored[0];
  if (found !== undefined) return { ...found, codeAddress };
  const project = await findLocatableProject(tenant, iacProjectId);
  // The time to evaluate the includes of a Terragrunt stack has no useful limit, and this runs in the event loop.
  if (project === undefined || project.system === 'terragrunt') return undefined;
  const { code } = await loadProjectCode(tenant, project, maximumCharacters);
  const location = createLocator(code)(instance);
  return location && describeLocation(tenant, { iacProjectId, codeAddress, ...location });
}
