import test from 'ava';
import type { ExecutionContext } from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { Change, ReportExecutionBody } from '../../../api-client/api-types.ts';
import { useScanFixture } from '../../support/discovery/use-scan-fixture.ts';
import { signUpSender } from '../../support/plans/plan-sender.ts';

const fixture = useScanFixture();

const region = 'eu-west-1';
const resource_types = ['AWS::SQS::Queue'];
const run = { repository: 'acme/infra', project_path: 'live', commit_sha: 'a'.repeat(40) };

/** An organization with three scanned queues and an ingest token. */
async function prepare() {
  const other = await fixture.signUpOther();
  const account = await other.connectAccount([region]);
  const sender = await signUpSender(fixture.api, other);
  const urls = new Map<string, string>();
  for (const name of ['orders', 'bills', 'archive'])
    urls.set(name, await account.text('sqs', 'CreateQueue', { QueueName: name }, 'QueueUrl'));
  const scan = () => other.scan({ aws_account_id: account.id, resource_types });
  await scan();
  const plannedChange = (name: string, actions: readonly string[], after: object | null) => ({
    address: `aws_sqs_queue.${name}`,
    mode: 'managed',
    type: 'aws_sqs_queue',
    name,
    provider_name: 'registry.terraform.io/hashicorp/aws',
    change: {
      actions,
      before: {
        arn: `arn:aws:sqs:${region}:${account.awsAccountNumber}:${name}`,
        name,
        visibility_timeout_seconds: 30,
      },
      after: after === null ? null : { name, ...after },
      after_unknown: {},
      before_sensitive: {},
      after_sensitive: {},
    },
  });
  return {
    ...other,
    account,
    scan,
    setTimeout: (name: string, seconds: number) =>
      account.call('sqs', 'SetQueueAttributes', {
        QueueUrl: urls.get(name),
        Attributes: { VisibilityTimeout: String(seconds) },
      }),
    delete: (name: string) => account.call('sqs', 'DeleteQueue', { QueueUrl: urls.get(name) }),
    submitPlan: () =>
      sender.send({
        ...run,
        external_id: '100',
        plan: {
          format_version: '1.2',
          terraform_version: '1.11.4',
          resource_changes: [
            plannedChange('orders', ['update'], { visibility_timeout_seconds: 60 }),
            plannedChange('archive', ['delete'], null),
          ],
        },
      }),
    report: async (status: ReportExecutionBody['status'], times: Partial<ReportExecutionBody> = {}) => {
      const body = { ...run, external_id: '100', kind: 'apply' as const, status, ...times };
      return (await dataOf(sender.ci.POST('/api/v1/ingest/executions', { body }))).id;
    },
    changes: async (explained: boolean) => {
      const query = { explained, kind: ['updated' as const, 'deleted' as const] };
      const { items } = await dataOf(other.client.GET('/api/v1/changes', { params: { query } }));
      return Promise.all(
        items.map(async ({ resource_id: id, explained_by: explanation }) => {
          const found = await dataOf(
            other.client.GET('/api/v1/resources/{id}', { params: { path: { id } } }),
          );
          return [found.name ?? '', explanation] as const;
        }),
      );
    },
  };
}

function assertExplained(
  t: ExecutionContext,
  changes: readonly (readonly [string, Change['explained_by']])[],
  executionId: string,
): void {
  const by = { kind: 'execution' as const, id: executionId, confidence: 'high' as const };
  t.deepEqual(Object.fromEntries(changes), {
    orders: { ...by, address: 'aws_sqs_queue.orders' },
    archive: { ...by, address: 'aws_sqs_queue.archive' },
  });
}

test('a scan explains the changes that an apply made as planned, and no others', async (t) => {
  const shop = await prepare();
  const { status, body: plan } = await shop.submitPlan();
  t.is(status, 201);
  t.like(plan.impact, { resources: 2, unmapped: 0 });
  t.deepEqual(
    plan.impact.risks?.map(({ kind, severity, address }) => [kind, severity, address]),
    [['holds_data', 'high', 'aws_sqs_queue.archive']],
  );
  const executionId = await shop.report('running');
  await shop.setTimeout('orders', 60);
  await shop.delete('archive');
  await shop.report('succeeded');
  await shop.setTimeout('bills', 90);
  await shop.scan();
  assertExplained(t, await shop.changes(true), executionId);
  t.deepEqual(await shop.changes(false), [['bills', undefined]]);
});

test('a plan explains until the apply is reported, also after the scan', async (t) => {
  const shop = await prepare();
  const { body: plan } = await shop.submitPlan();
  const started_at = new Date().toISOString();
  await shop.setTimeout('orders', 60);
  await shop.delete('archive');
  await shop.setTimeout('bills', 90);
  await shop.scan();
  t.deepEqual(
    Object.fromEntries(
      (await shop.changes(true)).map(([name, by]) => [name, [by?.kind, by?.id, by?.confidence]]),
    ),
    { orders: ['plan', plan.id, 'medium'], archive: ['plan', plan.id, 'medium'] },
  );
  const finished_at = new Date().toISOString();
  const executionId = await shop.report('succeeded', { started_at, finished_at });
  assertExplained(t, await shop.changes(true), executionId);
  t.deepEqual(await shop.changes(false), [['bills', undefined]]);
});
