import { comparedManagers } from '../../domain/drift/comparable-attributes.ts';
import type { DriftOutcome } from '../../domain/values.ts';
import { voidsClaim } from '../mapping/match/correction-conditions.ts';
import { isOverdue } from '../mapping/states/source-conditions.ts';
import { rowsOf } from '../query.ts';
import { rowset } from '../rowset.ts';
import { rawSql, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { writtenBy } from './written-by.ts';

/** An attribute whose form in a state is not among those that equal the value of AWS. */
export interface Difference {
  readonly key: string;
  readonly stateSourceId: string;
  readonly address: string;
  readonly terraformType: string;
  readonly expected: string | undefined;
  readonly actual: string | undefined;
}

/** The comparison of a resource with the states that manage it. */
export interface ComparedResource {
  readonly resourceId: string;
  readonly outcome: DriftOutcome;
  readonly differences: readonly Difference[];
  /**
   * Sources that were not read since the resource was observed: differences that are new count after their next sync. The
   * resource keeps its last outcome until then.
   */
  readonly unreadSourceIds: readonly string[];
  /** Sources whose entries claim the resource. */
  readonly stateSourceIds: readonly string[];
}

/** A tag, or a prefix of tags, that the provider of a source's entries leaves alone. */
export interface IgnoredTag {
  readonly stateSourceId: string;
  /** The address of the provider in the state. */
  readonly provider: string;
  readonly tag: string;
  readonly isPrefix: boolean;
}

/** What is not compared, by consent of the code. */
export interface DriftConsent {
  /** Keys of attributes that deployments change. They are compared where the block of the entry was found. */
  readonly deployedKeys: readonly string[];
  readonly ignoredTags: readonly IgnoredTag[];
}

/**
 * Returns a query for the claims of counted sources: a row per entry and resource, with `resource_id` and the columns of the
 * entry's attributes. Entries of associations and parts claim the resource that they configure.
 */
export function selectClaims(organizationId: string): Sql {
  return sql`${selectOwnClaims(organizationId)} union all ${selectHolderClaims(organizationId)}`;
}

/** The part of `selectClaims` by entries of the resource itself. */
export function selectOwnClaims(organizationId: string): Sql {
  return sql`select a.*, e.resource_id, e.code_address, e.provider, true as is_own from state_entry_attributes a
      join state_entries e on e.organization_id = ${organizationId} and e.state_source_id = a.state_source_id
        and e.address = a.address and e.resource_id is not null
      join state_sources s on s.organization_id = ${organizationId} and s.id = a.state_source_id and s.counted
      where a.organization_id = ${organizationId}
        and not exists (select from mapping_corrections c where ${voidsClaim(organizationId)})`;
}

/**
 * The part of `selectClaims` by associations and parts.
 *
 * A name such as that of a cluster is of several resources when the account or the region of the entry is not known. Each of them
 * is claimed, so that what the entry may manage is not compared with another one, but without attributes to compare.
 */
export function selectHolderClaims(organizationId: string): Sql {
  return sql`select a.organization_id, a.state_source_id, a.address, a.terraform_type, a.aws_account_number,
        case when e.region is not null and a.aws_account_number is not null or not exists (
          select from resources n
          join aws_accounts m on m.organization_id = ${organizationId} and m.id = n.aws_account_id
            and m.account_id = coalesce(a.aws_account_number, m.account_id)
          where n.organization_id = ${organizationId} and n.resource_type = r.resource_type and n.native_id = r.native_id
            and n.status = 'active' and n.id <> r.id and coalesce(e.region, n.region) = n.region)
          then a.forms else '{}' end as forms, a.has_tags, a.holders, a.holder_id, r.id as resource_id, e.code_address,
        e.provider, false as is_own
      from state_entry_attributes a
      join state_sources s on s.organization_id = ${organizationId} and s.id = a.state_source_id and s.counted
      join state_entries e on e.organization_id = ${organizationId} and e.state_source_id = a.state_source_id
        and e.address = a.address
      join resources r on r.organization_id = ${organizationId} and r.native_id = a.holder_id
        and a.holders @> jsonb_build_array(jsonb_build_object('resourceType', r.resource_type))
        and r.status = 'active' and r.region in (coalesce(e.region, r.region), 'global')
      where a.organization_id = ${organizationId} and a.holder_id is not null
        and (a.aws_account_number is null or exists (
          select from aws_accounts o where o.organization_id = ${organizationId} and o.id = r.aws_account_id
            and o.account_id = a.aws_account_number))`;
}

/** The attribute of a difference as the API names it: without the Terraform type. */
export function attributeOfDifference(alias: string): Sql {
  return rawSql(
    `(case when ${alias}.key like 'tags.%' then ${alias}.key else substr(${alias}.key, strpos(${alias}.key, '.') + 1) end)`,
  );
}

/** Entries of a type hide the keys that match the pattern. */
const hidden = comparedManagers.flatMap(({ type, hides }) =>
  hides.map((key) => ({ type, pattern: key.replaceAll('_', '\\_').replaceAll('*', '%') })),
);

/**
 * Compares the stored attributes of resources with those of the entries that claim them: equality of texts, in one statement.
 * Leaves out resources that cannot be compared now: their cell was not read since the state was written, their attributes are not
 * stored as of their last revision, or an execution of the project runs.
 *
 * Attributes that `ignore_changes` of the entry's block names are not compared.
 *
 * @param resourceIds at most some thousand
 */
export async function compareResources(
  tenant: Tenant,
  resourceIds: readonly string[],
  { deployedKeys, ignoredTags }: DriftConsent,
): Promise<readonly ComparedResource[]> {
  const { organizationId } = tenant;
  return rowsOf<ComparedResource>(
    tenant,
    sql`with claim as materialized (
        select c.* from (${selectClaims(organizationId)}) c where c.resource_id = any(${resourceIds}::uuid[])
      ), block as materialized (
        select c.state_source_id, c.address, array_agg(distinct i.path) filter (where i.path is not null) as ignored
        from (select distinct state_source_id, address, code_address from claim) c
        cross join lateral (
          select s.iac_project_id from state_sources s where s.organization_id = ${organizationId} and s.id = c.state_source_id
          union
          select l.iac_project_id from iac_project_states l
          where l.organization_id = ${organizationId} and l.state_source_id = c.state_source_id) p
        cross join lateral (
          select l.ignored from code_locations l
          where l.organization_id = ${organizationId} and l.iac_project_id = p.iac_project_id
            and l.code_address in (c.address, c.code_address)
          order by l.code_address = c.address desc limit 1) l
        left join lateral unnest(l.ignored) i(path) on true
        where l.ignored is not null
        group by c.state_source_id, c.address
      ), ignored_tag as (
        select * from ${rowset('t', { stateSourceId: 'uuid', provider: 'text', tag: 'text', isPrefix: 'boolean' }, ignoredTags)}
      ), subject as materialized (
        select r.id, f.forms as accepted, c.last_complete_begun_at,
          -- A scan of the cell that has not ended, or failed, can have stored the resource already.
          greatest(c.last_complete_at, r.last_changed_at) as observed_at
        from resources r
        join resource_documents d on d.organization_id = ${organizationId} and d.resource_id = r.id
        join resource_attributes f on f.organization_id = ${organizationId} and f.resource_id = r.id
          and f.revision = d.revision
        join coverage_cells c on c.organization_id = ${organizationId} and c.aws_account_id = r.aws_account_id
          and c.region = r.region and c.resource_type = r.resource_type and c.last_complete_begun_at is not null
        where r.organization_id = ${organizationId} and r.id = any(${resourceIds}::uuid[]) and r.status = 'active'
      ), source as materialized (
        select s.id, ${writtenBy('s')} as written_by, coalesce(s.read_begun_at, s.last_success_at) as read_at, ${isOverdue('s')} as is_overdue, exists (
            select from executions x
            where x.organization_id = ${organizationId} and x.status = 'running' and x.started_at > now() - interval '24 hours'
              and x.iac_project_id in (
                select s.iac_project_id union all
                select l.iac_project_id from iac_project_states l
                where l.organization_id = ${organizationId} and l.state_source_id = s.id)) as is_running
        from state_sources s
        where s.organization_id = ${organizationId} and s.id in (select state_source_id from claim)
      ), ready as materialized (
        select u.id, bool_or(s.is_overdue) as is_overdue,
          bool_and(s.written_by is not null and u.last_complete_begun_at >= s.written_by) and not bool_or(s.is_running)
            as is_comparable
        from subject u join claim c on c.resource_id = u.id join source s on s.id = c.state_source_id
        where c.forms <> '{}' or c.has_tags
        group by u.id
      ), hides as (
        select * from ${rowset('h', { type: 'text', pattern: 'text' }, hidden)}
      ), pair as materialized (
        select c.resource_id, c.state_source_id, c.address, c.terraform_type, c.provider, c.is_own, k.key,
               k.value as expected, u.accepted -> k.key as accepted
        from claim c join subject u on u.id = c.resource_id
        cross join lateral jsonb_each_text(c.forms) k
        where (u.accepted -> k.key is not null or (c.has_tags and k.key like 'tags.%' and u.accepted -> 'tags' is not null))
        union all
        select c.resource_id, c.state_source_id, c.address, c.terraform_type, c.provider, c.is_own, t.key, null, t.value
        from claim c join subject u on u.id = c.resource_id
        cross join lateral jsonb_each(u.accepted) t
        where c.has_tags and t.key like 'tags.%' and c.forms -> t.key is null
      ), compared as materialized (
        select p.* from pair p
        left join block b on b.state_source_id = p.state_source_id and b.address = p.address
        cross join lateral (select ${attributeOfDifference('p')} as name) attribute
        where (b.address is not null or p.key <> all(${deployedKeys}::text[])) and (b.ignored is null or not exists (
          select from unnest(b.ignored) i(path) where i.path in ('*', attribute.name)
            or starts_with(attribute.name, i.path || '.') and (i.path = 'tags' or p.key not like 'tags.%')
            or starts_with(i.path, attribute.name || '.') and p.key not like 'tags.%'))
        and not exists (
          select from ignored_tag t where t.state_source_id = p.state_source_id and t.provider = p.provider
            and p.key like 'tags.%' and (p.key = 'tags.' || t.tag or t.is_prefix and starts_with(p.key, 'tags.' || t.tag)))
        and not exists (
          select from claim o join hides h on h.type = o.terraform_type
          where o.resource_id = p.resource_id and p.key like h.pattern
            and (o.state_source_id, o.address) <> (p.state_source_id, p.address))
      ), disagreeing as (
        select resource_id from compared
        where is_own and resource_id in (select resource_id from claim where is_own group by 1 having count(*) > 1)
        group by resource_id, key having count(distinct coalesce(expected, '')) > 1
      ), different as (
        select p.*, s.read_at < u.observed_at and not exists (
            select from drift_differences f where f.organization_id = ${organizationId} and f.resource_id = p.resource_id
              and (f.key, f.state_source_id, f.address) = (p.key, p.state_source_id, p.address)
              and (f.expected, f.actual) is not distinct from (p.expected, p.accepted ->> -1)) as is_unread
        from compared p join subject u on u.id = p.resource_id join source s on s.id = p.state_source_id
        where p.expected is null or p.accepted is null or not jsonb_exists(p.accepted, p.expected)
      ), difference as materialized (
        select d.resource_id, array_agg(distinct d.state_source_id) filter (where d.is_unread) as unread_source_ids,
          jsonb_agg(jsonb_strip_nulls(jsonb_build_object('key', d.key, 'stateSourceId', d.state_source_id,
            'address', d.address, 'terraformType', d.terraform_type, 'expected', d.expected, 'actual', d.accepted ->> -1)))
            as found
        from different d group by d.resource_id
      ), claiming as materialized (
        select resource_id, array_agg(distinct state_source_id) as ids from claim group by resource_id
      )
      select r.id as resource_id,
        case when r.is_overdue or r.id in (select resource_id from disagreeing)
               or r.id not in (select resource_id from compared) then 'unknown'
          when d.resource_id is not null then 'drifted' else 'in_sync' end as outcome,
        coalesce(d.found, '[]') as differences, coalesce(d.unread_source_ids, '{}') as unread_source_ids,
        c.ids as state_source_ids
      from ready r join claiming c on c.resource_id = r.id left join difference d on d.resource_id = r.id
      where r.is_comparable or r.is_overdue`,
  );
}
