import { errors } from '../../domain/errors.ts';
import { containsText } from '../fragments/contains-text.ts';
import { oneRowOf, rowOf, rowsOf } from '../query.ts';
import { allOf, anyOf, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import type { Repository } from './repository.ts';

/** A repository with the applications and teams that it is associated with. */
export type RepositoryRecord = Repository & { readonly applicationIds: string[]; readonly teamIds: string[] };

export interface RepositoryFilters {
  /** A part of the name; case-insensitive. */
  readonly q?: string | undefined;
  readonly scm_connection_id?: readonly string[] | undefined;
  readonly provider?: readonly string[] | undefined;
  readonly status?: readonly string[] | undefined;
  readonly archived?: boolean | undefined;
}

/** Lists repositories by name, one more than `limit`. */
export async function listRepositories(
  tenant: Tenant,
  filters: RepositoryFilters,
  limit: number,
  after: { readonly fullName: string; readonly id: string } | undefined,
): Promise<readonly RepositoryRecord[]> {
  const conditions = [
    ...conditionsOf(filters),
    ...(after === undefined ? [] : [sql`(r.full_name, r.id) > (${after.fullName}, ${after.id}::uuid)`]),
  ];
  return rowsOf<RepositoryRecord>(
    tenant,
    sql`${selectRepositories(tenant)} and ${allOf(conditions)} order by r.full_name, r.id limit ${limit + 1}`,
  );
}

/** Counts the repositories that match. */
export async function countRepositories(tenant: Tenant, filters: RepositoryFilters): Promise<number> {
  const { total } = await oneRowOf<{ total: number }>(
    tenant,
    sql`select count(*) as total from (${selectRepositories(tenant)} and ${allOf(conditionsOf(filters))}) matching`,
  );
  return total;
}

function conditionsOf(filters: RepositoryFilters): readonly Sql[] {
  return [
    ...anyOf('r.scm_connection_id', filters.scm_connection_id, 'uuid'),
    ...anyOf('r.provider', filters.provider),
    ...anyOf('r.status', filters.status),
    ...(filters.archived === undefined ? [] : [sql`r.archived = ${filters.archived}`]),
    ...(filters.q === undefined ? [] : [containsText('r.full_name', filters.q)]),
  ];
}

/** @throws CatalogueError `not_found`. */
export async function getRepositoryRecord(tenant: Tenant, id: string): Promise<RepositoryRecord> {
  const found = await rowOf<RepositoryRecord>(tenant, sql`${selectRepositories(tenant)} and r.id = ${id}`);
  if (found === undefined) throw errors.notFound();
  return found;
}

function selectRepositories({ organizationId }: Tenant): Sql {
  return sql`select r.*, array(
      select a.application_id from repository_applications a
      where a.organization_id = r.organization_id and a.repository_id = r.id order by a.application_id
    ) as application_ids, array(
      select t.team_id from repository_teams t
      where t.organization_id = r.organization_id and t.repository_id = r.id order by t.team_id
    ) as team_ids
    from repositories r
    join scm_connections c on c.organization_id = r.organization_id and c.id = r.scm_connection_id
      and c.deleted_at is null
    where r.organization_id = ${organizationId}`;
}
