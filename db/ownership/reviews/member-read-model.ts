import type { Member, NamedMember } from '../../../domain/ownership/member-facts.ts';
import { selectProjectClaims } from '../../mapping/projects/project-claims.ts';
import { rowOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

interface MemberRow {
  readonly name: string | undefined;
  readonly region: string;
  readonly resourceType: string;
  readonly accountId: string;
  readonly accountNumber: string;
  readonly ouPath: string | undefined;
  readonly tags: Readonly<Record<string, string>>;
  readonly projects: readonly NamedMember[];
  readonly repositories: readonly NamedMember[];
}

/** Projects beyond this number describe no application. */
const maximumProjects = 10;

/** Returns the properties of a resource from which a rule can be learned; `undefined` if it is deleted. */
export async function findMember(tenant: Tenant, resourceId: string): Promise<Member | undefined> {
  const { organizationId } = tenant;
  const row = await rowOf<MemberRow>(
    tenant,
    sql`with project as materialized (
        select p.id, p.path, p.repository_id, v.full_name from iac_projects p
        join repositories v on v.organization_id = ${organizationId} and v.id = p.repository_id
        where p.organization_id = ${organizationId} and p.id in (
          select c.iac_project_id from ${selectProjectClaims(organizationId)} c where c.resource_id = ${resourceId})
        order by p.path, p.id limit ${maximumProjects}
      ), repository as (select distinct repository_id as id, full_name as name from project)
      select r.name, r.region, r.resource_type, a.id as account_id, a.account_id as account_number, a.ou_path,
        (select coalesce(jsonb_object_agg(t.key, t.value), '{}') from resource_tags t
          where t.organization_id = ${organizationId} and t.resource_id = r.id and t.valid_to = 'infinity') as tags,
        (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', path) order by path, id), '[]')
          from project) as projects,
        (select coalesce(jsonb_agg(to_jsonb(repository) order by name, id), '[]') from repository) as repositories
      from resources r
      join aws_accounts a on a.organization_id = ${organizationId} and a.id = r.aws_account_id
      where r.organization_id = ${organizationId} and r.id = ${resourceId} and r.status <> 'deleted'`,
  );
  if (row === undefined) return undefined;
  return {
    name: row.name,
    region: row.region,
    resourceType: row.resourceType,
    account: { id: row.accountId, number: row.accountNumber, ouPath: row.ouPath },
    tags: row.tags,
    projects: row.projects,
    repositories: row.repositories,
  };
}
