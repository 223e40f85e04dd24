import type { DetectionDocument } from '../../domain/scm/detection/document.ts';
import { execute, rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

export interface StoredDocument {
  readonly path: string;
  readonly document_key: string;
  readonly document: DetectionDocument;
}

/** Lists the parsed files of the last scan. */
export async function listDocuments(
  tenant: Tenant,
  repositoryId: string,
): Promise<readonly StoredDocument[]> {
  return rowsOf<StoredDocument>(
    tenant,
    sql`select path, document_key, document from iac_documents
      where organization_id = ${tenant.organizationId} and repository_id = ${repositoryId}`,
  );
}

/** Inserts or replaces the given files, and deletes files that are not in `paths`. */
export async function storeDocuments(
  tenant: Tenant,
  repositoryId: string,
  changed: readonly StoredDocument[],
  paths: readonly string[],
): Promise<void> {
  const { organizationId } = tenant;
  await execute(
    tenant,
    sql`delete from iac_documents where organization_id = ${organizationId} and repository_id = ${repositoryId}
      and path <> all(${paths}::text[])`,
  );
  await execute(
    tenant,
    sql`insert into iac_documents (organization_id, repository_id, path, document_key, document)
      select ${organizationId}, ${repositoryId}, path, document_key, document
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as d(path text, document_key text, document jsonb)
      on conflict (organization_id, repository_id, path)
        do update set document_key = excluded.document_key, document = excluded.document`,
  );
}
