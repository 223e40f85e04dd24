import { rm } from 'node:fs/promises';
import path from 'node:path';
import { devConfiguration } from '../configuration.ts';
import { freePort } from './ports.ts';
import { startPostgres } from './postgres.ts';

/** Runs the work with the superuser's URL of an empty database, on a Postgres server that exists only for it. */
export async function withPostgres<T>(work: (databaseUrl: string) => Promise<T>): Promise<T> {
  const logFile = path.join(devConfiguration.dataFolder, `postgres-${process.pid}.log`);
  const { databaseUrl, process: server } = await startPostgres({
    port: await freePort(),
    dataFolder: undefined,
    logFile,
  });
  try {
    return await work(databaseUrl);
  } finally {
    await server.stop();
    await rm(logFile, { force: true });
  }
}
