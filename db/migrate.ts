import '../runtime/check-node.mjs';
import { createLogger } from '../runtime/logger.ts';
import { readConfiguration } from '../runtime/configuration.ts';
import { OperatorError, runProcess } from '../runtime/run-process.ts';
import { registerSearchAttributes } from '../runtime/search-attributes.ts';
import { createLoginRole } from './create-login-role.ts';
import { temporalConnection } from '../runtime/temporal-connection.ts';
import { createRoles, migrateDatabase } from './migrate-database.ts';

/**
 * `npm run migrate` migrates the database, creates the login role of `DATABASE_APP_URL` if it does not exist,
 * and registers the search attributes of Temporal.
 * `npm run migrate -- down` reverts every migration.
 * `npm run migrate -- --roles-only` creates the roles, extensions and the login role, and changes no table: before a dump is
 * restored.
 */
const [given, ...others] = process.argv.slice(2);
if ((given !== undefined && !['up', 'down', '--roles-only'].includes(given)) || others.length > 0) {
  process.stderr.write('usage: npm run migrate [-- up|down|--roles-only]\n');
  process.exit(2);
}
await runProcess(async () => {
  const configuration = readConfiguration(process.env);
  const { databaseUrl, databaseAppUrl } = configuration;
  const logger = createLogger('migrate', configuration.logLevel);
  const createLogin = async () => {
    if (databaseAppUrl !== undefined && (await createLoginRole(databaseUrl, databaseAppUrl)))
      logger.info('login role of DATABASE_APP_URL created');
  };
  if (given === '--roles-only') {
    await explainPrivileges(() => createRoles(databaseUrl));
    await explainPrivileges(createLogin);
    logger.info('roles created');
    return;
  }
  const direction = given === 'down' ? 'down' : 'up';
  const names = await explainPrivileges(() => migrateDatabase(databaseUrl, direction));
  logger.info({ direction, migrations: names }, 'database migrated');
  if (direction === 'down') return;
  await explainPrivileges(createLogin);
  try {
    await registerSearchAttributes(temporalConnection(configuration), configuration.temporalNamespace);
  } catch (error) {
    throw new OperatorError(
      `The database is migrated, but Temporal at ${configuration.temporalAddress} registered no search attributes ` +
        `(${error instanceof Error ? error.message : String(error)}): start it and migrate again.`,
      { cause: error },
    );
  }
  logger.info('search attributes registered');
});

/** @throws OperatorError for a role of DATABASE_URL that lacks a privilege (SQLSTATE 42501). */
async function explainPrivileges<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== '42501') throw error;
    throw new OperatorError(
      `The role of DATABASE_URL may not create or use the roles of this service (${error.message.split(' - ').at(-1)}): ` +
        'migrate as a role with CREATEROLE that owns the database, or run `npm run migrate -- --roles-only` once as a superuser.',
      { cause: error },
    );
  }
}
