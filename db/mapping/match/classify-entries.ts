import { collectedResourceTypes } from '../../../domain/mapping/mapped-resource-types.ts';
import { sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import { isOverdue } from '../states/source-conditions.ts';

/**
 * Returns common table expressions that decide the class of entries. They read `entry` and `best`, and end with `decided`:
 * every entry with the columns `new_resource_id`, `new_method`, `new_confidence`, `new_class` and `new_reason`.
 *
 * An entry without a resource is `missing` only when a complete scan of its cell would have shown the resource: the scan
 * began after the state was modified and is at most two scan intervals old, and the source is not overdue. Otherwise the
 * reason says what is missing.
 */
export function classifyEntries(organizationId: string): Sql {
  return sql`account as (
      select a.id, a.account_id, a.status = 'connected' and a.included as is_scanned,
             make_interval(mins => coalesce(a.scan_interval_minutes, c.scan_interval_minutes)) as scan_interval
      from aws_accounts a
      join aws_connections c on c.organization_id = a.organization_id and c.id = a.connection_id
      where a.organization_id = ${organizationId} and a.deleted_at is null
    ), cell as (
      select c.aws_account_id, c.region, c.resource_type, c.outcome, c.last_complete_at,
             -- Scans of due cells are kept for a day only.
             coalesce(s.started_at, c.last_complete_begun_at) as started_at
      from coverage_cells c
      left join scans s on s.organization_id = c.organization_id and s.id = c.scan_id
      where c.organization_id = ${organizationId}
    ), located as (
      select e.*, coalesce((
          select c.value ->> 'region' from jsonb_array_elements(e.candidates) with ordinality c (value, position)
          where c.value ? 'region' order by c.position limit 1), e.region) as cell_region
      from entry e
    ), explained as (
      select e.*, b.resource_id as new_resource_id, b.method as new_method, b.confidence as new_confidence,
        case
          when b.resource_id is not null then null
          when e.role in ('association', 'part') then 'association'
          when e.role = 'unlisted' or e.resource_type is null then 'no_rule'
          when e.resource_type <> all(${collectedResourceTypes}::text[]) then 'no_collector'
          when e.aws_account_number is null then 'account_unknown'
          when a.id is null then 'account_not_connected'
          when not a.is_scanned then 'account_not_scanned'
          when b.is_ambiguous then 'ambiguous'
          when b.is_unobserved then 'not_observed'
          when jsonb_array_length(e.candidates) = 0 then 'no_identity'
          when cell.outcome is null and e.cell_region is null then 'region_unknown'
          when cell.outcome is distinct from 'complete' then 'scan_incomplete'
          when cell.last_complete_at < now() - 2 * a.scan_interval then 'scan_too_old'
          when s.modified_at is null or cell.started_at is null or cell.started_at <= s.modified_at
            then 'scan_before_state'
          when s.last_success_at is null or ${isOverdue('s')} then 'source_overdue'
        end as new_reason
      from located e
      join state_sources s on s.organization_id = ${organizationId} and s.id = e.state_source_id
      left join best b on b.state_source_id = e.state_source_id and b.address = e.address
      left join account a on a.account_id = e.aws_account_number
      left join cell own on own.aws_account_id = a.id and own.resource_type = e.resource_type
        and own.region = e.cell_region
      left join cell world on world.aws_account_id = a.id and world.resource_type = e.resource_type
        and world.region = 'global'
      cross join lateral (select
        case when own.outcome is null then world.outcome else own.outcome end as outcome,
        case when own.outcome is null then world.last_complete_at else own.last_complete_at end as last_complete_at,
        case when own.outcome is null then world.started_at else own.started_at end as started_at) cell
    ), decided as (
      select e.*, case
          when e.new_resource_id is not null then 'matched'
          when e.new_reason = 'association' then 'association'
          when e.new_reason in ('no_rule', 'no_collector') then 'unsupported'
          when e.new_reason in ('account_unknown', 'account_not_connected') then 'unlinked'
          when e.new_reason is null then 'missing' else 'unscanned' end as new_class
      from explained e
    )`;
}
