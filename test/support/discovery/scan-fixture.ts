import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { CreateScanBody, Scan, ScanWithFailures } from '../../../api-client/api-types.ts';
import { eventually } from '../eventually.ts';
import { startTestApi } from '../test-api.ts';
import type { SignedUp, TestApi, TestClient } from '../test-api.ts';
import { emulatedAccount } from './emulated-account.ts';
import type { TestAwsAccount } from './emulated-account.ts';
import { connectOwner } from './owner.ts';
import type { Owner } from './owner.ts';

export interface ScanFixture extends SignedUp {
  readonly api: TestApi;
  readonly owner: Owner;
  /** Creates an account in the emulator, and connects it to this organization without a validation. */
  connectAccount(regions?: readonly string[]): Promise<ConnectedAccount>;
  /** Starts a scan, and waits until it has ended. @throws ApiError when the request is rejected */
  scan(body?: CreateScanBody): Promise<ScanWithFailures>;
  waitForScan(id: string, seconds?: number): Promise<ScanWithFailures>;
  /** Signs up another organization on the same API. */
  signUpOther(): Promise<ScanFixture>;
  close(): Promise<void>;
}

export interface ScanFixtureOptions {
  /** Default: true. */
  readonly worker?: boolean;
  /** Environment variables that differ from the test defaults. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface ConnectedAccount extends TestAwsAccount {
  /** Id of the account in the product. */
  readonly id: string;
}

/** Starts an API and a worker, and signs up an organization. */
export async function startScanFixture({
  worker = true,
  environment = {},
}: ScanFixtureOptions = {}): Promise<ScanFixture> {
  const api = await startTestApi(environment);
  const owner = connectOwner(api.database.url);
  if (worker) await api.startWorker();
  return signUp(api, owner);
}

async function signUp(api: TestApi, owner: Owner): Promise<ScanFixture> {
  const signedUp = await api.signUp();
  const { client, organizationId } = signedUp;
  const waitForScan = (id: string, seconds = 240) =>
    eventually(
      `scan ${id} to end`,
      async () => {
        const scan = await dataOf(client.GET('/api/v1/scans/{id}', { params: { path: { id } } }));
        return scan.status !== 'queued' && scan.status !== 'running' ? scan : undefined;
      },
      seconds,
    );
  return {
    ...signedUp,
    api,
    owner,
    signUpOther: () => signUp(api, owner),
    connectAccount: (regions = ['eu-west-1']) => connectAccount(owner, organizationId, regions),
    waitForScan,
    async scan(body = {}) {
      const { id } = await startScan(client, body);
      return waitForScan(id);
    },
    async close() {
      await owner.close();
      await api.close();
    },
  };
}

/** Starts a scan. @throws ApiError when the request is rejected */
export function startScan(client: TestClient, body: CreateScanBody): Promise<Scan> {
  return dataOf(client.POST('/api/v1/scans', { body }));
}

/** Creates an account in the emulator, and connects it to an organization without a validation. */
export async function connectAccount(
  owner: Owner,
  organizationId: string,
  regions: readonly string[],
): Promise<ConnectedAccount> {
  const account = await emulatedAccount();
  // External ids are unique among connections.
  await account.call('iam', 'UpdateAssumeRolePolicy', {
    RoleName: 'inventory',
    PolicyDocument: JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Principal: { AWS: '*' },
          Action: 'sts:AssumeRole',
          Condition: {
            StringEquals: { 'sts:ExternalId': `external-id-of-this-connection-${account.awsAccountNumber}` },
          },
        },
      ],
    }),
  });
  await account.call('iam', 'PutRolePolicy', {
    RoleName: 'inventory',
    PolicyName: 'everything',
    PolicyDocument: JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: '*', Resource: '*' }],
    }),
  });
  const [row] = await owner.query<{ id: string }>(
    `with connection as (
       insert into aws_connections (organization_id, name, kind, external_id, role_name, status)
       values ($1, 'Account ' || $2, 'standalone', 'external-id-of-this-connection-' || $2, 'inventory', 'active')
       returning id)
     insert into aws_accounts (organization_id, connection_id, account_id, name, role_arn, status, regions, effective_regions)
     select $1, id, $2, 'Account ' || $2, 'arn:aws:iam::' || $2 || ':role/inventory', 'connected', $3, $3
     from connection returning id`,
    [organizationId, account.awsAccountNumber, regions],
  );
  return { ...account, id: row?.id ?? '' };
}
