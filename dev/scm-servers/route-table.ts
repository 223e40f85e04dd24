import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';

export interface ServerRequest {
  /** `GET /repos/{owner}/{repo}`: the key in its route table. */
  readonly route: string;
  readonly method: string;
  readonly url: URL;
  readonly params: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface ServerResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, unless it is a string, a Buffer or a stream. */
  readonly body?: unknown;
}

export type RouteHandler = (request: ServerRequest) => Promise<ServerResponse> | ServerResponse;

/** Handlers by `GET /path/{parameter}`. The last parameter may contain slashes: `{path*}`. The first match wins. */
export type RouteTable = Readonly<Record<string, RouteHandler>>;

export interface CompiledRoute {
  readonly name: string;
  readonly method: string;
  readonly pattern: RegExp;
  readonly handler: RouteHandler;
}

/** @param prefix path before the paths of the table: `/api/v3` */
export function compileRoutes(prefix: string, table: RouteTable): readonly CompiledRoute[] {
  return Object.entries(table).map(([key, handler]) => {
    const [method = '', template = ''] = key.split(' ');
    const source = template.replace(/\{(\w+)(\*?)\}/g, (_, name: string, rest: string) =>
      rest === '' ? `(?<${name}>[^/]+)` : `(?<${name}>.+)`,
    );
    const pattern = new RegExp(
      `^${prefix}${source.replaceAll('.', String.raw`\.`).replaceAll(String.raw`\.+`, '.+')}$`,
    );
    return { name: key.replace('*}', '}'), method, pattern, handler };
  });
}

/** An error that is sent as JSON. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly body: object;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: string | object, headers: Readonly<Record<string, string>> = {}) {
    super(`HTTP ${status}`);
    this.status = status;
    this.body = typeof body === 'string' ? { message: body } : body;
    this.headers = headers;
  }
}

/** The fields of a JSON object in the body. @throws HttpError 400 */
export function jsonOf(request: ServerRequest): Readonly<Record<string, unknown>> {
  if (request.body.length === 0) return {};
  try {
    const value: unknown = JSON.parse(request.body.toString('utf8'));
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  throw new HttpError(400, 'Problems parsing JSON');
}

export function isStream(body: unknown): body is Readable {
  return typeof body === 'object' && body !== null && 'pipe' in body;
}
