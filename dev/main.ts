import '../runtime/check-node.mjs';
import { watch } from 'node:fs';
import path from 'node:path';
import { migrateDatabase } from '../db/migrate-database.ts';
import { devConfiguration } from './configuration.ts';
import { serveConsole } from './console/serve-console.ts';
import { requireProductPorts } from './processes/require-product-ports.ts';
import { startProduct } from './processes/start-product.ts';
import type { RunningProduct } from './processes/start-product.ts';
import { startStack } from './stack/start-stack.ts';
import type { Stack } from './stack/start-stack.ts';

/**
 * `npm run dev`: starts the stack, the API and a worker. Restarts the API and the worker when the code changes, and any
 * process that exits by itself. Serves the console with hot reload.
 */
const report = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const rooms = ['activities', 'api', 'clients', 'commands', 'db', 'domain', 'runtime', 'worker', 'workflows'];
const debounceMilliseconds = 300;

await requireProductPorts();
const stack = await startStack({ report, restart: true });
let product: RunningProduct | undefined = await start(stack);
const consoleServer = await serveConsole(product.url);
report(`Console       ${consoleServer.url}`);
report(`API           ${product.url}/api/v1  (docs at /api/v1/docs)`);
report(`Temporal UI   ${stack.temporalUiUrl ?? 'as configured'}`);
report(`Logs          ${path.join(devConfiguration.dataFolder, 'logs')}`);
report('Code changes restart the API and the worker. Ctrl-C stops everything.');

let changed = false;
let restarting: Promise<void> = Promise.resolve();
let timer: NodeJS.Timeout | undefined;
for (const room of rooms) {
  watch(path.join(devConfiguration.projectFolder, room), { recursive: true }, (_event, file) => {
    if (file?.endsWith('.ts') !== true) return;
    changed = true;
    clearTimeout(timer);
    timer = setTimeout(() => {
      restarting = restarting.then(restart);
    }, debounceMilliseconds);
  });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void stop().then(() => process.exit(0));
  });
}

async function start(running: Stack): Promise<RunningProduct> {
  await migrateDatabase(running.databaseUrl);
  return startProduct(running, { report, restart: true });
}

async function restart(): Promise<void> {
  if (!changed) return;
  changed = false;
  await product?.stop();
  product = undefined;
  try {
    product = await start(stack);
    report(`Restarted at ${new Date().toLocaleTimeString()}.`);
  } catch (error) {
    report(error instanceof Error ? error.message : String(error));
    report('Waiting for the next change of the code.');
  }
}

async function stop(): Promise<void> {
  clearTimeout(timer);
  await consoleServer.close();
  await product?.stop();
  await stack.stop();
}
