import { createServer } from 'node:http';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { listen } from '../listen.ts';

/** Creates a registry with the default metrics of Node. */
export function createMetricsRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/**
 * Serves `GET /metrics` on its own port, which must not be public.
 *
 * @param variable the environment variable of the port
 * @throws ConfigurationError when the port is in use
 */
export async function serveMetrics(
  registry: Registry,
  host: string,
  port: number,
  variable: string,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await listen(server, host, port, variable);
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
