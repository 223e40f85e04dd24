import { setTimeout as pause } from 'node:timers/promises';
import type { SupervisedProcess } from './supervised-process.ts';

/**
 * Repeats the probe until it succeeds.
 *
 * @throws Error with the last output of the process, when it exits, or when the probe still fails after two minutes (a
 *   start on a cold disk can take one)
 */
export async function waitUntilReady(
  name: string,
  child: SupervisedProcess,
  probe: () => Promise<unknown>,
): Promise<void> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    if (!child.running()) throw new Error(`${name} did not start:\n${child.outputTail()}`);
    try {
      await probe();
      return;
    } catch (error) {
      if (Date.now() > deadline) {
        await child.stop();
        throw new Error(`${name} did not become ready:\n${child.outputTail()}`, { cause: error });
      }
    }
    await pause(50);
  }
}
