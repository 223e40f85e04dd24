import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { errors } from '../domain/errors.ts';
import { OrganizationSlots } from './organization-slots.ts';

export interface PasswordHasher {
  /** Returns a PHC string. @throws CatalogueError `provider_unavailable` when too many other calls wait */
  hash(password: string, caller: HashCaller): Promise<string>;
  /**
   * Compares a password with a PHC string. Takes the same time for `undefined` (unknown user) as for a wrong password.
   * @throws CatalogueError `provider_unavailable` when too many other calls wait
   */
  verify(stored: string | undefined, password: string, caller: HashCaller): Promise<boolean>;
  /** Whether a PHC string was created with other parameters than the current ones. */
  isOutdated(stored: string): boolean;
}

/** Addresses take turns, and accounts within their calls. */
export interface HashCaller {
  /** The block of addresses of the client. */
  readonly address: string;
  /** An id of the user, an email address, or another text that identifies the account. */
  readonly account: string;
}

/** Prefix of the PHC strings with the current parameters. */
const prefix = '$argon2id$v=19$m=47104,t=1,p=1$';
/** Argon2id (2 in the library's const enum), m = 47,104 KiB, t = 1, p = 1. Source: OWASP Password Storage Cheat Sheet. */
const parameters = { algorithm: 2, memoryCost: 47_104, timeCost: 1, parallelism: 1 };

/** Leaves one processor to the event loop. */
const availableProcessors = Math.max(1, availableParallelism() - 1);

/** Calls that may wait. A hash takes 50 to 200 ms, so an address waits for itself for a few seconds. */
const hashQueue = { ofAddress: 50, ofAccount: 10, ofProcess: 500, waitMs: 30_000, retrySeconds: 5 };

/**
 * Hashes on the libuv thread pool, at most `concurrency` at a time, so that other work on the pool is not delayed. The queue is
 * bounded, and the addresses take turns: one with many calls waits for itself.
 */
export function createPasswordHasher(
  concurrency = Math.min(2, availableProcessors),
  queue: Readonly<typeof hashQueue> = hashQueue,
): PasswordHasher {
  const busy = () =>
    errors.providerUnavailable('Too many passwords are being checked.', undefined, queue.retrySeconds);
  const accounts = new OrganizationSlots({
    perOrganization: 1,
    maximumWaiting: queue.ofAccount,
    maximumWaitMs: queue.waitMs,
    busy,
  });
  const addresses = new OrganizationSlots({
    slots: concurrency,
    maximumWaiting: queue.ofAddress,
    maximumWaitMs: queue.waitMs,
    busy,
  });
  let inProcess = 0;
  const limited = async <T>({ address, account }: HashCaller, work: () => Promise<T>): Promise<T> => {
    if (inProcess >= queue.ofProcess) throw busy();
    inProcess += 1;
    try {
      return await accounts.run(`${address} ${account}`, () => addresses.run(address, work));
    } finally {
      inProcess -= 1;
    }
  };
  const unknownUserHash = hash('password of no user', parameters);
  return {
    hash: (password, caller) => limited(caller, () => hash(password, parameters)),
    async verify(stored, password, caller) {
      const target = stored ?? (await unknownUserHash);
      const matches = await limited(caller, () => verify(target, password));
      return matches && stored !== undefined;
    },
    isOutdated: (stored) => !stored.startsWith(prefix),
  };
}
