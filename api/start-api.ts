import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Configuration } from '../runtime/configuration.ts';
import type { Logger } from '../runtime/logger.ts';
import { connectTemporal } from '../runtime/temporal.ts';
import { openDatabase } from '../db/tenant.ts';
import { createApp } from './app.ts';
import { createAccessTokens } from './auth/access-tokens.ts';
import { createPasswordHasher } from './auth/password-hasher.ts';
import { createCursorCodec } from './http/cursor.ts';
import type { Services } from './services.ts';

export interface RunningApi {
  /** `http://host:port`. */
  readonly url: string;
  readonly services: Services;
  /** Fails readiness, stops listening, lets requests end, closes the pool. */
  stop(): Promise<void>;
}

/** Opens the pool, connects Temporal lazily, and listens. */
export async function startApi(configuration: Configuration, logger: Logger): Promise<RunningApi> {
  let draining = false;
  const { databaseUrl: url, databaseAppUrl: appUrl, databasePoolSize: poolSize } = configuration;
  const services: Services = {
    configuration,
    logger,
    database: openDatabase({ url, appUrl, poolSize }),
    temporal: connectTemporal({
      address: configuration.temporalAddress,
      namespace: configuration.temporalNamespace,
      taskQueuePrefix: configuration.taskQueuePrefix,
    }),
    accessTokens: createAccessTokens(configuration.jwtKeys),
    passwordHasher: createPasswordHasher(),
    cursors: createCursorCodec(configuration.jwtKeys),
    startedAt: new Date(),
    isDraining: () => draining,
  };
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 20_000 }, createApp(services));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(configuration.port, configuration.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  logger.info({ host: configuration.host, port }, 'listening');
  return {
    url: `http://${configuration.host}:${port}`,
    services,
    async stop() {
      draining = true;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const force = setTimeout(() => server.closeAllConnections(), configuration.shutdownSeconds * 1000);
      await closed;
      clearTimeout(force);
      await services.temporal.close();
      await services.database.close();
    },
  };
}
