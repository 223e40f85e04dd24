import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface StartedProcess {
  readonly port: number;
  readonly pid: number;
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a module as a process that listens on `PORT`, and waits until `path` returns a 2xx status.
 *
 * @throws Error when the process exits, or is not ready after 30 s
 */
export async function startProcess(
  file: string,
  environment: Readonly<Record<string, string>>,
  path: string,
): Promise<StartedProcess> {
  const port = await freePort();
  const script = fileURLToPath(new URL(`../../${file}`, import.meta.url));
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, ...environment, PORT: String(port), METRICS_PORT: '0', WORKER_METRICS_PORT: '0' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + 30_000;
  while (!(await responds(`${url}${path}`))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${file} did not start`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    port,
    pid: child.pid ?? 0,
    url,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function responds(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}
