import { fn } from 'objection';
import type { JsonObject } from '../../domain/json/json.ts';
import { errors } from '../../domain/errors.ts';
import { freeSlug } from '../../domain/text/slug.ts';
import { mapConstraintErrors } from '../database-errors.ts';
import { queryModel, rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Database, Tenant } from '../tenant.ts';
import { Organization } from './organization.ts';

const errorByConstraint = { organizations_slug_key: errors.slugTaken };

/** Inserts the row of the tenant's organization. @throws CatalogueError `slug_taken`. */
export async function createOrganization(tenant: Tenant, name: string, slug: string): Promise<Organization> {
  return mapConstraintErrors(
    errorByConstraint,
    queryModel(tenant, Organization).insert({ id: tenant.organizationId, name, slug }).returning('*'),
  );
}

/** Returns `base`, with the lowest free number behind it if an organization has this slug. */
export async function findFreeOrganizationSlug(database: Database, base: string): Promise<string> {
  const rows = await rowsOf<{ slug: string }>(
    database.outside,
    sql`select slug from organization_ids() where slug = ${base} or starts_with(slug, ${`${base}-`})`,
  );
  return freeSlug(base, new Set(rows.map(({ slug }) => slug)));
}

/** @throws CatalogueError `not_found`. */
export async function getOrganization(tenant: Tenant): Promise<Organization> {
  const organization = await queryModel(tenant, Organization).findById(tenant.organizationId);
  if (organization === undefined) throw errors.notFound();
  return organization;
}

/** Returns the organization, locked until the transaction ends. @throws CatalogueError `not_found`. */
export async function readLockedOrganization(tenant: Tenant): Promise<Organization> {
  const organization = await queryModel(tenant, Organization)
    .findById(tenant.organizationId)
    .forNoKeyUpdate();
  if (organization === undefined) throw errors.notFound();
  return organization;
}

/** @throws CatalogueError `not_found`, `slug_taken`. */
export async function updateOrganization(
  tenant: Tenant,
  change: { name?: string; slug?: string; settings?: JsonObject },
): Promise<Organization> {
  const organization = await mapConstraintErrors(
    errorByConstraint,
    queryModel(tenant, Organization)
      .findById(tenant.organizationId)
      .patch({ ...change, updatedAt: fn.now() })
      .returning('*')
      .first(),
  );
  if (organization === undefined) throw errors.notFound();
  return organization;
}

/** Lists all organizations, for commands of operators, retention and key rotation. */
export async function listOrganizations(
  database: Database,
): Promise<readonly { readonly id: string; readonly slug: string }[]> {
  return rowsOf(database.outside, sql`select id, slug from organization_ids()`);
}

/** Returns the id of the organization with a slug or id. @throws Error with a message for an operator. */
export async function organizationIdOf(database: Database, slugOrId: string): Promise<string> {
  const found = (await listOrganizations(database)).find(
    ({ id, slug }) => id === slugOrId || slug === slugOrId,
  );
  if (found === undefined) throw new Error(`There is no organization ${slugOrId}.`);
  return found.id;
}
