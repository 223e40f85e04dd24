import { dayMs, hourMs } from '../../../domain/time.ts';
import { lockOrganization } from '../../lock-organization.ts';
import { newId } from '../../new-id.ts';
import { execute, oneRowOf, rowOf, rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Database, Tenant } from '../../tenant.ts';
import { deadlinesOf } from './source-conditions.ts';
import type { StateSource } from './state-source.ts';

/** An attempt of a sync. */
export interface StateSyncAttempt {
  readonly source: StateSource;
  /** Lost when the source is changed or deleted, or when another attempt begins. */
  readonly token: string;
  /** Whether a user requested the sync. */
  readonly requested: boolean;
  /** Text with microseconds. */
  readonly begunAt: string;
}

/**
 * Begins an attempt: an earlier one of the source stores nothing any more. Returns `undefined` when the source was deleted
 * or is disabled; a disabled or pushed source is not due again.
 */
export async function beginStateSync(
  tenant: Tenant,
  stateSourceId: string,
  runId: string,
): Promise<StateSyncAttempt | undefined> {
  const token = newId();
  const source = await rowOf<StateSource & Pick<StateSyncAttempt, 'requested' | 'begunAt'>>(
    tenant,
    sql`update state_sources s set sync_token = ${token}, reading_run_id = null,
        next_sync_at = case when s.disabled or s.kind = 'pushed' then null else s.next_sync_at end
      where s.organization_id = ${tenant.organizationId} and s.id = ${stateSourceId}
      returning s.*, now()::text as begun_at, exists (select from runs n where n.organization_id = s.organization_id and n.id = ${runId}
        and n.requested_by is not null) as requested`,
  );
  if (source === undefined || source.disabled) return undefined;
  return { source, token, requested: source.requested, begunAt: source.begunAt };
}

/** Stores that the run reads a changed object, which makes the status `syncing`. */
export async function markStateReading(
  tenant: Tenant,
  { source, token }: StateSyncAttempt,
  runId: string,
): Promise<void> {
  await execute(
    tenant,
    sql`update state_sources set reading_run_id = ${runId}
      where organization_id = ${tenant.organizationId} and id = ${source.id} and sync_token = ${token}`,
  );
}

/**
 * Locks the mapping and the source until the transaction ends, in this order: a match of other sources and accounts holds
 * the lock of mapping while it writes the counts and entries of this source. Returns `undefined` when the attempt lost its
 * token.
 */
export async function lockForSyncResult(
  tenant: Tenant,
  { source, token }: StateSyncAttempt,
): Promise<StateSource | undefined> {
  await lockOrganization(tenant, 'mapping');
  return rowOf<StateSource>(
    tenant,
    sql`select * from state_sources where organization_id = ${tenant.organizationId} and id = ${source.id}
        and sync_token = ${token} for no key update`,
  );
}

/** The object that the entries of a source come from. */
export interface SyncedState {
  readonly etag: string;
  readonly versionId: string | undefined;
  readonly sizeBytes: number;
  readonly modifiedAt: Date | undefined;
  readonly serial: number;
  readonly lineage: string;
  readonly formatVersion: number;
  readonly terraformVersion: string | undefined;
  readonly rulesVersion: string;
  readonly withoutAws: boolean;
  /** Shown as `last_error`, for a state of which some entries were skipped. */
  readonly remark: string | undefined;
}

/**
 * Stores that a state was read. The caller has locked the source and replaced its entries.
 *
 * @param begunAt when the read began; absent: now
 */
export async function recordStateRead(
  tenant: Tenant,
  stateSourceId: string,
  state: SyncedState,
  begunAt?: string,
): Promise<void> {
  await execute(
    tenant,
    sql`update state_sources set status = 'synced', last_error = ${state.remark}, last_synced_at = now(),
        last_success_at = now(), read_begun_at = coalesce(${begunAt}::timestamptz, now()), missing_since = null, etag = ${state.etag}, version_id = ${state.versionId},
        size_bytes = ${state.sizeBytes}, modified_at = ${state.modifiedAt}, serial = ${state.serial},
        lineage = ${state.lineage}, format_version = ${state.formatVersion},
        terraform_version = ${state.terraformVersion}, rules_version = ${state.rulesVersion}, without_aws = ${state.withoutAws}, updated_at = now()
      where organization_id = ${tenant.organizationId} and id = ${stateSourceId}`,
  );
}

/**
 * Stores that the object of a source is the one that was read last. A remark about skipped entries stays, an error ends.
 * Returns false when the attempt lost its token.
 */
export async function recordStateUnchanged(
  tenant: Tenant,
  { source, token, begunAt }: StateSyncAttempt,
): Promise<boolean> {
  const updated = await execute(
    tenant,
    sql`update state_sources set last_synced_at = now(), last_success_at = now(), read_begun_at = ${begunAt}, missing_since = null,
        status = 'synced', last_error = case when status = 'synced' then last_error end
      where organization_id = ${tenant.organizationId} and id = ${source.id} and sync_token = ${token}`,
  );
  return updated > 0;
}

/** The outcome of a failed sync. */
export interface RecordedStateFailure {
  /** Whether the attempt still had its token, so that the failure was stored. */
  readonly stored: boolean;
  /**
   * Whether the evidence of accounts may have changed: the first attempt ended, the source counts as read without an object, or
   * it became overdue or its object missing for a day since its previous failure.
   */
  readonly changedEvidence: boolean;
}

/**
 * Stores why a sync failed. The entries of the last successful one stay. S3 answers `key_missing` only where it allows to list the
 * bucket, so a key that the code or a person wrote, and that never had an object, is an empty state that was read.
 */
export async function recordStateFailure(
  tenant: Tenant,
  { source, token }: StateSyncAttempt,
  error: string,
  missing: 'bucket_missing' | 'key_missing' | undefined,
): Promise<RecordedStateFailure> {
  const isEmpty = sql`(${missing === 'key_missing'} and not s.guessed and s.etag is null and not exists (
    select from state_entries e where e.organization_id = s.organization_id and e.state_source_id = s.id))`;
  const row = await rowOf<{ changed: boolean }>(
    tenant,
    sql`update state_sources s set status = 'error', last_error = ${error}, updated_at = now(),
        last_success_at = case when ${isEmpty} then now() else s.last_success_at end,
        missing_since = case when ${isEmpty} then null when ${missing !== undefined} then coalesce(s.missing_since, now())
          else s.missing_since end
      where s.organization_id = ${tenant.organizationId} and s.id = ${source.id} and s.sync_token = ${token}
      returning old.status = 'pending' or (old.last_success_at is null) <> (new.last_success_at is null)
        or exists (select from unnest(${deadlinesOf('old')}) as deadline(at)
          where deadline.at > old.updated_at and deadline.at <= now()) as changed`,
  );
  return { stored: row !== undefined, changedEvidence: row?.changed ?? false };
}

/** Whether a source that succeeds now was never read, or was overdue, or its object missing for a day. */
export function gainsEvidence(source: StateSource, now = Date.now()): boolean {
  // A pushed state has an age of its own.
  const dayAgo = now - (source.maxAgeHours === undefined ? dayMs : source.maxAgeHours * hourMs);
  const { lastSuccessAt: last, missingSince: missing } = source;
  return (
    last === undefined || last.getTime() < dayAgo || (missing !== undefined && missing.getTime() < dayAgo)
  );
}

/** The account whose role reads a source, with the region of the bucket in its inventory. */
export interface StateReaderAccount {
  readonly id: string;
  readonly bucketRegion: string | undefined;
}

/**
 * Finds the account of a source: the one that a user chose, else the one whose inventory has the bucket. `undefined` when
 * no account has it.
 */
export async function findStateReader(
  tenant: Tenant,
  { awsAccountId: accountId, bucket }: Pick<StateSource, 'awsAccountId'> & { readonly bucket: string },
): Promise<StateReaderAccount | undefined> {
  const { organizationId } = tenant;
  const ofBucket = sql`from resources r where r.organization_id = ${organizationId}
      and r.resource_type = 'AWS::S3::Bucket' and r.native_id = ${bucket} and r.status = 'active'`;
  if (accountId !== undefined) {
    const { bucketRegion } = await oneRowOf<{ bucketRegion: string | undefined }>(
      tenant,
      sql`select (select r.region ${ofBucket} limit 1) as bucket_region`,
    );
    return { id: accountId, bucketRegion };
  }
  return rowOf<StateReaderAccount>(
    tenant,
    sql`select r.aws_account_id as id, r.region as bucket_region ${ofBucket} order by r.id limit 1`,
  );
}

/**
 * Returns up to `limit` sources of all organizations whose sync is due, and makes them due again after the interval.
 * Organizations get equal shares of `limit`, and have at most `activeLimit` active syncs with those that are returned.
 */
export async function claimStateSyncs(
  database: Database,
  minutes: number,
  limit: number,
  activeLimit: number,
): Promise<
  readonly (Pick<StateSource, 'id' | 'name' | 'bucket' | 'key'> & { readonly organizationId: string })[]
> {
  return rowsOf(
    database.outside,
    sql`select * from claim_state_syncs(make_interval(mins => ${minutes}), ${limit}, ${activeLimit})`,
  );
}
