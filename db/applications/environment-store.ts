import { errors } from '../../domain/errors.ts';
import type { EnvironmentClass } from '../../domain/values.ts';
import { mapConstraintErrors } from '../database-errors.ts';
import { execute, queryModel } from '../query.ts';
import { insertRow, updateRow } from '../row-store.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { describeEnvironmentUses } from './environment-uses.ts';
import { Environment } from './environment.ts';

/**
 * Locks an environment, so that it cannot be deleted until the transaction ends. Returns whether the organization has an
 * environment with this id.
 */
export async function lockEnvironment(tenant: Tenant, id: string): Promise<boolean> {
  const environment = await queryModel(tenant, Environment)
    .findById([tenant.organizationId, id])
    .forKeyShare();
  return environment !== undefined;
}

/** @throws CatalogueError `not_found`. */
export async function getEnvironment(tenant: Tenant, id: string): Promise<Environment> {
  const environment = await queryModel(tenant, Environment).findById([tenant.organizationId, id]);
  if (environment === undefined) throw errors.notFound();
  return environment;
}

/**
 * Lists environments by name. Reads one row more than the limit.
 * @param q a part of the name; case-insensitive
 */
export async function listEnvironments(
  tenant: Tenant,
  limit: number,
  after: string | undefined,
  q?: string,
): Promise<readonly Environment[]> {
  const query = matching(tenant, q)
    .orderBy('name')
    .limit(limit + 1);
  if (after !== undefined) void query.where('name', '>', after);
  return query;
}

/** Counts the environments whose name contains `q`, or all. */
export async function countEnvironments(tenant: Tenant, q?: string): Promise<number> {
  return matching(tenant, q).resultSize();
}

function matching(tenant: Tenant, q: string | undefined) {
  const query = queryModel(tenant, Environment).where('organization_id', tenant.organizationId);
  if (q !== undefined) void query.whereRaw('strpos(lower(name), lower(?)) > 0', [q]);
  return query;
}

/** Inserts an environment. @throws CatalogueError `conflict` when the name is taken. */
export async function createEnvironment(
  tenant: Tenant,
  given: { readonly name: string; readonly class: EnvironmentClass },
): Promise<Environment> {
  return mapConstraintErrors(
    errorByConstraint,
    insertRow(tenant, Environment, { name: given.name, class: given.class }),
  );
}

/**
 * Updates the given fields. Also returns whether the name or the class changed.
 * @throws CatalogueError `not_found`, and `conflict` when the name is taken.
 */
export async function updateEnvironment(
  tenant: Tenant,
  id: string,
  given: { readonly name?: string | undefined; readonly class?: EnvironmentClass | undefined },
): Promise<{ readonly environment: Environment; readonly changed: boolean }> {
  const before = await queryModel(tenant, Environment).findById([tenant.organizationId, id]).forNoKeyUpdate();
  if (before === undefined) throw errors.notFound();
  if (given.name === undefined && given.class === undefined) return { environment: before, changed: false };
  const environment = await mapConstraintErrors(errorByConstraint, updateRow(tenant, Environment, id, given));
  if (environment === undefined) throw errors.notFound();
  const changed = before.name !== environment.name || before.class !== environment.class;
  return { environment, changed };
}

/**
 * Deletes an environment and returns it. Deleted accounts lose it as their default.
 * @throws CatalogueError `not_found`, and `conflict` while it is the default of an account, the environment of a project
 *   or the outcome of an inference rule.
 */
export async function deleteEnvironment(tenant: Tenant, id: string): Promise<Environment> {
  const { organizationId } = tenant;
  // The lock waits for transactions that refer to the environment, and makes later ones fail.
  const environment = await queryModel(tenant, Environment).findById([organizationId, id]).forUpdate();
  if (environment === undefined) throw errors.notFound();
  const uses = await describeEnvironmentUses(tenant, id);
  if (uses !== undefined) throw errors.conflict(`The environment is ${uses}.`);
  await execute(
    tenant,
    sql`update aws_accounts set default_environment_id = null
      where organization_id = ${organizationId} and default_environment_id = ${id}`,
  );
  await queryModel(tenant, Environment).deleteById([organizationId, id]);
  return environment;
}

const errorByConstraint = {
  environments_name_key: () => errors.conflict('An environment with this name exists.'),
};
