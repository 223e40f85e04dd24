import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import type { ExecutionContext } from 'ava';
import type { Response } from 'express';
import { ClientDisconnected, disconnectSignal } from '../../../../api/http/request/client-disconnected.ts';

/** Sends a request, and returns its response on the side of the server. */
async function receive(t: ExecutionContext) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  const client = httpRequest({ port, host: '127.0.0.1' }).on('error', () => undefined);
  client.end();
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  return { client, response, signalOf: () => disconnectSignal(response as Response) };
}

test('the signal aborts when the client disconnects', async (t) => {
  const { client, signalOf } = await receive(t);
  const signal = signalOf();
  t.false(signal.aborted);
  client.destroy();
  await once(signal, 'abort');
  t.true(signal.reason instanceof ClientDisconnected);
});

test('the signal is aborted when the client disconnected before', async (t) => {
  const { client, response, signalOf } = await receive(t);
  client.destroy();
  await once(response, 'close');
  const signal = signalOf();
  t.true(signal.aborted);
  t.true(signal.reason instanceof ClientDisconnected);
});

test('the signal does not abort after a complete response', async (t) => {
  const { client, response, signalOf } = await receive(t);
  const before = signalOf();
  response.end('x');
  const closed = once(response, 'close');
  client.on('response', (received) => received.resume());
  await closed;
  t.false(before.aborted);
  t.false(signalOf().aborted);
});
