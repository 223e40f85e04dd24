import pg from 'pg';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { eventually } from '../../support/eventually.ts';
import { startScan } from '../../support/discovery/scan-fixture.ts';
import { useScanFixture } from '../../support/discovery/use-scan-fixture.ts';

const fixture = useScanFixture({ worker: false });

/** Locks rows as a worker that starts a scan: first the run, then, after `meanwhile`, the scan. */
async function whileStarting(scanId: string, meanwhile: () => Promise<void>): Promise<void> {
  const worker = new pg.Client({ connectionString: fixture.api.database.url });
  await worker.connect();
  try {
    await worker.query("begin; set local deadlock_timeout = '10ms'");
    await worker.query('select from runs where id = $1 for no key update', [scanId]);
    await meanwhile();
    await worker.query('update scans set started_at = now() where id = $1', [scanId]);
    await worker.query('commit');
  } finally {
    await worker.end();
  }
}

const waitForLock = () =>
  eventually('the other transaction to wait for the lock of the run', async () => {
    const rows = await fixture.owner.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0 ? true : undefined;
  });

async function queuedScan(): Promise<{ readonly scanId: string; readonly accountId: string }> {
  const account = await fixture.connectAccount();
  const { id } = await startScan(fixture.client, { aws_account_id: account.id });
  return { scanId: id, accountId: account.id };
}

const statusOf = async (id: string) =>
  (await dataOf(fixture.client.GET('/api/v1/scans/{id}', { params: { path: { id } } }))).status;

test.serial('cancels a scan without a deadlock while a worker starts it', async (t) => {
  const { scanId } = await queuedScan();
  let cancelled: Promise<{ response: Response }> | undefined;
  await whileStarting(scanId, async () => {
    cancelled = fixture.client.POST('/api/v1/scans/{id}/cancel', { params: { path: { id: scanId } } });
    await waitForLock();
  });
  t.is((await cancelled)?.response.status, 202);
  t.is(await statusOf(scanId), 'cancelled');
});

test.serial('the cancellation of a scan that has ended is not in the audit log', async (t) => {
  const { scanId } = await queuedScan();
  const params = { path: { id: scanId } };
  for (let count = 0; count < 2; count += 1) {
    const { response } = await fixture.client.POST('/api/v1/scans/{id}/cancel', { params });
    t.is(response.status, 202);
  }
  const query = { action: ['scan.cancelled'], target_id: [scanId] };
  const log = await dataOf(fixture.client.GET('/api/v1/organization/audit-log', { params: { query } }));
  t.is(log.items.length, 1);
});

test.serial('excludes an account without a deadlock while a worker starts its scan', async (t) => {
  const { scanId, accountId } = await queuedScan();
  let excluded: Promise<{ response: Response }> | undefined;
  await whileStarting(scanId, async () => {
    excluded = fixture.client.PATCH('/api/v1/aws/accounts/{id}', {
      params: { path: { id: accountId } },
      body: { included: false },
    });
    await waitForLock();
  });
  t.is((await excluded)?.response.status, 200);
  t.is(await statusOf(scanId), 'cancelled');
});
