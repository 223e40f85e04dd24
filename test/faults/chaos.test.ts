import test from 'ava';
import { testStack } from '../support/stack.ts';
import { useTestDatabase } from '../support/use-test-database.ts';
import { runChaos } from './chaos/run-chaos.ts';

const database = useTestDatabase();

test('keeps every invariant while two workers and two APIs are killed at random for a minute', async (t) => {
  t.timeout(540_000);
  const report = await runChaos({
    databaseUrl: database.url,
    temporalAddress: testStack().temporalAddress,
    environment: { AWS_ENDPOINT_URL: testStack().awsEndpointUrl },
    seconds: 60,
    seed: 13,
    say: (line) => t.log(line),
  });
  t.deepEqual(report.violations, []);
  t.deepEqual(report.failed, [], 'responses with a 5xx status');
  t.is(report.crashes, 0, 'exits without a kill');
  t.true(report.kills > 5 && report.scans > 3, JSON.stringify(report));
});
