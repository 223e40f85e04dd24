import {
  CloseAccountCommand,
  MoveAccountCommand,
  RegisterDelegatedAdministratorCommand,
  RemoveAccountFromOrganizationCommand,
} from '@aws-sdk/client-organizations';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { CloudConnection, BackgroundRun } from '../../../api-client/api-types.ts';
import {
  clearFaults,
  countedCalls,
  injectFault,
  randomAwsAccountNumber,
} from '../../support/aws-emulator-proxy.ts';
import type { FaultRule } from '../../../dev/aws-emulator-proxy/faults.ts';
import { useTestApi } from '../../support/use-test-api.ts';
import type { TestClient } from '../../support/test-api.ts';
import { createOrganization, makeRole, trusting } from '../../support/connections/customer.ts';
import type { CustomerOrganization } from '../../support/connections/customer.ts';
import { accountsOf, waitForRunOf, waitForStep } from '../../support/connections/follow.ts';

const api = useTestApi({ environment: { ONBOARDING_POLL_SECONDS: '1' }, worker: true });

interface Connected {
  readonly client: TestClient;
  readonly connection: CloudConnection;
  /** Gets the connection again. */
  current(): Promise<CloudConnection>;
  /** Starts a sync, and waits until it has ended. */
  sync(): Promise<BackgroundRun>;
  /** AWS account number → OU path, and `suspended`, `departed` or `there`. */
  directory(): Promise<Readonly<Record<string, string>>>;
}

/** Connects an AWS organization whose member accounts have no roles, because only the sync is tested. */
async function connect(awsAccountNumber: string, roleName = 'CloudInventoryReader'): Promise<Connected> {
  const { client } = await api.signUp();
  const connection = await dataOf(
    client.POST('/api/v1/aws/connections', {
      body: {
        name: 'Main',
        kind: 'organization',
        management_account_id: awsAccountNumber,
        role_name: roleName,
        regions: ['eu-west-1'],
      },
    }),
  );
  const params = { path: { id: connection.id } };
  await makeRole(awsAccountNumber, {
    name: roleName,
    condition: trusting(connection.external_id),
    may: ['organizations:*', 'ec2:DescribeRegions'],
  });
  return {
    client,
    connection,
    current: () => dataOf(client.GET('/api/v1/aws/connections/{id}', { params })),
    sync: () => waitForRunOf(client, client.POST('/api/v1/aws/connections/{id}/sync-accounts', { params })),
    async directory() {
      const accounts = await accountsOf(client, connection.id);
      return Object.fromEntries(
        [...accounts.values()].map(({ account_id: number, ou_path: path, status }) => [
          number,
          `${path ?? ''} ${['suspended', 'departed'].includes(status) ? status : 'there'}`,
        ]),
      );
    },
  };
}

async function withMembers(): Promise<{ organization: CustomerOrganization; shop: string; audit: string }> {
  const organization = await createOrganization(randomAwsAccountNumber());
  const shop = await organization.addAccount('shop', ['Workloads', 'Production']);
  const audit = await organization.addAccount('audit', ['Security']);
  return { organization, shop, audit };
}

const rule = (account: string, name: string, fault: Omit<FaultRule, 'id' | 'account'>): FaultRule => ({
  id: `${name}-${account}`,
  account,
  service: 'organizations',
  ...fault,
});

test('syncs accounts that join, move, are suspended, leave and rejoin the AWS organization', async (t) => {
  const { organization, shop, audit } = await withMembers();
  const connected = await connect(organization.management);
  await waitForStep(connected.client, connected.connection.id, 'sync_accounts', 'done');
  const at = (path: string, state = 'there') => `${path} ${state}`;
  t.deepEqual(await connected.directory(), {
    [organization.management]: at('/Root'),
    [shop]: at('/Root/Workloads/Production'),
    [audit]: at('/Root/Security'),
  });

  const added = await organization.addAccount('billing', []);
  const move = { AccountId: audit, SourceParentId: await organization.unit(['Security']) };
  await organization.client.send(
    new MoveAccountCommand({ ...move, DestinationParentId: await organization.unit(['Workloads']) }),
  );
  await organization.client.send(new CloseAccountCommand({ AccountId: shop }));
  t.is((await connected.sync()).status, 'succeeded');
  t.deepEqual(await connected.directory(), {
    [organization.management]: at('/Root'),
    [added]: at('/Root'),
    [shop]: at('/Root/Workloads/Production', 'suspended'),
    [audit]: at('/Root/Workloads'),
  });

  await organization.client.send(new RemoveAccountFromOrganizationCommand({ AccountId: audit }));
  t.is((await connected.sync()).status, 'succeeded');
  t.is((await connected.directory())[audit], at('/Root/Workloads', 'departed'));
  t.is((await connected.sync()).status, 'succeeded');
  t.is(Object.keys(await connected.directory()).length, 4, 'no account is deleted');
});

test('retries a throttled sync, and changes nothing when a sync fails halfway', async (t) => {
  const { organization, shop } = await withMembers();
  const { management } = organization;
  const connected = await connect(management);
  const { client, connection } = connected;
  await waitForStep(client, connection.id, 'validate_accounts', 'failed');
  const before = await connected.directory();
  const synced = await connected.current();

  const added = await organization.addAccount('billing', ['Finance']);
  await organization.client.send(new CloseAccountCommand({ AccountId: shop }));
  const broken = { operation: 'ListAccountsForParent', after: 2 };
  await injectFault(rule(management, 'broken', { kind: 'deny', ...broken }));
  const failed = await connected.sync();
  t.is(failed.status, 'failed');
  t.regex(failed.error ?? '', /could not be read \(AccessDenied/);
  t.deepEqual(await connected.directory(), before);
  const after = await connected.current();
  t.is(after.last_synced_at, synced.last_synced_at);
  t.regex(after.last_error ?? '', /could not be read/);
  await clearFaults(management);

  await injectFault(rule(management, 'busy', { kind: 'throttle', probability: 0.5, times: 8 }));
  const retried = await connected.sync();
  t.is(retried.status, 'succeeded', retried.error ?? '');
  t.deepEqual(await connected.directory(), {
    ...before,
    [shop]: '/Root/Workloads/Production suspended',
    [added]: '/Root/Finance there',
  });
  t.is((await connected.current()).last_error, undefined);
  await clearFaults(management);
});

test('requests the next page of a list after an empty page with a token', async (t) => {
  const { organization, shop, audit } = await withMembers();
  const { management } = organization;
  await injectFault(rule(management, 'empty', { kind: 'empty_page' }));
  const connected = await connect(management);
  await waitForStep(connected.client, connected.connection.id, 'sync_accounts', 'done');
  t.deepEqual(Object.keys(await connected.directory()).toSorted(), [management, shop, audit].toSorted());
  await clearFaults(management);
});

test('keeps an account that moves between OUs during a sync', async (t) => {
  const { organization, shop, audit } = await withMembers();
  const { management } = organization;
  const connected = await connect(management);
  await waitForStep(connected.client, connected.connection.id, 'validate_accounts', 'failed');
  const before = await connected.directory();
  // The first pass finds no accounts in the OUs, as if all of them were being moved.
  await injectFault(
    rule(management, 'moved', { kind: 'no_items', operation: 'ListAccountsForParent', times: 4 }),
  );
  t.is((await connected.sync()).status, 'succeeded');
  t.deepEqual(await connected.directory(), before);
  t.true([shop, audit].every((number) => number in before));
  const calls = await countedCalls(management);
  t.true(calls.some(({ operation }) => operation === 'ListAccountsForParent'));
});

test('syncs from a delegated administrator account, and is denied from another member account', async (t) => {
  const { organization, shop, audit } = await withMembers();
  const other = await connect(shop, 'MemberReader');
  const refused = await waitForStep(other.client, other.connection.id, 'validate_connection', 'failed');
  t.regex(refused.detail ?? '', /The role lacks .*: You don't have permissions to access this resource/);

  await organization.client.send(
    new RegisterDelegatedAdministratorCommand({
      AccountId: audit,
      ServicePrincipal: 'access-analyzer.amazonaws.com',
    }),
  );
  const delegated = await connect(audit, 'DelegatedReader');
  await waitForStep(delegated.client, delegated.connection.id, 'sync_accounts', 'done');
  t.deepEqual(await delegated.directory(), {
    [organization.management]: '/Root there',
    [shop]: '/Root/Workloads/Production there',
    [audit]: '/Root/Security there',
  });
});
