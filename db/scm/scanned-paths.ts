import { execute, oneRowOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** Whether the last scanned commit has a folder with the path (`.` is the root), or a file that detection reads. */
export async function hasScannedPath(tenant: Tenant, repositoryId: string, path: string): Promise<boolean> {
  const { organizationId } = tenant;
  const { found } = await oneRowOf<{ found: boolean }>(
    tenant,
    sql`select exists (
        select from repository_folders
        where organization_id = ${organizationId} and repository_id = ${repositoryId} and ${path} = any(folders)
      ) or exists (
        select from iac_documents
        where organization_id = ${organizationId} and repository_id = ${repositoryId} and path = ${path}
      ) as found`,
  );
  return found;
}

/** Replaces the folders of the last scanned commit. */
export async function storeFolders(
  tenant: Tenant,
  repositoryId: string,
  folders: readonly string[],
): Promise<void> {
  await execute(
    tenant,
    sql`insert into repository_folders (organization_id, repository_id, folders)
      values (${tenant.organizationId}, ${repositoryId}, ${folders}::text[])
      on conflict (organization_id, repository_id) do update set folders = excluded.folders
        where repository_folders.folders is distinct from excluded.folders`,
  );
}
