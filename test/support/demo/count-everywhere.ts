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
import type { SampleOrganization } from '../../../dev/sample-organization/create-sample-organization.ts';
import { rootOf } from '../aws-emulator-proxy.ts';

/** Counts the resources of a type in all accounts and regions of the sample organization with the AWS API. */
export async function countEverywhere(
  { accounts, regions }: SampleOrganization,
  type: string,
): Promise<number> {
  let total = 0;
  for (const { id } of accounts)
    for (const region of regions) total += (await counters[type]?.(rootOf(id, region))) ?? 0;
  return total;
}

type ClientConfig = ReturnType<typeof rootOf>;

/** By type, a function that counts the items of all pages of its list call. */
const counters: Readonly<Record<string, (config: ClientConfig) => Promise<number>>> = {
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

/** The types that {@link countEverywhere} counts. */
export const countedTypes: readonly string[] = Object.keys(counters);

async function count(pages: AsyncIterable<object>, items: string): Promise<number> {
  let total = 0;
  for await (const page of pages)
    total += (Reflect.get(page, items) as readonly unknown[] | undefined)?.length ?? 0;
  return total;
}
