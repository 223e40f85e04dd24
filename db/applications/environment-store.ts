import { errors } from '../../domain/errors.ts';
import type { EnvironmentClass } from '../../domain/values.ts';
import { mapConstraintErrors } from '../database-errors.ts';
import { queryOf } from '../tenant.ts';
import type { Tenant } from '../tenant.ts';

export interface Environment {
  readonly organization_id: string;
  readonly id: string;
  readonly name: string;
  readonly class: EnvironmentClass;
  readonly created_at: Date;
  readonly updated_at: Date;
}

type Given = Pick<Environment, 'name' | 'class'>;

const columns: (keyof Environment)[] = ['organization_id', 'id', 'name', 'class', 'created_at', 'updated_at'];
const mostNamed = 3;

const environments = (tenant: Tenant) =>
  queryOf(tenant)('environments').where('organization_id', tenant.organizationId);

/** Whether the organization has this environment. */
export async function environmentExists(tenant: Tenant, id: string): Promise<boolean> {
  return (await environments(tenant).where({ id }).first('id')) !== undefined;
}

/** @throws CatalogueError `not_found`. */
export async function getEnvironment(tenant: Tenant, id: string): Promise<Environment> {
  const row = await environments(tenant).where({ id }).first<Environment | undefined>(columns);
  if (row === undefined) throw errors.notFound();
  return row;
}

/** By name. Reads one row more than the limit. */
export async function listEnvironments(
  tenant: Tenant,
  limit: number,
  after: string | undefined,
): Promise<readonly Environment[]> {
  const query = environments(tenant)
    .select(columns)
    .orderBy('name')
    .limit(limit + 1);
  if (after !== undefined) void query.where('name', '>', after);
  return query as Promise<readonly Environment[]>;
}

/** @throws CatalogueError `conflict` for a name that exists. */
export async function createEnvironment(tenant: Tenant, given: Given): Promise<Environment> {
  const [row] = await mapConstraintErrors<Environment[]>(
    refusals,
    queryOf(tenant)('environments')
      .insert({ organization_id: tenant.organizationId, name: given.name, class: given.class })
      .returning(columns),
  );
  if (row === undefined) throw new Error('insert returned no row');
  return row;
}

/** @throws CatalogueError `not_found`, and `conflict` for a name that exists. */
export async function updateEnvironment(
  tenant: Tenant,
  id: string,
  given: { readonly name?: string | undefined; readonly class?: EnvironmentClass | undefined },
): Promise<Environment> {
  if (given.name === undefined && given.class === undefined) return getEnvironment(tenant, id);
  const [row] = await mapConstraintErrors<Environment[]>(
    refusals,
    environments(tenant)
      .where({ id })
      .update({ ...given, updated_at: queryOf(tenant).fn.now() })
      .returning(columns),
  );
  if (row === undefined) throw errors.notFound();
  return row;
}

/** @throws CatalogueError `not_found`, and `conflict` while it is an account's default. */
export async function deleteEnvironment(tenant: Tenant, id: string): Promise<Environment> {
  const environment = await getEnvironment(tenant, id);
  const users = () =>
    queryOf(tenant)('aws_accounts').where({
      organization_id: tenant.organizationId,
      default_environment_id: id,
    });
  await users().whereNotNull('deleted_at').update({ default_environment_id: null });
  const accounts = await users().orderBy('account_id').select<{ account_id: string }[]>('account_id');
  if (accounts.length > 0) throw errors.conflict(`The environment is the default of ${named(accounts)}.`);
  await mapConstraintErrors(refusals, environments(tenant).where({ id }).delete());
  return environment;
}

function named(accounts: readonly { readonly account_id: string }[]): string {
  const names = accounts.slice(0, mostNamed).map(({ account_id: id }) => id);
  const others = accounts.length - names.length;
  const list = [...names, ...(others > 0 ? [`${others} more`] : [])].join(', ');
  return `${accounts.length === 1 ? 'account' : 'accounts'} ${list}`;
}

/** Constraint → refusal. */
const refusals = {
  environments_name_key: () => errors.conflict('An environment with this name exists.'),
  aws_accounts_default_environment_fkey: () =>
    errors.conflict('The environment is the default of an account.'),
};
