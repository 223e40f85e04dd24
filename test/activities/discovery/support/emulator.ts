import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

let endpoint: Promise<string> | undefined;

/** The AWS emulator of this test run: `TEST_AWS_ENDPOINT_URL`, or one started for this process. */
export function emulator(): Promise<string> {
  const given = process.env['TEST_AWS_ENDPOINT_URL'];
  endpoint ??= given ? Promise.resolve(given) : start();
  return endpoint;
}

async function start(): Promise<string> {
  const port = await freePort();
  const child = spawn('moto_server', ['-H', '127.0.0.1', '-p', String(port)], {
    stdio: 'ignore',
    env: { ...process.env, MOTO_EC2_LOAD_DEFAULT_AMIS: 'false' },
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + 60_000;
  while (!(await answers(url))) {
    if (Date.now() > deadline) throw new Error('moto_server did not start; is moto[server] 5.2.1 installed?');
    await delay(100);
  }
  child.unref();
  return url;
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/moto-api/data.json`)).ok;
  } catch {
    return false;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0));
    });
  });
}
