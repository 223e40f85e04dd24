import type { JsonObject } from '../../domain/json.ts';
import { errors } from '../../domain/errors.ts';
import { mapConstraintErrors } from '../database-errors.ts';
import { prepared, queryOf } from '../tenant.ts';
import type { Database, Tenant } from '../tenant.ts';
import type { Call } from '../prepared-statements.ts';
import { Organization } from './organization.ts';

/** Constraint → refusal. */
const refusals = { organizations_slug_key: errors.slugTaken };

/** Inserts the tenant's own row. @throws CatalogueError `slug_taken`. */
export async function createOrganization(tenant: Tenant, name: string, slug: string): Promise<Organization> {
  return mapConstraintErrors(
    refusals,
    Organization.query(queryOf(tenant)).insertAndFetch({ id: tenant.organizationId, name, slug }),
  );
}

export async function getOrganization(tenant: Tenant): Promise<Organization> {
  const [organization] = await prepared<Organization>(tenant, organizationCall(tenant.organizationId));
  if (organization === undefined) throw errors.notFound();
  return organization;
}

/** What {@link getOrganization} reads. */
export function organizationCall(organizationId: string): Call {
  return { statement: readOrganization, values: [organizationId] };
}

const readOrganization = {
  name: 'organization',
  text: 'select id, name, slug, settings, created_at, updated_at from organizations where id = $1',
};

/** The organization, locked until the transaction ends, for a change that depends on what it holds. */
export async function lockOrganization(tenant: Tenant): Promise<Organization> {
  const organization = await Organization.query(queryOf(tenant)).findById(tenant.organizationId).forUpdate();
  if (organization === undefined) throw errors.notFound();
  return organization;
}

/** @throws CatalogueError `slug_taken`. */
export async function updateOrganization(
  tenant: Tenant,
  change: { name?: string; slug?: string; settings?: JsonObject },
): Promise<Organization> {
  await mapConstraintErrors(
    refusals,
    queryOf(tenant)('organizations')
      .where('id', tenant.organizationId)
      .update({
        ...change,
        ...(change.settings === undefined ? {} : { settings: JSON.stringify(change.settings) }),
        updated_at: queryOf(tenant).fn.now(),
      }),
  );
  return getOrganization(tenant);
}

/** Every organization, for what walks all of them: operators' commands, clean-up, key rotation. */
export async function organizationIds(database: Database): Promise<readonly { id: string; slug: string }[]> {
  const { rows } = await database.outside.raw<{ rows: { id: string; slug: string }[] }>(
    'select id, slug from organization_ids()',
  );
  return rows;
}
