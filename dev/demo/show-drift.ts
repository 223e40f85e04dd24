import { randomUUID } from 'node:crypto';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import {
  GetQueueAttributesCommand,
  ListQueueTagsCommand,
  SetQueueAttributesCommand,
  SQSClient,
  TagQueueCommand,
} from '@aws-sdk/client-sqs';
import { dataOf } from '../../api-client/create-typed-client.ts';
import type { TypedClient } from '../../api-client/create-typed-client.ts';
import { rootConfig } from '../sample-organization/account-clients.ts';
import { sampleStateOf } from '../sample-organization/write-sample-state.ts';
import type { Stack } from '../stack/start-stack.ts';
import type { Sample } from './connect-sample.ts';
import { formatTable } from './format-table.ts';
import { runScan } from './run-scan.ts';
import { waitFor } from './wait-for.ts';

type Say = (text: string) => void;

const region = 'eu-west-1';
const name = 'orders-production';
const query = { q: name, resource_type: 'AWS::SQS::Queue' };

/**
 * Changes a managed queue by hand, prints its drift with who did it, mutes a tag, and resolves the rest by an apply. The apply
 * writes the queue and the state, as Terraform does.
 */
export async function showDrift(
  client: TypedClient,
  { stack, sample }: { readonly stack: Stack; readonly sample: Sample },
  say: Say,
): Promise<void> {
  const account = sample.productionAccountNumber;
  const config = rootConfig(stack.awsEndpointUrl, account, region);
  const sqs = new SQSClient(config);
  const QueueUrl = `${stack.awsEndpointUrl}/${account}/${name}`;
  try {
    const { Attributes: before = {} } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['VisibilityTimeout', 'DelaySeconds'] }),
    );
    const { Tags: tags = {} } = await sqs.send(new ListQueueTagsCommand({ QueueUrl }));
    const applied = {
      visibility_timeout_seconds: Number(before['VisibilityTimeout'] ?? 30),
      delay_seconds: Number(before['DelaySeconds'] ?? 0),
      tags,
      tags_all: tags,
    };
    await applyQueue(client, stack, account, applied);

    say(`\nChanging the queue ${name} by hand …`);
    const VisibilityTimeout = String(applied.visibility_timeout_seconds + 30);
    await sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { VisibilityTimeout } }));
    await sqs.send(new TagQueueCommand({ QueueUrl, Tags: { Backup: `weekly-${Date.now()}` } }));
    const drifted = await waitFor('the drift of the queue and who made it', async () => {
      const { items } = await dataOf(client.GET('/api/v1/drift', { params: { query } }));
      const item = items.find((one) => one.name === name);
      return item?.actor !== undefined && item.attributes.length > 1 ? item : undefined;
    });
    const by = drifted.actor?.arn ?? drifted.actor?.name ?? '';
    const rows = drifted.attributes.map(({ attribute, address, expected = '', actual = '' }) => [
      name,
      address,
      attribute,
      expected,
      actual,
      by,
    ]);
    say(`\nDrift\n${formatTable(['queue', 'address', 'attribute', 'state', 'AWS', 'by'], rows)}`);

    const rule = await dataOf(
      client.POST('/api/v1/drift-rules', {
        body: {
          name: `Tags of the backup ${randomUUID()}`,
          conditions: { attribute: 'tags.Backup' },
          reason: 'The backup job sets the tag',
        },
      }),
    );
    say(`\nMuted ${rule.muted} difference: ${rule.reason}`);

    say('Applying the code again, and scanning the queues of the account …');
    const { visibility_timeout_seconds: timeout } = applied;
    await sqs.send(
      new SetQueueAttributesCommand({ QueueUrl, Attributes: { VisibilityTimeout: String(timeout) } }),
    );
    await applyQueue(client, stack, account, applied);
    await runScan(client, {
      aws_account_id: drifted.aws_account_id,
      regions: [region],
      resource_types: [query.resource_type],
    });
    const summary = await waitFor('the end of the drift', async () => {
      const { total } = await dataOf(client.GET('/api/v1/drift', { params: { query } }));
      return total === 0 ? dataOf(client.GET('/api/v1/mapping/summary')) : undefined;
    });
    const counts = Object.entries(summary.drift).map(([outcome, count]) => [outcome, count]);
    say(`\nResources by drift\n${formatTable(['drift', 'resources'], counts)}`);
  } finally {
    sqs.destroy();
  }
}

/** Writes the attributes of the queue to the state with the next serial, and waits until the product has read it. */
async function applyQueue(
  client: TypedClient,
  stack: Stack,
  account: string,
  attributes: object,
): Promise<void> {
  const s3 = new S3Client({ ...rootConfig(stack.awsEndpointUrl, account, region), forcePathStyle: true });
  const { bucket, key } = sampleStateOf({ id: account, name: 'shop-production' });
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  const state = JSON.parse((await Body?.transformToString()) ?? '') as SampleState;
  const queues = state.resources.filter(({ type }) => type === 'aws_sqs_queue');
  for (const { attributes: stored } of queues.flatMap(({ instances }) => instances))
    if (stored['name'] === name) Object.assign(stored, attributes);
  state.serial += 1;
  await s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: JSON.stringify(state) }));
  s3.destroy();
  const { items } = await dataOf(client.GET('/api/v1/state-sources', { params: { query: { limit: 200 } } }));
  const source = items.find(({ config }) => config.bucket === bucket && config.key === key);
  if (source === undefined) throw new Error(`The state ${bucket}/${key} has no source.`);
  const params = { path: { id: source.id } };
  const before = await waitFor('a sync of the state to be accepted', async () => {
    const time = Date.now();
    // 409: a sync is running, which may have read the earlier state.
    const { response } = await client.POST('/api/v1/state-sources/{id}/sync', { params });
    return response.ok ? time : undefined;
  });
  const secondOf = (time: number) => Math.floor(time / 1000);
  await waitFor('the sync of the state', async () => {
    const { last_synced_at: success } = await dataOf(client.GET('/api/v1/state-sources/{id}', { params }));
    // S3 and CloudTrail tell seconds: what follows in the same one can be before the write.
    return Date.parse(success ?? '') > before && secondOf(Date.now()) > secondOf(before) ? true : undefined;
  });
}

interface SampleState {
  serial: number;
  readonly resources: readonly {
    readonly type: string;
    readonly instances: readonly { readonly attributes: Record<string, unknown> }[];
  }[];
}
