import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { traced } from '../../runtime/spans.ts';
import { classifyAwsError } from './classify-aws-error.ts';
import type { AwsCaller, AwsRequest } from './aws-caller.ts';
import { assumeRole } from './assume-role.ts';
import type { AwsCredentials, RoleToAssume } from './assume-role.ts';
import { callWithCredentials, credentialsOfCall } from './call-credentials.ts';
import { AwsHttpHandler } from './aws-http-handler.ts';
import { endpointOf } from './endpoint-of.ts';
import { loadSdkModule } from './client-modules.ts';
import type { SdkClient } from './client-modules.ts';

/**
 * Creates callers and owns their SDK clients and connections. One per process. There is one client per service and region:
 * all roles share it, because creating one and its first call take longer than a call.
 */
export interface AwsClients {
  /** Returns a caller with a customer's role. Callers of the same role share their credentials. */
  forRole(role: RoleToAssume): AwsCaller;
  /** Returns a caller with the credentials of this process. */
  own(): AwsCaller;
  close(): void;
}

export interface AwsClientsOptions {
  /** User agent of every request. */
  readonly userAgent?: string;
  /** Size of the cache of SDK clients; the least recently used client is evicted. */
  readonly maximumClients?: number;
  /** HTTP handler of the SDK; by default one with shared keep-alive connections. */
  readonly requestHandler?: object;
  /** Time without a response, or without another byte of it, after which a call fails with `TimeoutError`, in ms; default 60 s. */
  readonly responseTimeoutMs?: number;
  /** Time after which an unused connection is closed, in ms; default 30 s. */
  readonly idleConnectionMs?: number;
  /** Credentials of this process; by default from the SDK's provider chain (environment, container, instance). */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Overrides `AWS_ENDPOINT_URL`. */
  readonly endpoint?: string;
}

/**
 * Enough for 104 SDK packages in all 34 regions: scans use the clients in turn, so that a smaller cache would lose each before its
 * next use. A client takes 20 KB.
 */
const DEFAULT_MAX_CLIENTS = 4096;
const MAX_CALLERS = 2048;
const SESSION_REJECTED = /^(ExpiredToken|InvalidClientTokenId|UnrecognizedClient)/;
/** The AWS CLI waits as long by default (`cli_read_timeout`). */
const RESPONSE_TIMEOUT_MS = 60_000;
/** A scan of all regions connects to 1,800 hosts, to each with up to eight connections. */
const IDLE_CONNECTION_MS = 30_000;

/** Creates the clients. The SDK reads `AWS_ENDPOINT_URL` itself. SDK retries are off: callers retry. */
export function createAwsClients(options: AwsClientsOptions = {}): AwsClients {
  // The agents' timeout closes unused connections only.
  const timeout = options.idleConnectionMs ?? IDLE_CONNECTION_MS;
  const agents = [
    new HttpAgent({ keepAlive: true, maxSockets: 64, timeout }),
    new HttpsAgent({ keepAlive: true, maxSockets: 64, timeout }),
  ];
  const responseTimeoutMs = options.responseTimeoutMs ?? RESPONSE_TIMEOUT_MS;
  const requestHandler =
    options.requestHandler ??
    new AwsHttpHandler({
      httpAgent: agents[0] as HttpAgent,
      httpsAgent: agents[1] as HttpsAgent,
      connectionTimeout: 5_000,
      requestTimeout: responseTimeoutMs,
      // Otherwise the handler only writes a warning, and the call waits forever.
      throwOnRequestTimeout: true,
      // The request timeout ends with the headers of the response. This one is for its body.
      socketTimeout: responseTimeoutMs,
    });
  const clients = new Map<string, Promise<SdkClient>>();
  const callers = new Map<string, AwsCaller>();

  async function client(request: AwsRequest, owner: 'own' | 'roles'): Promise<SdkClient> {
    const key = `${owner} ${request.region} ${request.client}`;
    const known = clients.get(key);
    if (known) {
      clients.delete(key);
      clients.set(key, known);
      return known;
    }
    const created = loadSdkModule(request.client).then((module) =>
      module.createClient({
        region: request.region,
        maxAttempts: 1,
        // The adaptive mode, which the environment can set, limits the calls of a client: one role would delay all others.
        retryMode: 'standard',
        requestHandler,
        customUserAgent: options.userAgent ?? 'cloud-inventory',
        ...endpointOf(request.client, options.endpoint),
        ...(owner === 'roles' ? credentialsOfCall : {}),
        ...(owner === 'own' && options.credentials ? { credentials: options.credentials } : {}),
      }),
    );
    clients.set(key, created);
    created.catch(() => clients.delete(key));
    if (clients.size > (options.maximumClients ?? DEFAULT_MAX_CLIENTS)) {
      const [oldest] = clients.keys();
      if (oldest !== undefined) clients.delete(oldest);
    }
    return created;
  }

  /** Makes a call with the credentials of a role, or with those of this process. */
  async function call(request: AwsRequest, credentials?: AwsCredentials): Promise<object> {
    const [sdkClient, module] = await Promise.all([
      client(request, credentials === undefined ? 'own' : 'roles'),
      loadSdkModule(request.client),
    ]);
    const { client: service, region, operation } = request;
    const attributes = {
      'rpc.system': 'aws-api',
      'rpc.service': service,
      'rpc.method': operation,
      'cloud.region': region,
    };
    const send = (): Promise<object> =>
      sdkClient.send(
        module.createCommand(operation, request.input ?? {}),
        request.signal ? { abortSignal: request.signal } : {},
      );
    return traced(`${service}/${operation}`, attributes, () =>
      credentials === undefined ? send() : callWithCredentials(credentials, send),
    );
  }

  const own: AwsCaller = { call: (request) => call(request) };

  return {
    own: () => own,
    forRole(role) {
      const identity = `${role.roleArn} ${role.externalId}`;
      const known = callers.get(identity);
      if (known) return known;
      const credentials = assumeRole(own, role);
      const caller: AwsCaller = {
        async call(request) {
          const session = await credentials.get(request.region);
          try {
            return await call(request, session);
          } catch (error) {
            if (!SESSION_REJECTED.test(classifyAwsError(error).code)) throw error;
          }
          // The session expired, or the role was deleted and perhaps created again.
          credentials.invalidate(session);
          return call(request, await credentials.get(request.region));
        },
      };
      callers.set(identity, caller);
      if (callers.size > MAX_CALLERS) {
        const [oldest] = callers.keys();
        if (oldest !== undefined) callers.delete(oldest);
      }
      return caller;
    },
    close() {
      for (const agent of agents) agent.destroy();
      clients.clear();
      callers.clear();
    },
  };
}
