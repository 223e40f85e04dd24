import { execute } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/**
 * Stores which projects of a repository can have states that detection did not list. Returns whether that changed a project.
 */
export async function storeUnlistedProjects(
  tenant: Tenant,
  repositoryId: string,
  projectIds: readonly string[],
): Promise<boolean> {
  const updated = await execute(
    tenant,
    sql`update iac_projects set has_unlisted_states = not has_unlisted_states
      where organization_id = ${tenant.organizationId} and repository_id = ${repositoryId}
        and has_unlisted_states <> (id = any(${projectIds}::uuid[]))`,
  );
  return updated > 0;
}
