import { fn, ref } from 'objection';
import { errors } from '../../domain/errors.ts';
import { freeSlug, slugFrom } from '../../domain/text/slug.ts';
import type { ApplicationCriticality, ApplicationLifecycle, ApplicationSource } from '../../domain/values.ts';
import { containsText } from '../fragments/contains-text.ts';
import { mapConstraintErrors } from '../database-errors.ts';
import { refreshApplicationIssues } from '../ownership/issues/issue-store.ts';
import { oneRowOf, queryModel, rowsOf } from '../query.ts';
import { insertRow, updateRow } from '../row-store.ts';
import { allOf, anyOf, rawSql, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { Application } from './application.ts';

interface ApplicationFields {
  readonly name?: string | undefined;
  readonly slug?: string | undefined;
  readonly description?: string | null | undefined;
  readonly criticality?: ApplicationCriticality | undefined;
  readonly lifecycle?: ApplicationLifecycle | undefined;
}

export interface ApplicationFilters {
  /** A part of the name or slug; case-insensitive. */
  readonly q?: string | undefined;
  readonly archived?: boolean | undefined;
  readonly criticality?: readonly ApplicationCriticality[] | undefined;
  readonly lifecycle?: readonly ApplicationLifecycle[] | undefined;
  readonly source?: readonly ApplicationSource[] | undefined;
  /** Teams that are assigned as owners, also inactive ones. */
  readonly team_id?: readonly string[] | undefined;
  /** Whether an active team or user is assigned as owner. */
  readonly owned?: boolean | undefined;
}

interface UpdatedApplication {
  readonly application: Application;
  readonly archivedChanged: boolean;
  /** Whether the name or the slug changed. */
  readonly renamed: boolean;
}

/** @throws CatalogueError `not_found`. */
export async function getApplication(tenant: Tenant, id: string): Promise<Application> {
  const application = await queryModel(tenant, Application).findById([tenant.organizationId, id]);
  if (application === undefined) throw errors.notFound();
  return application;
}

/**
 * Returns an application that is not archived.
 * @throws CatalogueError `not_found`, and `conflict` when it is archived.
 */
export async function getOpenApplication(tenant: Tenant, id: string): Promise<Application> {
  return requireOpen(await getApplication(tenant, id));
}

/**
 * As {@link getOpenApplication}, and locks the application, so that it cannot be archived until the transaction ends.
 * @throws CatalogueError `not_found`, and `conflict` when it is archived.
 */
export async function lockOpenApplication(tenant: Tenant, id: string): Promise<Application> {
  return requireOpen(await lockApplication(tenant, id));
}

function requireOpen(application: Application): Application {
  if (application.archivedAt !== undefined) throw errors.conflict('The application is archived.');
  return application;
}

/** Lists applications by id (UUID version 7, so oldest first). Reads one row more than the limit. */
export async function listApplications(
  tenant: Tenant,
  filters: ApplicationFilters,
  limit: number,
  after: string | undefined,
): Promise<readonly Application[]> {
  const conditions = [
    ...conditionsOf(tenant, filters),
    ...(after === undefined ? [] : [sql`a.id > ${after}::uuid`]),
  ];
  return rowsOf<Application>(
    tenant,
    sql`select a.* from applications a where ${allOf(conditions)} order by a.id limit ${limit + 1}`,
  );
}

/** Counts the applications that match. */
export async function countApplications(tenant: Tenant, filters: ApplicationFilters): Promise<number> {
  const { total } = await oneRowOf<{ total: number }>(
    tenant,
    sql`select count(*) as total from applications a where ${allOf(conditionsOf(tenant, filters))}`,
  );
  return total;
}

function conditionsOf({ organizationId }: Tenant, filters: ApplicationFilters): readonly Sql[] {
  return [
    sql`a.organization_id = ${organizationId}`,
    ...(filters.q === undefined ? [] : [containsText('concat_ws(chr(10), a.name, a.slug)', filters.q)]),
    ...(filters.archived === undefined
      ? []
      : [rawSql(`a.archived_at is ${filters.archived ? 'not null' : 'null'}`)]),
    ...anyOf('a.criticality', filters.criticality),
    ...anyOf('a.lifecycle', filters.lifecycle),
    ...anyOf('a.source', filters.source),
    ...(filters.owned === undefined
      ? []
      : [
          sql`${rawSql(filters.owned ? '' : 'not ')} exists (select from application_owners o
            left join teams t on t.organization_id = ${organizationId} and t.id = o.team_id
            left join users u on u.organization_id = ${organizationId} and u.id = o.user_id
            where o.organization_id = ${organizationId} and o.application_id = a.id and o.kind = 'owner'
              and (t.is_active or u.status = 'active'))`,
        ]),
    ...(filters.team_id === undefined
      ? []
      : [
          sql`exists (select from application_owners o where o.organization_id = ${organizationId}
            and o.application_id = a.id and o.kind = 'owner' and o.team_id = any(${filters.team_id}::uuid[]))`,
        ]),
  ];
}

/**
 * Inserts an application, which has no owner yet, and opens the issue that says so. Without a slug, it is derived from the
 * name and gets a numeric suffix when it is taken.
 * @throws CatalogueError `conflict` when the given slug is taken.
 */
export async function createApplication(
  tenant: Tenant,
  given: ApplicationFields & { readonly name: string; readonly createdBy: string },
): Promise<Application> {
  // Repeats when another transaction takes the derived slug.
  for (;;) {
    // `on conflict do nothing`, because a failed statement would abort the transaction.
    const inserted = await insertRow(tenant, Application, {
      ...given,
      slug: given.slug ?? (await deriveSlug(tenant, given.name)),
    })
      .onConflict(['organization_id', 'slug'])
      .ignore();
    // After a conflict objection returns its input, which has no id.
    if (inserted.id !== undefined) {
      await refreshApplicationIssues(tenant, [inserted.id]);
      return inserted;
    }
    if (given.slug !== undefined) throw slugTaken();
  }
}

async function deriveSlug(tenant: Tenant, name: string): Promise<string> {
  const base = slugFrom(name, 'application');
  const rows = await rowsOf<{ slug: string }>(
    tenant,
    sql`select slug from applications where organization_id = ${tenant.organizationId}
      and (slug = ${base} or starts_with(slug, ${`${base}-`}))`,
  );
  return freeSlug(base, new Set(rows.map((row) => row.slug)));
}

/**
 * Updates the given fields. `archived` sets or clears `archived_at`; an archived application keeps its first time. Also
 * returns whether the application was archived or restored, and whether its name or slug changed.
 * @throws CatalogueError `not_found`, and `conflict` when the slug is taken.
 */
export async function updateApplication(
  tenant: Tenant,
  id: string,
  { archived, ...given }: ApplicationFields & { readonly archived?: boolean | undefined },
): Promise<UpdatedApplication> {
  const before = await lockApplication(tenant, id);
  if ([archived, ...Object.values(given)].every((value) => value === undefined))
    return { application: before, archivedChanged: false, renamed: false };
  const application = await mapConstraintErrors(
    { applications_slug_key: slugTaken },
    updateRow(tenant, Application, id, {
      ...given,
      archivedAt:
        archived === true ? fn.coalesce(ref('archived_at'), fn.now()) : archived === false ? null : undefined,
    }),
  );
  if (application === undefined) throw errors.notFound();
  const archivedChanged = (before.archivedAt === undefined) !== (application.archivedAt === undefined);
  const renamed = before.name !== application.name || before.slug !== application.slug;
  return { application, archivedChanged, renamed };
}

/** Locks the applications by id, so that they cannot be archived until the transaction ends. */
export async function lockApplications(
  tenant: Tenant,
  ids: readonly string[],
): Promise<readonly Application[]> {
  if (ids.length === 0) return [];
  return rowsOf<Application>(
    tenant,
    sql`select a.* from applications a where a.organization_id = ${tenant.organizationId} and a.id = any(${ids}::uuid[])
      order by a.id for no key update`,
  );
}

async function lockApplication(tenant: Tenant, id: string): Promise<Application> {
  const application = await queryModel(tenant, Application)
    .findById([tenant.organizationId, id])
    .forNoKeyUpdate();
  if (application === undefined) throw errors.notFound();
  return application;
}

function slugTaken(): Error {
  return errors.conflict('An application with this slug exists.');
}
