import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { clearFaults, injectFault } from '../../support/aws-emulator-proxy.ts';
import { ingestEvents } from '../../support/discovery/ingest-events.ts';
import { useScanFixture } from '../../support/discovery/use-scan-fixture.ts';
import type { ConnectedAccount } from '../../support/discovery/scan-fixture.ts';

const fixture = useScanFixture();

const region = 'eu-west-1';
const resource_types = ['AWS::SQS::Queue'];

const ingest = (account: ConnectedAccount) => ingestEvents(fixture, account, region);

async function changesOf(account: ConnectedAccount) {
  return fixture.owner.query<{
    kind: string;
    attribution: string;
    event_name: string | null;
    actor_arn: string | null;
    late: boolean;
  }>(
    `select kind, attribution, event_name, actor_arn, occurred_at > detected_at as late from changes
     where aws_account_id = $1 order by detected_at, id`,
    [account.id],
  );
}

test('attributes a change to its CloudTrail event, and changes nothing when the events are read again', async (t) => {
  const account = await fixture.connectAccount([region]);
  const url = await account.text('sqs', 'CreateQueue', { QueueName: 'orders' }, 'QueueUrl');
  await fixture.scan({ aws_account_id: account.id, resource_types });
  await account.call('sqs', 'SetQueueAttributes', { QueueUrl: url, Attributes: { VisibilityTimeout: '99' } });
  await fixture.scan({ aws_account_id: account.id, resource_types });
  t.deepEqual(
    (await changesOf(account)).map(({ attribution }) => attribution),
    ['unattributed', 'unattributed'],
  );
  await ingest(account);
  const attributed = await changesOf(account);
  t.like(attributed, [
    { kind: 'created', attribution: 'exact', event_name: 'CreateQueue', late: false },
    { kind: 'updated', attribution: 'exact', event_name: 'SetQueueAttributes', late: false },
  ]);
  t.is(attributed[1]?.actor_arn, `arn:aws:iam::${account.awsAccountNumber}:root`);
  const events = () =>
    fixture.owner.query('select id from cloudtrail_events where aws_account_id = $1 order by id', [
      account.id,
    ]);
  const before = await events();
  await ingest(account);
  t.deepEqual(await events(), before);
  t.deepEqual(await changesOf(account), attributed);
});

test('reports denied access to CloudTrail per account and region, and recovers', async (t) => {
  const account = await fixture.connectAccount([region]);
  await injectFault({
    id: account.awsAccountNumber,
    account: account.awsAccountNumber,
    service: 'cloudtrail',
    kind: 'deny',
  });
  await ingest(account);
  const health = async () => {
    const query = { aws_account_id: account.id };
    return (await dataOf(fixture.client.GET('/api/v1/changes/ingestion-health', { params: { query } })))
      .items;
  };
  const [denied] = await health();
  t.is(denied?.status, 'denied');
  t.regex(denied?.last_error ?? '', /cloudtrail:LookupEvents/);
  t.is(denied?.lag_seconds, undefined);
  await clearFaults(account.awsAccountNumber);
  await ingest(account);
  t.like(await health(), [{ status: 'ok', region }]);
});

test('rejects an account of another organization and an unscanned region, and names the parameter', async (t) => {
  const account = await fixture.connectAccount([region]);
  const other = await fixture.signUpOther();
  for (const [client, body, message] of [
    [other.client, { aws_account_id: account.id, region }, /^aws_account_id: /],
    [fixture.client, { aws_account_id: account.id, region: 'eu-north-1' }, /^region: /],
  ] as const) {
    const { error, response } = await client.POST('/api/v1/changes/ingestion-retries', { body });
    t.is(response.status, 400);
    t.regex(error?.message ?? '', message);
  }
});
