import type { HolderDocument } from '../../domain/graph/edge-rule.ts';
import type { ExtractionMode } from '../../domain/values.ts';
import { rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** A resource whose references are to be extracted. */
export interface HolderToExtract extends HolderDocument {
  readonly id: string;
  readonly configHash: string;
  readonly volatileHash: string | null;
  readonly observedAt: string;
  readonly scanId: string | null;
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
  after: string | null,
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
  const { organizationId } = tenant;
  return rowsOf<HolderToExtract & { total: number }>(
    tenant,
    sql`select * from (
        select x.*, sum(length(x.configuration) + length(x.volatile) + length(x.tags)
            + ${charactersPerReference} * x.reference_count) over (order by x.id) as total,
          row_number() over (order by x.id) as position
        from (
          select r.id, r.resource_type as "resourceType", r.native_id as "nativeId", r.arn, r.name,
            a.account_id as "awsAccountNumber", r.region, r.status = 'deleted' as deleted,
            case when r.status = 'deleted' then '' else r.config_hash end as "configHash",
            case when r.resource_type = any(${volatileTypes}::text[]) then md5(d.volatile::text) end as "volatileHash",
            coalesce(v.observed_at, r.last_changed_at)::text as "observedAt", v.scan_id as "scanId",
            coalesce(d.configuration::text, '{}') as configuration, coalesce(d.volatile::text, '{}') as volatile,
            coalesce(d.tags::text, '{}') as tags, coalesce(h.reference_count, 0) as reference_count
          from (
            select s.id, row_number() over (order by s.id) as position, sum(coalesce(
                pg_column_size(d.configuration) + pg_column_size(d.volatile) + pg_column_size(d.tags), 0))
              over (order by s.id) as stored
            from resources s
            left join resource_documents d on d.organization_id = ${organizationId} and d.resource_id = s.id
            where s.organization_id = ${organizationId} and s.id = any(${ids}::uuid[])
          ) s
          join resources r on r.organization_id = ${organizationId} and r.id = s.id
          join aws_accounts a on a.organization_id = ${organizationId} and a.id = r.aws_account_id
          left join resource_documents d on d.organization_id = ${organizationId} and d.resource_id = r.id
            and r.status <> 'deleted'
          left join resource_revisions v on v.organization_id = ${organizationId} and v.resource_id = r.id
            and v.revision = d.revision
          left join graph_holders h on h.organization_id = ${organizationId} and h.resource_id = r.id
          where s.stored <= ${storedBytesPerBatch} or s.position = 1
          offset 0) x
      ) y where y.total <= ${charactersPerBatch} or y.position = 1
      order by y.id`,
  );
}
