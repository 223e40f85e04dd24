import pg from 'pg';
import test from 'ava';
import { eventually } from '../../support/eventually.ts';
import { requestScan } from '../../support/discovery/scan-fixture.ts';
import { useScanFixture } from '../../support/discovery/use-scan-fixture.ts';

const fixture = useScanFixture({ worker: false });

/** Locks rows as a worker that starts a scan: first the run, then, after `meanwhile`, the scan. */
async function whileBeginning(scanId: string, meanwhile: () => Promise<void>): Promise<void> {
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

const waiting = () =>
  eventually('the other transaction to wait for the lock of the run', async () => {
    const rows = await fixture.owner.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0 ? true : undefined;
  });

async function queuedScan(): Promise<{ readonly scanId: string; readonly accountId: string }> {
  const account = await fixture.connectAccount();
  const { status, body } = await requestScan(fixture.client, { aws_account_id: account.id });
  if (status !== 202) throw new Error(JSON.stringify(body));
  return { scanId: body.id, accountId: account.id };
}

const statusOf = async (scanId: string) =>
  (await fixture.client.get<{ status: string }>(`/scans/${scanId}`)).body.status;

test.serial('cancels a scan without a deadlock while a worker begins it', async (t) => {
  const { scanId } = await queuedScan();
  let cancelled: ReturnType<typeof fixture.client.post> | undefined;
  await whileBeginning(scanId, async () => {
    cancelled = fixture.client.post(`/scans/${scanId}/cancel`);
    await waiting();
  });
  t.is((await cancelled)?.status, 202);
  t.is(await statusOf(scanId), 'cancelled');
});

test.serial('excludes an account without a deadlock while a worker begins its scan', async (t) => {
  const { scanId, accountId } = await queuedScan();
  let excluded: ReturnType<typeof fixture.client.patch> | undefined;
  await whileBeginning(scanId, async () => {
    excluded = fixture.client.patch(`/aws/accounts/${accountId}`, { included: false });
    await waiting();
  });
  t.is((await excluded)?.status, 200);
  t.is(await statusOf(scanId), 'cancelled');
});
