import { randomInt } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { useScanFixture } from '../../support/discovery/use-scan-fixture.ts';
import type { ScanFixture } from '../../support/discovery/scan-fixture.ts';
import { eventually } from '../../support/eventually.ts';
import { insertAccounts, putResources } from '../../support/graph/insert-resources.ts';

const fixture = useScanFixture();

const newNumber = () => String(randomInt(1e11, 9e11));

/** Waits until the account has no active run, and returns its runs, newest first. */
function untilExtracted({ client }: ScanFixture, accountId: string) {
  return eventually('the extraction to end', async () => {
    const query = { aws_account_id: accountId };
    const { items } = await dataOf(client.GET('/api/v1/graph/extraction-runs', { params: { query } }));
    const active = items.some(({ status }) => status === 'queued' || status === 'running');
    return items.length === 0 || active ? undefined : items;
  });
}

test('extracts the relationships of an account', async (t) => {
  t.timeout(300_000);
  const own = await fixture.signUpOther();
  const number = newNumber();
  const [accountId = ''] = await insertAccounts(own.owner, own.organizationId, [number]);
  const arn = (service: string, name: string) => `arn:aws:${service}:eu-west-1:${number}:${name}`;
  const [topic, subscription = '', queue, deadLetters] = await putResources(own.owner, own.organizationId, [
    { accountId, type: 'AWS::SNS::Topic', nativeId: arn('sns', 'orders'), arn: arn('sns', 'orders') },
    {
      accountId,
      type: 'AWS::SNS::Subscription',
      nativeId: arn('sns', 'orders:1'),
      arn: arn('sns', 'orders:1'),
      configuration: { TopicArn: arn('sns', 'orders'), Endpoint: arn('sqs', 'orders'), Protocol: 'sqs' },
    },
    {
      accountId,
      type: 'AWS::SQS::Queue',
      nativeId: 'https://sqs/orders',
      arn: arn('sqs', 'orders'),
      configuration: { RedrivePolicy: { deadLetterTargetArn: arn('sqs', 'dead') } },
    },
    { accountId, type: 'AWS::SQS::Queue', nativeId: 'https://sqs/dead', arn: arn('sqs', 'dead') },
  ]);
  const { run_id } = await dataOf(
    own.client.POST('/api/v1/graph/extraction-runs', { body: { aws_account_id: accountId } }),
  );
  const [run, ...others] = await untilExtracted(own, accountId);
  t.deepEqual(others, []);
  t.is(run?.id, run_id);
  t.like(run, {
    trigger: 'manual',
    mode: 'full',
    status: 'succeeded',
    counts: { resources: 4, edges_stale: 0 },
  });
  const edges = await own.owner.query<{ source: string; target: string; type: string }>(
    `select source_id as source, target_id as target, relationship_type as type from relationships
     where organization_id = $1 and status = 'active'`,
    [own.organizationId],
  );
  const text = edges.map(({ source, target, type }) => `${source} ${type} ${target}`).toSorted();
  t.true(text.includes(`${subscription} contained_in ${topic}`));
  t.true(text.includes(`${subscription} delivers_to ${queue}`));
  t.true(text.includes(`${topic} delivers_to ${queue}`), 'composed');
  t.true(text.some((edge) => edge.startsWith(`${queue} `) && edge.endsWith(` ${deadLetters}`)));
  const { relationships } = await dataOf(
    own.client.GET('/api/v1/resources/{id}/relationships', { params: { path: { id: subscription } } }),
  );
  t.deepEqual(
    relationships.map(({ relationship_type: type, confidence }) => `${type} ${confidence}`).toSorted(),
    ['contained_in high', 'delivers_to high'],
  );
  await dataOf(own.client.POST('/api/v1/graph/extraction-runs', { body: { aws_account_id: accountId } }));
  const [again] = await untilExtracted(own, accountId);
  t.like(again, { mode: 'full', status: 'succeeded' });
  t.deepEqual(again?.counts, { resources: 4, edges_created: 0, edges_updated: 0, edges_stale: 0 });
});
