import { createServer } from 'node:net';
import { randomInt } from 'node:crypto';

/**
 * Returns a free loopback port that is followed by `neighbours` more free ports. All are below the range of ephemeral
 * ports, which outgoing connections use.
 */
export async function freePort(neighbours = 0): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const port = randomInt(15_000, 32_000);
    const wanted = Array.from({ length: neighbours + 1 }, (_, offset) => port + offset);
    const free = await Promise.all(wanted.map(isFree));
    if (free.every(Boolean)) return port;
  }
  throw new Error('Found no free port between 15000 and 32000.');
}

/** @throws Error that names the variable to change, when the port is in use. */
export async function requireFree(
  port: number,
  part: string,
  variable: string,
  instead?: string,
): Promise<void> {
  if (await isFree(port)) return;
  const alternative = instead === undefined ? '' : `, or set ${instead} to use a running one`;
  throw new Error(`${part}: port ${port} is in use. Set ${variable} to a free port${alternative}.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
