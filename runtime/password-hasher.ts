import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

export interface PasswordHasher {
  /** Returns a PHC string. */
  hash(password: string): Promise<string>;
  /** Compares a password with a PHC string. Takes the same time for `undefined` (unknown user) as for a wrong password. */
  verify(stored: string | undefined, password: string): Promise<boolean>;
  /** Whether a PHC string was created with other parameters than the current ones. */
  isOutdated(stored: string): boolean;
}

/** Prefix of the PHC strings with the current parameters. */
const prefix = '$argon2id$v=19$m=47104,t=1,p=1$';
/** Argon2id (2 in the library's const enum), m = 47,104 KiB, t = 1, p = 1. Source: OWASP Password Storage Cheat Sheet. */
const parameters = { algorithm: 2, memoryCost: 47_104, timeCost: 1, parallelism: 1 };

/** Leaves one processor to the event loop. */
const availableProcessors = Math.max(1, availableParallelism() - 1);

/** Hashes on the libuv thread pool, at most `concurrency` at a time, so that other work on the pool is not delayed. */
export function createPasswordHasher(concurrency = Math.min(2, availableProcessors)): PasswordHasher {
  const limited = limit(concurrency);
  const unknownUserHash = hash('password of no user', parameters);
  return {
    hash: (password) => limited(() => hash(password, parameters)),
    async verify(stored, password) {
      const target = stored ?? (await unknownUserHash);
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
