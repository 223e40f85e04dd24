import { createServer } from 'vite';
import { consoleOptions } from './console-build.ts';

const port = 5173;

/**
 * Serves the console with hot reload, and passes `/api` on to the API. `Origin` is changed to that of the API, which otherwise
 * refuses the CSRF token of another origin.
 */
export async function serveConsole(
  apiUrl: string,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = await createServer({
    ...consoleOptions(),
    server: {
      host: '127.0.0.1',
      port,
      proxy: { '/api': { target: apiUrl, changeOrigin: true, headers: { origin: apiUrl } } },
    },
  });
  await server.listen();
  return { url: server.resolvedUrls?.local[0] ?? `http://127.0.0.1:${port}`, close: () => server.close() };
}
