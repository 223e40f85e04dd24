import { once } from 'node:events';
import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { connectTemporal } from '../../runtime/temporal.ts';

/** An empty message of gRPC. */
const emptyMessage = Buffer.alloc(5);

test('fails calls that are repeated after the connection was closed', async (t) => {
  const server = createServer();
  t.teardown(() => void server.close());
  const unavailable = new Promise<void>((resolve) => {
    server.on('stream', (stream, headers) => {
      const type = { ':status': 200, 'content-type': 'application/grpc' };
      if (headers[':path']?.endsWith('/GetSystemInfo') === true) {
        stream.respond(type, { waitForTrailers: true });
        stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
        stream.end(emptyMessage);
      } else {
        stream.respond({ ...type, 'grpc-status': '14' }, { endStream: true });
        resolve();
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const temporal = connectTemporal({
    connection: { address: `127.0.0.1:${port}` },
    namespace: 'default',
    taskQueuePrefix: '',
    traced: false,
  });
  const cancelling = temporal.client.workflow.getHandle('workflow').cancel();
  await unavailable;
  await temporal.close();
  // Without a failure of the call, gRPC would throw in the timer of the SDK, which ends the process.
  const { cause } = await t.throwsAsync(cancelling);
  t.regex(String(cause), /connection to Temporal is closed/);
  await t.throwsAsync(temporal.ping(), { message: /connection to Temporal is closed/ });
});
