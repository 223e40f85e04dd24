import { watch } from 'node:fs';
import path from 'node:path';
import { migrateDatabase } from '../db/migrate-database.ts';
import { devConfiguration } from './configuration.ts';
import { startProduct } from './processes/start-product.ts';
import type { RunningProduct } from './processes/start-product.ts';
import { runTool } from './stack/run-tool.ts';
import { startStack } from './stack/start-stack.ts';
import type { Stack } from './stack/start-stack.ts';

/** `npm run dev`: the stack, the API and a worker, started again whenever the code changes. No sample data. */
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const rooms = ['api', 'activities', 'db', 'domain', 'runtime', 'workflows'];
const debounceMilliseconds = 300;

const stack = await startStack({ report: say });
let product: RunningProduct | undefined = await start(stack);
say(`API           ${product.url}/api/v1  (docs at /api/v1/docs)`);
say(`Temporal UI   ${stack.temporalUiUrl ?? 'as configured'}`);
say('Logs are in .data/logs. The code is watched; Ctrl-C stops everything.');

let changed = false;
let working: Promise<void> = Promise.resolve();
let timer: NodeJS.Timeout | undefined;
for (const room of rooms) {
  watch(path.join(devConfiguration.projectFolder, room), { recursive: true }, (_event, file) => {
    if (file?.endsWith('.ts') !== true) return;
    changed = true;
    clearTimeout(timer);
    timer = setTimeout(() => {
      working = working.then(restart);
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
  return startProduct(running);
}

async function restart(): Promise<void> {
  if (!changed) return;
  changed = false;
  const tsc = path.join(devConfiguration.projectFolder, 'node_modules', '.bin', 'tsc');
  const compiled = await runTool(tsc, ['-p', devConfiguration.projectFolder]);
  if (compiled.code !== 0) return say(compiled.output);
  const script = path.join(devConfiguration.projectFolder, 'build', 'dev', 'build', 'bundle-workflows.js');
  const bundled = await runTool(process.execPath, [script]);
  if (bundled.code !== 0) return say(bundled.output);
  await product?.stop();
  product = undefined;
  try {
    product = await start(stack);
    say(`Restarted at ${new Date().toLocaleTimeString()}`);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
  }
}

async function stop(): Promise<void> {
  clearTimeout(timer);
  await product?.stop();
  await stack.stop();
}
