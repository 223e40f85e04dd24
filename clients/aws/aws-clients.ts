import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { traced } from '../../runtime/spans.ts';
import { classifyAwsError } from './classify-aws-error.ts';
import type { AwsCaller, AwsRequest } from './aws-caller.ts';
import { assumeRole, type AwsCredentials, type RoleToAssume } from './assume-role.ts';
import { callWithCredentials, credentialsOfCall } from './call-credentials.ts';
import { endpointOf } from './endpoint-of.ts';
import { loadSdkModule, type SdkClient } from './client-modules.ts';

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
  readonly maxClients?: number;
  /** HTTP handler of the SDK; by default one with shared keep-alive connections. */
  readonly requestHandler?: object;
  /** Credentials of this process; by default from the SDK's provider chain (environment, container, instance). */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Overrides `AWS_ENDPOINT_URL`. */
  readonly endpoint?: string;
}

/** Enough for 100 services in 20 regions. A client takes 20 KB. */
const DEFAULT_MAX_CLIENTS = 2048;
const MAX_CALLERS = 2048;

/** Creates the clients. The SDK reads `AWS_ENDPOINT_URL` itself. SDK retries are off: callers retry. */
export function createAwsClients(options: AwsClientsOptions = {}): AwsClients {
  const agents = [
    new HttpAgent({ keepAlive: true, maxSockets: 64 }),
    new HttpsAgent({ keepAlive: true, maxSockets: 64 }),
  ];
  const requestHandler =
    options.requestHandler ??
    new NodeHttpHandler({
      httpAgent: agents[0] as HttpAgent,
      httpsAgent: agents[1] as HttpsAgent,
      connectionTimeout: 5_000,
      requestTimeout: 30_000,
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
    if (clients.size > (options.maxClients ?? DEFAULT_MAX_CLIENTS)) {
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
          try {
            return await call(request, await credentials.get(request.region));
          } catch (error) {
            // The session expired, or the role was deleted and perhaps created again.
            if (/^(ExpiredToken|InvalidClientTokenId|UnrecognizedClient)/.test(classifyAwsError(error).code))
              credentials.invalidate();
            throw error;
          }
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
