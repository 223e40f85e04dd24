import { parseArgs } from 'node:util';
import { migrateDatabase } from '../../db/migrate-database.ts';
import { startProduct } from '../processes/start-product.ts';
import { startStack } from '../stack/start-stack.ts';
import { runDemo } from './run-demo.ts';

/** `npm run demo`: everything, with a sample organization. `--once` stops by itself. */
const { values } = parseArgs({ options: { once: { type: 'boolean', default: false } } });
const say = (text: string) => process.stdout.write(`${text}\n`);

const stack = await startStack({ report: say });
let stopping: Promise<void> | undefined;
let stopProduct: () => Promise<void> = () => Promise.resolve();
const stop = () => (stopping ??= stopProduct().finally(() => stack.stop()));
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void stop().then(() => process.exit(0));
  });
}
try {
  say('Migrating the database …');
  await migrateDatabase(stack.databaseUrl);
  say('Starting the API and a worker …');
  const product = await startProduct(stack);
  stopProduct = () => product.stop();
  await runDemo({ url: product.url, stack, say });
  if (values.once) await stop();
  else say('\nStays up until Ctrl-C.');
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  await stop();
  process.exitCode = 1;
}
