import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Takes as long for an unknown account (`undefined`) as for a wrong password. */
  verify(stored: string | undefined, password: string): Promise<boolean>;
  /** Whether a stored hash was made with other parameters than those of today. */
  isOutdated(stored: string): boolean;
}

/** How a PHC string of these parameters begins. */
const prefix = '$argon2id$v=19$m=47104,t=1,p=1$';
/** Argon2id is algorithm 2 of the library's (const) enum; m = 47,104 KiB, t = 1, p = 1. Source: OWASP Password Storage Cheat Sheet. */
const parameters = { algorithm: 2, memoryCost: 47_104, timeCost: 1, parallelism: 1 };

/** One processor is left to the event loop and to Postgres beside it. */
const spareProcessors = Math.max(1, availableParallelism() - 1);

/** Hashes on the thread pool, at most `concurrency` at a time, so that other work keeps its turn. */
export function createPasswordHasher(concurrency = Math.min(2, spareProcessors)): PasswordHasher {
  const limited = limit(concurrency);
  const nobody = hash('nobody has this password', parameters);
  return {
    hash: (password) => limited(() => hash(password, parameters)),
    async verify(stored, password) {
      const target = stored ?? (await nobody);
      const matches = await limited(() => verify(target, password));
      return matches && stored !== undefined;
    },
    isOutdated: (stored) => !stored.startsWith(prefix),
  };
}

function limit(concurrency: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
