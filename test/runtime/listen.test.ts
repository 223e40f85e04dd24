import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { ConfigurationError } from '../../runtime/configuration.ts';
import { listen } from '../../runtime/listen.ts';
import { createMetricsRegistry, serveMetrics } from '../../runtime/metrics/metrics.ts';

test('a port in use is an error that names its variable', async (t) => {
  const server = createServer();
  t.teardown(() => server.close());
  await listen(server, '127.0.0.1', 0, 'PORT');
  const { port } = server.address() as AddressInfo;
  await t.throwsAsync(listen(createServer(), '127.0.0.1', port, 'PORT'), {
    instanceOf: ConfigurationError,
    message: `PORT: port ${port} of 127.0.0.1 is in use. Set PORT to a free port.`,
  });
  await t.throwsAsync(serveMetrics(createMetricsRegistry(), '127.0.0.1', port, 'METRICS_PORT'), {
    instanceOf: ConfigurationError,
    message: /^METRICS_PORT: port \d+ of 127\.0\.0\.1 is in use/,
  });
});

test('a host without an address on this machine is an error that names HOST', async (t) => {
  await t.throwsAsync(listen(createServer(), '192.0.2.1', 0, 'PORT'), {
    instanceOf: ConfigurationError,
    message: 'HOST: 192.0.2.1 is no address of this machine.',
  });
});
