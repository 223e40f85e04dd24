import type { DocumentRow } from '../../domain/scm/detection/documents/plan-documents.ts';
import { execute, oneRowOf, rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import { recordCodeChange } from '../mapping/projects/code-changes.ts';
import type { Tenant } from '../tenant.ts';

/** A parsed file as JSON text. */
export interface StoredDocument extends DocumentRow {
  readonly document: string;
}

/** Lists the paths and keys of the parsed files of a repository. */
export async function listDocumentKeys(
  tenant: Tenant,
  repositoryId: string,
): Promise<readonly DocumentRow[]> {
  return rowsOf<{ path: string; documentKey: string }>(
    tenant,
    sql`select path, document_key as "documentKey" from iac_documents
      where organization_id = ${tenant.organizationId} and repository_id = ${repositoryId}`,
  );
}

/**
 * Lists the parsed files of a repository. Rows whose key is not the one of the scanned commit are included. Returns
 * `undefined`, without reading them, when they have more than `most` bytes.
 */
export async function listDocuments(
  tenant: Tenant,
  repositoryId: string,
  most: number,
): Promise<readonly { readonly path: string; readonly document: string }[] | undefined> {
  const { bytes } = await oneRowOf<{ bytes: number }>(
    tenant,
    sql`select coalesce(sum(octet_length(document::text)), 0)::float8 as bytes from iac_documents
      where organization_id = ${tenant.organizationId} and repository_id = ${repositoryId}`,
  );
  if (bytes > most) return undefined;
  return rowsOf<{ path: string; document: string }>(
    tenant,
    sql`select path, document::text as document from iac_documents
      where organization_id = ${tenant.organizationId} and repository_id = ${repositoryId}`,
  );
}

/** Inserts or replaces parsed files. */
export async function storeDocuments(
  tenant: Tenant,
  repositoryId: string,
  documents: readonly StoredDocument[],
): Promise<void> {
  if (documents.length === 0) return;
  await execute(
    tenant,
    sql`insert into iac_documents (organization_id, repository_id, path, document_key, document)
      select ${tenant.organizationId}, ${repositoryId}, path, document_key, document::jsonb
      from unnest(${documents.map(({ path }) => path)}::text[],
        ${documents.map(({ documentKey }) => documentKey)}::text[],
        ${documents.map(({ document }) => document)}::text[]) as d(path, document_key, document)
      on conflict (organization_id, repository_id, path)
        do update set document_key = excluded.document_key, document = excluded.document`,
  );
  await recordCodeChange(
    tenant,
    repositoryId,
    documents.map(({ path }) => path),
  );
}

/**
 * Inserts or replaces rows whose document is stored under another path of the repository, then deletes the rows of stale
 * paths.
 */
export async function copyAndDeleteDocuments(
  tenant: Tenant,
  repositoryId: string,
  copies: readonly DocumentRow[],
  stale: readonly string[],
): Promise<void> {
  const { organizationId } = tenant;
  await execute(
    tenant,
    sql`insert into iac_documents (organization_id, repository_id, path, document_key, document)
      select ${organizationId}, ${repositoryId}, c.path, c.document_key, d.document
      from unnest(${copies.map(({ path }) => path)}::text[],
        ${copies.map(({ documentKey }) => documentKey)}::text[]) as c(path, document_key)
      join (
        select distinct on (document_key) document_key, document from iac_documents
        where organization_id = ${organizationId} and repository_id = ${repositoryId}
          and document_key = any(${copies.map(({ documentKey }) => documentKey)}::text[])
      ) d on d.document_key = c.document_key
      on conflict (organization_id, repository_id, path)
        do update set document_key = excluded.document_key, document = excluded.document`,
  );
  await execute(
    tenant,
    sql`delete from iac_documents using unnest(${stale}::text[]) as s(path)
      where organization_id = ${organizationId} and repository_id = ${repositoryId} and iac_documents.path = s.path`,
  );
  await recordCodeChange(tenant, repositoryId, [...copies.map(({ path }) => path), ...stale]);
}
