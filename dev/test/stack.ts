import { writeFile } from 'node:fs/promises';
import { startStack } from '../stack/start-stack.ts';
import { addressesOf } from './test-environment.ts';

/**
 * Keeps one stack for many runs of single tests: writes its addresses as `NAME=value` lines to the file named by the
 * argument, and stays until it is ended. With these lines in its environment `npm test` starts no stack.
 */
const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Name the file to write the addresses to.');
const stack = await startStack({ ephemeral: true, report: (line) => process.stdout.write(`${line}\n`) });
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void stack.stop().then(() => process.exit(0));
  });
}
const lines = Object.entries(addressesOf(stack)).map(([name, value]) => `${name}=${value}\n`);
await writeFile(file, lines.join(''));
process.stdout.write(`The stack answers; its addresses are in ${file}. Ctrl-C ends it.\n`);
