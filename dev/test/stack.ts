import '../../runtime/check-node.mjs';
import { writeFile } from 'node:fs/promises';
import { startStack } from '../stack/start-stack.ts';
import { addressesOf } from './test-environment.ts';

/**
 * Starts a stack for many runs of tests. Writes its addresses as `NAME=value` lines to the file in the first argument, and
 * runs until Ctrl-C. `npm test` uses this stack when these variables are set.
 */
const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Argument missing: the file to write the addresses to.');
const stack = await startStack({ ephemeral: true, report: (line) => process.stdout.write(`${line}\n`) });
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void stack.stop().then(() => process.exit(0));
  });
}
const lines = Object.entries(addressesOf(stack)).map(([name, value]) => `${name}=${value}\n`);
await writeFile(file, lines.join(''));
process.stdout.write(`The stack is ready. Its addresses are in ${file}. Ctrl-C stops it.\n`);
