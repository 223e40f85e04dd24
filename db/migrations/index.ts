import type { Knex } from 'knex';
import * as initial from './0001-initial.ts';
import * as hardenDatabaseRoles from './0002-harden-database-roles.ts';
import * as fairLoops from './0003-fair-loops.ts';
import * as scanStateAndUnreadableParts from './0004-scan-state-and-unreadable-parts.ts';
import * as roleChecks from './0005-role-checks.ts';
import * as identity from './0006-identity.ts';
import * as keyedTrailIdentifiers from './0007-keyed-trail-identifiers.ts';
import * as sourceControl from './0008-source-control.ts';
import * as mapping from './0009-mapping.ts';
import * as ownership from './0010-ownership.ts';
import * as graph from './0011-graph.ts';
import * as inferenceOperation from './0012-inference-operation.ts';
import * as plans from './0013-plans.ts';
import * as plannerStatistics from './0014-planner-statistics.ts';
import * as assistant from './0015-assistant.ts';
import * as policyBlocks from './0016-policy-blocks.ts';
import * as sharedResources from './0017-shared-resources.ts';
import * as cloudControlGroups from './0018-cloud-control-groups.ts';
import * as createdAtSource from './0019-created-at-source.ts';

/** The migrations by name, in their order. The table `schema_migrations` holds these names. */
const migrations: Readonly<Record<string, Knex.Migration>> = {
  '0001-initial': initial,
  '0002-harden-database-roles': hardenDatabaseRoles,
  '0003-fair-loops': fairLoops,
  '0004-scan-state-and-unreadable-parts': scanStateAndUnreadableParts,
  '0005-role-checks': roleChecks,
  '0006-identity': identity,
  '0007-keyed-trail-identifiers': keyedTrailIdentifiers,
  '0008-source-control': sourceControl,
  '0009-mapping': mapping,
  '0010-ownership': ownership,
  '0011-graph': graph,
  '0012-inference-operation': inferenceOperation,
  '0013-plans': plans,
  '0014-planner-statistics': plannerStatistics,
  '0015-assistant': assistant,
  '0016-policy-blocks': policyBlocks,
  '0017-shared-resources': sharedResources,
  '0018-cloud-control-groups': cloudControlGroups,
  '0019-created-at-source': createdAtSource,
};

/** Gives knex the migrations of this folder. */
export const migrationSource: Knex.MigrationSource<string> = {
  getMigrations: () => Promise.resolve(Object.keys(migrations)),
  getMigrationName: (name) => name,
  getMigration: (name) => Promise.resolve(migrations[name] as Knex.Migration),
};
