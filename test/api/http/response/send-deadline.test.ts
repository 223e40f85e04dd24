import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import express from 'express';
import test from 'ava';
import { limitSendTime } from '../../../../api/http/response/send-deadline.ts';

test('closes the connection of a client that never reads its response', async (t) => {
  const app = express();
  const text = 'x'.repeat(64 * 1024 * 1024);
  app.use(limitSendTime({ graceMilliseconds: 200, bytesPerSecond: 256 * 1024 * 1024 }));
  app.get('/', (_request, response) => void response.send(text));
  const server = createServer(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const closed = new Promise<void>((resolve) => {
    server.once('connection', (socket) => socket.once('close', () => resolve()));
  });
  const client = connect(port, '127.0.0.1');
  client.on('error', () => undefined);
  client.pause();
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await closed;
  client.destroy();
  t.pass();
  server.closeAllConnections();
  server.close();
});
