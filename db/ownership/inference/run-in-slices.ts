import { setImmediate as nextTurn } from 'node:timers/promises';

/** Runs a computation to its end. Returns to the event loop whenever it yields. */
export async function runInSlices<T>(computation: Generator<unknown, T>): Promise<T> {
  for (;;) {
    const { done, value } = computation.next();
    if (done === true) return value;
    await nextTurn();
  }
}
