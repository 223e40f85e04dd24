import '../../runtime/check-node.mjs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { devConfiguration } from '../../dev/configuration.ts';
import { startStack } from '../../dev/stack/start-stack.ts';
import { addressesOf } from '../../dev/test/test-environment.ts';
import { migrateDatabase } from '../../db/migrate-database.ts';
import { registerSearchAttributes } from '../../runtime/search-attributes.ts';
import { createEmptyDatabase } from '../support/test-database.ts';
import type { BenchContext, Figure } from './bench.ts';

/** `npm run bench -- <name> [--resources <number>]`: runs a benchmark in a new database, on a new stack or on the one that TEST_* name. */
const say = (line: string) => process.stdout.write(`${line}\n`);
const { positionals, values } = parseArgs({
  allowPositionals: true,
  // Benchmarks have options of their own.
  strict: false,
  options: { resources: { type: 'string' } },
});
const [name] = positionals;
// The modules of the benchmarks read it when they are loaded.
if (typeof values.resources === 'string') process.env['BENCH_RESOURCES'] = values.resources;
const { benches } = await import('./benches.ts');
const bench = benches.find((known) => known.name === name);
if (bench === undefined) {
  say('usage: npm run bench -- <name> [--resources <number>]');
  for (const known of benches) say(`  ${known.name.padEnd(14)} ${known.summary}`);
  process.exit(2);
}
const { givenForTests: given } = devConfiguration;
const isGiven =
  given.databaseUrl !== undefined &&
  given.temporalAddress !== undefined &&
  given.awsEndpointUrl !== undefined;
const stack = isGiven ? undefined : await startStack({ ephemeral: true, report: say });
if (stack !== undefined) {
  Object.assign(process.env, addressesOf(stack));
  await registerSearchAttributes({ address: stack.temporalAddress }, 'default');
}
const database = await createEmptyDatabase();
const temporalAddress = stack?.temporalAddress ?? given.temporalAddress ?? '';
const awsEndpointUrl = stack?.awsEndpointUrl ?? given.awsEndpointUrl ?? '';
const context: BenchContext = {
  databaseUrl: database.url,
  temporalAddress,
  awsEndpointUrl,
  environment: {
    ...stack?.awsEnvironment,
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: temporalAddress,
    AWS_ENDPOINT_URL: awsEndpointUrl,
  },
  say,
};
try {
  await migrateDatabase(database.url);
  const before = loadavg();
  const figures = await bench.run(context);
  print(figures, before);
  say(`bench ${bench.name} ${JSON.stringify(figures)}`);
  process.exitCode = Object.values(figures).every(({ ok }) => ok) ? 0 : 1;
} finally {
  await database.drop();
  await stack?.stop();
}

function print(figures: Readonly<Record<string, Figure>>, before: readonly number[]): void {
  const load = (values: readonly number[]) => values.map((value) => value.toFixed(1)).join(' ');
  say(`\n${cpus().length} cores, load before ${load(before)}, after ${load(loadavg())}\n`);
  const rows = [
    ['figure', 'value', 'unit', 'baseline', 'target', ''],
    ...Object.entries(figures).map(([figure, { value, unit, baseline, target, ok }]) => [
      figure,
      shown(value),
      unit,
      baseline === undefined ? '' : shown(baseline),
      target ?? '',
      ok ? 'ok' : 'MISSED',
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of rows) say(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  say('');
}

function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}
