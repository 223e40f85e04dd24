import { errors } from '../../domain/errors.ts';
import { rowOf } from '../query.ts';
import { rawSql, sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** Tables with a column `version`, which counts the changes of a record by users. */
export type VersionedTable =
  | 'organizations'
  | 'aws_connections'
  | 'aws_accounts'
  | 'teams'
  | 'applications'
  | 'environments'
  | 'inference_rules'
  | 'drift_rules'
  | 'iac_projects'
  | 'state_sources'
  | 'ai_conversations'
  | 'ai_settings'
  | 'event_subscriptions'
  | 'hcp_terraform_connections'
  | 'saved_queries'
  | 'custom_roles';

/**
 * Locks a record until the transaction ends, so that nobody else changes it, and compares its version. A record that does not
 * exist is left to the caller.
 * @throws CatalogueError `conflict` for another version
 */
export async function requireVersion(
  tenant: Tenant,
  table: VersionedTable,
  id: string,
  version: number,
): Promise<void> {
  const { organizationId } = tenant;
  const key =
    table === 'organizations'
      ? sql`id = ${organizationId}`
      : table === 'ai_settings'
        ? sql`organization_id = ${organizationId}`
        : sql`organization_id = ${organizationId} and id = ${id}`;
  const row = await rowOf<{ version: number }>(
    tenant,
    sql`select version from ${rawSql(table)} where ${key} for no key update`,
  );
  if (row !== undefined && row.version !== version)
    throw errors.conflict(`The record was changed: it has the version ${row.version}.`);
}
