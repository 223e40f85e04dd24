import type { Logger } from './logger.ts';

/** Runs work after a response was sent. The process waits for it before it exits. */
export interface Background {
  /** Starts the work. Logs a failure as `<name> failed`. */
  run(name: string, work: () => Promise<unknown>): void;
  /** Resolves when all started work has ended. */
  idle(): Promise<void>;
}

export function createBackground(logger: Logger): Background {
  const pending = new Set<Promise<void>>();
  return {
    run(name, work) {
      const running = work()
        .then(() => undefined)
        .catch((error: unknown) => logger.warn({ err: error }, `${name} failed`))
        .finally(() => pending.delete(running));
      pending.add(running);
    },
    async idle() {
      while (pending.size > 0) await Promise.allSettled(pending);
    },
  };
}
