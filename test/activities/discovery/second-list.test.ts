import test from 'ava';
import { collectCloudControl } from '../../../activities/discovery/collect-cloud-control.ts';
import type { CollectionEvent } from '../../../domain/discovery/observed-resource.ts';
import { collect, noLimit } from './support/collect.ts';
import { runDocument } from './support/run-document.ts';
import { input, queueUrl, queues, scope, scripted } from './support/scripted-aws.ts';

/** Reads queues of which the attempt has already read some. */
async function listAgain(urls: readonly string[], read: readonly string[]) {
  const { clients, calls } = scripted(
    queues((request) =>
      request.operation === 'ListQueues'
        ? { QueueUrls: urls }
        : { Attributes: { QueueArn: String(input(request)['QueueUrl']) } },
    ),
  );
  const { resources, cells } = await collect({
    service: 'sqs',
    clients,
    ...scope,
    alreadyRead: (_type, nativeIds) =>
      Promise.resolve(
        new Map(nativeIds.filter((id) => read.includes(id)).map((id) => [id, { arn: null, name: null }])),
      ),
  });
  return { resources, cells, operations: calls.map(({ operation }) => operation) };
}

test('the list before a deletion reads no details and no tags of resources that were read', async (t) => {
  const urls = ['a', 'b'].map(queueUrl);
  const { resources, cells, operations } = await listAgain(urls, urls);
  t.deepEqual(operations, ['ListQueues']);
  t.deepEqual(resources, []);
  t.is(cells['AWS::SQS::Queue']?.outcome, 'complete');
});

test('the list before a deletion reads resources completely that the first list did not have', async (t) => {
  const { resources, operations } = await listAgain(['a', 'b'].map(queueUrl), [queueUrl('a')]);
  t.deepEqual(operations, ['ListQueues', 'GetQueueAttributes', 'GetResources']);
  t.deepEqual(
    resources.map(({ nativeId }) => nativeId),
    [queueUrl('b')],
  );
});

test('the list before a deletion calls GetResource of Cloud Control only for resources that were not read', async (t) => {
  const arns = ['a', 'b'].map((name) => `arn:aws:forecast:eu-west-1:123456789012:dataset-group/${name}`);
  const { clients, calls } = scripted((request) =>
    request.operation === 'ListResources'
      ? {
          ResourceDescriptions: arns.map((arn) => ({
            Identifier: arn,
            Properties: JSON.stringify({ DatasetGroupArn: arn }),
          })),
        }
      : {
          ResourceDescription: {
            Identifier: input(request)['Identifier'],
            Properties: JSON.stringify({ DatasetGroupArn: input(request)['Identifier'], Domain: 'RETAIL' }),
          },
        },
  );
  const events: CollectionEvent[] = [];
  for await (const event of collectCloudControl({
    ...scope,
    resourceTypes: ['AWS::Forecast::DatasetGroup'],
    partition: 'aws',
    clients,
    limiter: noLimit,
    hmacKey: 'key of one organization',
    runDocument,
    signal: new AbortController().signal,
    parents: () => Promise.resolve({ complete: true, resources: [] }),
    cloudControlGroups: null,
    alreadyRead: () => Promise.resolve(new Map([[arns[0] ?? '', { arn: null, name: null }]])),
  }))
    events.push(event);
  t.deepEqual(
    calls.map((call) => [call.operation, input(call)['Identifier']]),
    [
      ['ListResources', undefined],
      ['GetResource', arns[1]],
    ],
  );
  const pages = events.flatMap((event) => (event.kind === 'page' ? event.resources : []));
  t.deepEqual(
    pages.map(({ nativeId }) => nativeId),
    [arns[1]],
  );
  t.like(events.at(-1), { kind: 'cell', outcome: 'complete' });
});
