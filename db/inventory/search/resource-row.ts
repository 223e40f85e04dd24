import type { HistoryTime } from '../../../domain/inventory/history-time.ts';
import type { StoredUnreadablePart } from '../../../domain/discovery/observation/unreadable-part.ts';
import type { JsonObject } from '../../../domain/json/json.ts';
import type { DriftOutcome, ExposureState } from '../../../domain/values.ts';
import { exposureOf } from '../../graph/exposure/exposure-conditions.ts';
import { statusNameOf } from './value-codes.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';

/** A resource as search and `GET /resources/{id}` return it. */
export interface ResourceRow {
  readonly id: string;
  readonly awsAccountId: string;
  readonly accountNumber: string;
  readonly accountName: string | undefined;
  readonly region: string;
  readonly resourceType: string;
  readonly nativeId: string;
  readonly arn: string | undefined;
  readonly name: string | undefined;
  readonly tags: Readonly<Record<string, string>> | undefined;
  readonly configuration: JsonObject | undefined;
  readonly configHash: string | undefined;
  readonly status: string;
  /** `undefined` in searches with `as_of`: its history is not stored. */
  readonly managementState: string | undefined;
  /** `undefined` when the resource was never compared, and in searches with `as_of`. */
  readonly drift: DriftOutcome | undefined;
  /** `undefined` when no exposure is known, and in searches with `as_of`. */
  readonly exposure: ExposureState | undefined;
  /** `undefined` when every part was read, and in searches with `as_of`: its history is not stored. */
  readonly unreadable: readonly StoredUnreadablePart[] | undefined;
  /** Time of creation that AWS returns. */
  readonly createdAtSource: Date | undefined;
  /** Number of the account that shares the resource, when this one is not the owner. */
  readonly ownerAccountNumber: string | undefined;
  readonly firstDiscoveredAt: Date;
  readonly lastSeenAt: Date | undefined;
  readonly lastChangedAt: Date;
  readonly deletedAt: Date | undefined;
}

/** The sort key of a row as text, for the cursor; times with microseconds. */
export interface Positioned {
  readonly id: string;
  readonly position: string;
}

/**
 * Returns a query for the resources in `page` (a query with the columns `id` and `key`), ordered by `key` and `id`.
 * `last_seen_at` of an active resource is the last complete scan of its cell; of a deleted one, its last revision.
 */
export function selectResourceRows(organizationId: string, page: Sql, direction: Sql): Sql {
  return sql`
    with page as materialized (${page})
    select r.id, r.aws_account_id, r.region, r.resource_type, r.native_id, r.arn, r.name, d.tags, d.configuration,
           r.config_hash, r.status, r.management_state, (select t.outcome from resource_drift t
             where t.organization_id = ${organizationId} and t.resource_id = r.id) as drift,
           ${exposureOf(organizationId, 'r.id')} as exposure, r.unreadable, r.created_at_source, r.owner_account_number,
           r.first_discovered_at, r.last_changed_at, r.deleted_at,
           ${lastSeen(organizationId)} as last_seen_at, a.account_id as account_number, a.name as account_name,
           page.key::text as position
    from page
    join resources r on r.organization_id = ${organizationId} and r.id = page.id
    join aws_accounts a on a.organization_id = ${organizationId} and a.id = r.aws_account_id
    left join resource_documents d on d.organization_id = ${organizationId} and d.resource_id = r.id
    left join coverage_cells c on c.organization_id = ${organizationId} and c.aws_account_id = r.aws_account_id
      and c.region = r.region and c.resource_type = r.resource_type
    order by page.key ${direction}, page.id ${direction}`;
}

/** The time of the last scan that found the resource `r`, with its coverage cell `c`. */
export function lastSeen(organizationId: string): Sql {
  return sql`case r.status
    when 'deleted' then (select max(v.observed_at) from resource_revisions v
      where v.organization_id = ${organizationId} and v.resource_id = r.id)
    when 'active' then greatest(c.last_complete_at, r.last_changed_at)
    else c.last_complete_at end`;
}

/** The stored time is later than `asOf` if the resource was deleted and created again with the same identifier. */
export function createdAtAsOf(asOf: HistoryTime): Sql {
  return sql`case when r.created_at_source <= ${asOf} then r.created_at_source end`;
}

/** As {@link selectResourceRows}, at a time: mutable columns come from the version and the revision of that time. */
export function selectResourceRowsAt(
  organizationId: string,
  page: Sql,
  direction: Sql,
  asOf: HistoryTime,
): Sql {
  return sql`
    with page as materialized (${page})
    select r.id, r.aws_account_id, r.region, r.resource_type, r.native_id, r.arn, nullif(h.name, '') as name, v.tags,
           v.configuration, v.config_hash, ${rawSql(statusNameOf('h.status'))} as status, null as management_state,
           null as unreadable, ${createdAtAsOf(asOf)} as created_at_source, r.owner_account_number,
           r.first_discovered_at, h.last_changed_at, h.deleted_at, null as last_seen_at,
           a.account_id as account_number, a.name as account_name, page.key::text as position
    from page
    join resources r on r.organization_id = ${organizationId} and r.id = page.id
    join aws_accounts a on a.organization_id = ${organizationId} and a.id = r.aws_account_id
    join resource_history h on h.organization_id = ${organizationId} and h.resource_id = page.id
      and h.valid_from <= ${asOf} and h.valid_to > ${asOf}
    left join lateral (
      select v.tags, v.configuration, v.config_hash from resource_revisions v
      where v.organization_id = ${organizationId} and v.resource_id = r.id and v.observed_at <= ${asOf}
      order by v.revision desc limit 1) v on true
    order by page.key ${direction}, page.id ${direction}`;
}
