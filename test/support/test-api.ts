import { randomBytes, randomUUID } from 'node:crypto';
import type { DestinationStream } from 'pino';
import { startApi } from '../../api/start-api.ts';
import type { RunningApi } from '../../api/start-api.ts';
import type { TurnAnswerer } from '../../commands/assistant/turn-answerer.ts';
import type { RunningWorker } from '../../worker/start-worker.ts';
import { readConfiguration } from '../../runtime/configuration.ts';
import type { Configuration } from '../../runtime/configuration.ts';
import { createLogger } from '../../runtime/logger.ts';
import { createTypedClient, dataOf } from '../../api-client/create-typed-client.ts';
import type { TypedClient } from '../../api-client/create-typed-client.ts';
import type { TokenIssuance } from '../../api-client/api-types.ts';
import { createResponseChecker } from './response-checker.ts';
import { testStack } from './stack.ts';
import { createTestDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';
import { createTestLoginRole } from './test-login-role.ts';

export interface TestApi extends RunningApi {
  readonly database: TestDatabase;
  readonly configuration: Configuration;
  /** A client without a credential. */
  readonly anonymous: TestClient;
  /** Signs up a new organization. Returns a client of its first administrator. */
  signUp(): Promise<SignedUp>;
  /** Starts a worker on the task queues of this API, by default with its configuration. `close` stops it. */
  startWorker(configuration?: Partial<Configuration>, answerer?: TurnAnswerer): Promise<RunningWorker>;
  close(): Promise<void>;
}

export interface SignedUp {
  readonly client: TestClient;
  readonly organizationId: string;
  readonly userId: string;
  readonly email: string;
  readonly password: string;
  readonly tokens: TokenIssuance;
}

export interface TestResponse<T> {
  readonly status: number;
  readonly body: T;
  readonly headers: Headers;
}

type RequestOptions = { body?: unknown; headers?: Record<string, string> };

/**
 * The typed client (`GET`, `POST`, …) for requests that fit the OpenAPI document, and `request` for requests that do not.
 * The paths of `request` are relative to /api/v1.
 */
export interface TestClient extends Pick<TypedClient, 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'> {
  request<T = Record<string, unknown>>(
    method: string,
    path: string,
    options?: RequestOptions,
  ): Promise<TestResponse<T>>;
}

/** Starts an API in this process on a free port, with its own database and task queues. */
export async function startTestApi(
  overrides: Readonly<Record<string, string>> = {},
  options: {
    /** Validates every response against the operation's schema. Default: true. */
    readonly checkResponses?: boolean;
    /** Receives the log lines of the API and its workers. Default: standard output. */
    readonly logs?: DestinationStream;
    /** Default: a new database, which `close` drops. */
    readonly database?: TestDatabase;
  } = {},
): Promise<TestApi> {
  const { temporalAddress, awsEndpointUrl } = testStack();
  const database = options.database ?? (await createTestDatabase());
  // Production rejects the superuser of the test server.
  const role = overrides['NODE_ENV'] === 'production' ? await createTestLoginRole(database.url) : undefined;
  const configuration = readConfiguration({
    DATABASE_URL: database.url,
    ...(role === undefined ? {} : { DATABASE_APP_URL: role.url }),
    DATABASE_POOL_SIZE: '8',
    TEMPORAL_ADDRESS: temporalAddress,
    AWS_ENDPOINT_URL: awsEndpointUrl,
    TASK_QUEUE_PREFIX: `test-${randomBytes(6).toString('hex')}-`,
    PORT: '0',
    METRICS_PORT: '0',
    WORKER_METRICS_PORT: '0',
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    RATE_LIMIT_SIGNUP: '100000',
    ...overrides,
  });
  const logger = createLogger('test', configuration.logLevel, options.logs);
  const checker = createResponseChecker();
  const api = await startApi(configuration, logger, options.checkResponses === false ? {} : checker);
  const workers: RunningWorker[] = [];
  const anonymous = createClient(api.url);
  return {
    ...api,
    database,
    configuration,
    anonymous,
    signUp: () => signUp(api.url, anonymous),
    async startWorker(given = {}, answerer) {
      // Most tests start no worker: importing Temporal's worker and the activities costs half a second of CPU time.
      const { startWorker } = await import('../../worker/start-worker.ts');
      const worker = await startWorker({ ...configuration, ...given }, logger, undefined, answerer);
      workers.push(worker);
      return worker;
    },
    async close() {
      for (const worker of workers) await worker.stop();
      await api.stop();
      try {
        await checker.report(database.url);
      } finally {
        await role?.drop();
        if (options.database === undefined) await database.drop();
      }
    },
  };
}

/**
 * @param url - origin of the API
 * @param token - bearer token; absent for requests without credentials
 */
export function createClient(url: string, token?: string): TestClient {
  const request: TestClient['request'] = async <T>(
    method: string,
    path: string,
    options: RequestOptions = {},
  ) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      redirect: 'manual',
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.startsWith('application/json') === true;
    return {
      status: response.status,
      body: (json ? JSON.parse(text) : text) as T,
      headers: response.headers,
    };
  };
  return { ...createTypedClient(url, token), request };
}

async function signUp(url: string, anonymous: TestClient): Promise<SignedUp> {
  const email = `${randomUUID()}@example.com`;
  const password = `password ${randomUUID()}`;
  const body = { organization_name: `Test ${email.slice(0, 8)}`, name: 'Test Admin', email, password };
  const tokens = await dataOf(anonymous.POST('/api/v1/auth/signup', { body }));
  return {
    client: createClient(url, tokens.access_token),
    organizationId: tokens.organization.id,
    userId: tokens.user.id,
    email,
    password,
    tokens,
  };
}
