import { errors } from '../../domain/errors.ts';
import { slugFrom } from '../../domain/slug.ts';
import type { ApplicationCriticality, ApplicationLifecycle, ApplicationSource } from '../../domain/values.ts';
import { mapConstraintErrors } from '../database-errors.ts';
import { queryOf } from '../tenant.ts';
import type { Tenant } from '../tenant.ts';

export interface Application {
  readonly organization_id: string;
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly description: string | null;
  readonly criticality: ApplicationCriticality;
  readonly lifecycle: ApplicationLifecycle;
  readonly source: ApplicationSource;
  readonly created_by: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly archived_at: Date | null;
}

interface Given {
  readonly name?: string | undefined;
  readonly slug?: string | undefined;
  readonly description?: string | null | undefined;
  readonly criticality?: ApplicationCriticality | undefined;
  readonly lifecycle?: ApplicationLifecycle | undefined;
}

/** Numbers that are tried behind a slug that is taken. */
const attempts = 20;

const applications = (tenant: Tenant) =>
  queryOf(tenant)<Application>('applications').where('organization_id', tenant.organizationId);

/** @throws CatalogueError `not_found`. */
export async function getApplication(tenant: Tenant, id: string): Promise<Application> {
  const row = (await applications(tenant).where({ id }).first()) as Application | undefined;
  if (row === undefined) throw errors.notFound();
  return row;
}

/** The oldest first. Reads one row more than the limit. */
export async function listApplications(
  tenant: Tenant,
  limit: number,
  after: string | undefined,
): Promise<readonly Application[]> {
  const query = applications(tenant)
    .orderBy('id')
    .limit(limit + 1);
  if (after !== undefined) void query.where('id', '>', after);
  return (await query) as readonly Application[];
}

/**
 * Without a slug, the name's; with a number behind it when that is taken.
 * @throws CatalogueError `conflict` for a slug that exists.
 */
export async function createApplication(
  tenant: Tenant,
  given: Given & { readonly name: string; readonly createdBy: string },
): Promise<Application> {
  const { createdBy, slug, ...fields } = given;
  const wanted = slug ?? slugFrom(given.name, 'application');
  for (let attempt = 1; attempt <= (slug === undefined ? attempts : 1); attempt += 1) {
    const [row] = (await queryOf(tenant)('applications')
      .insert({
        ...fields,
        organization_id: tenant.organizationId,
        slug: attempt === 1 ? wanted : `${wanted}-${attempt}`,
        created_by: createdBy,
      })
      .onConflict(['organization_id', 'slug'])
      .ignore()
      .returning('*')) as Application[];
    if (row !== undefined) return row;
  }
  throw slugTaken();
}

/** @throws CatalogueError `not_found`, and `conflict` for a slug that exists. */
export async function updateApplication(
  tenant: Tenant,
  id: string,
  { archived, ...given }: Given & { readonly archived?: boolean | undefined },
): Promise<Application> {
  if ([archived, ...Object.values(given)].every((value) => value === undefined))
    return getApplication(tenant, id);
  const query = queryOf(tenant);
  const archive =
    archived === undefined
      ? {}
      : { archived_at: archived ? query.raw('coalesce(archived_at, now())') : null };
  const [row] = await mapConstraintErrors<Application[]>(
    { applications_slug_key: slugTaken },
    query('applications')
      .where({ organization_id: tenant.organizationId, id })
      .update({ ...given, ...archive, updated_at: query.fn.now() })
      .returning('*'),
  );
  if (row === undefined) throw errors.notFound();
  return row;
}

function slugTaken(): Error {
  return errors.conflict('An application with this slug exists.');
}
