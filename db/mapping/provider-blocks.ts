import type { ProviderLocation } from '../../domain/scm/detection/detected-project.ts';
import { providerLocationsByAddress } from '../../domain/scm/detection/provider-locations.ts';
import { rowOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
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
 * Returns the locations of the provider configurations of a state: those of the projects of its source. A configuration
 * on which the projects disagree is left out.
 */
export async function providerBlocksOfSource(
  tenant: Tenant,
  stateSourceId: string,
): Promise<ReadonlyMap<string, ProviderLocation>> {
  const projects = await listProjectsOfSource(tenant, stateSourceId);
  const blocks = new Map<string, ProviderLocation>();
  const contradicted = new Set<string>();
  for (const projectId of projects)
    for (const [address, location] of await providerBlocksOf(tenant, projectId)) {
      const known = blocks.get(address);
      if (known !== undefined && !isEqual(known, location)) contradicted.add(address);
      blocks.set(address, location);
    }
  for (const address of contradicted) blocks.delete(address);
  return blocks;
}

function isEqual(one: ProviderLocation, other: ProviderLocation): boolean {
  return one.region === other.region && one.assumeRoleAccount === other.assumeRoleAccount;
}
