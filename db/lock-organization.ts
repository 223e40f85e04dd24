import { lockArguments } from './advisory-locks.ts';
import type { AdvisoryLock } from './advisory-locks.ts';
import { execute } from './query.ts';
import { sql } from './sql.ts';
import type { Sql } from './sql.ts';
import type { Tenant } from './tenant.ts';

/**
 * The locks of an organization, by the data whose writes they serialize:
 *
 * - `graph`: references and relationships; taken with `lockGraph`.
 * - `mapping`: matches and management states. Without the lock, a computation could overwrite the result of a later one.
 * - `state_detection`: detected state sources. Two projects can have the same object.
 * - `inference`: results of inference. A second attempt of an activity waits for the first one, and then reads its result.
 * - `hcp_terraform_connections`: their number, which concurrent requests could exceed together.
 * - `api_tokens`, `ingest_tokens`: the number of active tokens, which concurrent requests could exceed together.
 * - `event_subscriptions`: their number, which concurrent requests could exceed together.
 * - `saved_queries`: their number, which concurrent requests could exceed together.
 * - `sso_logins`: logins by single sign-on, of which two could create the same user.
 * - `scim`: writes of users and groups by SCIM, so that two requests cannot read the same version and overwrite each other.
 * - `custom_roles`: their number, which concurrent requests could exceed together.
 * - `inference_rules`: limits of the number and size of rules, which concurrent requests could exceed together.
 */
export type OrganizationLock = Extract<
  AdvisoryLock,
  | 'graph'
  | 'mapping'
  | 'state_detection'
  | 'inference'
  | 'inference_rules'
  | 'api_tokens'
  | 'ingest_tokens'
  | 'event_subscriptions'
  | 'saved_queries'
  | 'sso_logins'
  | 'custom_roles'
  | 'scim'
  | 'hcp_terraform_connections'
>;

/**
 * Takes a lock of the organization until the transaction ends. Statements after it read the rows that the previous holder
 * committed.
 */
export async function lockOrganization(tenant: Tenant, lock: OrganizationLock): Promise<void> {
  await execute(tenant, sql`select ${takeLock(tenant, lock)}`);
}

/** Returns the expression that takes the lock, for a statement that does more. */
export function takeLock(tenant: Tenant, lock: OrganizationLock): Sql {
  return sql`pg_advisory_xact_lock(${lockArguments(lock, sql`${tenant.organizationId}::text`)})`;
}
