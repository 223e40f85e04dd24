import type { ExecutionContext } from 'ava';
import { select } from '../../../domain/json/path.ts';
import { toJson } from '../../../domain/json/to-json.ts';
import type { ConnectedAccount, ScanFixture } from '../../support/discovery/scan-fixture.ts';

export const estateRegions = ['eu-west-1', 'us-east-1'] as const;

/** Resource types of the estate, and the AWS call that lists the native ids of each in a region. */
const listCalls = {
  'AWS::SQS::Queue': { client: 'sqs', operation: 'ListQueues', path: 'QueueUrls[]' },
  'AWS::SNS::Topic': { client: 'sns', operation: 'ListTopics', path: 'Topics[].TopicArn' },
  'AWS::DynamoDB::Table': { client: 'dynamodb', operation: 'ListTables', path: 'TableNames[]' },
  'AWS::Logs::LogGroup': {
    client: 'cloudwatch-logs',
    operation: 'DescribeLogGroups',
    path: 'logGroups[].logGroupName',
  },
  'AWS::EC2::VPC': { client: 'ec2', operation: 'DescribeVpcs', path: 'Vpcs[].VpcId' },
  'AWS::EC2::Subnet': { client: 'ec2', operation: 'DescribeSubnets', path: 'Subnets[].SubnetId' },
} as const;

export const estateTypes = Object.keys(listCalls) as (keyof typeof listCalls)[];
export const estateServices = ['sqs', 'sns', 'dynamodb', 'logs', 'ec2'] as const;

/**
 * Creates resources of several services in two regions. `logGroups` is the number of log groups in the first region;
 * DescribeLogGroups returns them in pages of fifty.
 */
export async function makeEstate(account: ConnectedAccount, { size = 8, logGroups = 8 } = {}): Promise<void> {
  const [first] = estateRegions;
  for (const region of estateRegions) {
    const make = (client: string, operation: string, input: object) =>
      account.call(client, operation, input, region);
    await repeated(size, (index) => make('sqs', 'CreateQueue', { QueueName: `queue-${index}` }));
    await repeated(size, (index) => make('sns', 'CreateTopic', { Name: `topic-${index}` }));
    await repeated(region === first ? logGroups : size, (index) =>
      make('cloudwatch-logs', 'CreateLogGroup', { logGroupName: `group-${index}` }),
    );
    await repeated(2, (index) =>
      make('dynamodb', 'CreateTable', {
        TableName: `table-${index}`,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      }),
    );
    await repeated(2, (index) => make('ec2', 'CreateVpc', { CidrBlock: `10.${index}.0.0/16` }));
  }
}

async function repeated(times: number, make: (index: number) => Promise<object>): Promise<void> {
  const atOnce = 10;
  for (let start = 0; start < times; start += atOnce) {
    const indexes = Array.from({ length: Math.min(atOnce, times - start) }, (_, step) => start + step);
    await Promise.all(indexes.map(make));
  }
}

/** Request body for a scan of the estate. */
export function estateScan(account: ConnectedAccount) {
  return { aws_account_id: account.id, regions: [...estateRegions], resource_types: [...estateTypes] };
}

/**
 * Asserts that the inventory of every complete cell matches AWS, that no existing resource is marked as deleted, and that
 * revisions and changes were written once.
 *
 * @returns the number of active resources
 */
export async function assertMatchesAws(
  t: ExecutionContext,
  { owner }: ScanFixture,
  account: ConnectedAccount,
): Promise<number> {
  const rows = await owner.query<{
    region: string;
    resource_type: string;
    native_id: string;
    status: string;
  }>('select region, resource_type, native_id, status from resources where aws_account_id = $1', [
    account.id,
  ]);
  const cells = await owner.query<{ region: string; resource_type: string; outcome: string }>(
    'select region, resource_type, outcome from coverage_cells where aws_account_id = $1',
    [account.id],
  );
  for (const region of estateRegions) {
    for (const type of estateTypes) {
      const inAws = (await listNativeIds(account, type, region)).toSorted();
      const here = rows.filter((row) => row.region === region && row.resource_type === type);
      const live = here.filter(({ status }) => status === 'active').map(({ native_id: id }) => id);
      const cell = cells.find((row) => row.region === region && row.resource_type === type);
      if (cell?.outcome === 'complete') t.deepEqual(live.toSorted(), inAws, `${type} in ${region}`);
      const deleted = here.filter(({ status }) => status === 'deleted').map(({ native_id: id }) => id);
      t.deepEqual(
        deleted.filter((id) => inAws.includes(id)),
        [],
        `${type} in ${region}: exists in AWS, but is marked as deleted`,
      );
    }
  }
  await assertWrittenOnce(t, owner, account);
  return rows.filter(({ status }) => status === 'active').length;
}

async function assertWrittenOnce(
  t: ExecutionContext,
  owner: ScanFixture['owner'],
  account: ConnectedAccount,
): Promise<void> {
  const broken = await owner.query(
    `select r.native_id, v.revisions, v.last, d.revision, c.created, c.repeated
     from resources r
     join resource_documents d on d.resource_id = r.id
     cross join lateral (
       select count(*)::int as revisions, max(revision) as last from resource_revisions where resource_id = r.id) v
     cross join lateral (
       select count(*) filter (where kind = 'created')::int as created,
              count(*) filter (where kind = previous and kind <> 'updated')::int as repeated
       from (select kind, lag(kind) over (order by id) as previous from changes where resource_id = r.id) x) c
     where r.aws_account_id = $1
       and (v.revisions <> v.last or v.last <> d.revision or c.created <> 1 or c.repeated > 0)`,
    [account.id],
  );
  t.deepEqual(broken, [], 'revisions and changes are written once');
}

/** Returns the native ids of the resources of a type in AWS. */
export async function listNativeIds(
  account: ConnectedAccount,
  type: keyof typeof listCalls,
  region: string,
): Promise<readonly string[]> {
  const { client, operation, path } = listCalls[type];
  const found: string[] = [];
  let token: string | undefined;
  do {
    const name = client === 'cloudwatch-logs' ? 'nextToken' : 'NextToken';
    const page = toJson(
      await account.call(client, operation, token === undefined ? {} : { [name]: token }, region),
    );
    found.push(...select(page, path).map(String));
    const next = select(page, name)[0];
    token = typeof next === 'string' ? next : undefined;
  } while (token !== undefined);
  return found;
}

/** Number of revisions and changes of an account, to assert that a scan wrote none. */
export async function historyOf({ owner }: ScanFixture, account: ConnectedAccount) {
  const [row] = await owner.query<{ revisions: number; changes: number }>(
    `select (select count(*)::int from resource_revisions v join resources r on r.id = v.resource_id
             where r.aws_account_id = $1) as revisions,
            (select count(*)::int from changes where aws_account_id = $1) as changes`,
    [account.id],
  );
  return row;
}
