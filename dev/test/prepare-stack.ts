import '../../runtime/check-node.mjs';
import { startStack } from '../stack/start-stack.ts';
import { runningStack } from './running-stack.ts';

/**
 * Downloads and builds what the stack needs, and starts it once. `npm test` does this while it checks the code, because
 * downloads leave the processors idle.
 */
if (runningStack() === undefined) {
  const stack = await startStack({ ephemeral: true, report: (line) => process.stdout.write(`${line}\n`) });
  await stack.stop();
}
