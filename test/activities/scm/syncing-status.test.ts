import test from 'ava';
import { Registry } from 'prom-client';
import { createWorkMetrics } from '../../../runtime/metrics/work-metrics.ts';
import { workflowIdOf } from '../../../domain/runs/run-kinds.ts';
import { sweepRuns } from '../../../worker/sweep-runs.ts';
import { eventually } from '../../support/eventually.ts';
import { useScmFixture } from '../../support/scm/scm-fixture.ts';

const fixture = useScmFixture();

test('a connection is syncing while its sync is active, and not after its workflow was terminated', async (t) => {
  const customer = await fixture.connectGithub();
  const { github, owner, api } = fixture;
  t.is((await customer.connection()).status, 'active');
  github.faults.inject({ kind: 'stall' }, { route: 'GET /installation/repositories' });
  try {
    await customer.startSync();
    t.is((await customer.connection()).status, 'syncing');
    const [run] = await eventually('the sync to run', async () => {
      const rows = await owner.query<{ id: string }>(
        "select id from runs where subject_id = $1 and kind = 'sync_scm_connection' and status = 'running'",
        [customer.connectionId],
      );
      return rows.length > 0 && rows;
    });
    const workflowId = workflowIdOf('sync_scm_connection', run?.id ?? '');
    await api.services.temporal.client.workflow.getHandle(workflowId).terminate('by an operator');
    await owner.query("update runs set created_at = now() - interval '1 minute' where id = $1", [run?.id]);
    await sweepRuns({ ...api.services, workMetrics: createWorkMetrics(new Registry()) }, ['running']);
    t.is((await customer.connection()).status, 'active');
  } finally {
    github.faults.clear();
  }
  await customer.reconcile();
  t.is((await customer.connection()).status, 'active');
});
