import { execute } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/**
 * Stores which sources hold the state of another one. Sources of one project and workspace with one lineage are one state: the
 * one with the highest serial, then the newest reading counts. A workspace of HCP Terraform is the only one of its
 * configuration, whatever Terraform calls it, so the lineage alone decides. Writes only rows that change.
 */
export async function storeSuperseded(tenant: Tenant): Promise<void> {
  const { organizationId } = tenant;
  await execute(
    tenant,
    sql`with linked as materialized (
        select s.id, s.kind, s.lineage, s.serial, s.last_success_at, l.iac_project_id, l.workspace
        from state_sources s
        cross join lateral (
          select s.iac_project_id, coalesce(s.workspace, 'default') as workspace where s.iac_project_id is not null
          union
          select o.iac_project_id, o.workspace from iac_project_states o
          where o.organization_id = ${organizationId} and o.state_source_id = s.id
        ) l
        where s.organization_id = ${organizationId} and not s.disabled and s.last_success_at is not null
          and s.lineage <> '' and s.missing_since is null
      ), newest as (
        select one.id, (array_agg(other.id order by other.serial desc, other.last_success_at desc, other.id))[1] as id_of_newest
        from linked one
        join linked other on other.iac_project_id = one.iac_project_id and other.lineage = one.lineage
          and (other.id = one.id or other.workspace = one.workspace or 'hcp_terraform' in (one.kind, other.kind))
        group by one.id
      ), decided as (
        select s.id, nullif(n.id_of_newest, s.id) as superseded_by from state_sources s
        left join newest n on n.id = s.id where s.organization_id = ${organizationId}
      )
      update state_sources s set superseded_by = d.superseded_by from decided d
      where s.organization_id = ${organizationId} and s.id = d.id and s.superseded_by is distinct from d.superseded_by`,
  );
}
