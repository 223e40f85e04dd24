import { setTimeout as pause } from 'node:timers/promises';
import type { SupervisedProcess } from './supervised-process.ts';

/**
 * Asks until the part answers. Throws, with the end of its output, when it ends first or stays silent for
 * two minutes (a cold disk can take one).
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
        throw new Error(`${name} does not answer:\n${child.outputTail()}`, { cause: error });
      }
    }
    await pause(50);
  }
}
