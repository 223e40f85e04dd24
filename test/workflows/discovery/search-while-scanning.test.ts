import test from 'ava';
import { clearFaults, injectFault } from '../../support/aws-emulator-proxy.ts';
import { requestScan } from '../../support/discovery/scan-fixture.ts';
import { useScanFixture } from '../../support/discovery/use-scan-fixture.ts';
import type { ConnectedAccount } from '../../support/discovery/scan-fixture.ts';

const fixture = useScanFixture();

interface Answer {
  readonly items: readonly { readonly id: string; readonly aws_account_id: string }[];
  readonly total: number;
  readonly next_cursor?: string;
  readonly facets: Readonly<Record<string, readonly { readonly value: string; readonly count: number }[]>>;
}

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
  for (const [place, { awsAccountNumber: account }] of accounts.entries()) {
    for (const [turn, service] of ['sqs', 'sns'].entries())
      await injectFault({
        id: `${account} ${service}`,
        account,
        service,
        kind: 'delay',
        milliseconds: 400 + 800 * place + 400 * turn,
      });
  }
  const started = await Promise.all(
    accounts.map(({ id }) =>
      requestScan(fixture.client, { aws_account_id: id, resource_types: types, regions: ['eu-west-1'] }),
    ),
  );
  t.deepEqual(
    started.map(({ status }) => status),
    accounts.map(() => 202),
  );
  let running = true;
  const ended = Promise.all(started.map(({ body }) => fixture.waitForScan(body.id))).finally(() => {
    running = false;
  });
  const totals = new Set<number>();
  while (running) {
    const { body } = await fixture.client.get<Answer>('/resources?limit=200');
    totals.add(body.total);
    if (totals.size >= totalsSeen)
      await Promise.all(accounts.map(({ awsAccountNumber }) => clearFaults(awsAccountNumber)));
    agrees(body, (counts, facet) => t.is(counts, body.total, facet));
    t.is(body.items.length, Math.min(200, body.total));
    t.is(body.next_cursor === undefined, body.total <= 200);
    const [account] = accounts;
    const ofOne = await fixture.client.get<Answer>(
      `/resources?limit=200&aws_account_id=${account?.id ?? ''}&resource_type=${types[0] ?? ''}`,
    );
    t.is(ofOne.body.items.length, ofOne.body.total);
    // The total with both filters equals the count in each facet.
    t.is(
      ofOne.body.facets['resource_type']?.find(({ value }) => value === types[0])?.count ?? 0,
      ofOne.body.total,
    );
    await pagesOnce((path) => fixture.client.get<Answer>(path).then((answer) => answer.body), t.is);
  }
  const scans = await ended;
  t.deepEqual(
    scans.map(({ status }) => status),
    accounts.map(() => 'succeeded'),
  );
  const { body: last } = await fixture.client.get<Answer>('/resources?limit=1');
  t.is(last.total, accountsScanned * types.length * ofEach);
  t.true(totals.size >= totalsSeen, `the answers were given meanwhile: ${[...totals].join(' ')}`);
});

async function fill(account: ConnectedAccount): Promise<void> {
  for (let index = 0; index < ofEach; index += 1) {
    await account.call('sqs', 'CreateQueue', { QueueName: `queue-${index}` });
    await account.call('sns', 'CreateTopic', { Name: `topic-${index}` });
    await account.call('ssm', 'PutParameter', { Name: `/p/${index}`, Type: 'String', Value: 'x' });
  }
}

function agrees({ facets }: Answer, check: (counts: number, facet: string) => void): void {
  for (const [facet, values] of Object.entries(facets))
    check(
      values.reduce((sum, { count }) => sum + count, 0),
      facet,
    );
}

/** Reads all pages in the order of first discovery, in which new resources come last. */
async function pagesOnce(
  get: (path: string) => Promise<Answer>,
  is: (actual: number, expected: number) => void,
): Promise<void> {
  const seen: string[] = [];
  let cursor: string | undefined = '';
  while (cursor !== undefined) {
    const page: Answer = await get(
      `/resources?sort=first_discovered_at&limit=50${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor;
  }
  is(new Set(seen).size, seen.length);
}
