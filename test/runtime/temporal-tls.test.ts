import { createSecureServer } from 'node:http2';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { createServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { NativeConnection } from '@temporalio/worker';
import test from 'ava';
import { readConfiguration } from '../../runtime/configuration.ts';
import type { Configuration } from '../../runtime/configuration.ts';
import { temporalConnection } from '../../runtime/temporal-connection.ts';
import { connectTemporal } from '../../runtime/temporal.ts';
import { testStack } from '../support/stack.ts';

/** Certificates of a test CA, valid until 2126. */
const file = (name: string) => fileURLToPath(new URL(`../support/tls/${name}.pem`, import.meta.url));
const serverCertificate = {
  key: readFileSync(file('server.key')),
  cert: readFileSync(file('server')),
  ca: readFileSync(file('ca')),
};
const clientCertificate = { TEMPORAL_TLS_CERT: file('client'), TEMPORAL_TLS_KEY: file('client.key') };
const serverAuthority = { TEMPORAL_TLS_CA: file('ca') };

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function configurationOf(port: number, environment: Readonly<Record<string, string>>): Configuration {
  return readConfiguration({
    DATABASE_URL: 'postgres://localhost/unused',
    TEMPORAL_ADDRESS: `127.0.0.1:${port}`,
    ...environment,
  });
}

async function ping(configuration: Configuration): Promise<void> {
  const temporal = connectTemporal({
    connection: temporalConnection(configuration),
    namespace: 'default',
    taskQueuePrefix: '',
    traced: false,
  });
  try {
    await temporal.ping();
  } finally {
    await temporal.close();
  }
}

/** A TLS server in front of Temporal that requires a client certificate of the test CA. */
async function withProxy(work: (port: number) => Promise<void>): Promise<void> {
  const [host = '', port = ''] = testStack().temporalAddress.split(':');
  const proxy = createServer(
    { ...serverCertificate, requestCert: true, rejectUnauthorized: true, ALPNProtocols: ['h2'] },
    (socket) => {
      const upstream = connect(Number(port), host);
      socket.on('error', () => upstream.destroy());
      upstream.on('error', () => socket.destroy());
      socket.pipe(upstream).pipe(socket);
    },
  );
  try {
    await work(await listen(proxy));
  } finally {
    proxy.close();
  }
}

test('client and worker connect to Temporal with mTLS', (t) =>
  withProxy(async (port) => {
    const configuration = configurationOf(port, { ...serverAuthority, ...clientCertificate });
    await t.notThrowsAsync(ping(configuration));
    const connection = await NativeConnection.connect(temporalConnection(configuration));
    const { namespaceInfo } = await connection.workflowService.describeNamespace({ namespace: 'default' });
    t.is(namespaceInfo?.name, 'default');
    await connection.close();
  }));

test('does not connect without the CA or the client certificate, nor in plain text', (t) =>
  withProxy(async (port) => {
    for (const environment of [clientCertificate, serverAuthority, {}])
      await t.throwsAsync(ping(configurationOf(port, environment)));
  }));

test('sends the API key over TLS', async (t) => {
  const received: (string | undefined)[] = [];
  const server = createSecureServer(serverCertificate);
  server.on('stream', (stream, headers) => {
    received.push(headers.authorization);
    stream.respond(
      { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '16' },
      { endStream: true },
    );
  });
  const port = await listen(server);
  await t.throwsAsync(
    ping(configurationOf(port, { ...serverAuthority, TEMPORAL_API_KEY: 'a key of this test' })),
  );
  server.close();
  t.true(received.length > 0);
  t.deepEqual([...new Set(received)], ['Bearer a key of this test']);
});

test('an API key implies TLS', (t) => {
  t.deepEqual(temporalConnection(configurationOf(1, { TEMPORAL_API_KEY: 'key' })), {
    address: '127.0.0.1:1',
    tls: {},
    apiKey: 'key',
  });
  t.deepEqual(temporalConnection(configurationOf(1, {})), { address: '127.0.0.1:1' });
});

test('rejects a client certificate without its key', (t) => {
  t.throws(() => configurationOf(1, { TEMPORAL_TLS_CERT: file('client') }), {
    message: /TEMPORAL_TLS_KEY: is required with TEMPORAL_TLS_CERT/,
  });
});
