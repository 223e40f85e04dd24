import type { LocatableSystem } from '../../../domain/mapping/locate/code-index.ts';
import { fullNamesOf, remotesOfUrl } from '../../../domain/mapping/locate/module-source.ts';
import type { KnownRemote } from '../../../domain/mapping/locate/module-node.ts';
import { rowOf, rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/** A folder of a repository; `.` is the root. */
export interface FolderRef {
  readonly repositoryId: string;
  readonly folder: string;
}

export interface StoredProject {
  readonly repositoryId: string;
  readonly connectionId: string;
  readonly path: string;
  readonly system: LocatableSystem;
}

/** Returns a project whose code can be located: one of Terraform, OpenTofu or Terragrunt. */
export async function findLocatableProject(tenant: Tenant, id: string): Promise<StoredProject | undefined> {
  return rowOf<StoredProject>(
    tenant,
    sql`select p.repository_id as "repositoryId", r.scm_connection_id as "connectionId", p.path, p.system
      from iac_projects p
      join repositories r on r.organization_id = p.organization_id and r.id = p.repository_id
      where p.organization_id = ${tenant.organizationId} and p.id = ${id}
        and p.system in ('terraform', 'opentofu', 'terragrunt')`,
  );
}

/** Lists the distinct module sources of folders. */
export async function listModuleSources(
  tenant: Tenant,
  folders: readonly FolderRef[],
): Promise<readonly (FolderRef & { readonly source: string })[]> {
  return rowsOf<FolderRef & { source: string }>(
    tenant,
    sql`select distinct d.repository_id as "repositoryId", d.folder, m.call ->> 'source' as source
      from unnest(${folders.map(({ repositoryId }) => repositoryId)}::uuid[],
        ${folders.map(({ folder }) => folder)}::text[]) as f(repository_id, folder)
      join iac_documents d on d.organization_id = ${tenant.organizationId}
        and d.repository_id = f.repository_id and d.folder = f.folder
      cross join lateral jsonb_array_elements(d.document -> 'modules') as m(call)
      where d.document ->> 'type' = 'terraform'`,
  );
}

export interface StoredCode {
  readonly repositoryId: string;
  readonly path: string;
  /** The JSON text. */
  readonly document: string;
}

/** Lists the parsed Terraform files of folders, by path, up to a number of characters. */
export async function listFolderCode(
  tenant: Tenant,
  folders: readonly FolderRef[],
  maximumCharacters: number,
): Promise<readonly StoredCode[]> {
  return rowsOf<StoredCode & { total: number }>(
    tenant,
    sql`with code as materialized (
        select d.repository_id as "repositoryId", d.path, d.document::text as document
        from unnest(${folders.map(({ repositoryId }) => repositoryId)}::uuid[],
          ${folders.map(({ folder }) => folder)}::text[]) as f(repository_id, folder)
        join iac_documents d on d.organization_id = ${tenant.organizationId}
          and d.repository_id = f.repository_id and d.folder = f.folder
        where d.document ->> 'type' = 'terraform'
      )
      select "repositoryId", path, document from (
        select *, sum(length(document)) over (order by "repositoryId", path) as total from code
      ) files where total <= ${maximumCharacters}`,
  );
}

/** Lists the parsed Terragrunt files of a repository, by path, up to a number of characters. */
export async function listTerragruntCode(
  tenant: Tenant,
  repositoryId: string,
  maximumCharacters: number,
): Promise<readonly StoredCode[]> {
  return rowsOf<StoredCode>(
    tenant,
    sql`with code as materialized (
        select repository_id as "repositoryId", path, document::text as document from iac_documents
        where organization_id = ${tenant.organizationId} and repository_id = ${repositoryId}
          and (path like '%.hcl' or path like '%.hcl.json') and document ->> 'type' = 'terragrunt'
      )
      select "repositoryId", path, document from (
        select *, sum(length(document)) over (order by path) as total from code
      ) files where total <= ${maximumCharacters}`,
  );
}

/** Lists the folders of a repository that contain a parsed file. */
export async function listCodeFolders(tenant: Tenant, repositoryId: string): Promise<readonly string[]> {
  const rows = await rowsOf<{ folder: string }>(
    tenant,
    sql`select distinct folder from iac_documents
      where organization_id = ${tenant.organizationId} and repository_id = ${repositoryId}`,
  );
  return rows.map(({ folder }) => folder);
}

/**
 * Returns the scanned repositories of the organization that module sources name. When two connections have the same
 * repository, the one of `connectionId` is returned, else the older one.
 */
export async function findRemotes(
  tenant: Tenant,
  remotes: readonly string[],
  connectionId: string,
): Promise<readonly KnownRemote[]> {
  const names = [...new Set(remotes.flatMap(fullNamesOf))];
  const rows = await rowsOf<{ id: string; url: string; fullName: string; defaultBranch: string | undefined }>(
    tenant,
    sql`select id, url, full_name, default_branch from repositories
      where organization_id = ${tenant.organizationId} and lower(full_name) = any(${names}::text[])
        and status <> 'removed' and last_scanned_commit_sha is not null
      order by scm_connection_id = ${connectionId} desc, id`,
  );
  const wanted = new Set(remotes);
  const known = new Map<string, KnownRemote>();
  for (const { id, url, fullName, defaultBranch } of rows) {
    for (const remote of remotesOfUrl(url, fullName)) {
      if (known.has(remote) || !wanted.has(remote)) continue;
      known.set(remote, { remote, repositoryId: id, defaultBranch });
    }
  }
  return [...known.values()];
}
