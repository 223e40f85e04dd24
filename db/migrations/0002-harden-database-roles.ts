import type { Knex } from 'knex';
import * as auditRetention from './0002-harden-database-roles/audit-retention.ts';
import * as organizationDeletion from './0002-harden-database-roles/organization-deletion.ts';
import * as privileges from './0002-harden-database-roles/privileges.ts';
import * as searchPaths from './0002-harden-database-roles/search-paths.ts';

const parts = [searchPaths, auditRetention, organizationDeletion, privileges];

/**
 * Limits the effect of SQL that an attacker runs as inventory_app: such SQL can neither run code as another role nor
 * remove audit entries.
 */
export async function up(knex: Knex): Promise<void> {
  for (const part of parts) await knex.raw(part.up);
}

export async function down(knex: Knex): Promise<void> {
  for (const part of parts.toReversed()) await knex.raw(part.down);
}
