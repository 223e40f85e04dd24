import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Configuration } from '../runtime/configuration.ts';
import { variables } from '../runtime/configuration-variables.ts';
import { listen } from '../runtime/listen.ts';
import type { Logger } from '../runtime/logger.ts';
import { createServiceCredentials } from '../clients/aws/service-credentials.ts';
import { connectTemporal } from '../runtime/temporal.ts';
import { temporalConnection } from '../runtime/temporal-connection.ts';
import { createBackgroundLauncher } from '../commands/runs/background-launcher.ts';
import { createAssistantMetrics } from '../runtime/metrics/assistant-metrics.ts';
import { assistantModelsOf } from '../runtime/assistant-models.ts';
import { createBackground } from '../runtime/background.ts';
import { createDocumentWorkers } from '../runtime/document-workers.ts';
import { createEventSender } from '../clients/events/event-sender.ts';
import { createHcpTerraformClients } from '../clients/hcp-terraform/hcp-terraform-clients.ts';
import { createScmClients } from '../clients/scm/scm-clients.ts';
import { createDomainRecords } from '../clients/sso/domain-records.ts';
import { createSsoClient } from '../clients/sso/sso-client.ts';
import { createMailer } from '../clients/smtp/mailer.ts';
import { registerDatabaseMetrics } from '../runtime/metrics/database-metrics.ts';
import { createMetricsRegistry, serveMetrics } from '../runtime/metrics/metrics.ts';
import { createPasswordHasher } from '../runtime/password-hasher.ts';
import { createEncryption, createLocalKeys } from '../db/encryption.ts';
import { listenTurnEvents } from '../db/assistant/listen-turn-events.ts';
import { createSecretHashKeys } from '../db/discovery/secret-hash-keys.ts';
import { openDatabase } from '../db/tenant.ts';
import { rejectPrivilegedLogin } from '../db/reject-privileged-login.ts';
import { workBudgets } from '../db/work-budgets.ts';
import type { WorkBudgets } from '../db/work-budgets.ts';
import { createApp } from './app.ts';
import type { OperationHooks } from './http/operation.ts';
import { createProviderSlots } from './scm/provider-slots.ts';
import { createTurnStreams } from './assistant/turn-streams.ts';
import { createAccessTokens } from './identity/access-tokens.ts';
import { createCsrfTokens } from './identity/csrf-tokens.ts';
import { createCursorCodec } from './http/cursor.ts';
import {
  createIngestSlots,
  createIngestSpool,
  ingestedAtOnce,
  ingestMilliseconds,
} from './http/ingest-slots.ts';
import { createHttpMetrics } from './http/observation/http-metrics.ts';
import { rejectMalformedRequests } from './http/request/reject-malformed-requests.ts';
import { createApiTokenLimit } from './http/access/api-token-limit.ts';
import { createRateLimits } from './http/access/rate-limits.ts';
import { createLargeBodySlots, createLargeBodySpool } from './http/request/read-signed-body.ts';
import type { Services } from './services.ts';

export interface RunningApi {
  /** `http://host:port`. */
  readonly url: string;
  readonly services: Services;
  readonly metricsPort: number;
  /** Fails readiness, stops listening, waits for active requests, closes the pool. */
  stop(): Promise<void>;
}

/**
 * Opens the connection pool and starts the HTTP servers. Temporal is connected on first use.
 * @throws ConfigurationError when a port is in use; in production, when the database role is a superuser or owns the tables.
 */
export async function startApi(
  configuration: Configuration,
  logger: Logger,
  hooks: OperationHooks = {},
): Promise<RunningApi> {
  let draining = false;
  const database = openDatabase({
    url: configuration.databaseUrl,
    appUrl: configuration.databaseAppUrl,
    poolSize: configuration.databasePoolSize,
    tenantFraction: configuration.databaseTenantPercent / 100,
    work: 'request',
    budgets: apiBudgets(configuration),
  });
  if (configuration.production) await rejectPrivilegedLogin(database, logger);
  const background = createBackground(logger);
  const temporal = connectTemporal({
    connection: temporalConnection(configuration),
    namespace: configuration.temporalNamespace,
    taskQueuePrefix: configuration.taskQueuePrefix,
    traced: configuration.otlpEndpoint !== undefined,
  });
  const encryption = createEncryption(createLocalKeys(configuration.encryptionKeys));
  const isDraining = () => draining;
  const registry = createMetricsRegistry();
  registerDatabaseMetrics(registry, () => database.connections());
  const assistantMetrics = createAssistantMetrics(registry);
  const services: Services = {
    configuration,
    logger,
    database,
    background,
    backgroundLauncher: createBackgroundLauncher({ temporal, logger }, background, isDraining),
    temporal,
    accessTokens: createAccessTokens(configuration.jwtKeys),
    csrfTokens: createCsrfTokens(configuration.jwtKeys),
    encryption,
    secretHashKeys: createSecretHashKeys(database, encryption),
    apiTokenLimit: createApiTokenLimit(database, background),
    rateLimits: createRateLimits(configuration, database, logger),
    mailer: createMailer(configuration),
    serviceCredentials: createServiceCredentials(),
    scm: createScmClients(configuration),
    hcpTerraform: createHcpTerraformClients(configuration),
    sso: createSsoClient(configuration),
    domainRecords: createDomainRecords(configuration),
    eventSender: createEventSender(configuration),
    providerSlots: createProviderSlots(),
    documents: createDocumentWorkers(documentThreads),
    largeBodies: createLargeBodySlots(),
    largeBodySpool: createLargeBodySpool(),
    assistantModels: assistantModelsOf(configuration),
    assistantMetrics,
    turnStreams: createTurnStreams({
      database,
      logger,
      metrics: assistantMetrics,
      listen: (onEvents) =>
        listenTurnEvents({
          url: configuration.databaseUrl,
          appUrl: configuration.databaseAppUrl,
          logger,
          onEvents,
        }),
      times: { heartbeatSeconds, stallSeconds: configuration.assistantStreamStallSeconds },
    }),
    ingestDocuments: createDocumentWorkers(ingestedAtOnce),
    ingestSlots: createIngestSlots(),
    ingestSpool: createIngestSpool(configuration.stateMaxMegabytes),
    passwordHasher: createPasswordHasher(),
    cursors: createCursorCodec(configuration.jwtKeys),
    startedAt: new Date(),
    isDraining,
  };
  const server = createServer(
    // Without a Host header, Express responds: Node's own response has no body.
    { requestTimeout: ingestMilliseconds, headersTimeout: 20_000, requireHostHeader: false },
    createApp(services, createHttpMetrics(registry), hooks),
  );
  server.keepAliveTimeout = idleConnectionMs;
  rejectMalformedRequests(server, logger);
  const { host } = configuration;
  await listen(server, host, configuration.port, variables.port.name);
  const metrics = await serveMetrics(registry, host, configuration.metricsPort, variables.metricsPort.name);
  const { port } = server.address() as AddressInfo;
  logger.info({ host, port }, 'listening');
  return {
    url: `http://${host}:${port}`,
    services,
    metricsPort: metrics.port,
    async stop() {
      draining = true;
      // Closes a connection as soon as its request has ended.
      server.keepAliveTimeout = 1;
      const closed = new Promise((resolve) => server.close(resolve));
      await services.turnStreams.close();
      server.closeIdleConnections();
      const force = setTimeout(() => server.closeAllConnections(), configuration.shutdownSeconds * 1000);
      await closed;
      clearTimeout(force);
      await metrics.close();
      await background.idle();
      services.mailer?.close();
      await services.scm.close();
      await services.hcpTerraform.close();
      await services.sso.close();
      await services.eventSender.close();
      await services.documents.close();
      await services.ingestDocuments.close();
      await services.temporal.close();
      await services.database.close();
    },
  };
}

/** Few, because they parse only webhook deliveries above 256 KB. One provider or organization uses one of them. */
const documentThreads = 2;

/** Proxies close connections that are silent for a minute. */
const heartbeatSeconds = 15;

/** Longer than the minute of proxies: a request on a connection that the API is closing fails. Node's default is 5 s. */
const idleConnectionMs = 65_000;

/** How much longer the transaction of an export may be idle than the export waits for its client, in seconds. */
const exportIdleMarginSeconds = 30;

function apiBudgets({ requestStatementSeconds, exportStallSeconds }: Configuration): WorkBudgets {
  return {
    ...workBudgets,
    request: { ...workBudgets.request, statementSeconds: requestStatementSeconds },
    export: { ...workBudgets.export, idleInTransactionSeconds: exportStallSeconds + exportIdleMarginSeconds },
  };
}
