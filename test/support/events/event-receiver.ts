import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EventBody } from '../../../domain/events/event.ts';

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver of events: an HTTP server that records requests and answers as it is told. */
export interface EventReceiver {
  readonly origin: string;
  /** The requests to a path, in their order. */
  requests(path: string): readonly ReceivedRequest[];
  /** The events of the requests to a path, in their order. */
  events(path: string): readonly EventBody[];
  /** How requests to a path are answered from now on. Default: 204. */
  answer(path: string, how: (response: ServerResponse, request: ReceivedRequest) => void): void;
  close(): Promise<void>;
}

export async function startEventReceiver(): Promise<EventReceiver> {
  const received: ReceivedRequest[] = [];
  const answers = new Map<string, (response: ServerResponse, request: ReceivedRequest) => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const found = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      received.push(found);
      const answer = answers.get(found.path);
      if (answer === undefined) response.writeHead(204).end();
      else answer(response, found);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const requests = (path: string) => received.filter((request) => request.path === path);
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    events: (path) =>
      requests(path).flatMap(({ body }) => (JSON.parse(body) as { events: readonly EventBody[] }).events),
    answer: (path, how) => answers.set(path, how),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers with a status and no body. */
export const withStatus =
  (status: number, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, headers).end();
  };
