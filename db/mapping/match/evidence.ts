import {
  firstScanHours,
  kindsWithState,
  reachSteps,
  systemsWithState,
} from '../../../domain/mapping/evidence-rule.ts';
import type { ReachStep } from '../../../domain/mapping/evidence-rule.ts';
import { withoutNestedLoops } from '../../planner-settings.ts';
import { rowsOf } from '../../query.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { counts, isNew, isOverdue, wasRead } from '../states/source-conditions.ts';
import { storeSuperseded } from '../states/superseded-sources.ts';

/** Accounts and sources whose effect on management states changed since it was last stored. */
export interface ChangedEvidence {
  readonly awsAccountIds: readonly string[];
  readonly stateSourceIds: readonly string[];
}

const step = (name: ReachStep) => rawSql(String(reachSteps[name].order));
const reachOfStep = rawSql(
  `case g.step ${Object.values(reachSteps)
    .map(({ order, reach }) => `when ${order} then '${reach}'`)
    .join(' ')} end`,
);

/**
 * Stores the evidence gaps of the organization, for each account whether its evidence is complete, and for each source whether
 * its entries count. Returns the accounts and the sources that changed. It reads no entries.
 *
 * - **Gaps** are enabled sources that were not read or are overdue, active projects without a source that has been read, and
 *   selected repositories that were not scanned. A project with more states than detection lists is a gap, and so is one of whose
 *   backends the code determines only some, unless a person or a pipeline added a source. What manages no AWS resources is no gap.
 * - **Reach**: `reachSteps` of domain/mapping/evidence-rule.ts.
 * - **Complete** is an account when a state that reaches it was read, and no gap reaches it. Of an account of which a person
 *   said that all code is connected, only gaps with a known reach count, and it needs no source.
 * - A new source whose first attempt has not ended neither completes an account nor makes it incomplete.
 */
export async function storeEvidence(tenant: Tenant): Promise<ChangedEvidence> {
  const { organizationId } = tenant;
  await storeSuperseded(tenant);
  const accounts = await withoutNestedLoops(tenant, () =>
    rowsOf<{ id: string; changed: boolean }>(
      tenant,
      sql`with ${selectGaps(organizationId)}, ${selectCompleteness(organizationId)}, stored_gaps as (
          insert into evidence_gaps as e (organization_id, kind, subject_id, reach, aws_account_ids)
          select ${organizationId}::uuid, g.kind, g.subject_id, ${reachOfStep}, g.accounts from gap g
          left join evidence_gaps k on k.organization_id = ${organizationId} and k.kind = g.kind
            and k.subject_id = g.subject_id
          where k.kind is null or (k.reach, k.aws_account_ids) is distinct from (${reachOfStep}, g.accounts)
          on conflict on constraint evidence_gaps_pkey do update
            set reach = excluded.reach, aws_account_ids = excluded.aws_account_ids
        ), closed_gaps as (
          delete from evidence_gaps e where e.organization_id = ${organizationId}
            and not exists (select from gap g where g.kind = e.kind and g.subject_id = e.subject_id)
        )
        insert into mapping_accounts as m (organization_id, aws_account_id, evidence_complete, has_source)
        select ${organizationId}::uuid, c.id, c.is_complete, c.has_source from completeness c
        left join mapping_accounts known on known.organization_id = ${organizationId} and known.aws_account_id = c.id
        where (c.is_complete, c.has_source)
          <> (coalesce(known.evidence_complete, false), coalesce(known.has_source, false))
        on conflict on constraint mapping_accounts_pkey do update
          set evidence_complete = excluded.evidence_complete, has_source = excluded.has_source, updated_at = now()
        returning m.aws_account_id as id, new.evidence_complete <> coalesce(old.evidence_complete, false) as changed`,
    ),
  );
  const sources = await rowsOf<{ id: string }>(
    tenant,
    sql`update state_sources s set counted = ${counts('s')}
      where s.organization_id = ${organizationId} and s.counted <> ${counts('s')} returning s.id`,
  );
  return {
    awsAccountIds: accounts.flatMap(({ id, changed }) => (changed ? [id] : [])),
    stateSourceIds: sources.map(({ id }) => id),
  };
}

/**
 * Common table expressions that end with `source`, the enabled sources that can manage AWS resources, and `gap`. Both have the
 * `step` of their reach and its `accounts`; null means all.
 */
function selectGaps(organizationId: string): Sql {
  const ofOrganization = (alias: string) => sql`${rawSql(alias)}.organization_id = ${organizationId}`;
  return sql`account as materialized (
      select a.id, a.account_id, a.default_environment_id, a.code_complete from aws_accounts a
      where ${ofOrganization('a')} and a.deleted_at is null
    ), project as materialized (
      select p.id, p.without_aws, p.provider_account_numbers, p.environment_id,
        p.has_unlisted_states or coalesce(p.state_reason = 'too_many_backends', false) as has_more_states,
        -- The code determines some of the backends.
        coalesce(p.state_reason = 'backend_unresolved', false) and p.backends <> '[]' as has_open_backends,
        p.status = 'active' and not p.without_aws and p.kind = any(${kindsWithState}::text[])
          and p.system = any(${systemsWithState}::text[]) as is_root
      from iac_projects p
      join repositories r on ${ofOrganization('r')} and r.id = p.repository_id
      join scm_connections c on ${ofOrganization('c')} and c.id = r.scm_connection_id and c.deleted_at is null
      where ${ofOrganization('p')}
    ), backend as materialized (
      select s.iac_project_id as project_id, '' as variant, s.id as source_id from state_sources s
      where ${ofOrganization('s')} and s.iac_project_id is not null
      union
      select l.iac_project_id, l.variant, l.state_source_id from iac_project_states l
      where ${ofOrganization('l')} and l.state_source_id is not null
    ), link as materialized (
      select distinct project_id, source_id from backend
    ), project_account as materialized (
      select n.iac_project_id as project_id, ${step('named')} as step, a.id as account_id
      from iac_project_reach n left join account a on a.id = n.aws_account_id where ${ofOrganization('n')}
      union all
      select p.id, ${step('providers')}, a.id from project p
      cross join lateral unnest(p.provider_account_numbers) n(number) left join account a on a.account_id = n.number
      union all
      select p.id, ${step('environment')}, a.id from project p
      join account a on a.default_environment_id = p.environment_id
    ), project_step as (
      select project_id, step, ${accountsOf('account_id')} as accounts from project_account group by 1, 2
    ), project_reach as (
      select distinct on (project_id) project_id, step, accounts from project_step order by project_id, step
    ), projects_of_source as materialized (
      select l.source_id, count(*) as projects, bool_and(p.without_aws) as without_aws
      from link l join project p on p.id = l.project_id group by 1
    ), entries_of_source as materialized (
      select x.state_source_id as source_id, ${accountsOf('a.id')} as accounts
      from state_source_accounts x left join account a on a.account_id = x.account_number
      where ${ofOrganization('x')} group by 1
    ), source_step as (
      select s.id as source_id, ${step('named')} as step, ${accountsOf('a.id')} as accounts
      from state_sources s
      cross join lateral (
        select unnest(s.pushed_account_ids) as id
        union all
        select r.account_id from link l join project_account r on r.project_id = l.project_id
        where l.source_id = s.id and r.step = ${step('named')}
      ) n
      left join account a on a.id = n.id
      where ${ofOrganization('s')} and s.pushed_account_ids is not null group by 1
      union all
      select source_id, ${step('entries')}, accounts from entries_of_source
      union all
      select l.source_id, r.step, ${accountsOf('r.account_id')} from link l
      join project_account r on r.project_id = l.project_id
      join projects_of_source o on o.source_id = l.source_id
      group by l.source_id, r.step, o.projects having count(distinct l.project_id) = o.projects
    ), source_reach as (
      select distinct on (source_id) source_id, step, accounts from source_step
      -- The accounts of a push include those that a person named for its projects.
      order by source_id, step, cardinality(accounts) desc
    ), read_backend as (
      select distinct b.project_id, b.variant from backend b
      join state_sources s on ${ofOrganization('s')} and s.id = b.source_id and not s.disabled and ${wasRead('s')}
    ), source as materialized (
      select s.id, ${wasRead('s')} as was_read, ${isOverdue('s')} as is_overdue, ${isNew('s')} as is_new,
        coalesce(r.step, ${step('all')}) as step, r.accounts
      from state_sources s
      left join source_reach r on r.source_id = s.id
      left join projects_of_source o on o.source_id = s.id
      left join entries_of_source e on e.source_id = s.id
      where ${ofOrganization('s')} and not s.disabled and not s.without_aws and s.superseded_by is null
        and not (coalesce(o.without_aws, false) and e.source_id is null)
        -- A default workspace without object beside others of the same backend that were read.
        and not (s.origin = 'detected' and coalesce(s.workspace, 'default') = 'default' and s.etag is null
          and s.last_success_at is null and e.source_id is null
          and coalesce(s.last_error like 'key~_missing:%' escape '~', false)
          and s.id in (select b.source_id from backend b
            join read_backend r on r.project_id = b.project_id and r.variant = b.variant))
    ), project_source as materialized (
      select l.project_id, s.origin <> 'detected' or s.kind <> 's3' as is_added from link l
      join state_sources s on ${ofOrganization('s')} and s.id = l.source_id and (not s.disabled or ${wasRead('s')})
    ), gap as materialized (
      select case when s.was_read then 'state_overdue' else 'state_unread' end as kind, s.id as subject_id, s.step,
        s.accounts, s.is_new
      from source s where s.is_overdue or not s.was_read
      union all
      select 'project_without_state', p.id, coalesce(r.step, ${step('all')}), r.accounts, false
      from project p left join project_reach r on r.project_id = p.id
      where p.is_root and (p.has_more_states or p.id not in (select project_id from project_source)
        or p.has_open_backends and p.id not in (select project_id from project_source where is_added))
      union all
      select 'repository_unscanned', r.id, ${step('all')}, null, false from repositories r
      join scm_connections c on ${ofOrganization('c')} and c.id = r.scm_connection_id and c.deleted_at is null
      where ${ofOrganization('r')} and r.status <> 'removed'
        and (r.last_scanned_at is null or r.last_scanned_at < r.selected_at)
        and r.selected_at <= now() - make_interval(hours => ${firstScanHours})
    )`;
}

/** A common table expression `completeness` of every account, from those of {@link selectGaps}. */
function selectCompleteness(organizationId: string): Sql {
  return sql`reached as (
      select distinct u.account_id from source s cross join lateral unnest(s.accounts) u(account_id)
      where s.was_read and not s.is_overdue
    ), gaps_of_account as (
      select u.account_id, count(*) as gaps, count(*) filter (where not g.is_new) as old_gaps,
        count(*) filter (where g.step < ${step('environment')}) as known,
        count(*) filter (where g.step < ${step('environment')} and not g.is_new) as old_known
      from gap g cross join lateral unnest(g.accounts) u(account_id) group by 1
    ), gaps_of_all as materialized (
      select count(*) as gaps, count(*) filter (where not g.is_new) as old_gaps,
        exists (select from source s where s.was_read and not s.is_overdue and s.step = ${step('all')}) as is_reached
      from gap g where g.step = ${step('all')}
    ), judged as (
      select a.id, o.is_reached or a.id in (select account_id from reached) as has_source, a.code_complete,
        case when a.code_complete then coalesce(g.known, 0) else o.gaps + coalesce(g.gaps, 0) end as gaps,
        case when a.code_complete then coalesce(g.old_known, 0) else o.old_gaps + coalesce(g.old_gaps, 0) end as old_gaps
      from account a cross join gaps_of_all o left join gaps_of_account g on g.account_id = a.id
    ), completeness as (
      select j.id, j.has_source, (j.has_source or j.code_complete) and (
          j.gaps = 0 or (j.old_gaps = 0 and coalesce(m.evidence_complete, false))) as is_complete
      from judged j
      left join mapping_accounts m on m.organization_id = ${organizationId} and m.aws_account_id = j.id
    )`;
}

/** The distinct accounts of a group, without NULL: an array, also when there is none. */
function accountsOf(column: string): Sql {
  return rawSql(
    `coalesce(array_agg(distinct ${column} order by ${column}) filter (where ${column} is not null), '{}')`,
  );
}
