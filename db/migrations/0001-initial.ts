import type { Knex } from 'knex';
import { applications } from './0001-initial/applications.ts';
import { audit } from './0001-initial/audit.ts';
import { changes } from './0001-initial/changes.ts';
import { connections } from './0001-initial/connections.ts';
import { dropEverything } from './0001-initial/drop-everything.ts';
import { identity } from './0001-initial/identity.ts';
import { inventory } from './0001-initial/inventory.ts';
import { privileges } from './0001-initial/privileges.ts';
import { requestsAndRuns } from './0001-initial/requests-and-runs.ts';
import { scans } from './0001-initial/scans.ts';
import { searchFunctions } from './0001-initial/search-functions.ts';
import { searchTables } from './0001-initial/search-tables.ts';
import { searchTriggers } from './0001-initial/search-triggers.ts';
import { tenantAccess } from './0001-initial/tenant-access.ts';

/** The schema of the first release. It never changes, so it imports only files of its own folder. */
export async function up(knex: Knex): Promise<void> {
  const parts = [
    identity,
    audit,
    requestsAndRuns,
    connections,
    inventory,
    changes,
    scans,
    searchTables,
    searchTriggers,
    searchFunctions,
    applications,
    tenantAccess,
    privileges,
  ];
  for (const part of parts) await knex.raw(part);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(dropEverything);
}
