import type { ProviderLocation } from '../../domain/scm/detection/detected-project.ts';
import { providerLocationsByAddress } from '../../domain/scm/detection/provider-locations.ts';
import { rowOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

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
