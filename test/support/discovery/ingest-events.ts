import { waitForRunOf } from '../connections/follow.ts';
import type { ConnectedAccount, ScanFixture } from './scan-fixture.ts';

/** Starts the ingestion of CloudTrail events of an account and region, and waits until it has succeeded. */
export async function ingestEvents(
  { client }: ScanFixture,
  account: ConnectedAccount,
  region: string,
): Promise<void> {
  const body = { aws_account_id: account.id, region };
  const run = await waitForRunOf(client, client.POST('/api/v1/changes/ingestion-retries', { body }));
  if (run.status !== 'succeeded') throw new Error(`the ingestion ${run.status}: ${run.error ?? 'no error'}`);
}
