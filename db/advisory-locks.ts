import { sql } from './sql.ts';
import type { Sql } from './sql.ts';

/**
 * The classes of all advisory locks. A lock is a pair of integers, `(class, id)`: two kinds of locks never meet, and no id
 * is made of a text that a client chooses. SQL functions of migrations use the classes as numbers.
 */
export const advisoryLocks = {
  migrations: 1,
  audit_seal: 2,
  feed_claims: 3,
  scm_sync_claims: 4,
  state_sync_claims: 5,
  state_detection_claims: 6,
  /** The following have an id for each organization. */
  resource_counts: 7,
  exports: 8,
  graph: 9,
  mapping: 10,
  state_detection: 11,
  inference: 12,
  inference_rules: 13,
  ingest_tokens: 14,
  /** One of the whole service again. */
  hcp_terraform_sync_claims: 15,
  /** One of each organization. */
  hcp_terraform_connections: 16,
  api_tokens: 17,
  /** One of the whole service. */
  event_numbers: 18,
  /** One of each organization. */
  event_subscriptions: 19,
  saved_queries: 20,
  sso_logins: 21,
  custom_roles: 25,
  scim: 26,
} as const;

export type AdvisoryLock = keyof typeof advisoryLocks;

/**
 * Returns the two arguments of a function for advisory locks. Organizations whose ids have the same hash wait for each other.
 *
 * @param subject the id of an organization, with the number of a slot if a lock has several
 */
export function lockArguments(lock: AdvisoryLock, subject: Sql): Sql {
  return sql`${advisoryLocks[lock]}::integer, hashtext(${subject})`;
}
