import test from 'ava';
import { collectCloudControlTypes } from '../support/collect-cloud-control-types.ts';
import { collect } from '../support/collect.ts';
import { input, queueUrl, queues, scope, scripted } from '../support/scripted-aws.ts';

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
        new Map(
          nativeIds.filter((id) => read.includes(id)).map((id) => [id, { arn: undefined, name: undefined }]),
        ),
      ),
  });
  return { resources, cells, operations: calls.map(({ operation }) => operation) };
}

test('the second list before a deletion reads no details and no tags of resources that were read', async (t) => {
  const urls = ['a', 'b'].map(queueUrl);
  const { resources, cells, operations } = await listAgain(urls, urls);
  t.deepEqual(operations, ['ListQueues']);
  t.deepEqual(resources, []);
  t.is(cells['AWS::SQS::Queue']?.outcome, 'complete');
});

test('the second list before a deletion reads details and tags of resources that the first list did not have', async (t) => {
  const { resources, operations } = await listAgain(['a', 'b'].map(queueUrl), [queueUrl('a')]);
  t.is(operations[0], 'ListQueues');
  t.deepEqual(operations.slice(1).toSorted(), ['GetQueueAttributes', 'GetResources']);
  t.deepEqual(
    resources.map(({ nativeId }) => nativeId),
    [queueUrl('b')],
  );
});

test('the second list before a deletion calls GetResource only for resources that were not read', async (t) => {
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
  const { resources, cells } = await collectCloudControlTypes({
    resourceTypes: ['AWS::Forecast::DatasetGroup'],
    clients,
    alreadyRead: () => Promise.resolve(new Map([[arns[0] ?? '', { arn: undefined, name: undefined }]])),
  });
  t.deepEqual(
    calls.map((call) => [call.operation, input(call)['Identifier']]),
    [
      ['ListResources', undefined],
      ['GetResource', arns[1]],
    ],
  );
  t.deepEqual(
    resources.map(({ nativeId }) => nativeId),
    [arns[1]],
  );
  t.like(cells[0], { outcome: 'complete' });
});
