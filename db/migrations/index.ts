import type { Knex } from 'knex';
import * as initial from './0001-initial.ts';
import * as typedTrailKeys from './0002-typed-trail-keys.ts';
import * as eventScans from './0003-event-scans.ts';
import * as normalizedSearchTexts from './0005-normalized-search-texts.ts';
import * as evidence from './0006-evidence.ts';
import * as deletedResources from './0014-deleted-resources.ts';

/** The migrations by name, in their order. The table `schema_migrations` holds these names. */
const migrations: Readonly<Record<string, Knex.Migration>> = {
  '0001-initial': initial,
  '0002-typed-trail-keys': typedTrailKeys,
  '0003-event-scans': eventScans,
  '0005-normalized-search-texts': normalizedSearchTexts,
  '0006-evidence': evidence,
  '0014-deleted-resources': deletedResources,
};

/** Gives knex the migrations of this folder. */
export const migrationSource: Knex.MigrationSource<string> = {
  getMigrations: () => Promise.resolve(Object.keys(migrations)),
  getMigrationName: (name) => name,
  getMigration: (name) => Promise.resolve(migrations[name] as Knex.Migration),
};
