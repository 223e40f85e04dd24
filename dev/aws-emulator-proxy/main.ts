import { parseArgs } from 'node:util';
import { compileOperations } from './compile-operations.ts';
import { startFront } from './start-front.ts';

/** The front as a process of its own, so that it does not share a processor's turn with who measures. */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    emulator: { type: 'string', default: '' },
    python: { type: 'string', default: '' },
    version: { type: 'string', default: '' },
  },
});
const operations = await compileOperations(values.python, values.version);
await startFront({ port: Number(values.port), emulatorUrl: values.emulator, operations });
