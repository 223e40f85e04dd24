import { ensureSchedules } from '../../worker/ensure-schedules.ts';
import { eventually } from '../support/eventually.ts';
import { randomAwsAccountNumber } from '../support/aws-emulator-proxy.ts';
import type { TestApi } from '../support/test-api.ts';
import { createOrganization, deployStack, deployStackSet } from '../support/connections/customer.ts';
import { accountsOf, olderTemplate, runEnded, runOf, stepIs } from '../support/connections/follow.ts';
import type { ConnectionAnswer } from '../support/connections/follow.ts';

/** Uses the product so that every workflow completes at least once, through as many branches as possible. */
export async function playAll(api: TestApi, say: (line: string) => void): Promise<void> {
  const { dependencies } = await api.startWorker();
  const { client } = await api.signUp();
  const organization = await createOrganization(randomAwsAccountNumber());
  const member = await organization.addAccount('shop', ['Workloads']);
  const { body } = await client.post<ConnectionAnswer>('/aws/connections', {
    name: 'Main',
    kind: 'organization',
    management_account_id: organization.management,
    regions: ['eu-west-1'],
  });
  const path = `/aws/connections/${body.id}`;
  await stepIs(client, body.id, 'deploy_role', 'in_progress');
  say('deploying an older template');
  const management = await client.get(`${path}/template`);
  const members = await client.get(`${path}/template?variant=member`);
  await deployStack(organization.management, olderTemplate(management.body, 'sqs'), {
    AllowTemplateUpgrade: 'true',
  });
  await deployStackSet(organization, olderTemplate(members.body, 'sqs'));
  await runOf(client, `${path}/validate`);
  await stepIs(client, body.id, 'validate_accounts', 'failed');
  say('upgrading it');
  await runOf(client, `${path}/upgrade-template`);
  await stepIs(client, body.id, 'first_scan', 'done');
  await runOf(client, `${path}/sync-accounts`);
  const account = (await accountsOf(client, body.id)).get(member);
  if (account === undefined) throw new Error('the member is not connected');
  await runOf(client, `/aws/accounts/${account.id}/validate`);
  say('scanning');
  await eventually('the first scans to end', async () => {
    const scans = await client.get<{ items: { status: string }[] }>('/scans');
    return scans.body.items.every(({ status }) => status !== 'queued' && status !== 'running');
  });
  const feed = { aws_account_id: account.id, region: 'eu-west-1' };
  const ingestion = await client.post('/changes/ingestion-retries', feed);
  await runEnded(client, ingestion.body['run_id']);
  await ensureSchedules(dependencies);
  const { schedule } = api.services.temporal.client;
  for await (const { scheduleId } of schedule.list())
    if (scheduleId.startsWith(api.configuration.taskQueuePrefix))
      await schedule.getHandle(scheduleId).trigger();
  await eventually('the scheduled scans', async () => {
    const scans = await client.get<{ items: object[] }>('/scans?trigger=schedule');
    return scans.body.items.length > 0;
  });
  say('deleting the connection');
  const deletion = await client.delete(path);
  await runEnded(client, deletion.body['run_id']);
}
