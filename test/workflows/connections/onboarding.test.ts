import test from 'ava';
import { eventually } from '../../support/eventually.ts';
import { randomAwsAccountNumber } from '../../support/aws-emulator-proxy.ts';
import { useTestApi } from '../../support/use-test-api.ts';
import { createOrganization, deployStack, deployStackSet } from '../../support/connections/customer.ts';
import { accountsOf, olderTemplate, runOf, stepIs, stepsOf } from '../../support/connections/follow.ts';
import type { ConnectionAnswer } from '../../support/connections/follow.ts';

const api = useTestApi({ environment: { ONBOARDING_POLL_SECONDS: '1' }, worker: true });

test('connects an AWS organization, validates, syncs, scans and upgrades it', async (t) => {
  t.timeout(600_000);
  const { client } = await api.signUp();
  const organization = await createOrganization(randomAwsAccountNumber());
  const shop = await organization.addAccount('shop', ['Workloads', 'Production', 'Shop']);
  const security = await organization.addAccount('security', ['Security']);

  const created = await client.post<ConnectionAnswer>('/aws/connections', {
    name: 'Main',
    kind: 'organization',
    management_account_id: organization.management,
    regions: ['eu-west-1'],
  });
  t.is(created.status, 201, JSON.stringify(created.body));
  const { id } = created.body;
  t.is(created.body.status, 'pending');
  const waiting = await stepIs(client, id, 'deploy_role', 'in_progress');
  t.regex(waiting.detail ?? '', /Waiting for the role CloudInventoryReader/);

  const management = await client.get(`/aws/connections/${id}/template`);
  const member = await client.get(`/aws/connections/${id}/template?variant=member`);
  await deployStack(organization.management, olderTemplate(management.body, 'sqs'), {
    AllowTemplateUpgrade: 'true',
  });
  await deployStackSet(organization, olderTemplate(member.body, 'sqs'));

  await runOf(client, `/aws/connections/${id}/validate`);
  await stepIs(client, id, 'validate_connection', 'done');
  await stepIs(client, id, 'sync_accounts', 'done');
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
  await stepIs(client, id, 'validate_accounts', 'failed');

  const upgrade = await runOf(client, `/aws/connections/${id}/upgrade-template`);
  t.is(upgrade.status, 'succeeded', upgrade.error ?? '');
  const after = await accountsOf(client, id);
  for (const account of after.values()) {
    t.is(account.status, 'connected', JSON.stringify(account.validation));
    t.deepEqual(account.validation.missing_permissions, []);
    t.deepEqual(account.template, { version: created.body.template.version, behind: false });
  }
  await stepIs(client, id, 'first_scan', 'done');
  const steps = await stepsOf(client, id);
  t.deepEqual(
    Object.values(steps).map(({ status, completed_at }) => [status, completed_at !== undefined]),
    Array.from({ length: 5 }, () => ['done', true]),
  );
  const connection = await client.get<ConnectionAnswer>(`/aws/connections/${id}`);
  t.is(connection.body.status, 'active');
  t.regex(connection.body.organization_id_external ?? '', /^o-/);
  const scans = await client.get<{ items: { trigger: string }[] }>('/scans');
  t.true(scans.body.items.length > 0);
  t.true(scans.body.items.every(({ trigger }) => trigger === 'onboarding'));
});
