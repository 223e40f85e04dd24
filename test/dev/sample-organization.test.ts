import { randomInt } from 'node:crypto';
import {
  CloudFormationClient,
  paginateListStackResources,
  paginateListStacks,
} from '@aws-sdk/client-cloudformation';
import { EC2Client, paginateDescribeVpcs } from '@aws-sdk/client-ec2';
import { KMSClient, paginateListKeys } from '@aws-sdk/client-kms';
import {
  ListAccountsForParentCommand,
  ListOrganizationalUnitsForParentCommand,
  ListRootsCommand,
  OrganizationsClient,
} from '@aws-sdk/client-organizations';
import {
  GetResourcesCommand,
  paginateGetResources,
  ResourceGroupsTaggingAPIClient,
} from '@aws-sdk/client-resource-groups-tagging-api';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { paginateListQueues, SQSClient } from '@aws-sdk/client-sqs';
import test from 'ava';
import { createSampleOrganization } from '../../dev/sample-organization/create-sample-organization.ts';
import type { SampleOrganization } from '../../dev/sample-organization/create-sample-organization.ts';
import { sampleStateOf } from '../../dev/sample-organization/write-sample-state.ts';
import { randomAwsAccountNumber, rootOf } from '../support/aws-emulator-proxy.ts';
import { testStack } from '../support/stack.ts';

const options = {
  endpoint: testStack().awsEndpointUrl,
  managementAccountNumber: randomAwsAccountNumber(),
  // Random, so that the account numbers differ from those of other tests.
  seed: randomInt(1, 1_000_000_000),
};

const made = createSampleOrganization(options);

test('creates accounts in nested OUs with at least 200 stack resources, and changes nothing on a second call', async (t) => {
  t.timeout(600_000);
  const sample = await made;
  t.true(sample.accounts.length >= 5);
  t.deepEqual(await accountPaths(), pathsOf(sample));
  t.true(sample.accounts.some(({ ouPath }) => ouPath.split('/').length > 4));
  const before = await count(sample);
  t.true(before.stackResources >= 200, `${before.stackResources} resources`);
  t.true(before.kinds.size >= 50, `${before.kinds.size} kinds`);

  t.deepEqual(await createSampleOrganization(options), sample);
  t.deepEqual(await count(sample), before);
  t.deepEqual(await accountPaths(), pathsOf(sample));
});

test('writes a Terraform state of existing resources and one missing queue', async (t) => {
  t.timeout(600_000);
  const sample = await made;
  const production = sample.accounts.find(({ name }) => name === 'shop-production')?.id ?? '';
  const s3 = new S3Client({ ...rootOf(production), forcePathStyle: true });
  const { bucket: Bucket, key: Key } = sampleStateOf({ id: production, name: 'shop-production' });
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
  const state = JSON.parse((await Body?.transformToString()) ?? '') as {
    version: number;
    resources: { instances: { attributes: { arn: string } }[] }[];
  };
  t.is(state.version, 4);
  const described = state.resources.flatMap(({ instances }) =>
    instances.map(({ attributes }) => attributes.arn),
  );
  t.true(described.length >= 10, `${described.length} resources`);
  const tagging = new ResourceGroupsTaggingAPIClient(rootOf(production));
  const { ResourceTagMappingList = [] } = await tagging.send(
    new GetResourcesCommand({ ResourcesPerPage: 100 }),
  );
  const there = new Set(ResourceTagMappingList.map(({ ResourceARN }) => ResourceARN));
  t.deepEqual(
    described.filter((arn) => !there.has(arn)),
    [`arn:aws:sqs:eu-west-1:${production}:archive-production`],
  );
});

function pathsOf({ accounts }: SampleOrganization): Record<string, string> {
  return Object.fromEntries(accounts.map(({ id, ouPath }) => [id, ouPath]));
}

/** AWS account number → OU path, read from AWS Organizations. */
async function accountPaths(): Promise<Record<string, string>> {
  const client = new OrganizationsClient(rootOf(options.managementAccountNumber, 'us-east-1'));
  const paths: Record<string, string> = {};
  const walk = async (ParentId: string, path: string): Promise<void> => {
    const { Accounts = [] } = await client.send(new ListAccountsForParentCommand({ ParentId }));
    for (const { Id = '' } of Accounts) paths[Id] = path;
    const { OrganizationalUnits = [] } = await client.send(
      new ListOrganizationalUnitsForParentCommand({ ParentId }),
    );
    for (const { Id = '', Name = '' } of OrganizationalUnits) await walk(Id, `${path}/${Name}`);
  };
  const { Roots = [] } = await client.send(new ListRootsCommand({}));
  await walk(Roots[0]?.Id ?? '', '/Root');
  return paths;
}

async function count({ accounts, regions }: SampleOrganization) {
  // The types of stack resources, and service and resource part of the ARNs of tagged resources.
  const kinds = new Set<string>();
  const counts = { stackResources: 0, queues: 0, vpcs: 0, keys: 0 };
  for (const { id } of accounts) {
    for (const region of regions) {
      const config = rootOf(id, region);
      const client = new CloudFormationClient(config);
      for await (const { StackSummaries = [] } of paginateListStacks({ client }, {})) {
        for (const { StackName } of StackSummaries) {
          for await (const page of paginateListStackResources({ client }, { StackName })) {
            for (const { ResourceType = '' } of page.StackResourceSummaries ?? []) {
              kinds.add(ResourceType);
              counts.stackResources += 1;
            }
          }
        }
      }
      const sqs = { client: new SQSClient(config) };
      for await (const { QueueUrls = [] } of paginateListQueues(sqs, {})) counts.queues += QueueUrls.length;
      const ec2 = { client: new EC2Client(config) };
      for await (const { Vpcs = [] } of paginateDescribeVpcs(ec2, {})) counts.vpcs += Vpcs.length;
      const kms = { client: new KMSClient(config) };
      for await (const { Keys = [] } of paginateListKeys(kms, {})) counts.keys += Keys.length;
      const tagging = { client: new ResourceGroupsTaggingAPIClient(config) };
      for await (const { ResourceTagMappingList = [] } of paginateGetResources(tagging, {}))
        for (const { ResourceARN = '' } of ResourceTagMappingList) kinds.add(kindOf(ResourceARN));
    }
  }
  return { ...counts, kinds };
}

function kindOf(arn: string): string {
  const [, , service = '', , , ...rest] = arn.split(':');
  return `${service}:${rest.length > 1 || arn.includes('/') ? (rest[0] ?? '').split('/')[0] : ''}`;
}
