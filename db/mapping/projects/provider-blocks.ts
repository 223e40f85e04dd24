import type { ProviderLocation } from '../../../domain/scm/detection/detected-project.ts';
import { providerLocationsByAddress } from '../../../domain/scm/detection/systems/provider-locations.ts';
import { rowOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { listProjectsOfSource } from './project-sources.ts';

/**
 * Returns the literal locations of the AWS provider configurations of a project's root module, as its last scan found
 * them, by the address with which a state names the configuration:
 * `provider["registry.terraform.io/hashicorp/aws"].west`. Configurations of nested modules are not included.
 */
export async function providerBlocksOf(
  tenant: Tenant,
  projectId: string,
): Promise<ReadonlyMap<string, ProviderLocation>> {
  const row = await rowOf<{ locations: readonly ProviderLocation[] }>(
    tenant,
    sql`select provider_locations as locations from iac_projects
      where organization_id = ${tenant.organizationId} and id = ${projectId}`,
  );
  return providerLocationsByAddress(row?.locations ?? []);
}

/**
 * As {@link providerBlocksOf} for the projects of a state source. Leaves out the configurations of which two projects
 * declare different locations.
 */
export async function providerBlocksOfSource(
  tenant: Tenant,
  stateSourceId: string,
): Promise<{ readonly byAddress: ReadonlyMap<string, ProviderLocation>; readonly hasProjects: boolean }> {
  const found = new Map<string, ProviderLocation>();
  const ambiguous = new Set<string>();
  const projectIds = await listProjectsOfSource(tenant, stateSourceId);
  for (const projectId of projectIds) {
    for (const [provider, location] of await providerBlocksOf(tenant, projectId)) {
      const known = found.get(provider);
      if (known === undefined) found.set(provider, location);
      else if (!isSameLocation(known, location)) ambiguous.add(provider);
    }
  }
  for (const provider of ambiguous) found.delete(provider);
  return { byAddress: found, hasProjects: projectIds.length > 0 };
}

function isSameLocation(one: ProviderLocation, other: ProviderLocation): boolean {
  return (
    one.region === other.region &&
    one.assumeRoleAccount === other.assumeRoleAccount &&
    one.defaultTags === other.defaultTags
  );
}
