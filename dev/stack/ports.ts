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

/**
 * @param options.instead - the variable with the address of a running service that is used instead
 * @param options.neighbours - the number of the next ports that the part uses as well
 * @throws Error that names the variable to change, when the port or one of its neighbours is in use.
 */
export async function requireFree(
  port: number,
  part: string,
  variable: string,
  { instead, neighbours = 0 }: { readonly instead?: string; readonly neighbours?: number } = {},
): Promise<void> {
  for (let used = port; used <= port + neighbours; used += 1) {
    // With port 0, the system chooses a free one.
    if (port === 0 || (await isFree(used))) continue;
    const free = neighbours === 0 ? 'a free port' : `a port that is free with the next ${neighbours}`;
    const alternative = instead === undefined ? '' : `, or set ${instead} to use a running one`;
    throw new Error(`${part}: port ${used} is in use. Set ${variable} to ${free}${alternative}.`);
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
