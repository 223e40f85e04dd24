import { createLogger } from '../runtime/logger.ts';
import { readConfiguration } from '../runtime/configuration.ts';
import { registerSearchAttributes } from '../runtime/search-attributes.ts';
import { temporalConnection } from '../runtime/temporal-connection.ts';
import { migrateDatabase } from './migrate-database.ts';

/**
 * `npm run migrate` migrates the database and registers the search attributes of Temporal.
 * `npm run migrate -- down` reverts every migration.
 */
const configuration = readConfiguration(process.env);
const logger = createLogger('migrate', configuration.logLevel);
const direction = process.argv[2] === 'down' ? 'down' : 'up';
const names = await migrateDatabase(configuration.databaseUrl, direction);
logger.info({ direction, migrations: names }, 'database migrated');
if (direction === 'up') {
  await registerSearchAttributes(temporalConnection(configuration), configuration.temporalNamespace);
  logger.info('search attributes registered');
}
