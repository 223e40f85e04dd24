import test from 'ava';
import { dataOf } from '../../../dev/api-client/create-typed-client.ts';
import { useScanFixture } from '../../support/discovery/use-scan-fixture.ts';
import { eventually } from '../../support/eventually.ts';
import { expectError } from '../../support/expect-error.ts';
import { connectStateAccount, syncSource, untilSynced } from '../../support/mapping/state-fixture.ts';
import { terraformState } from '../../support/mapping/terraform-state.ts';

const fixture = useScanFixture();
const key = 'live/terraform.tfstate';

/** An account with a queue that a state manages. Scans are of queues alone. */
async function makeQueue() {
  const own = await fixture.signUpOther();
  const { client, organizationId, owner } = own;
  const account = await connectStateAccount(own);
  const { QueueUrl: url } = (await account.call('sqs', 'CreateQueue', {
    QueueName: 'orders',
    Attributes: { DelaySeconds: '5', VisibilityTimeout: '45' },
    tags: { Team: 'platform' },
  })) as { QueueUrl: string };
  const arn = `arn:aws:sqs:eu-west-1:${account.awsAccountNumber}:orders`;
  let serial = 0;
  const put = (changed: object = {}, others: Parameters<typeof terraformState>[0] = []) =>
    account.putState(
      key,
      terraformState(
        [
          {
            type: 'aws_sqs_queue',
            name: 'orders',
            attributes: {
              arn,
              id: url,
              url,
              name: 'orders',
              delay_seconds: 5,
              visibility_timeout_seconds: 45,
              policy: '',
              tags: { Team: 'platform' },
              tags_all: { Team: 'platform' },
              ...changed,
            },
          },
          ...others,
        ],
        { serial: ++serial },
      ),
    );
  await put();
  const { id: sourceId } = await dataOf(
    client.POST('/api/v1/state-sources', { body: { bucket: account.bucket, key } }),
  );
  await untilSynced(own, sourceId);
  // S3 tells the time of the write in seconds.
  const backdate = () =>
    owner.query(
      `update state_sources set modified_at = modified_at - interval '2 seconds', drift_sync_requested_at = null
      where organization_id = $1`,
      [organizationId],
    );
  const outcome = async () => {
    const { items } = await dataOf(
      client.GET('/api/v1/resources', { params: { query: { resource_type: 'AWS::SQS::Queue' } } }),
    );
    return items[0]?.drift;
  };
  const scan = async () => {
    await backdate();
    await own.scan({ aws_account_id: account.id, resource_types: ['AWS::SQS::Queue'] });
  };
  return {
    ...own,
    account,
    url,
    arn,
    sourceId,
    put,
    scan,
    sync: () => syncSource(own, sourceId),
    set: (Attributes: object) => account.call('sqs', 'SetQueueAttributes', { QueueUrl: url, Attributes }),
    until: (wanted: string) =>
      eventually(`the outcome ${wanted}`, async () => ((await outcome()) === wanted ? wanted : undefined)),
    drift: async (query: object = {}) => dataOf(client.GET('/api/v1/drift', { params: { query } })),
    transitions: () =>
      owner.query<{ kind: string; cause: string | null; attributes: string[] }>(
        'select kind, cause, attributes from drift_transitions where organization_id = $1 order by id',
        [organizationId],
      ),
  };
}

test('a change by hand is drift after the state was read again, is muted by a rule, and ends with the change', async (t) => {
  const queue = await makeQueue();
  const { client } = queue;
  await queue.scan();
  await queue.until('in_sync');
  t.is((await queue.drift()).total, 0);

  await queue.set({ DelaySeconds: '90' });
  await queue.account.call('sqs', 'TagQueue', {
    QueueUrl: queue.url,
    Tags: { Backup: 'weekly', 'aws:made': 'by AWS' },
  });
  await queue.scan();
  // The difference requests a sync of the source, because the last one is older than the observation.
  await queue.until('drifted');
  const { items, total, facets } = await queue.drift();
  t.is(total, 1);
  const [item] = items;
  t.like(item, {
    name: 'orders',
    address: 'aws_sqs_queue.orders',
    account_id: queue.account.awsAccountNumber,
  });
  t.deepEqual(
    item?.attributes.map(({ attribute, path, expected, actual }) => [attribute, path, expected, actual]),
    [
      ['delay_seconds', 'Attributes.DelaySeconds', '5', '90'],
      ['tags.Backup', 'tags.Backup', undefined, 'weekly'],
    ],
  );
  t.is(item?.changes.length, 1);
  t.deepEqual(facets.attribute, [
    { value: 'delay_seconds', count: 1 },
    { value: 'tags.Backup', count: 1 },
  ]);
  t.is((await queue.drift({ attribute: 'visibility_timeout_seconds' })).total, 0);
  const params = { path: { id: item?.resource_id ?? '' } };
  const mapping = await dataOf(client.GET('/api/v1/resources/{id}/code-mapping', { params }));
  t.like(mapping.drift, { outcome: 'drifted' });
  t.is(mapping.drift?.attributes.length, 2);

  const body = {
    name: 'backup tags',
    conditions: { attribute: 'tags.Back*' },
    reason: 'Set by the backup job',
  };
  t.deepEqual(
    await dataOf(client.POST('/api/v1/drift-rules/preview', { body: { conditions: body.conditions } })),
    { differences: 1, resources: 1 },
  );
  const rule = await dataOf(client.POST('/api/v1/drift-rules', { body }));
  t.like(rule, { muted: 1, enabled: true });
  await expectError(t, client.POST('/api/v1/drift-rules', { body }), 409, 'conflict');
  await expectError(
    t,
    client.POST('/api/v1/drift-rules', { body: { ...body, name: 'empty', conditions: {} } }),
    400,
    'validation_failed',
  );
  t.is(await queue.until('drifted'), 'drifted');
  await queue.set({ DelaySeconds: '5' });
  await queue.scan();
  await queue.until('in_sync');
  const summary = await dataOf(client.GET('/api/v1/mapping/summary'));
  t.deepEqual(summary.drift, { drifted: 0, in_sync: 1, unknown: 0, muted: 1 });
  t.is((await queue.drift()).total, 0);
  t.is((await queue.drift({ muted: 'true' })).total, 1);

  await dataOf(
    client.PATCH('/api/v1/drift-rules/{id}', { params: { path: { id: rule.id } }, body: { enabled: false } }),
  );
  await queue.until('drifted');
  await dataOf(client.DELETE('/api/v1/drift-rules/{id}', { params: { path: { id: rule.id } } }));
  // An apply writes the tag into the state.
  await queue.put({ tags_all: { Team: 'platform', Backup: 'weekly' } });
  await queue.sync();
  t.is(await queue.until('drifted'), 'drifted', 'the resource keeps its outcome until it is observed again');
  await queue.scan();
  await queue.until('in_sync');
  t.deepEqual(
    (await queue.transitions()).map(({ kind, cause }) => [kind, cause]),
    [
      ['drifted', null],
      ['resolved', 'muted'],
      ['drifted', null],
      ['resolved', 'in_sync'],
    ],
  );
});

test('an attribute that another entry manages is compared with that entry', async (t) => {
  const queue = await makeQueue();
  const policy = (action: string) =>
    JSON.stringify({
      Version: '2012-10-17',
      Statement: { Effect: 'Allow', Principal: '*', Action: action, Resource: queue.arn },
    });
  await queue.set({ Policy: policy('sqs:SendMessage') });
  const managed = { type: 'aws_sqs_queue_policy', name: 'orders' };
  await queue.put({}, [
    { ...managed, attributes: { id: queue.url, queue_url: queue.url, policy: policy('sqs:SendMessage') } },
  ]);
  await queue.sync();
  await queue.scan();
  await queue.until('in_sync');

  await queue.set({ Policy: policy('sqs:ReceiveMessage') });
  await queue.scan();
  await queue.until('drifted');
  t.deepEqual(
    (await queue.drift()).items.flatMap(({ attributes }) =>
      attributes.map(({ attribute, address }) => [attribute, address]),
    ),
    [['policy', 'aws_sqs_queue_policy.orders']],
  );
  await dataOf(
    queue.client.PATCH('/api/v1/state-sources/{id}', {
      params: { path: { id: queue.sourceId } },
      body: { disabled: true },
    }),
  );
  await queue.scan();
  await eventually(
    'the end of the outcome',
    async () => (await queue.transitions()).at(-1)?.cause === 'unclaimed',
  );
});
