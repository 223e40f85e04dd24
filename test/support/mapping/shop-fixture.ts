import { dataOf } from '../../../api-client/create-typed-client.ts';
import { startGithubServer } from '../../../dev/github-server/start-github-server.ts';
import type { GithubServer } from '../../../dev/github-server/start-github-server.ts';
import { waitForStep } from '../connections/follow.ts';
import { emulatedAccount } from '../discovery/emulated-account.ts';
import type { TestAwsAccount } from '../discovery/emulated-account.ts';
import { eventually } from '../eventually.ts';
import { createGithubConnection } from '../scm/connect-github.ts';
import { select, waitForRepository } from '../scm/follow-scm.ts';
import { environmentOf } from '../scm/use-github-api.ts';
import { startTestApi } from '../test-api.ts';
import type { TestApi, TestClient } from '../test-api.ts';
import { useFixture } from '../use-fixture.ts';
import type { ShopCode } from './shop-code.ts';
import { readShopCode } from './shop-code.ts';

export interface ShopFixture {
  readonly api: TestApi;
  readonly github: GithubServer;
}

/** The account of a shop before it is connected, with an empty bucket for its state. */
export interface ShopAccount extends TestAwsAccount {
  readonly code: ShopCode;
  readonly bucketPrefix: string;
  readonly stateBucket: string;
}

/** A shop whose account and repository are connected and scanned. */
export interface Shop {
  readonly client: TestClient;
  readonly accountId: string;
  readonly code: ShopCode;
  readonly projectId: string;
  readonly sourceId: string;
}

export const stateKey = 'shop/live.tfstate';
const minutes = 5;

/** An API with a worker and a GitHub server. */
export function useShopFixture(): ShopFixture {
  return useFixture(
    async () => {
      const github = await startGithubServer();
      const api = await startTestApi({ ...environmentOf(github), ONBOARDING_POLL_SECONDS: '1' });
      await api.startWorker();
      github.webhooks.url = `${api.url}/api/v1/webhooks/github`;
      github.settings.callbackUrl = `${api.url}/api/v1/scm/github/callback`;
      return { api, github };
    },
    async ({ api, github }) => {
      await api.close();
      await github.close();
    },
  );
}

export async function createShopAccount(): Promise<ShopAccount> {
  const account = await emulatedAccount();
  const bucketPrefix = `acme-${account.awsAccountNumber}`;
  const stateBucket = `${bucketPrefix}-terraform-states`;
  await account.call('s3', 'CreateBucket', {
    Bucket: stateBucket,
    CreateBucketConfiguration: { LocationConstraint: 'eu-west-1' },
  });
  return { ...account, bucketPrefix, stateBucket, code: await readShopCode(bucketPrefix) };
}

/** Connects the account and the repository through the API, and waits for the scans and the sync of the detected state. */
export async function connectShop(fixture: ShopFixture, account: ShopAccount): Promise<Shop> {
  const { client } = await fixture.api.signUp();
  const accountId = await connectAccount(client, account);
  const login = account.bucketPrefix;
  const { connectionId, account: owner } = await createGithubConnection(fixture.github, client, login);
  const repository = await fixture.github.createRepository({
    owner,
    name: 'infra',
    files: { ...account.code },
  });
  await select(client, connectionId, [repository.id]);
  await waitForRepository(client, connectionId, 'the repository', ({ status }) => status === 'active');
  const { items: projects } = await dataOf(client.GET('/api/v1/iac-projects'));
  const project = projects.find(({ path }) => path === 'live');
  const source = await eventually('the detected source to be synced', async () => {
    const query = { origin: 'detected' as const };
    const { items } = await dataOf(client.GET('/api/v1/state-sources', { params: { query } }));
    const [first] = items;
    // `no_account` until the scan of the account has found the bucket.
    if (first?.status === 'error') throw new Error(first.last_error);
    return first?.status === 'synced' ? first : undefined;
  });
  return { client, accountId, code: account.code, projectId: project?.id ?? '', sourceId: source.id };
}

async function connectAccount(client: TestClient, account: ShopAccount): Promise<string> {
  const regions = ['eu-west-1', 'eu-central-1'];
  const body = { name: 'Shop', kind: 'standalone' as const, regions };
  const { id } = await dataOf(client.POST('/api/v1/aws/connections', { body }));
  const params = { path: { id } };
  const template = await dataOf(client.GET('/api/v1/aws/connections/{id}/template', { params }));
  const bucketArn = `arn:aws:s3:::${account.stateBucket}`;
  await account.call('cloudformation', 'CreateStack', {
    StackName: 'CloudInventory',
    TemplateBody: JSON.stringify(template),
    Parameters: [
      { ParameterKey: 'StateObjectArns', ParameterValue: `${bucketArn}/*` },
      { ParameterKey: 'StateBucketArns', ParameterValue: bucketArn },
    ],
    Capabilities: ['CAPABILITY_NAMED_IAM'],
  });
  const added = await dataOf(
    client.POST('/api/v1/aws/connections/{id}/accounts', {
      params,
      body: { account_id: account.awsAccountNumber },
    }),
  );
  await waitForStep(client, id, 'first_scan', 'done');
  return added.id;
}

/** Scans a type of the account, and waits until the scan has ended. */
export async function rescan({ client, accountId }: Shop, resourceType: string): Promise<void> {
  const body = { aws_account_id: accountId, resource_types: [resourceType] };
  const { id } = await eventually(
    'the scan to start',
    () => dataOf(client.POST('/api/v1/scans', { body })),
    60 * minutes,
  );
  await eventually(
    'the scan to end',
    async () => {
      const { status } = await dataOf(client.GET('/api/v1/scans/{id}', { params: { path: { id } } }));
      if (status === 'failed') throw new Error('the scan failed');
      return status === 'succeeded';
    },
    60 * minutes,
  );
}

/** Requests a sync of the state, and waits until it has ended. */
export async function syncState({ client, sourceId }: Shop): Promise<void> {
  const params = { path: { id: sourceId } };
  // 409 while another sync runs.
  const { run_id } = await eventually('the sync to start', () =>
    dataOf(client.POST('/api/v1/state-sources/{id}/sync', { params })),
  );
  await eventually('the sync to end', async () => {
    const run = await dataOf(client.GET('/api/v1/runs/{run_id}', { params: { path: { run_id } } }));
    return run.status === 'succeeded';
  });
}
