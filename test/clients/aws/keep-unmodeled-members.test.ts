import test from 'ava';
import { Readable } from 'node:stream';
import { createAwsClients } from '../../../clients/aws/aws-clients.ts';
import { membersOfOperation } from '../../../clients/aws/older-client-members.ts';
import { membersOfOlderClients } from '../../support/aws-models/older-clients.ts';

/** Returns the output of a call whose response has this body. */
async function outputOf(
  client: string,
  operation: string,
  body: string,
  { input = {}, type = 'application/json' }: { input?: object; type?: string } = {},
): Promise<object> {
  const response = {
    statusCode: 200,
    headers: { 'content-type': type, 'x-amzn-requestid': 'r' },
    body: Readable.from([Buffer.from(body)]),
  };
  const clients = createAwsClients({
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    endpoint: 'http://localhost:1',
    requestHandler: { handle: () => Promise.resolve({ response }) },
  });
  const { $metadata: _, ...output } = (await clients
    .own()
    .call({ client, region: 'eu-west-1', operation, input })) as { $metadata?: object };
  clients.close();
  return output;
}

test('members that a client does not know are kept at every depth (AWS JSON)', async (t) => {
  const body = {
    clusters: [{ clusterArn: 'a', mode: { x: [1] }, settings: [{ name: 'n', scope: 's' }], nothing: null }],
    total: 2,
  };
  t.deepEqual(await outputOf('ecs', 'DescribeClusters', JSON.stringify(body)), {
    clusters: [
      {
        clusterArn: 'a',
        settings: [{ name: 'n', $unmodeled: { scope: 's' } }],
        $unmodeled: { mode: { x: [1] } },
      },
    ],
    $unmodeled: { total: 2 },
  });
});

test('a member with another name in the body is known (REST JSON)', async (t) => {
  const body = { items: [{ apiEndpoint: 'e', corsConfiguration: { allowOrigins: ['a'], mode: 'm' } }] };
  t.deepEqual(await outputOf('apigatewayv2', 'GetApis', JSON.stringify(body)), {
    Items: [{ ApiEndpoint: 'e', CorsConfiguration: { AllowOrigins: ['a'], $unmodeled: { mode: 'm' } } }],
  });
});

test('a structure with its type name has its unknown members in one place only', async (t) => {
  const body = { clusters: [{ __type: 'Cluster', clusterArn: 'a', mode: 'm' }] };
  t.deepEqual(await outputOf('ecs', 'DescribeClusters', JSON.stringify(body)), {
    clusters: [{ clusterArn: 'a', __type: 'Cluster', $unmodeled: { mode: 'm' } }],
  });
});

test('a response without unknown members, an empty response and a response in XML are unchanged', async (t) => {
  t.deepEqual(await outputOf('ecs', 'DescribeClusters', '{"clusters":[]}'), { clusters: [] });
  t.deepEqual(await outputOf('sqs', 'ListQueues', '{}'), {});
  const xml =
    '<GetTopicAttributesResponse><GetTopicAttributesResult><New>1</New></GetTopicAttributesResult></GetTopicAttributesResponse>';
  const input = { TopicArn: 'arn:aws:sns:eu-west-1:123456789012:a' };
  t.deepEqual(await outputOf('sns', 'GetTopicAttributes', xml, { input, type: 'text/xml' }), {});
});

test('clients without schemas keep unknown members in the same place', async (t) => {
  const body = { ResolverRules: [{ Id: 'r', Mode: 'm', TargetIps: [{ Ip: '10.0.0.1', Weight: 1 }] }] };
  t.deepEqual(await outputOf('route53resolver', 'ListResolverRules', JSON.stringify(body)), {
    ResolverRules: [
      { Id: 'r', TargetIps: [{ Ip: '10.0.0.1', $unmodeled: { Weight: 1 } }], $unmodeled: { Mode: 'm' } },
    ],
  });
  const environment = { Environment: { Name: 'e', Mode: 'm', Tags: { team: 'a' } } };
  t.deepEqual(
    await outputOf('mwaa', 'GetEnvironment', JSON.stringify(environment), { input: { Name: 'e' } }),
    { Environment: { Name: 'e', Tags: { team: 'a' }, $unmodeled: { Mode: 'm' } } },
  );
  const clusters = { Clusters: [{ ClusterId: 'c', Mode: 'm', Hsms: [{ HsmId: 'h', Mode: 'n' }] }] };
  t.deepEqual(await outputOf('cloudhsm-v2', 'DescribeClusters', JSON.stringify(clusters)), {
    Clusters: [
      { ClusterId: 'c', Hsms: [{ HsmId: 'h', $unmodeled: { Mode: 'n' } }], $unmodeled: { Mode: 'm' } },
    ],
  });
});

test('the members of clients without schemas are those of their declarations', (t) => {
  t.deepEqual(membersOfOlderClients(), { ...membersOfOperation });
});
