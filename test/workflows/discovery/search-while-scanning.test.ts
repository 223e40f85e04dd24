import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { Facets, ResourceList, operations } from '../../../api-client/api-types.ts';
import { clearFaults, injectFault } from '../../support/aws-emulator-proxy.ts';
import { startScan } from '../../support/discovery/scan-fixture.ts';
import { useScanFixture } from '../../support/discovery/use-scan-fixture.ts';
import type { ConnectedAccount } from '../../support/discovery/scan-fixture.ts';

const fixture = useScanFixture();

type SearchQuery = NonNullable<operations['listResources']['parameters']['query']>;

const search = (query: SearchQuery): Promise<ResourceList> =>
  dataOf(fixture.client.GET('/api/v1/resources', { params: { query } }));

const types = ['AWS::SQS::Queue', 'AWS::SNS::Topic', 'AWS::SSM::Parameter'];
const ofEach = 60;
const accountsScanned = 3;
const totalsSeen = 5;

test('returns consistent pages without duplicates while several scans write', async (t) => {
  t.timeout(300_000);
  const accounts: ConnectedAccount[] = [];
  for (let count = 0; count < accountsScanned; count += 1) accounts.push(await fixture.connectAccount());
  await Promise.all(accounts.map((account) => fill(account)));
  // AWS responds with different delays, until enough searches have been made.
  for (const [accountIndex, { awsAccountNumber: account }] of accounts.entries()) {
    for (const [serviceIndex, service] of ['sqs', 'sns'].entries())
      await injectFault({
        id: `${account} ${service}`,
        account,
        service,
        kind: 'delay',
        milliseconds: 400 + 800 * accountIndex + 400 * serviceIndex,
      });
  }
  const started = await Promise.all(
    accounts.map(({ id }) =>
      startScan(fixture.client, { aws_account_id: id, resource_types: types, regions: ['eu-west-1'] }),
    ),
  );
  let running = true;
  const ended = Promise.all(started.map(({ id }) => fixture.waitForScan(id))).finally(() => {
    running = false;
  });
  const totals = new Set<number>();
  while (running) {
    const page = await search({ limit: 200 });
    totals.add(page.total);
    if (totals.size >= totalsSeen)
      await Promise.all(accounts.map(({ awsAccountNumber }) => clearFaults(awsAccountNumber)));
    t.truthy(page.facets);
    for (const [facet, sum] of page.facets === undefined ? [] : sumsOf(page.facets))
      t.is(sum, page.total, facet);
    t.is(page.items.length, Math.min(200, page.total));
    t.is(page.next_cursor === undefined, page.total <= 200);
    const [account] = accounts;
    const filtered = await search({
      limit: 200,
      aws_account_id: account?.id ?? '',
      resource_type: types[0] ?? '',
    });
    t.is(filtered.items.length, filtered.total);
    // The total with both filters equals the count in each facet.
    t.is(filtered.facets?.resource_type.find(({ value }) => value === types[0])?.count ?? 0, filtered.total);
    const ids = await idsOfAllPages();
    t.is(new Set(ids).size, ids.length);
  }
  const scans = await ended;
  t.deepEqual(
    scans.map(({ status }) => status),
    accounts.map(() => 'succeeded'),
  );
  const last = await search({ limit: 1 });
  t.is(last.total, accountsScanned * types.length * ofEach);
  t.true(totals.size >= totalsSeen, `totals during the scans: ${[...totals].join(' ')}`);
});

async function fill(account: ConnectedAccount): Promise<void> {
  for (let index = 0; index < ofEach; index += 1) {
    await account.call('sqs', 'CreateQueue', { QueueName: `queue-${index}` });
    await account.call('sns', 'CreateTopic', { Name: `topic-${index}` });
    await account.call('ssm', 'PutParameter', { Name: `/p/${index}`, Type: 'String', Value: 'x' });
  }
}

/** Returns the sum of the counts of each facet. */
function sumsOf(facets: Facets): readonly (readonly [facet: string, sum: number])[] {
  return Object.entries(facets).map(([facet, values]) => [
    facet,
    values.reduce((sum, { count }) => sum + count, 0),
  ]);
}

/** Reads all pages in the order of first discovery, in which new resources come last. */
async function idsOfAllPages(): Promise<readonly string[]> {
  const ids: string[] = [];
  let next: { readonly cursor?: string } | undefined = {};
  while (next !== undefined) {
    const page = await search({ sort: 'first_discovered_at', limit: 50, ...next });
    ids.push(...page.items.map(({ id }) => id));
    next = page.next_cursor === undefined ? undefined : { cursor: page.next_cursor };
  }
  return ids;
}
