import { randomBytes, randomInt } from 'node:crypto';
import test from 'ava';
import { requestExtraction } from '../../../commands/graph/request-extraction.ts';
import { startWorkerProcess } from '../../faults/support/worker-process.ts';
import { useScanFixture } from '../../support/discovery/use-scan-fixture.ts';
import { eventually } from '../../support/eventually.ts';
import { normalised } from '../../support/graph/extract-estate.ts';
import { insertAccounts, putResources } from '../../support/graph/insert-resources.ts';
import type { InventoryResource } from '../../support/graph/insert-resources.ts';
import { readHistories, readTables } from '../../support/stored-texts.ts';

const fixture = useScanFixture({ worker: false });

/** Tables of the inventory, which keep configurations as AWS returns them. */
const inventoryTables = new Set([
  'resources',
  'resource_documents',
  'resource_revisions',
  'resource_search',
  'resource_history',
]);

const balancer = 'shop-1.eu-west-1.elb.amazonaws.com';
const restApi = 'https://abcdef1234.execute-api.eu-west-1.amazonaws.com';
const database = 'orders.cluster-abc.eu-west-1.rds.amazonaws.com';

/** Resources with values that contain secrets. `secret` returns a new one. */
function resourcesWith(number: string, accountId: string, secret: () => string): InventoryResource[] {
  const arn = (service: string, name: string) => `arn:aws:${service}:eu-west-1:${number}:${name}`;
  const queueUrl = `https://sqs.eu-west-1.amazonaws.com/${number}/orders`;
  const withCredentials = (url: string) =>
    `${url.replace('://', `://user:${secret()}@`)}?token=${secret()}#${secret()}`;
  const resource = (type: string, nativeId: string, configuration: object, arnText?: string) => ({
    accountId,
    type: `AWS::${type}`,
    nativeId,
    arn: arnText ?? null,
    name: nativeId,
    configuration,
  });
  return [
    resource('SQS::Queue', queueUrl, { QueueUrl: queueUrl }, arn('sqs', 'orders')),
    resource('ElasticLoadBalancingV2::LoadBalancer', 'shop', { DNSName: balancer }),
    resource('ApiGateway::RestApi', 'abcdef1234', { id: 'abcdef1234' }),
    resource('RDS::DBCluster', 'orders', { Endpoint: database }),
    resource('Lambda::Function', 'pay', {
      FunctionName: 'pay',
      Environment: {
        Variables: {
          API_TOKEN: secret(),
          DATABASE_URL: `postgres://admin:${secret()}@${database}:5432/orders?sslkey=${secret()}`,
          HOOK_URL: withCredentials(`https://${balancer}/hook`),
          SIGNED_QUEUE: `${arn('sqs', 'orders')}?signature=${secret()}`,
        },
      },
      Description: `password ${secret()}`,
    }),
    resource('ECS::TaskDefinition', 'shop:1', {
      taskDefinition: {
        family: 'shop',
        containerDefinitions: [
          {
            name: 'web',
            image: 'web:1',
            environment: [
              { name: 'CONNECTION', value: `Server=${database};User=shop;Password=${secret()}` },
              { name: 'ORDERS_QUEUE', value: secret() },
            ],
          },
        ],
      },
    }),
    resource('ApiGatewayV2::Integration', 'api1/http', {
      ApiId: 'api1',
      IntegrationUri: withCredentials(`http://${balancer}/hook`),
    }),
    resource('ApiGatewayV2::Integration', 'api1/user', {
      ApiId: 'api1',
      IntegrationUri: `http://${secret()}@${balancer}`,
    }),
    resource('Transfer::Server', 's-1', {
      IdentityProviderDetails: { Url: withCredentials(`${restApi}/prod`) },
    }),
    resource('IoT::TopicRule', 'orders', {
      rule: { actions: [{ sqs: { queueUrl: withCredentials(queueUrl) } }] },
    }),
    resource('DMS::Endpoint', 'source', { ServerName: `shop.admin:${secret()}@${database}` }),
    resource('KinesisFirehose::DeliveryStream', 'clicks', {
      Destinations: [
        {
          RedshiftDestinationDescription: {
            ClusterJDBCURL: `jdbc:redshift://clicks.abc.eu-west-1.redshift.amazonaws.com:5439/dev;UID=a;PWD=${secret()}`,
          },
        },
      ],
    }),
    resource('SNS::Subscription', arn('sns', 'events:1'), {
      TopicArn: arn('sns', 'events'),
      Protocol: 'https',
      Endpoint: withCredentials('https://hooks.example.com/orders'),
    }),
    resource('SNS::Subscription', arn('sns', 'events:2'), {
      TopicArn: arn('sns', 'events'),
      Protocol: 'sqs',
      Endpoint: `${arn('sqs', 'orders')}?token=${secret()}`,
    }),
    resource('SSM::Association', 'a-1', { Targets: [`${arn('sqs', 'orders')}?password=${secret()}`] }),
  ];
}

test('an extraction stores and logs no secret of a configuration', async (t) => {
  t.timeout(300_000);
  const { api, owner, organizationId } = fixture;
  const number = String(randomInt(1e11, 9e11));
  const [accountId = ''] = await insertAccounts(owner, organizationId, [number]);
  const secrets: string[] = [];
  const secret = () => {
    const text = `canary${randomBytes(12).toString('hex')}`;
    secrets.push(text);
    return text;
  };
  await putResources(owner, organizationId, resourcesWith(number, accountId, secret).map(normalised));
  const logs: string[] = [];
  const worker = startWorkerProcess(api.configuration, process.env, (text) => logs.push(text));
  try {
    const { run_id: runId } = await api.services.database.withTenant(organizationId, (tenant) =>
      requestExtraction(tenant, api.services, { id: accountId, accountId: number }, 'manual', 'full'),
    );
    await eventually(
      'the run to succeed',
      async () => {
        const [run] = await owner.query<{ status: string }>('select status from runs where id = $1', [runId]);
        return run?.status === 'succeeded';
      },
      120,
    );
  } finally {
    await worker.kill();
  }
  // References with credentials are found nevertheless.
  const edges = await owner.query<{ edge: string }>(
    `select s.native_id || ' ' || e.relationship_type || ' ' || t.native_id || ' ' || (e.evidence -> 0 ->> 'value') as edge
     from relationships e join resources s on s.id = e.source_id join resources t on t.id = e.target_id
     where e.organization_id = $1 and e.status = 'active'`,
    [organizationId],
  );
  t.deepEqual(
    edges.map(({ edge }) => edge).toSorted(),
    [
      `api1/http invokes shop http://${balancer}/hook`,
      `api1/user invokes shop http://${balancer}`,
      `orders delivers_to https://sqs.eu-west-1.amazonaws.com/${number}/orders https://sqs.eu-west-1.amazonaws.com/${number}/orders`,
      `s-1 invokes abcdef1234 ${restApi}/prod`,
      `source uses orders ${database}`,
    ].toSorted(),
  );
  const graphTables = (await readTables(owner)).filter(([table]) => !inventoryTables.has(table));
  const texts = [
    ...graphTables,
    ['logs', logs.join('')],
    ['histories', await readHistories(api.configuration.taskQueuePrefix)],
  ] as const;
  t.true(logs.join('').includes('worker started'));
  t.true(graphTables.some(([table, text]) => table === 'graph_references' && text.includes(balancer)));
  for (const [location, text] of texts)
    t.deepEqual(
      secrets.filter((one) => text.includes(one)),
      [],
      location,
    );
});
