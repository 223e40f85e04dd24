import { errors } from '../../domain/errors.ts';
import { hasState } from '../mapping/projects/project-states.ts';
import { containsText } from '../fragments/contains-text.ts';
import { oneRowOf, rowOf, rowsOf } from '../query.ts';
import { allOf, anyOf, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import type { IacProject } from './iac-project.ts';

export interface ProjectFilters {
  /** A part of the path; case-insensitive. */
  readonly q?: string | undefined;
  readonly repository_id?: readonly string[] | undefined;
  readonly system?: readonly string[] | undefined;
  readonly kind?: readonly string[] | undefined;
  readonly status?: readonly string[] | undefined;
  readonly detection?: readonly string[] | undefined;
  readonly environment_id?: readonly string[] | undefined;
  /** Whether a state source belongs to the project. */
  readonly has_state?: boolean | undefined;
}

/** Lists projects by id, one more than `limit`, with the number of all that match. */
export async function listProjects(
  tenant: Tenant,
  filters: ProjectFilters,
  limit: number,
  after: string | undefined,
): Promise<{ readonly rows: readonly IacProject[]; readonly total: number }> {
  const matching = sql`${fromProjects(tenant)} and ${allOf(conditionsOf(tenant, filters))}`;
  const position = after === undefined ? sql`true` : sql`p.id > ${after}`;
  const rows = await rowsOf<IacProject>(
    tenant,
    sql`select p.* ${matching} and ${position} order by p.id limit ${limit + 1}`,
  );
  const { total } = await oneRowOf<{ total: number }>(tenant, sql`select count(*) as total ${matching}`);
  return { rows, total };
}

/** @throws CatalogueError `not_found`. */
export async function getProject(tenant: Tenant, id: string): Promise<IacProject> {
  const found = await rowOf<IacProject>(tenant, sql`select p.* ${fromProjects(tenant)} and p.id = ${id}`);
  if (found === undefined) throw errors.notFound();
  return found;
}

function fromProjects({ organizationId }: Tenant): Sql {
  return sql`from iac_projects p
    join repositories r on r.organization_id = p.organization_id and r.id = p.repository_id
    join scm_connections c on c.organization_id = r.organization_id and c.id = r.scm_connection_id
      and c.deleted_at is null
    where p.organization_id = ${organizationId}`;
}

function conditionsOf({ organizationId }: Tenant, filters: ProjectFilters): readonly Sql[] {
  return [
    ...anyOf('p.repository_id', filters.repository_id, 'uuid'),
    ...anyOf('p.system', filters.system),
    ...anyOf('p.kind', filters.kind),
    ...anyOf('p.status', filters.status),
    ...anyOf('p.detection', filters.detection),
    ...anyOf('p.environment_id', filters.environment_id, 'uuid'),
    ...(filters.has_state === undefined ? [] : [sql`${hasState(organizationId)} = ${filters.has_state}`]),
    ...(filters.q === undefined ? [] : [containsText('p.path', filters.q)]),
  ];
}
