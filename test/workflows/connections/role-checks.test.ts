import test from 'ava';
import { syncAwsOrganizations } from '../../../activities/connections/sync-aws-organizations.ts';
import type { Dependencies } from '../../../activities/dependencies.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { CloudConnection, OnboardedAccount } from '../../../api-client/api-types.ts';
import { countedCalls, randomAwsAccountNumber } from '../../support/aws-emulator-proxy.ts';
import {
  createOrganization,
  denyUnusedServices,
  makeRole,
  readerRole,
  replaceTrust,
  trusting,
} from '../../support/connections/customer.ts';
import {
  accountById,
  accountsOf,
  waitForRun,
  waitForRunOf,
  waitForStep,
} from '../../support/connections/follow.ts';
import { startScan } from '../../support/discovery/scan-fixture.ts';
import { eventually } from '../../support/eventually.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import type { TestClient } from '../../support/test-api.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi({ environment: { ONBOARDING_POLL_SECONDS: '300' } });
let worker: Dependencies;
test.before(async () => {
  worker = (await api.startWorker()).dependencies;
});

const ownerQuery = <T extends object>(statement: string, values: readonly unknown[]) =>
  queryAsOwner<T>(api.database.url, statement, values);

interface Connected {
  readonly client: TestClient;
  readonly connection: CloudConnection;
  readonly awsAccountNumber: string;
}

/** Connects an account that has a valid role. Waits until it is connected and its first scan has ended. */
async function connectAccount(): Promise<Connected & { readonly account: OnboardedAccount }> {
  const { client, organizationId } = await api.signUp();
  const body = { name: 'Single account', kind: 'standalone' as const, regions: ['eu-west-1'] };
  const connection = await dataOf(client.POST('/api/v1/aws/connections', { body }));
  const awsAccountNumber = randomAwsAccountNumber();
  await denyUnusedServices(awsAccountNumber);
  await makeRole(awsAccountNumber, { condition: trusting(connection.external_id) });
  const { id } = await dataOf(
    client.POST('/api/v1/aws/connections/{id}/accounts', {
      params: { path: { id: connection.id } },
      body: { account_id: awsAccountNumber },
    }),
  );
  await waitForStatus(client, id, 'connected');
  await waitForStep(client, connection.id, 'first_scan', 'done');
  await waitUntilIdle(organizationId);
  return { client, connection, awsAccountNumber, account: await accountById(client, id) };
}

/** Connects an AWS organization whose management account has a valid role. */
async function connectOrganization(): Promise<Connected> {
  const { management } = await createOrganization(randomAwsAccountNumber());
  const { client, organizationId } = await api.signUp();
  const body = {
    name: 'Organization',
    kind: 'organization' as const,
    management_account_id: management,
    regions: ['eu-west-1'],
  };
  const connection = await dataOf(client.POST('/api/v1/aws/connections', { body }));
  await denyUnusedServices(management);
  await makeRole(management, { condition: trusting(connection.external_id) });
  const params = { path: { id: connection.id } };
  await waitForRunOf(client, client.POST('/api/v1/aws/connections/{id}/validate', { params }));
  await waitForStep(client, connection.id, 'first_scan', 'done');
  await waitUntilIdle(organizationId);
  return { client, connection, awsAccountNumber: management };
}

/** Waits until no run of an organization is active, so that no other work calls AWS. */
async function waitUntilIdle(organizationId: string): Promise<void> {
  await eventually(
    'all runs to end',
    async () => {
      const active = await ownerQuery(
        "select 1 from runs where organization_id = $1 and status in ('queued', 'running') limit 1",
        [organizationId],
      );
      return active.length === 0;
    },
    180,
  );
}

function waitForStatus(client: TestClient, id: string, status: OnboardedAccount['status']) {
  return eventually(`the account to be ${status}`, async () => {
    const account = await accountById(client, id);
    return account.status === status ? account : undefined;
  });
}

/** Number of calls to AWS in an account, except the calls of the check itself. */
async function countReads(awsAccountNumber: string): Promise<number> {
  const calls = await countedCalls(awsAccountNumber);
  return calls.filter(({ service }) => service !== 'sts').reduce((sum, { calls: number }) => sum + number, 0);
}

const looseConditions: readonly (readonly [string, object])[] = [
  ['without an external id', {}],
  ['with any external id', { StringLike: { 'sts:ExternalId': '*' } }],
];

for (const [name, condition] of looseConditions) {
  test(`a sync refuses to read the organization with a role that can be assumed ${name}`, async (t) => {
    const { client, connection, awsAccountNumber } = await connectOrganization();
    await replaceTrust(awsAccountNumber, condition);
    const before = await countReads(awsAccountNumber);
    const params = { path: { id: connection.id } };
    const run = await waitForRunOf(
      client,
      client.POST('/api/v1/aws/connections/{id}/sync-accounts', { params }),
    );
    t.is(run.status, 'failed');
    t.regex(run.error ?? '', /does not enforce the external id/);
    t.is(await countReads(awsAccountNumber), before, 'no call was made with the role');
    const after = await dataOf(client.GET('/api/v1/aws/connections/{id}', { params }));
    t.regex(after.last_error ?? '', /does not enforce the external id/);
  });
}

test('the periodic sync refuses a role that can be assumed without the external id', async (t) => {
  const { client, connection, awsAccountNumber } = await connectOrganization();
  await replaceTrust(awsAccountNumber, {});
  const before = await countReads(awsAccountNumber);
  await ownerQuery("update aws_connections set last_synced_at = now() - interval '30 days' where id = $1", [
    connection.id,
  ]);
  await syncAwsOrganizations(worker);
  const [run] = await ownerQuery<{ id: string }>(
    "select id from runs where kind = 'sync_accounts' and subject_id = $1 order by id desc",
    [connection.id],
  );
  const { status, error } = await waitForRun(client, run?.id ?? '');
  t.is(status, 'failed');
  t.regex(error ?? '', /does not enforce the external id/);
  t.is(await countReads(awsAccountNumber), before);
});

test('an upgrade refuses a role that can be assumed without the external id', async (t) => {
  const { client, connection, awsAccountNumber } = await connectOrganization();
  await replaceTrust(awsAccountNumber, {});
  const before = await countReads(awsAccountNumber);
  const params = { path: { id: connection.id } };
  const upgrade = client.POST('/api/v1/aws/connections/{id}/upgrade-template', { params });
  const { status, error } = await waitForRunOf(client, upgrade);
  t.is(status, 'failed');
  t.regex(error ?? '', /does not enforce the external id/);
  t.is(await countReads(awsAccountNumber), before);
});

test('a scan checks a role whose last check is more than a day old, and refuses it', async (t) => {
  const { client, connection, awsAccountNumber, account } = await connectAccount();
  const [check] = await ownerQuery<{ outcome: string; role_arn: string }>(
    'select outcome, role_arn from role_checks where connection_id = $1',
    [connection.id],
  );
  t.deepEqual(check, { outcome: 'connected', role_arn: account.role_arn });
  await replaceTrust(awsAccountNumber, {});
  await ownerQuery(
    "update role_checks set checked_at = now() - interval '25 hours' where connection_id = $1",
    [connection.id],
  );
  const before = await countReads(awsAccountNumber);
  const started = await startScan(client, { aws_account_id: account.id });
  const scan = await eventually('the scan to end', async () => {
    const found = await dataOf(client.GET('/api/v1/scans/{id}', { params: { path: { id: started.id } } }));
    return found.status === 'queued' || found.status === 'running' ? undefined : found;
  });
  t.is(scan.status, 'failed');
  t.is(await countReads(awsAccountNumber), before, 'no call was made with the role');
  const after = await waitForStatus(client, account.id, 'invalid');
  t.regex(after.validation.error ?? '', /does not enforce the external id/);
  t.is(
    after.validation.checks.find(({ ok }) => !ok)?.check,
    'assume_role_without_external_id',
    'the failed check is stored',
  );
});

test('a new role name revalidates the accounts, and a role without external id is not used', async (t) => {
  const { client, connection, awsAccountNumber, account } = await connectAccount();
  const condition = {};
  await makeRole(awsAccountNumber, { name: 'LooseReader', condition });
  const params = { path: { id: connection.id } };
  const before = await countReads(awsAccountNumber);
  await dataOf(client.PATCH('/api/v1/aws/connections/{id}', { params, body: { role_name: 'LooseReader' } }));
  const invalid = await waitForStatus(client, account.id, 'invalid');
  t.true(invalid.role_arn.endsWith(':role/LooseReader'));
  t.regex(invalid.validation.error ?? '', /does not enforce the external id/);
  t.is(await countReads(awsAccountNumber), before);

  await eventually('the validation to end', async () => {
    const back = await client.PATCH('/api/v1/aws/connections/{id}', {
      params,
      body: { role_name: readerRole },
    });
    return back.response.status === 200;
  });
  const connected = await waitForStatus(client, account.id, 'connected');
  t.true(connected.role_arn.endsWith(`:role/${readerRole}`));
  t.is((await accountsOf(client, connection.id)).get(awsAccountNumber)?.validation.error, undefined);
});
