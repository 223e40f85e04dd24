import '../../runtime/check-node.mjs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startStack } from '../stack/start-stack.ts';
import { runningStackFile } from './running-stack.ts';
import { addressesOf } from './test-environment.ts';

/**
 * `npm run stack`: starts a stack for many runs of tests, until Ctrl-C. Writes its addresses to a file; by default that of
 * the running stack, which `npm run test:file` and `npm test` use.
 */
const file = process.argv[2] ?? runningStackFile;
const stack = await startStack({ ephemeral: true, report: (line) => process.stdout.write(`${line}\n`) });
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void rm(file, { force: true })
      .then(() => stack.stop())
      .then(() => process.exit(0));
  });
}
await mkdir(path.dirname(file), { recursive: true });
await writeFile(file, JSON.stringify({ pid: process.pid, addresses: addressesOf(stack) }));
process.stdout.write('The stack is ready. Tests use it until Ctrl-C stops it.\n');
