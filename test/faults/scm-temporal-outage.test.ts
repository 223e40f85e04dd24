import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { githubFaults } from '../../dev/github-server/github-faults.ts';
import { freePort } from '../../dev/stack/ports.ts';
import { startTemporal } from '../../dev/stack/temporal.ts';
import { eventually } from '../support/eventually.ts';
import { startScmFixture } from '../support/scm/scm-fixture.ts';

const root = (bucket: string) => ({ [`${bucket}/main.tf`]: `terraform {\n  backend "s3" {}\n}\n` });

test('continues a sync after an outage of Temporal, and processes the deliveries of the outage', async (t) => {
  t.timeout(300_000);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'inventory-temporal-'));
  const [port, uiPort, metricsPort] = [await freePort(), await freePort(), await freePort()];
  const start = () =>
    startTemporal({
      port,
      uiPort,
      metricsPort,
      databaseFile: path.join(folder, 'temporal.db'),
      logFile: path.join(folder, 'temporal.log'),
      report: () => undefined,
    });
  let temporal = await start();
  process.env['TEST_TEMPORAL_ADDRESS'] = temporal.address;
  const fixture = await startScmFixture();
  try {
    const { github, owner } = fixture;
    const customer = await fixture.connectGithub();
    const repository = await github.createRepository({
      owner: customer.account,
      name: 'infra',
      files: root('a'),
    });
    await customer.untilIdle();
    await customer.selectAll();
    const limit = githubFaults.secondaryRateLimit(5);
    github.faults.inject(limit, { route: 'GET /installation/repositories', times: 1 });
    await customer.startSync();
    await eventually('the pause of the sync', async () => {
      const paused = await owner.query('select from scm_connections where retry_at > now()');
      return paused.length > 0;
    });
    await temporal.process.stop();
    await github.push(repository, { files: root('b') });
    t.is(github.deliveries.all.at(-1)?.status, 202, 'the delivery is accepted without Temporal');
    temporal = await start();
    await customer.untilIdle();
    const { items } = await dataOf(customer.client.GET('/api/v1/iac-projects'));
    t.deepEqual(items.map(({ path: project }) => project).toSorted(), ['a', 'b']);
    t.like(await customer.connection(), { status: 'active' });
    const failed = await owner.query("select kind, error from runs where status <> 'succeeded'");
    t.deepEqual(failed, []);
  } finally {
    await fixture.close();
    await temporal.process.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
