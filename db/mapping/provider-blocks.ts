import type { ProviderLocation } from '../../domain/scm/detection/detected-project.ts';
import { rowOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/**
 * Returns the literal locations of the AWS provider configurations of a project's root module, as its last scan found
 * them. `providerLocationOf` selects the one of a state's resource.
 */
export async function providerBlocksOf(
  tenant: Tenant,
  projectId: string,
): Promise<readonly ProviderLocation[]> {
  const row = await rowOf<{ locations: readonly ProviderLocation[] }>(
    tenant,
    sql`select provider_locations as locations from iac_projects
      where organization_id = ${tenant.organizationId} and id = ${projectId}`,
  );
  return row?.locations ?? [];
}
