import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { eventually } from '../../support/eventually.ts';
import { randomAwsAccountNumber } from '../../support/aws-emulator-proxy.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useTestApi } from '../../support/use-test-api.ts';
import { createOrganization, deployStack, deployStackSet } from '../../support/connections/customer.ts';
import {
  accountsOf,
  olderTemplate,
  stepsOf,
  waitForRunOf,
  waitForStep,
} from '../../support/connections/follow.ts';

const api = useTestApi({ environment: { ONBOARDING_POLL_SECONDS: '1' }, worker: true });

test('connects an AWS organization, validates, syncs, scans and upgrades it', async (t) => {
  t.timeout(600_000);
  const { client } = await api.signUp();
  const organization = await createOrganization(randomAwsAccountNumber());
  const shop = await organization.addAccount('shop', ['Workloads', 'Production', 'Shop']);
  const security = await organization.addAccount('security', ['Security']);

  const created = await dataOf(
    client.POST('/api/v1/aws/connections', {
      body: {
        name: 'Main',
        kind: 'organization',
        management_account_id: organization.management,
        regions: ['eu-west-1'],
      },
    }),
  );
  const { id } = created;
  const path = { id };
  const params = { path };
  t.is(created.status, 'pending');
  const waiting = await waitForStep(client, id, 'deploy_role', 'in_progress');
  t.regex(waiting.detail ?? '', /Waiting for the role CloudInventoryReader/);

  const management = await dataOf(client.GET('/api/v1/aws/connections/{id}/template', { params }));
  const member = await dataOf(
    client.GET('/api/v1/aws/connections/{id}/template', { params: { path, query: { variant: 'member' } } }),
  );
  await deployStack(organization.management, olderTemplate(management, 'sqs'), {
    AllowTemplateUpgrade: 'true',
  });
  await deployStackSet(organization, olderTemplate(member, 'sqs'), {
    CloudControlGroup2: 'media-and-games',
    CloudControlGroup3: 'dns',
  });

  await waitForRunOf(client, client.POST('/api/v1/aws/connections/{id}/validate', { params }));
  await waitForStep(client, id, 'validate_connection', 'done');
  await waitForStep(client, id, 'sync_accounts', 'done');
  const before = await eventually('accounts to be validated', async () => {
    const accounts = await accountsOf(client, id);
    const done = [...accounts.values()].every(({ status }) => !['pending', 'validating'].includes(status));
    return accounts.size === 3 && done ? accounts : undefined;
  });
  t.deepEqual(
    [organization.management, shop, security].map((number) => before.get(number)?.ou_path),
    ['/Root', '/Root/Workloads/Production/Shop', '/Root/Security'],
  );
  for (const account of before.values()) {
    t.is(account.status, 'invalid', 'the older role lacks a permission of a newer collector');
    const failed = account.validation.checks.filter(({ ok }) => !ok);
    t.deepEqual(account.validation.missing_permissions, ['sqs:ListQueues'], JSON.stringify(failed));
    t.deepEqual(account.template, { version: '0', behind: true });
    t.deepEqual(account.effective_regions, ['eu-west-1']);
  }
  await waitForStep(client, id, 'validate_accounts', 'failed');

  const upgrade = await waitForRunOf(
    client,
    client.POST('/api/v1/aws/connections/{id}/upgrade-template', { params }),
  );
  t.is(upgrade.status, 'succeeded', upgrade.error ?? '');
  const after = await accountsOf(client, id);
  for (const account of after.values()) {
    t.is(account.status, 'connected', JSON.stringify(account.validation));
    t.deepEqual(account.validation.missing_permissions, []);
    t.deepEqual(account.template, { version: created.template.version, behind: false });
  }
  const groups = await queryAsOwner<{ account_id: string; cloud_control_groups: readonly string[] }>(
    api.database.url,
    'select account_id, cloud_control_groups from aws_accounts where connection_id = $1',
    [id],
  );
  const ofMember = ['dns', 'media-and-games'];
  t.deepEqual(
    Object.fromEntries(groups.map((account) => [account.account_id, account.cloud_control_groups])),
    Object.fromEntries([
      [organization.management, []],
      ...[shop, security].map((number) => [number, ofMember] as const),
    ]),
    'the permission groups in the tags of the roles, which the upgrade has kept',
  );
  await waitForStep(client, id, 'first_scan', 'done');
  const steps = await stepsOf(client, id);
  t.deepEqual(
    Object.values(steps).map(({ status, completed_at }) => [status, completed_at !== undefined]),
    Array.from({ length: 5 }, () => ['done', true]),
  );
  const connection = await dataOf(client.GET('/api/v1/aws/connections/{id}', { params }));
  t.is(connection.status, 'active');
  t.regex(connection.organization_id_external ?? '', /^o-/);
  const { items: scans } = await dataOf(client.GET('/api/v1/scans'));
  t.true(scans.length > 0);
  t.true(scans.every(({ trigger }) => trigger === 'onboarding'));
});
