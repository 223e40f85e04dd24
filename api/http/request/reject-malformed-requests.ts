import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errors } from '../../../domain/errors.ts';
import type { CatalogueError } from '../../../domain/errors.ts';
import type { Logger } from '../../../runtime/logger.ts';
import { sendJson } from '../response/send-json.ts';

interface Rejection {
  /** The status that Node sends for the error by default. */
  readonly status: number;
  error(): CatalogueError;
}

const malformed: Rejection = {
  status: 400,
  error: () => errors.validationFailed('request', 'is not valid HTTP'),
};
const unknownExpectation: Rejection = {
  status: 417,
  error: () => errors.validationFailed('Expect', 'is not supported'),
};
/** By the error code of Node's HTTP parser and server; any other code is {@link malformed}. */
const rejections: Readonly<Record<string, Rejection>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    error: () => errors.validationFailed('request', 'has too long a path or headers'),
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, error: () => errors.invalidBody('The body is too large.') },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    error: () => errors.invalidBody('The request was not received in time.'),
  },
};

/**
 * Responds with the catalogue's JSON to requests that Node's HTTP server rejects before they reach Express: malformed
 * request lines, headers or chunks, headers that are too long, and unknown `Expect` headers.
 */
export function rejectMalformedRequests(server: Server, logger: Logger): void {
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    rejectRequest(socket, error.code, logger);
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('X-Request-Id', randomUUID());
    response.setHeader('Connection', 'close');
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    sendJson(response, unknownExpectation.status, bodyOf(unknownExpectation));
  });
}

/** Sends the response for an error code of Node's HTTP server, and closes the connection. */
export function rejectRequest(socket: Duplex, code: string | undefined, logger: Logger): void {
  if (code === 'ECONNRESET' || !socket.writable || isResponding(socket)) {
    socket.destroy();
    return;
  }
  const rejection = rejections[code ?? ''] ?? malformed;
  const requestId = randomUUID();
  logger.info({ request_id: requestId, status: rejection.status, reason: code }, 'malformed request');
  socket.end(responseText(rejection, requestId));
}

/** Returns whether a response was begun on the connection. Text after it would be read as a part of it. */
function isResponding(socket: Duplex): boolean {
  const response = Reflect.get(socket, '_httpMessage') as ServerResponse | null | undefined;
  return response?.headersSent === true;
}

function responseText(rejection: Rejection, requestId: string): string {
  const body = JSON.stringify(bodyOf(rejection));
  return [
    `HTTP/1.1 ${rejection.status} ${STATUS_CODES[rejection.status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

function bodyOf(rejection: Rejection): { readonly code: string; readonly message: string } {
  const { code, message } = rejection.error();
  return { code, message };
}
