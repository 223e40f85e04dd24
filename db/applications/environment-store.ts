import { fn } from 'objection';
import { errors } from '../../domain/errors.ts';
import type { EnvironmentClass } from '../../domain/values.ts';
import { mapConstraintErrors } from '../database-errors.ts';
import { execute, queryModel, rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { withoutUndefined } from '../without-undefined.ts';
import { Environment } from './environment.ts';

/** Maximum number of accounts in an error message. */
const listedAccounts = 3;

/** Returns whether the organization has an environment with this id. */
export async function environmentExists(tenant: Tenant, id: string): Promise<boolean> {
  return (await findEnvironment(tenant, id)) !== undefined;
}

/** @throws CatalogueError `not_found`. */
export async function getEnvironment(tenant: Tenant, id: string): Promise<Environment> {
  const environment = await findEnvironment(tenant, id);
  if (environment === undefined) throw errors.notFound();
  return environment;
}

/** Lists environments by name. Reads one row more than the limit. */
export async function listEnvironments(
  tenant: Tenant,
  limit: number,
  after: string | undefined,
): Promise<readonly Environment[]> {
  const query = queryModel(tenant, Environment)
    .where('organization_id', tenant.organizationId)
    .orderBy('name')
    .limit(limit + 1);
  if (after !== undefined) void query.where('name', '>', after);
  return query;
}

/** Inserts an environment. @throws CatalogueError `conflict` when the name is taken. */
export async function createEnvironment(
  tenant: Tenant,
  given: { readonly name: string; readonly class: EnvironmentClass },
): Promise<Environment> {
  return mapConstraintErrors(
    errorByConstraint,
    queryModel(tenant, Environment)
      .insert({ organization_id: tenant.organizationId, name: given.name, class: given.class })
      .returning('*'),
  );
}

/** Updates the given fields. @throws CatalogueError `not_found`, and `conflict` when the name is taken. */
export async function updateEnvironment(
  tenant: Tenant,
  id: string,
  given: { readonly name?: string | undefined; readonly class?: EnvironmentClass | undefined },
): Promise<Environment> {
  if (given.name === undefined && given.class === undefined) return getEnvironment(tenant, id);
  const environment = await mapConstraintErrors(
    errorByConstraint,
    queryModel(tenant, Environment)
      .findById([tenant.organizationId, id])
      .patch({ ...withoutUndefined(given), updated_at: fn.now() })
      .returning('*')
      .first(),
  );
  if (environment === undefined) throw errors.notFound();
  return environment;
}

/**
 * Deletes an environment and returns it. Deleted accounts lose it as their default.
 * @throws CatalogueError `not_found`, and `conflict` while it is the default of an account that is not deleted.
 */
export async function deleteEnvironment(tenant: Tenant, id: string): Promise<Environment> {
  const { organizationId } = tenant;
  const environment = await getEnvironment(tenant, id);
  const usedBy = sql`organization_id = ${organizationId} and default_environment_id = ${id}`;
  await execute(
    tenant,
    sql`update aws_accounts set default_environment_id = null where ${usedBy} and deleted_at is not null`,
  );
  const accounts = await rowsOf<{ account_id: string }>(
    tenant,
    sql`select account_id from aws_accounts where ${usedBy} order by account_id`,
  );
  if (accounts.length > 0) throw errors.conflict(`The environment is the default of ${listNames(accounts)}.`);
  await mapConstraintErrors(
    errorByConstraint,
    queryModel(tenant, Environment).deleteById([organizationId, id]),
  );
  return environment;
}

async function findEnvironment(tenant: Tenant, id: string): Promise<Environment | undefined> {
  return queryModel(tenant, Environment).findById([tenant.organizationId, id]);
}

function listNames(accounts: readonly { readonly account_id: string }[]): string {
  const names = accounts.slice(0, listedAccounts).map(({ account_id: id }) => id);
  const others = accounts.length - names.length;
  const list = [...names, ...(others > 0 ? [`${others} more`] : [])].join(', ');
  return `${accounts.length === 1 ? 'account' : 'accounts'} ${list}`;
}

const errorByConstraint = {
  environments_name_key: () => errors.conflict('An environment with this name exists.'),
  aws_accounts_default_environment_fkey: () =>
    errors.conflict('The environment is the default of an account.'),
};
