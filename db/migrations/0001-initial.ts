import type { Knex } from 'knex';
import { applications } from './0001-initial/applications.ts';
import { assistant } from './0001-initial/assistant.ts';
import { auditLog } from './0001-initial/audit-log.ts';
import { changes } from './0001-initial/changes.ts';
import { connections } from './0001-initial/connections.ts';
import { cyclicForeignKeys } from './0001-initial/cyclic-foreign-keys.ts';
import { discovery } from './0001-initial/discovery.ts';
import { dropEverything } from './0001-initial/drop-everything.ts';
import { graph } from './0001-initial/graph.ts';
import { http } from './0001-initial/http.ts';
import { identity } from './0001-initial/identity.ts';
import { inventory } from './0001-initial/inventory.ts';
import { mapping } from './0001-initial/mapping.ts';
import { organizations } from './0001-initial/organizations.ts';
import { ownership } from './0001-initial/ownership.ts';
import { plans } from './0001-initial/plans.ts';
import { runs } from './0001-initial/runs.ts';
import { scm } from './0001-initial/scm.ts';
import { searchTriggers } from './0001-initial/search-triggers.ts';
import { search } from './0001-initial/search.ts';

/** Creates the schema, feature by feature, in the order of their foreign keys. */
export async function up(knex: Knex): Promise<void> {
  // A role that creates functions must be able to create objects in the schema. The role that runs the migrations is a member
  // of both roles.
  await knex.raw(`
    set local role none;
    grant create on schema public to inventory_definer, inventory_sealer;
    set local role inventory_owner;
  `);
  const features = [
    organizations,
    auditLog,
    identity,
    http,
    runs,
    connections,
    discovery,
    inventory,
    search,
    searchTriggers,
    changes,
    applications,
    scm,
    mapping,
    ownership,
    graph,
    plans,
    assistant,
    cyclicForeignKeys,
  ];
  for (const feature of features) await knex.raw(feature);
  await knex.raw(`
    set local role none;
    revoke create on schema public from inventory_definer, inventory_sealer;
    set local role inventory_owner;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(dropEverything);
}
