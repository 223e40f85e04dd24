import type { Logger } from './logger.ts';

/** Work that an answer does not wait for; a process waits for it before it ends. */
export interface Background {
  run(what: string, work: () => Promise<unknown>): void;
  /** Settles when everything that was begun has ended. */
  idle(): Promise<void>;
}

export function createBackground(logger: Logger): Background {
  const pending = new Set<Promise<void>>();
  return {
    run(what, work) {
      const running = work()
        .then(() => undefined)
        .catch((error: unknown) => logger.warn({ err: error }, `${what} failed`))
        .finally(() => pending.delete(running));
      pending.add(running);
    },
    async idle() {
      while (pending.size > 0) await Promise.allSettled(pending);
    },
  };
}
