import { randomUUID } from 'node:crypto';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { ConnectedAccount, ScanFixture } from '../discovery/scan-fixture.ts';
import { eventually } from '../eventually.ts';

/** An account of the emulator with a bucket for states. */
export interface StateAccount extends ConnectedAccount {
  readonly bucket: string;
  putState(key: string, text: string): Promise<void>;
}

/** Connects an account with a bucket that its inventory has, without a scan. */
export async function connectStateAccount(
  fixture: Pick<ScanFixture, 'connectAccount' | 'organizationId' | 'owner'>,
): Promise<StateAccount> {
  const account = await fixture.connectAccount();
  const bucket = `states-${randomUUID()}`;
  await account.call('s3', 'CreateBucket', {
    Bucket: bucket,
    CreateBucketConfiguration: { LocationConstraint: 'eu-west-1' },
  });
  await fixture.owner.query(
    `insert into resources (organization_id, aws_account_id, region, resource_type, native_id, name, config_hash, rule_set)
     values ($1, $2, 'eu-west-1', 'AWS::S3::Bucket', $3, $3, 'h', 1)`,
    [fixture.organizationId, account.id, bucket],
  );
  return {
    ...account,
    bucket,
    async putState(key, text) {
      await account.call('s3', 'PutObject', { Bucket: bucket, Key: key, Body: text });
    },
  };
}

/** Waits until no sync of a source is queued or running. Returns the source. */
export function untilSynced({ client, owner }: Pick<ScanFixture, 'client' | 'owner'>, id: string) {
  const isSynced = async () => {
    const active = await owner.query(
      `select from runs where subject_id = $1 and kind = 'sync_state_source' and status in ('queued', 'running')`,
      [id],
    );
    if (active.length > 0) return undefined;
    return dataOf(client.GET('/api/v1/state-sources/{id}', { params: { path: { id } } }));
  };
  return eventually('the sync to end', isSynced);
}

/** Requests a sync of a source after those that the service requested itself, and waits until it has ended. */
export async function syncSource(fixture: Pick<ScanFixture, 'client' | 'owner'>, id: string) {
  await eventually('a sync to be accepted', () =>
    dataOf(fixture.client.POST('/api/v1/state-sources/{id}/sync', { params: { path: { id } } })),
  );
  return untilSynced(fixture, id);
}
