import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { ExecutionContext } from 'ava';

export interface WebhookReceiver {
  readonly url: string;
  /** Status of the responses. */
  status: number;
  readonly received: { readonly headers: IncomingHttpHeaders; readonly body: Buffer }[];
}

/** Starts a server that records webhook deliveries until the test ends. */
export async function startWebhookReceiver(t: ExecutionContext): Promise<WebhookReceiver> {
  const receiver: { status: number; received: WebhookReceiver['received'] } = { status: 202, received: [] };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      receiver.received.push({ headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(receiver.status).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return Object.assign(receiver, { url: `http://127.0.0.1:${port}/webhooks/github` });
}
