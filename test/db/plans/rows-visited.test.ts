import test from 'ava';
import { computeImpact } from '../../../db/plans/plans/compute-impact.ts';
import { explainChanges } from '../../../db/plans/explain/explain-changes.ts';
import { explainReport } from '../../../db/plans/explain/explain-reports.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';
import { makeExplainedOrganization } from '../../support/plans/explained-organization.ts';
import { rowsVisited } from '../../support/rows-visited.ts';

const api = useInventoryApi();
const size = 1500;
/** Passes over the rows of the plan, its resources and their changes. A nested loop makes as many as there are rows. */
const maximumPasses = 40;

test('the statements of a large plan read each row a few times, also when statistics know no row of its organization', async (t) => {
  const { inventory } = api;
  const other = await makeExplainedOrganization(api);
  await other.addChange();
  await other.addPlan(await other.addExecution());
  for (const table of [
    'resources',
    'changes',
    'plans',
    'plan_changes',
    'executions',
    'resource_environments',
  ])
    await inventory.query(`analyze ${table}`);
  const { organizationId, account, ...organization } = await makeExplainedOrganization(api);
  const execution = await organization.addExecution();
  const plan = await organization.addPlan(execution, { changes: [] });
  await inventory.query(
    `with made as (
       insert into resources (organization_id, aws_account_id, region, resource_type, native_id, arn, name, config_hash, rule_set)
       select $1, $2, 'eu-west-1', 'AWS::SQS::Queue', 'queue-' || n, 'arn:' || n, 'queue-' || n, 'h', 1
       from generate_series(1, $4::integer) n returning id, native_id
     ), changed as (
       insert into changes (organization_id, resource_id, aws_account_id, region, resource_type, kind, since, source, diff)
       select $1, id, $2, 'eu-west-1', 'AWS::SQS::Queue', 'updated', now() - interval '1 hour', 'scan',
         '[{"op": "replace", "path": "/configuration/Attributes/VisibilityTimeout", "before": "30", "after": "60"}]'
       from made
     )
     insert into plan_changes (organization_id, plan_id, position, address, resource_type, provider, actions, class,
       resource_id, changed_paths, before, after)
     select $1, $3, row_number() over (), 'aws_sqs_queue.' || native_id, 'aws_sqs_queue', 'aws', '{delete,create}', 'replace',
       id, '["/visibility_timeout_seconds"]', '{"visibility_timeout_seconds": 30}', '{"visibility_timeout_seconds": 60}'
     from made`,
    [organizationId, account, plan, size],
  );
  const passes = (work: (tenant: Tenant) => Promise<unknown>) =>
    inventory.write(organizationId, async (tenant) => {
      const rows = await rowsVisited(tenant, () => work(tenant));
      return rows / size;
    });
  const measured = {
    impact: await passes((tenant) => computeImpact(tenant, plan)),
    scope: await passes((tenant) => explainReport(tenant, { planId: plan })),
    explanation: await passes((tenant) =>
      explainChanges(tenant, { accountId: account, since: new Date(Date.now() - 3_600_000) }),
    ),
  };
  t.log(measured);
  for (const [name, value] of Object.entries(measured)) t.true(value < maximumPasses, `${name}: ${value}`);
  const [explained] = await inventory.query<{ count: number }>(
    'select count(*)::integer from changes where organization_id = $1 and explained_by_id = $2',
    [organizationId, execution],
  );
  t.is(explained?.count, size);
});
