import { ensureSchedules } from '../../worker/ensure-schedules.ts';
import type { RunningWorker } from '../../worker/start-worker.ts';
import { eventually } from '../support/eventually.ts';
import { randomAwsAccountNumber } from '../support/aws-emulator-proxy.ts';
import type { TestApi } from '../support/test-api.ts';
import { createOrganization, deployStack, deployStackSet } from '../support/connections/customer.ts';
import { accountsOf, olderTemplate, waitForRunOf, waitForStep } from '../support/connections/follow.ts';
import { dataOf } from '../../api-client/create-typed-client.ts';

/**
 * Uses the product so that every workflow completes at least once, through as many branches as possible. A worker must be
 * running.
 */
export async function playAll(
  api: TestApi,
  { dependencies }: Pick<RunningWorker, 'dependencies'>,
  say: (line: string) => void,
): Promise<void> {
  const { client } = await api.signUp();
  const organization = await createOrganization(randomAwsAccountNumber());
  const shop = await organization.addAccount('shop', ['Workloads']);
  const { id } = await dataOf(
    client.POST('/api/v1/aws/connections', {
      body: {
        name: 'Main',
        kind: 'organization',
        management_account_id: organization.management,
        regions: ['eu-west-1'],
      },
    }),
  );
  const path = { id };
  const params = { path };
  await waitForStep(client, id, 'deploy_role', 'in_progress');
  say('deploying an older template');
  const management = await dataOf(client.GET('/api/v1/aws/connections/{id}/template', { params }));
  const member = await dataOf(
    client.GET('/api/v1/aws/connections/{id}/template', { params: { path, query: { variant: 'member' } } }),
  );
  await deployStack(organization.management, olderTemplate(management, 'sqs'), {
    AllowTemplateUpgrade: 'true',
  });
  await deployStackSet(organization, olderTemplate(member, 'sqs'));
  await waitForRunOf(client, client.POST('/api/v1/aws/connections/{id}/validate', { params }));
  await waitForStep(client, id, 'validate_accounts', 'failed');
  say('upgrading the template');
  await waitForRunOf(client, client.POST('/api/v1/aws/connections/{id}/upgrade-template', { params }));
  await waitForStep(client, id, 'first_scan', 'done');
  await waitForRunOf(client, client.POST('/api/v1/aws/connections/{id}/sync-accounts', { params }));
  const account = (await accountsOf(client, id)).get(shop);
  if (account === undefined) throw new Error('the member account is not connected');
  const ofAccount = { params: { path: { id: account.id } } };
  await waitForRunOf(client, client.POST('/api/v1/aws/accounts/{id}/validate', ofAccount));
  say('scanning');
  await eventually('the first scans to end', async () => {
    const { items } = await dataOf(client.GET('/api/v1/scans'));
    return items.every(({ status }) => status !== 'queued' && status !== 'running');
  });
  const body = { aws_account_id: account.id, region: 'eu-west-1' };
  await waitForRunOf(client, client.POST('/api/v1/changes/ingestion-retries', { body }));
  await ensureSchedules(dependencies);
  const { schedule } = api.services.temporal.client;
  for await (const { scheduleId } of schedule.list())
    if (scheduleId.startsWith(api.configuration.taskQueuePrefix))
      await schedule.getHandle(scheduleId).trigger();
  await eventually('the scheduled scans', async () => {
    const query = { trigger: 'schedule' as const };
    const { items } = await dataOf(client.GET('/api/v1/scans', { params: { query } }));
    return items.length > 0;
  });
  say('deleting the connection');
  await waitForRunOf(client, client.DELETE('/api/v1/aws/connections/{id}', { params }));
}
