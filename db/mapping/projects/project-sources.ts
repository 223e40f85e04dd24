import { rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import type { StateSource } from '../states/state-source.ts';

/** A source of a project, with the workspaces of the project that it holds. */
export type ProjectSource = Pick<StateSource, 'id' | 'name' | 'bucket' | 'key'> & {
  readonly workspaces: string[];
};

/** Lists the enabled sources of a project that can be read: those that a user chose for it, and those that were detected. */
export async function listSourcesOfProject(
  tenant: Tenant,
  projectId: string,
): Promise<readonly ProjectSource[]> {
  const { organizationId } = tenant;
  return rowsOf<ProjectSource>(
    tenant,
    sql`select s.id, s.name, s.bucket, s.key, array(
          select l.workspace from iac_project_states l where l.organization_id = s.organization_id
            and l.iac_project_id = ${projectId} and l.state_source_id = s.id
          union select coalesce(s.workspace, 'default') where s.iac_project_id = ${projectId}) as workspaces
      from state_sources s
      where s.organization_id = ${organizationId} and not s.disabled and s.kind <> 'pushed' and (s.iac_project_id = ${projectId} or exists (
        select from iac_project_states l where l.organization_id = s.organization_id
          and l.iac_project_id = ${projectId} and l.state_source_id = s.id))
      order by s.id`,
  );
}

/** Lists the projects of a source: the one that a user chose, and those for which it was detected. */
export async function listProjectsOfSource(
  tenant: Tenant,
  stateSourceId: string,
): Promise<readonly string[]> {
  const rows = await rowsOf<{ id: string }>(
    tenant,
    sql`select id from (${projectsOfSource(tenant, stateSourceId)}) p(id) order by 1`,
  );
  return rows.map(({ id }) => id);
}

/** A query of the ids of the projects of a source. */
export function projectsOfSource({ organizationId }: Tenant, stateSourceId: string): Sql {
  return sql`select s.iac_project_id from state_sources s
      where s.organization_id = ${organizationId} and s.id = ${stateSourceId} and s.iac_project_id is not null
    union
    select l.iac_project_id from iac_project_states l
      where l.organization_id = ${organizationId} and l.state_source_id = ${stateSourceId}`;
}
