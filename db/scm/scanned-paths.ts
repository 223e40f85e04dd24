import { execute, oneRowOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** Whether the last scanned commit has a file or a folder with the path; `.` is the root. */
export async function hasScannedPath(tenant: Tenant, repositoryId: string, path: string): Promise<boolean> {
  const { found } = await oneRowOf<{ found: boolean }>(
    tenant,
    sql`select exists (
        select from repository_paths where organization_id = ${tenant.organizationId}
          and repository_id = ${repositoryId} and ${path} = any(paths)
      ) as found`,
  );
  return found;
}

/** Replaces the paths of the last scanned commit. They are separated by line breaks. */
export async function storeScannedPaths(tenant: Tenant, repositoryId: string, paths: string): Promise<void> {
  await execute(
    tenant,
    sql`insert into repository_paths (organization_id, repository_id, paths)
      values (${tenant.organizationId}, ${repositoryId}, string_to_array(${paths}, chr(10)))
      on conflict (organization_id, repository_id) do update set paths = excluded.paths
        where repository_paths.paths is distinct from excluded.paths`,
  );
}
