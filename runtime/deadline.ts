import { AsyncLocalStorage } from 'node:async_hooks';

const deadlines = new AsyncLocalStorage<number>();

/** Runs work that has to end within this time, such as an activity. */
export function withDeadline<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  return deadlines.run(performance.now() + milliseconds, work);
}

/** Returns the time that the current work has left, in seconds, at least one; `Infinity` without a deadline. */
export function secondsLeft(): number {
  const deadline = deadlines.getStore();
  return deadline === undefined
    ? Number.POSITIVE_INFINITY
    : Math.max(1, Math.floor((deadline - performance.now()) / 1000));
}
