import { parseArgs } from 'node:util';
import { compileOperations } from './compile-operations.ts';
import { startProxy } from './start-proxy.ts';

/** Runs the proxy in its own process, so that it does not block the event loop of a benchmark. */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    emulator: { type: 'string', default: '' },
    python: { type: 'string', default: '' },
    version: { type: 'string', default: '' },
  },
});
const operations = await compileOperations(values.python, values.version);
await startProxy({ port: Number(values.port), emulatorUrl: values.emulator, operations });
