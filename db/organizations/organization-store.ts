import { errors } from '../../domain/errors.ts';
import { violatedConstraint } from '../database-errors.ts';
import { queryOf } from '../tenant.ts';
import type { Tenant } from '../tenant.ts';
import { Organization } from './organization.ts';

/** Inserts the tenant's own row. @throws CatalogueError `slug_taken`. */
export async function createOrganization(tenant: Tenant, name: string, slug: string): Promise<Organization> {
  try {
    return await Organization.query(queryOf(tenant)).insertAndFetch({
      id: tenant.organizationId,
      name,
      slug,
    });
  } catch (error) {
    throw violatedConstraint(error) === 'organizations_slug_key' ? errors.slugTaken() : error;
  }
}

export async function getOrganization(tenant: Tenant): Promise<Organization> {
  const organization = await Organization.query(queryOf(tenant)).findById(tenant.organizationId);
  if (organization === undefined) throw errors.notFound();
  return organization;
}
