import type { HolderDocument } from '../../../domain/graph/edge-rule.ts';
import type { ExtractionMode } from '../../../domain/values.ts';
import { rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { findAccountNumbers } from './graph-accounts.ts';
import { takeUpTo } from '../resolve/take-up-to.ts';

/** A resource whose references are to be extracted. */
export interface HolderToExtract extends HolderDocument {
  readonly id: string;
  readonly configHash: string;
  readonly volatileHash: string | undefined;
  readonly observedAt: string;
  readonly scanId: string | undefined;
  /** A deleted resource has no references. */
  readonly deleted: boolean;
}

/** Ids per statement: each reads the account's resources once. */
export const idsPerPage = 20_000;
/** Documents per transaction, and their characters. */
export const holdersPerBatch = 1000;
const charactersPerBatch = 8_000_000;
/** Compressed size of the documents whose text is computed, in bytes. */
const storedBytesPerBatch = 4_000_000;
/** A stored reference takes about as much memory as this many characters of a document. */
const charactersPerReference = 200;

/**
 * Lists resources of an account whose references are to be extracted, by id: all after `after`, or those that changed
 * since they were extracted, or were deleted.
 *
 * @param volatileTypes types with rules that read volatile values
 */
export async function listHoldersToExtract(
  tenant: Tenant,
  accountId: string,
  mode: ExtractionMode,
  after: string | undefined,
  volatileTypes: readonly string[],
): Promise<readonly string[]> {
  const { organizationId } = tenant;
  const changed =
    mode === 'full'
      ? sql`r.status <> 'deleted' or h.config_hash <> ''`
      : sql`case when r.status = 'deleted' then h.config_hash <> ''
          else h.config_hash is distinct from r.config_hash
            or r.resource_type = any(${volatileTypes}::text[]) and h.volatile_hash is distinct from (
              select md5(d.volatile::text) from resource_documents d
              where d.organization_id = r.organization_id and d.resource_id = r.id) end`;
  const rows = await rowsOf<{ id: string }>(
    tenant,
    sql`select r.id from resources r
      left join graph_holders h on h.organization_id = ${organizationId} and h.aws_account_id = ${accountId}
        and h.resource_id = r.id
      where r.organization_id = ${organizationId} and r.aws_account_id = ${accountId}
        and (${after}::uuid is null or r.id > ${after}::uuid) and (${changed})
      order by r.id limit ${idsPerPage}`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Reads resources with their documents, in the order of the ids: at least one, at most 8 million characters. A reference
 * that is stored for a resource counts as 200 characters, because it is compared with the new ones. The caller reads the
 * others in the next batch. A resource that no longer exists is left out.
 */
export async function readHolders(
  tenant: Tenant,
  ids: readonly string[],
  volatileTypes: readonly string[],
): Promise<readonly HolderToExtract[]> {
  const existing = await readResources(tenant, await withinStoredSize(tenant, ids.toSorted()));
  // After the hashes: a resource that changes in between is extracted again, because its hash differs from the stored one.
  const documents = await readDocuments(
    tenant,
    existing.filter(({ deleted }) => !deleted).map(({ id }) => id),
  );
  const taken = await withinCharacters(tenant, existing, documents);
  const revisions = await readRevisions(tenant, documents);
  const numbers = await findAccountNumbers(
    tenant,
    existing.map(({ accountId }) => accountId),
  );
  return taken.map(({ accountId, changedAt, ...resource }) => {
    const document = documents.get(resource.id);
    const revision = revisions.get(resource.id);
    return {
      ...resource,
      awsAccountNumber: numbers.get(accountId) ?? '',
      configuration: document?.configuration ?? '{}',
      volatile: document?.volatile ?? '{}',
      tags: document?.tags ?? '{}',
      volatileHash: volatileTypes.includes(resource.resourceType) ? document?.volatileHash : undefined,
      observedAt: revision?.observedAt ?? changedAt,
      scanId: revision?.scanId,
    };
  });
}

/** Returns the first ids whose documents have together at most 4 million bytes. */
async function withinStoredSize(tenant: Tenant, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await rowsOf<{ id: string; size: number }>(
    tenant,
    sql`select resource_id as id, pg_column_size(configuration) + pg_column_size(volatile) + pg_column_size(tags) as size
      from resource_documents where organization_id = ${tenant.organizationId} and resource_id = any(${ids}::uuid[])`,
  );
  return takeUpTo(storedBytesPerBatch, ids, new Map(rows.map(({ id, size }) => [id, size])));
}

type Resource = Pick<
  HolderToExtract,
  'id' | 'resourceType' | 'nativeId' | 'arn' | 'name' | 'region' | 'deleted' | 'configHash'
> & { readonly accountId: string; readonly changedAt: string };

async function readResources(tenant: Tenant, ids: readonly string[]): Promise<readonly Resource[]> {
  return rowsOf<Resource>(
    tenant,
    sql`select id, resource_type as "resourceType", native_id as "nativeId", arn, name, region,
        status = 'deleted' as deleted, case when status = 'deleted' then '' else config_hash end as "configHash",
        aws_account_id as "accountId", last_changed_at::text as "changedAt"
      from resources where organization_id = ${tenant.organizationId} and id = any(${ids}::uuid[]) order by id`,
  );
}

interface Document {
  readonly resourceId: string;
  readonly revision: number;
  /** Length of the three texts. */
  readonly characters: number;
  readonly configuration: string | undefined;
  readonly volatile: string | undefined;
  readonly tags: string | undefined;
  readonly volatileHash: string | undefined;
}

/** Reads documents: the texts of the first ones, together at most 8 million characters, and the length of the others. */
async function readDocuments(tenant: Tenant, ids: readonly string[]): Promise<ReadonlyMap<string, Document>> {
  const rows = await rowsOf<Document>(
    tenant,
    sql`select resource_id, revision, characters, case when is_read then configuration end as configuration,
        case when is_read then volatile end as volatile, case when is_read then tags end as tags,
        case when is_read then md5(volatile) end as volatile_hash
      from (
        select *, row_number() over w = 1 or sum(characters) over w <= ${charactersPerBatch} as is_read
        from (
          select *, length(configuration) + length(volatile) + length(tags) as characters from (
            select resource_id, revision, configuration::text, volatile::text, tags::text from resource_documents
            where organization_id = ${tenant.organizationId} and resource_id = any(${ids}::uuid[])
            offset 0) d
        ) d window w as (order by resource_id)
      ) d`,
  );
  return new Map(rows.map((row) => [row.resourceId, row]));
}

/** Returns the first resources whose documents and stored references count as at most 8 million characters. */
async function withinCharacters(
  tenant: Tenant,
  resources: readonly Resource[],
  documents: ReadonlyMap<string, Document>,
): Promise<readonly Resource[]> {
  const ids = resources.map(({ id }) => id);
  const rows = await rowsOf<{ id: string; count: number }>(
    tenant,
    sql`select resource_id as id, reference_count as count from graph_holders
      where organization_id = ${tenant.organizationId} and resource_id = any(${ids}::uuid[])`,
  );
  const counts = new Map(rows.map(({ id, count }) => [id, count]));
  const sizes = ids.map((id): [string, number] => [
    id,
    (documents.get(id)?.characters ?? 0) + charactersPerReference * (counts.get(id) ?? 0),
  ]);
  const taken = new Set(takeUpTo(charactersPerBatch, ids, new Map(sizes)));
  return resources.filter(({ id }) => taken.has(id));
}

interface Revision {
  readonly resourceId: string;
  readonly revision: number;
  readonly observedAt: string;
  readonly scanId: string | undefined;
}

/** Returns the revisions of documents by resource. */
async function readRevisions(
  tenant: Tenant,
  documents: ReadonlyMap<string, Document>,
): Promise<ReadonlyMap<string, Revision>> {
  const numbers = [...new Set([...documents.values()].map(({ revision }) => revision))];
  const rows = await rowsOf<Revision>(
    tenant,
    sql`select resource_id, revision, observed_at::text, scan_id from resource_revisions
      where organization_id = ${tenant.organizationId} and resource_id = any(${[...documents.keys()]}::uuid[])
        and revision = any(${numbers}::integer[])`,
  );
  const current = rows.filter((row) => documents.get(row.resourceId)?.revision === row.revision);
  return new Map(current.map((row) => [row.resourceId, row]));
}
