import { randomInt } from 'node:crypto';
import { CloudFormationClient, paginateDescribeStacks } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogsClient, paginateDescribeLogGroups } from '@aws-sdk/client-cloudwatch-logs';
import { DynamoDBClient, paginateListTables } from '@aws-sdk/client-dynamodb';
import {
  EC2Client,
  paginateDescribeRouteTables,
  paginateDescribeSecurityGroups,
  paginateDescribeSubnets,
  paginateDescribeVpcs,
} from '@aws-sdk/client-ec2';
import { KMSClient, paginateListAliases } from '@aws-sdk/client-kms';
import { paginateListSecrets, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { paginateListTopics, SNSClient } from '@aws-sdk/client-sns';
import { paginateListQueues, SQSClient } from '@aws-sdk/client-sqs';
import { paginateDescribeParameters, SSMClient } from '@aws-sdk/client-ssm';
import test from 'ava';
import { runDemo } from '../../dev/demo/run-demo.ts';
import { createSampleOrganization } from '../../dev/sample-organization/create-sample-organization.ts';
import type { SampleOrganization } from '../../dev/sample-organization/create-sample-organization.ts';
import { randomAwsAccountNumber, rootOf } from '../support/aws-emulator-proxy.ts';
import { startTestApi } from '../support/test-api.ts';
import { testStack } from '../support/stack.ts';

type ClientConfig = ReturnType<typeof rootOf>;

/** Counts the resources of a type with the AWS API: the items of all pages. */
const direct: Readonly<Record<string, (config: ClientConfig) => Promise<number>>> = {
  'AWS::CloudFormation::Stack': (config) =>
    count(paginateDescribeStacks({ client: new CloudFormationClient(config) }, {}), 'Stacks'),
  'AWS::DynamoDB::Table': (config) =>
    count(paginateListTables({ client: new DynamoDBClient(config) }, {}), 'TableNames'),
  'AWS::EC2::RouteTable': (config) =>
    count(paginateDescribeRouteTables({ client: new EC2Client(config) }, {}), 'RouteTables'),
  'AWS::EC2::SecurityGroup': (config) =>
    count(paginateDescribeSecurityGroups({ client: new EC2Client(config) }, {}), 'SecurityGroups'),
  'AWS::EC2::Subnet': (config) =>
    count(paginateDescribeSubnets({ client: new EC2Client(config) }, {}), 'Subnets'),
  'AWS::EC2::VPC': (config) => count(paginateDescribeVpcs({ client: new EC2Client(config) }, {}), 'Vpcs'),
  'AWS::KMS::Alias': (config) => count(paginateListAliases({ client: new KMSClient(config) }, {}), 'Aliases'),
  'AWS::Logs::LogGroup': (config) =>
    count(paginateDescribeLogGroups({ client: new CloudWatchLogsClient(config) }, {}), 'logGroups'),
  'AWS::SecretsManager::Secret': (config) =>
    count(paginateListSecrets({ client: new SecretsManagerClient(config) }, {}), 'SecretList'),
  'AWS::SNS::Topic': (config) => count(paginateListTopics({ client: new SNSClient(config) }, {}), 'Topics'),
  'AWS::SQS::Queue': (config) =>
    count(paginateListQueues({ client: new SQSClient(config) }, {}), 'QueueUrls'),
  'AWS::SSM::Parameter': (config) =>
    count(paginateDescribeParameters({ client: new SSMClient(config) }, {}), 'Parameters'),
};

test('prints the resource counts of AWS in the demo', async (t) => {
  t.timeout(900_000);
  const { awsEndpointUrl } = testStack();
  const organization = await createSampleOrganization({
    endpoint: awsEndpointUrl,
    managementAccountNumber: randomAwsAccountNumber(),
    seed: randomInt(1, 1_000_000_000),
  });
  const api = await startTestApi();
  t.teardown(() => api.close());
  await api.startWorker();
  const lines: string[] = [];
  const stack = {
    ...testStack(),
    temporalUiUrl: undefined,
    awsEnvironment: {},
    stop: () => Promise.resolve(),
  };
  await runDemo({ url: api.url, stack, organization, say: (text) => lines.push(...text.split('\n')) });

  const accounts = lines.filter((line) => /^\d{12} /.test(line));
  t.deepEqual(
    accounts.map((line) => line.split(/\s{2,}/)[2] ?? '').toSorted(),
    organization.accounts.map(({ ouPath }) => ouPath).toSorted(),
  );
  t.true(accounts.every((line) => line.includes(' connected ')));
  t.true(
    lines.some((line) => /^Scan succeeded .* 0 failed$/.test(line)),
    lines.find((line) => line.startsWith('Scan')),
  );

  const printed = new Map(
    lines.flatMap((line): readonly (readonly [string, number])[] => {
      const [, type = '', number = ''] = /^(AWS::\S+) +(\d+)$/.exec(line) ?? [];
      return type === '' ? [] : [[type, Number(number)]];
    }),
  );
  const compared = Object.keys(direct).filter((type) => printed.has(type));
  t.true(compared.length >= 8, compared.join(' '));
  for (const type of compared) {
    // The demo creates one more queue after it has printed the counts.
    const later = type === 'AWS::SQS::Queue' ? 1 : 0;
    t.is(printed.get(type), (await countEverywhere(organization, type)) - later, type);
  }
  t.true(lines.some((line) => /^orders-production +updated +replace .*VisibilityTimeout/.test(line)));
  const [now, then] = /^Queues now: (\d+); as of .*: (\d+)$/
    .exec(lines.find((line) => line.startsWith('Queues now')) ?? '')
    ?.slice(1)
    .map(Number) ?? [0, 0];
  t.is(now, (printed.get('AWS::SQS::Queue') ?? NaN) + 1);
  t.is(then, (now ?? 0) - 1);
});

async function countEverywhere({ accounts, regions }: SampleOrganization, type: string): Promise<number> {
  let total = 0;
  for (const { id } of accounts)
    for (const region of regions) total += (await direct[type]?.(rootOf(id, region))) ?? 0;
  return total;
}

async function count(pages: AsyncIterable<object>, items: string): Promise<number> {
  let total = 0;
  for await (const page of pages)
    total += (Reflect.get(page, items) as readonly unknown[] | undefined)?.length ?? 0;
  return total;
}
