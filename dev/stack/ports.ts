import { createServer } from 'node:net';
import { randomInt } from 'node:crypto';

/** A loopback port that nothing listens on, below the range that outgoing connections take theirs from. */
export async function freePort(neighbours = 0): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const port = randomInt(15_000, 32_000);
    const wanted = Array.from({ length: neighbours + 1 }, (_, offset) => port + offset);
    const free = await Promise.all(wanted.map(isFree));
    if (free.every(Boolean)) return port;
  }
  throw new Error('There is no free port between 15000 and 32000.');
}

/** Throws in words when the port is taken, naming the variable that changes it. */
export async function requireFree(
  port: number,
  part: string,
  variable: string,
  instead?: string,
): Promise<void> {
  if (await isFree(port)) return;
  const alternative = instead === undefined ? '' : `, or set ${instead} to use what already runs`;
  throw new Error(`${part}: port ${port} is taken. Set ${variable} to a free port${alternative}.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
