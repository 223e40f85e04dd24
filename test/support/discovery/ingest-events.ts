import { eventually } from '../eventually.ts';
import type { ConnectedAccount, ScanFixture } from './scan-fixture.ts';

/** Starts the ingestion of CloudTrail events of an account and region, and waits until it has succeeded. */
export async function ingestEvents(
  { client }: ScanFixture,
  account: ConnectedAccount,
  region: string,
): Promise<void> {
  const { status, body: accepted } = await client.post<{ run_id: string }>('/changes/ingestion-retries', {
    aws_account_id: account.id,
    region,
  });
  if (status !== 202) throw new Error(`retry returned ${status}: ${JSON.stringify(accepted)}`);
  await eventually('the events to be read', async () => {
    const run = await client.get<{ status: string; error?: string }>(`/runs/${accepted.run_id}`);
    if (run.body.status === 'failed') throw new Error(run.body.error);
    return run.body.status === 'succeeded';
  });
}
