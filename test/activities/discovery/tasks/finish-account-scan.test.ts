import test from 'ava';
import { finishAccountScan } from '../../../../activities/discovery/tasks/finish-account-scan.ts';
import { createLogger } from '../../../../runtime/logger.ts';
import { useInventoryApi } from '../../../support/inventory/inventory-api.ts';
import { makeExplainedOrganization } from '../../../support/plans/explained-organization.ts';

const api = useInventoryApi();

test('explains the changes of a scan when the scan of the account ends, and no earlier changes', async (t) => {
  const organization = await makeExplainedOrganization(api);
  const { organizationId, account: accountId } = organization;
  const earlier = await organization.addChange({ detectedAt: -15 });
  const change = await organization.addChange();
  const execution = await organization.addExecution();
  await organization.addPlan(execution);
  const [{ id: scanId } = { id: '' }] = await api.inventory.query<{ id: string }>(
    `with run as (
       insert into runs (organization_id, kind, subject_id, status) values ($1, 'scan', $2, 'succeeded') returning id)
     insert into scans (organization_id, id, trigger, status, started_at)
     select $1, id, 'manual', 'succeeded', now() - interval '5 minutes' from run returning id`,
    [organizationId, accountId],
  );
  const { database, temporal } = api.api.services;
  const dependencies = { database, temporal, logger: createLogger('test', 'silent') };
  const finish = () => finishAccountScan(dependencies, { organizationId, scanId, accountId });
  await finish();
  t.is(await organization.explanationOf(change), `execution ${execution} high aws_sqs_queue.orders`);
  t.is(await organization.explanationOf(earlier), 'none');
  await t.notThrowsAsync(finish);
});
