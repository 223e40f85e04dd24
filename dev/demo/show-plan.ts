import { SetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { createTypedClient, dataOf } from '../../api-client/create-typed-client.ts';
import type { TypedClient } from '../../api-client/create-typed-client.ts';
import type { DiscoveredResource, IacProject, Plan, Repository } from '../../api-client/api-types.ts';
import { rootConfig } from '../sample-organization/account-clients.ts';
import type { Stack } from '../stack/start-stack.ts';
import type { Sample } from './connect-sample.ts';
import { formatTable } from './format-table.ts';
import { runScan } from './run-scan.ts';

type Say = (text: string) => void;

const region = 'eu-west-1';
const queueType = 'AWS::SQS::Queue';
const name = 'orders-production';
const projectPath = 'terraform/shop/production';
const address = 'module.service["orders"].aws_sqs_queue.this';

/**
 * Reports a plan and its apply as a pipeline does, makes the planned change in AWS, and prints the impact of the plan and the
 * change that the apply explains.
 *
 * @param code - the scanned repositories and their projects; empty without source control
 */
export async function showPlan(
  client: TypedClient,
  { url, stack, sample }: { readonly url: string; readonly stack: Stack; readonly sample: Sample },
  code: { readonly repositories: readonly Repository[]; readonly projects: readonly IacProject[] },
  say: Say,
): Promise<void> {
  const queue = await findQueue(client);
  const timeout = timeoutOf(queue);
  const started = new Date().toISOString();
  const external_id = `demo-${Date.now()}`;
  const run = { ...originOf(code), external_id };
  const { token } = await dataOf(
    client.POST('/api/v1/organization/ingest-tokens', { body: { name: 'Demo pipeline' } }),
  );
  const ci = createTypedClient(url, token);
  const report = (status: 'running' | 'succeeded') =>
    dataOf(ci.POST('/api/v1/ingest/executions', { body: { ...run, kind: 'apply', status } }));

  say(`\nReporting a plan that changes the queue ${name} and deletes the queue archive-production …`);
  const plan = planOf(sample.productionAccountNumber, timeout);
  showImpactOf(await dataOf(ci.POST('/api/v1/ingest/plans', { body: { ...run, plan } })), say);

  say('\nReporting its apply, and scanning the queues of the account …');
  await report('running');
  await setTimeoutOf(stack, sample.productionAccountNumber, timeout + 1);
  await report('succeeded');
  await runScan(client, {
    aws_account_id: queue.aws_account_id,
    regions: [region],
    resource_types: [queueType],
  });
  const query = { resource_type: queueType, explained: true, since: started };
  const { items } = await dataOf(client.GET('/api/v1/changes', { params: { query } }));
  const ofQueue = items.filter(({ resource_id: id }) => id === queue.id);
  const rows = ofQueue.flatMap(({ diff, explained_by: by }) =>
    diff.map(({ path, before, after }) => [
      name,
      path,
      String(before),
      String(after),
      by?.kind ?? '',
      by?.confidence ?? '',
      by?.address ?? '',
    ]),
  );
  const headers = ['queue', 'path', 'before', 'after', 'explained by', 'confidence', 'address'];
  say(`\nExplained changes\n${formatTable(headers, rows)}`);
}

async function findQueue(client: TypedClient): Promise<DiscoveredResource> {
  const query = { q: name, resource_type: queueType, region, sort: 'name' as const, limit: 1 };
  const { items } = await dataOf(client.GET('/api/v1/resources', { params: { query } }));
  const [queue] = items;
  if (queue === undefined) throw new Error(`The queue ${name} is not in the inventory.`);
  const params = { path: { id: queue.id } };
  return dataOf(client.GET('/api/v1/resources/{id}', { params }));
}

function timeoutOf({ configuration }: DiscoveredResource): number {
  const { Attributes: attributes } = configuration as { readonly Attributes?: Record<string, unknown> };
  return Number(attributes?.['VisibilityTimeout'] ?? 30);
}

function originOf({
  repositories,
  projects,
}: {
  readonly repositories: readonly Repository[];
  readonly projects: readonly IacProject[];
}) {
  const project = projects.find(({ path }) => path === projectPath);
  const repository = repositories.find(({ id }) => id === project?.repository_id);
  return {
    commit_sha: repository?.last_scanned_commit_sha ?? '0'.repeat(40),
    project_path: projectPath,
    ...(repository === undefined
      ? {}
      : { repository: { provider: repository.provider, full_name: repository.full_name } }),
  };
}

/** The plan as `terraform show -json` prints it, with the parts that matter here. */
function planOf(account: string, timeout: number) {
  const queue = (queueName: string, seconds: number) => ({
    name: queueName,
    arn: `arn:aws:sqs:${region}:${account}:${queueName}`,
    visibility_timeout_seconds: seconds,
  });
  const change = (of: string, actions: readonly string[], before: object, after: object | null) => ({
    address: of,
    mode: 'managed',
    type: 'aws_sqs_queue',
    name: of.split('.').at(-1),
    provider_name: 'registry.terraform.io/hashicorp/aws',
    change: {
      actions,
      before,
      after,
      after_unknown: {},
      before_sensitive: {},
      after_sensitive: after === null ? false : {},
    },
  });
  return {
    format_version: '1.2',
    terraform_version: '1.14.0',
    resource_changes: [
      change(address, ['update'], queue(name, timeout), queue(name, timeout + 1)),
      change('aws_sqs_queue.archive', ['delete'], queue('archive-production', 30), null),
    ],
  };
}

function showImpactOf({ summary, impact }: Plan, say: Say): void {
  const names = (groups: readonly { readonly name: string; readonly resources: number }[] = []) =>
    groups.map((group) => `${group.name} (${group.resources})`).join(', ');
  const rows = [
    ['updates', summary.update],
    ['deletes', summary.delete],
    ['resources of the inventory', impact.resources],
    ['not mapped', impact.unmapped],
    ['applications', names(impact.applications)],
    ['teams', names(impact.teams)],
    ['environments', names(impact.environments)],
  ];
  say(`\nImpact of the plan\n${formatTable(['', 'count or names'], rows)}`);
  const risks = (impact.risks ?? []).map((risk) => [risk.severity, risk.kind, risk.address, risk.detail]);
  say(`\nRisks of the plan\n${formatTable(['severity', 'kind', 'address', 'detail'], risks)}`);
}

async function setTimeoutOf(stack: Stack, account: string, seconds: number): Promise<void> {
  const sqs = new SQSClient(rootConfig(stack.awsEndpointUrl, account, region));
  const QueueUrl = `${stack.awsEndpointUrl}/${account}/${name}`;
  const Attributes = { VisibilityTimeout: String(seconds) };
  await sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes }));
  sqs.destroy();
}
