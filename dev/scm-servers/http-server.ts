import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse as NodeResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createFaults } from './faults.ts';
import type { Faults } from './faults.ts';
import { HttpError, isStream } from './route-table.ts';
import type { CompiledRoute, ServerRequest, ServerResponse } from './route-table.ts';

export interface HttpServerOptions {
  readonly routes: readonly CompiledRoute[];
  /** Default: a free port. */
  readonly port?: number;
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Runs before the handler; it throws HttpError for a request that the server rejects. */
  readonly authorize?: (request: ServerRequest) => void;
  /** Headers of every response. */
  readonly headers?: (request: ServerRequest) => Readonly<Record<string, string>>;
}

export interface RecordedRequest {
  readonly route: string;
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly status: number;
}

export interface HttpServer {
  /** Without a trailing slash. */
  readonly origin: string;
  readonly faults: Faults;
  /** Requests in the order of their responses. */
  readonly requests: readonly RecordedRequest[];
  /** Number of requests since the last {@link resetCalls}, by route; `unknown` for others. */
  readonly calls: () => Readonly<Record<string, number>>;
  readonly resetCalls: () => void;
  readonly close: () => Promise<void>;
}

const unknownRoute = 'unknown';

/** Starts a server on 127.0.0.1. It counts requests by route, responds 304 to a known ETag, and shows faults. */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const faults = createFaults();
  const requests: RecordedRequest[] = [];
  const listener = (incoming: IncomingMessage, outgoing: NodeResponse) => {
    void respond(options, faults, incoming, outgoing)
      .then((request) => requests.push(request))
      .catch(() => outgoing.destroy());
  };
  const server = options.tls === undefined ? createServer(listener) : createTlsServer(options.tls, listener);
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `${options.tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    faults,
    requests,
    calls() {
      const counts: Record<string, number> = {};
      for (const { route } of requests) counts[route] = (counts[route] ?? 0) + 1;
      return counts;
    },
    resetCalls() {
      requests.length = 0;
    },
    async close() {
      if (!server.listening) return;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function respond(
  options: HttpServerOptions,
  faults: Faults,
  incoming: IncomingMessage,
  outgoing: NodeResponse,
): Promise<RecordedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { request, handler } = find(options.routes, incoming, Buffer.concat(chunks));
  const recorded = {
    route: request.route,
    method: request.method,
    path: request.url.pathname,
    authorization: request.headers.authorization,
  };
  const fault = faults.take(request.route, decodeURIComponent(request.url.pathname));
  // The client ends a stalled request.
  if (fault?.kind === 'stall') return { ...recorded, status: 0 };
  if (fault?.kind === 'disconnect') {
    incoming.socket.destroy();
    return { ...recorded, status: 0 };
  }
  const response = fault?.kind === 'response' ? fault : await handle(options, request, handler);
  if (fault?.kind === 'lose') {
    incoming.socket.destroy();
    return { ...recorded, status: 0 };
  }
  const headers = { ...options.headers?.(request), ...response.headers };
  const status = await send(outgoing, { ...response, headers }, incoming, fault?.kind === 'cut');
  return { ...recorded, status };
}

function find(
  routes: readonly CompiledRoute[],
  incoming: IncomingMessage,
  body: Buffer,
): { readonly request: ServerRequest; readonly handler: CompiledRoute['handler'] | undefined } {
  const { method = 'GET', headers } = incoming;
  const url = new URL(incoming.url ?? '/', 'http://server');
  for (const route of routes) {
    const match = route.method === method ? route.pattern.exec(url.pathname) : null;
    if (match === null) continue;
    const params = Object.fromEntries(
      Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
    return { request: { route: route.name, method, url, params, headers, body }, handler: route.handler };
  }
  return { request: { route: unknownRoute, method, url, params: {}, headers, body }, handler: undefined };
}

async function handle(
  { authorize }: HttpServerOptions,
  request: ServerRequest,
  handler: CompiledRoute['handler'] | undefined,
): Promise<ServerResponse> {
  try {
    authorize?.(request);
    if (handler === undefined) throw new HttpError(404, 'Not Found');
    return await handler(request);
  } catch (error) {
    if (error instanceof HttpError) return error;
    return { status: 500, body: { message: error instanceof Error ? error.message : 'Server Error' } };
  }
}

/** Returns the status that was sent. */
async function send(
  outgoing: NodeResponse,
  { status, headers, body }: ServerResponse,
  incoming: IncomingMessage,
  isCut: boolean,
): Promise<number> {
  for (const [name, value] of Object.entries(headers ?? {})) outgoing.setHeader(name, value);
  if (isStream(body)) {
    outgoing.statusCode = status;
    if (isCut) await sendFirstHalf(body, outgoing);
    else await pipeline(body, outgoing);
    return status;
  }
  const isText = typeof body === 'string' || Buffer.isBuffer(body);
  if (!isText && body !== undefined && !outgoing.hasHeader('content-type'))
    outgoing.setHeader('content-type', 'application/json; charset=utf-8');
  const bytes = Buffer.from(isText ? body : body === undefined ? '' : JSON.stringify(body));
  const etag = `W/"${createHash('sha256').update(bytes).digest('hex')}"`;
  if (incoming.method === 'GET' && status === 200) outgoing.setHeader('etag', etag);
  const isKnown = incoming.method === 'GET' && status === 200 && incoming.headers['if-none-match'] === etag;
  outgoing.statusCode = isKnown ? 304 : status;
  if (isCut) {
    outgoing.setHeader('content-length', bytes.length);
    outgoing.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => outgoing.destroy());
  } else outgoing.end(isKnown ? undefined : bytes);
  return outgoing.statusCode;
}

async function sendFirstHalf(body: Readable, outgoing: NodeResponse): Promise<void> {
  for await (const chunk of body) {
    const bytes = chunk as Buffer;
    outgoing.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => outgoing.destroy());
    return;
  }
}
