import {
  CloseAccountCommand,
  MoveAccountCommand,
  RegisterDelegatedAdministratorCommand,
  RemoveAccountFromOrganizationCommand,
} from '@aws-sdk/client-organizations';
import test from 'ava';
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
import { accountsOf, runOf, stepIs } from '../../support/connections/follow.ts';
import type { ConnectionAnswer } from '../../support/connections/follow.ts';

const api = useTestApi({ environment: { ONBOARDING_POLL_SECONDS: '1' }, worker: true });

interface Connected {
  readonly client: TestClient;
  readonly connection: ConnectionAnswer;
  /** Starts a sync, and waits until it has ended. */
  sync(): ReturnType<typeof runOf>;
  /** AWS account number → OU path and status. */
  directory(): Promise<Readonly<Record<string, string>>>;
}

/** Connects an AWS organization whose member accounts have no roles, because only the sync is tested. */
async function connect(awsAccountNumber: string, roleName = 'CloudInventoryReader'): Promise<Connected> {
  const { client } = await api.signUp();
  const { body: connection } = await client.post<ConnectionAnswer>('/aws/connections', {
    name: 'Main',
    kind: 'organization',
    management_account_id: awsAccountNumber,
    role_name: roleName,
    regions: ['eu-west-1'],
  });
  await makeRole(awsAccountNumber, {
    name: roleName,
    condition: trusting(connection.external_id),
    may: ['organizations:*', 'ec2:DescribeRegions'],
  });
  return {
    client,
    connection,
    sync: () => runOf(client, `/aws/connections/${connection.id}/sync-accounts`),
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
  await stepIs(connected.client, connected.connection.id, 'sync_accounts', 'done');
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
  await stepIs(client, connection.id, 'validate_accounts', 'failed');
  const before = await connected.directory();
  const { body: fresh } = await client.get<ConnectionAnswer>(`/aws/connections/${connection.id}`);

  const added = await organization.addAccount('billing', ['Finance']);
  await organization.client.send(new CloseAccountCommand({ AccountId: shop }));
  const broken = { operation: 'ListAccountsForParent', after: 2 };
  await injectFault(rule(management, 'broken', { kind: 'deny', ...broken }));
  const failed = await connected.sync();
  t.is(failed.status, 'failed');
  t.regex(failed.error ?? '', /could not be read \(AccessDenied/);
  t.deepEqual(await connected.directory(), before);
  const { body: after } = await client.get<ConnectionAnswer>(`/aws/connections/${connection.id}`);
  t.is(after.last_synced_at, fresh.last_synced_at);
  t.regex(after.last_error ?? '', /could not be read/);
  await clearFaults(management);

  await injectFault(rule(management, 'busy', { kind: 'throttle', probability: 0.5, times: 8 }));
  const synced = await connected.sync();
  t.is(synced.status, 'succeeded', synced.error ?? '');
  t.deepEqual(await connected.directory(), {
    ...before,
    [shop]: '/Root/Workloads/Production suspended',
    [added]: '/Root/Finance there',
  });
  const { body: healed } = await client.get<ConnectionAnswer>(`/aws/connections/${connection.id}`);
  t.is(healed.last_error, undefined);
  await clearFaults(management);
});

test('continues a list after an empty page with a token', async (t) => {
  const { organization, shop, audit } = await withMembers();
  const { management } = organization;
  await injectFault(rule(management, 'empty', { kind: 'empty_page' }));
  const connected = await connect(management);
  await stepIs(connected.client, connected.connection.id, 'sync_accounts', 'done');
  t.deepEqual(Object.keys(await connected.directory()).toSorted(), [management, shop, audit].toSorted());
  await clearFaults(management);
});

test('keeps an account that moves between OUs during a sync', async (t) => {
  const { organization, shop, audit } = await withMembers();
  const { management } = organization;
  const connected = await connect(management);
  await stepIs(connected.client, connected.connection.id, 'validate_accounts', 'failed');
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

test('syncs from a delegated administrator, and is denied from another member', async (t) => {
  const { organization, shop, audit } = await withMembers();
  const other = await connect(shop, 'MemberReader');
  const refused = await stepIs(other.client, other.connection.id, 'validate_connection', 'failed');
  t.regex(refused.detail ?? '', /The role lacks .*: You don't have permissions to access this resource/);

  await organization.client.send(
    new RegisterDelegatedAdministratorCommand({
      AccountId: audit,
      ServicePrincipal: 'access-analyzer.amazonaws.com',
    }),
  );
  const delegated = await connect(audit, 'DelegatedReader');
  await stepIs(delegated.client, delegated.connection.id, 'sync_accounts', 'done');
  t.deepEqual(await delegated.directory(), {
    [organization.management]: '/Root there',
    [shop]: '/Root/Workloads/Production there',
    [audit]: '/Root/Security there',
  });
});
