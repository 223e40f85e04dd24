import '../runtime/check-node.mjs';
import { createLogger } from '../runtime/logger.ts';
import { readConfiguration } from '../runtime/configuration.ts';
import { runProcess } from '../runtime/run-process.ts';
import { registerSearchAttributes } from '../runtime/search-attributes.ts';
import { createLoginRole } from './create-login-role.ts';
import { temporalConnection } from '../runtime/temporal-connection.ts';
import { migrateDatabase } from './migrate-database.ts';

/**
 * `npm run migrate` migrates the database, creates the login role of `DATABASE_APP_URL` if it does not exist,
 * and registers the search attributes of Temporal.
 * `npm run migrate -- down` reverts every migration.
 */
const [given, ...others] = process.argv.slice(2);
if ((given !== undefined && given !== 'up' && given !== 'down') || others.length > 0) {
  process.stderr.write('usage: npm run migrate [-- up|down]\n');
  process.exit(2);
}
await runProcess(async () => {
  const configuration = readConfiguration(process.env);
  const { databaseUrl, databaseAppUrl } = configuration;
  const logger = createLogger('migrate', configuration.logLevel);
  const direction = given ?? 'up';
  const names = await migrateDatabase(databaseUrl, direction);
  logger.info({ direction, migrations: names }, 'database migrated');
  if (direction === 'up') {
    if (databaseAppUrl !== undefined && (await createLoginRole(databaseUrl, databaseAppUrl)))
      logger.info('login role of DATABASE_APP_URL created');
    await registerSearchAttributes(temporalConnection(configuration), configuration.temporalNamespace);
    logger.info('search attributes registered');
  }
});
