import { parseArgs } from 'node:util';
import { migrateDatabase } from '../../db/migrate-database.ts';
import { createSampleOrganization } from '../sample-organization/create-sample-organization.ts';
import { startProduct } from '../processes/start-product.ts';
import { startStack } from '../stack/start-stack.ts';
import { runDemo } from './run-demo.ts';

/** `npm run demo`: everything, with a sample organization. `--once` stops by itself. */
const { values } = parseArgs({ options: { once: { type: 'boolean', default: false } } });
// Of Node 20's end next January the SDK warns in the middle of the tables.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

const managementAccountNumber = '100000000001';
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
  say('Migrating the database; making the sample organization in the AWS emulator …');
  // Before a worker calls the emulator: each of its calls would change the ids that the emulator chooses next.
  const [organization] = await Promise.all([
    createSampleOrganization({ endpoint: stack.awsEndpointUrl, managementAccountNumber, seed: 42 }),
    migrateDatabase(stack.databaseUrl),
  ]);
  say('Starting the API and a worker …');
  const product = await startProduct(stack, { report: say });
  stopProduct = () => product.stop();
  await runDemo({ url: product.url, stack, organization, say });
  if (values.once) await stop();
  else say('\nStays up until Ctrl-C.');
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  await stop();
  process.exitCode = 1;
}
