import { CloudTrailClient, LookupEventsCommand } from '@aws-sdk/client-cloudtrail';
import { CreateVpcCommand, DescribeIpamsCommand, DescribeVpcsCommand, EC2Client } from '@aws-sdk/client-ec2';
import { ECSClient, ListClustersCommand } from '@aws-sdk/client-ecs';
import {
  CreateRoleCommand,
  DeleteRoleCommand,
  DeleteRolePolicyCommand,
  IAMClient,
  ListUsersCommand,
  PutRolePolicyCommand,
} from '@aws-sdk/client-iam';
import { LambdaClient, ListFunctionsCommand } from '@aws-sdk/client-lambda';
import {
  CreateAccountCommand,
  CreateOrganizationCommand,
  DescribeOrganizationCommand,
  ListAccountsCommand,
  OrganizationsClient,
  RegisterDelegatedAdministratorCommand,
} from '@aws-sdk/client-organizations';
import { ListIndexesCommand, ResourceExplorer2Client } from '@aws-sdk/client-resource-explorer-2';
import { CreateBucketCommand, ListBucketsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { CreateQueueCommand, ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { AssumeRoleCommand, GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import test from 'ava';
import { serviceAccountId } from '../../dev/aws-emulator-proxy/identities.ts';
import {
  clearFaults,
  countedCalls,
  injectFault,
  randomAwsAccountNumber,
  rootOf,
} from '../support/aws-emulator-proxy.ts';
import { testStack } from '../support/stack.ts';

const externalId = 'the-external-id';

function serviceConfig(region = 'eu-west-1') {
  return {
    endpoint: testStack().awsEndpointUrl,
    region,
    credentials: { accessKeyId: 'service', secretAccessKey: 'service' },
    maxAttempts: 1,
  };
}

interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: string | readonly string[];
  readonly Resource: string;
  readonly Condition?: object;
}

async function makeRole(account: string, actions: readonly string[]): Promise<string> {
  return makeRoleWith(account, [{ Effect: 'Allow', Action: actions, Resource: '*' }]);
}

async function makeRoleWith(account: string, statements: readonly Statement[]): Promise<string> {
  const iam = new IAMClient(rootOf(account));
  const trust = {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: { AWS: `arn:aws:iam::${serviceAccountId}:root` },
        Action: 'sts:AssumeRole',
        Condition: { StringEquals: { 'sts:ExternalId': externalId } },
      },
    ],
  };
  const { Role } = await iam.send(
    new CreateRoleCommand({ RoleName: 'Reader', AssumeRolePolicyDocument: JSON.stringify(trust) }),
  );
  const policy = { Version: '2012-10-17', Statement: statements };
  await iam.send(
    new PutRolePolicyCommand({
      RoleName: 'Reader',
      PolicyName: 'read',
      PolicyDocument: JSON.stringify(policy),
    }),
  );
  return Role?.Arn ?? '';
}

async function assume(roleArn: string, id?: string) {
  const sts = new STSClient(serviceConfig());
  const { Credentials } = await sts.send(
    new AssumeRoleCommand({
      RoleArn: roleArn,
      RoleSessionName: 'test',
      ...(id === undefined ? {} : { ExternalId: id }),
    }),
  );
  return {
    ...serviceConfig(),
    credentials: {
      accessKeyId: Credentials?.AccessKeyId ?? '',
      secretAccessKey: Credentials?.SecretAccessKey ?? '',
      sessionToken: Credentials?.SessionToken ?? '',
    },
  };
}

test('assumes only existing roles, with the right external id', async (t) => {
  const account = randomAwsAccountNumber();
  const role = await makeRole(account, ['sqs:*']);
  await t.throwsAsync(assume(role), { name: 'AccessDenied' });
  await t.throwsAsync(assume(role, 'wrong'), { name: 'AccessDenied' });
  await t.throwsAsync(assume(`arn:aws:iam::${account}:role/Nobody`, externalId), { name: 'AccessDenied' });
  const config = await assume(role, externalId);
  const identity = await new STSClient(config).send(new GetCallerIdentityCommand({}));
  t.is(identity.Account, account);
  t.is(identity.Arn, `arn:aws:sts::${account}:assumed-role/Reader/test`);
  const own = await new STSClient(serviceConfig()).send(new GetCallerIdentityCommand({}));
  t.is(own.Account, serviceAccountId);
});

test("denies an action that no policy allows, in the format of the service's protocol", async (t) => {
  const account = randomAwsAccountNumber();
  const config = await assume(await makeRole(account, ['sqs:ListQueues']), externalId);
  t.truthy(await new SQSClient(config).send(new ListQueuesCommand({})));
  await t.throwsAsync(new IAMClient(config).send(new ListUsersCommand({})), {
    name: 'AccessDenied',
    message: /iam:ListUsers/,
  });
  await t.throwsAsync(new EC2Client(config).send(new DescribeVpcsCommand({})), {
    name: 'UnauthorizedOperation',
    message: /ec2:DescribeVpcs/,
  });
  await t.throwsAsync(new S3Client(config).send(new ListBucketsCommand({})), {
    name: 'AccessDenied',
    message: /s3:ListAllMyBuckets/,
  });
  await t.throwsAsync(new LambdaClient(config).send(new ListFunctionsCommand({})), {
    name: 'AccessDeniedException',
    message: /lambda:ListFunctions/,
  });
});

test('applies a changed policy and a deleted role to the next call', async (t) => {
  const account = randomAwsAccountNumber();
  const sqs = new SQSClient(await assume(await makeRole(account, ['sqs:*']), externalId));
  t.truthy(await sqs.send(new ListQueuesCommand({})));
  const iam = new IAMClient(rootOf(account, 'us-east-1'));
  const policy = { RoleName: 'Reader', PolicyName: 'read' };
  const document = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: 's3:*', Resource: '*' }] };
  await iam.send(new PutRolePolicyCommand({ ...policy, PolicyDocument: JSON.stringify(document) }));
  await t.throwsAsync(sqs.send(new ListQueuesCommand({})), { message: /no identity-based policy allows/ });
  await iam.send(new DeleteRolePolicyCommand(policy));
  await iam.send(new DeleteRoleCommand({ RoleName: 'Reader' }));
  await t.throwsAsync(sqs.send(new ListQueuesCommand({})), { name: 'InvalidClientTokenId' });
});

test('denies in JSON for a service of the JSON protocol', async (t) => {
  const config = await assume(await makeRole(randomAwsAccountNumber(), ['sqs:ListQueues']), externalId);
  const error = await t.throwsAsync(new ECSClient(config).send(new ListClustersCommand({})), {
    name: 'AccessDeniedException',
    message: /because no identity-based policy allows the ecs:ListClusters action/,
  });
  t.is((error as unknown as { $metadata: { httpStatusCode: number } }).$metadata.httpStatusCode, 400);
});

test('evaluates region conditions and bucket resources of policies', async (t) => {
  const account = randomAwsAccountNumber();
  const s3 = new S3Client({ ...rootOf(account, 'us-east-1'), forcePathStyle: true });
  const [open, closed] = [`open-${account}`, `closed-${account}`];
  for (const Bucket of [open, closed]) await s3.send(new CreateBucketCommand({ Bucket }));
  const role = await makeRoleWith(account, [
    { Effect: 'Allow', Action: ['sqs:*', 'ecs:*'], Resource: '*' },
    { Effect: 'Allow', Action: 's3:ListBucket', Resource: `arn:aws:s3:::${open}` },
    {
      Effect: 'Deny',
      Action: '*',
      Resource: '*',
      Condition: { StringNotEquals: { 'aws:RequestedRegion': ['eu-west-1', 'us-east-1'] } },
    },
  ]);
  const config = await assume(role, externalId);
  t.truthy(await new SQSClient(config).send(new ListQueuesCommand({})));
  await t.throwsAsync(new SQSClient({ ...config, region: 'eu-north-1' }).send(new ListQueuesCommand({})), {
    message: /sqs:ListQueues with an explicit deny in an identity-based policy/,
  });
  const reader = new S3Client({ ...config, region: 'us-east-1', forcePathStyle: true });
  t.truthy(await reader.send(new ListObjectsV2Command({ Bucket: open })));
  await t.throwsAsync(reader.send(new ListObjectsV2Command({ Bucket: closed })), { name: 'AccessDenied' });
});

test('applies a fault on AssumeRole to the account of the role', async (t) => {
  const [account, other] = [randomAwsAccountNumber(), randomAwsAccountNumber()];
  const [role, otherRole] = [await makeRole(account, ['sqs:*']), await makeRole(other, ['sqs:*'])];
  await injectFault({
    id: `${account}-assume`,
    account,
    operation: 'AssumeRole',
    kind: 'throttle',
    times: 1,
  });
  await t.throwsAsync(assume(role, externalId), { name: 'Throttling' });
  await t.notThrowsAsync(assume(otherRole, externalId));
  await t.notThrowsAsync(assume(role, externalId));
  const counted = await countedCalls(account);
  t.is(counted.find(({ operation }) => operation === 'AssumeRole')?.calls, 2);
});

test('lets only the management account and a delegated administrator list an organization', async (t) => {
  const management = randomAwsAccountNumber();
  const root = new OrganizationsClient(rootOf(management, 'us-east-1'));
  await root.send(new CreateOrganizationCommand({ FeatureSet: 'ALL' }));
  const { CreateAccountStatus } = await root.send(
    new CreateAccountCommand({ AccountName: 'Member', Email: 'member@example.com' }),
  );
  const member = CreateAccountStatus?.AccountId ?? '';
  const asMember = new OrganizationsClient(
    await assume(await makeRole(member, ['organizations:*']), externalId),
  );
  await t.throwsAsync(asMember.send(new ListAccountsCommand({})), { name: 'AccessDeniedException' });
  const { Organization } = await asMember.send(new DescribeOrganizationCommand({}));
  t.is(Organization?.MasterAccountId, management);
  await root.send(
    new RegisterDelegatedAdministratorCommand({ AccountId: member, ServicePrincipal: 'ssm.amazonaws.com' }),
  );
  const { Accounts = [] } = await asMember.send(new ListAccountsCommand({}));
  t.deepEqual(new Set(Accounts.map(({ Id }) => Id)), new Set([management, member]));
  const asManagement = new OrganizationsClient(
    await assume(await makeRole(management, ['organizations:*']), externalId),
  );
  t.is((await asManagement.send(new ListAccountsCommand({}))).Accounts?.length, 2);
});

test('returns an AWS error for an operation that the emulator does not implement', async (t) => {
  const account = randomAwsAccountNumber();
  await t.throwsAsync(new ResourceExplorer2Client(rootOf(account)).send(new ListIndexesCommand({})), {
    name: 'UnknownOperationException',
  });
  await t.throwsAsync(new EC2Client(rootOf(account)).send(new DescribeIpamsCommand({})), {
    name: 'InvalidAction',
  });
});

test('applies faults to matching calls, and counts calls', async (t) => {
  const account = randomAwsAccountNumber();
  const sqs = new SQSClient(rootOf(account));
  await injectFault({
    id: `${account}-1`,
    account,
    service: 'sqs',
    kind: 'throttle',
    after: 1,
    times: 1,
    retryAfterSeconds: 2,
  });
  await sqs.send(new ListQueuesCommand({}));
  await t.throwsAsync(sqs.send(new ListQueuesCommand({})), { name: 'ThrottlingException' });
  await sqs.send(new ListQueuesCommand({}));
  await injectFault({ id: `${account}-2`, account, region: 'us-east-1', kind: 'unreachable' });
  await t.throwsAsync(new SQSClient(rootOf(account, 'us-east-1')).send(new ListQueuesCommand({})));
  await injectFault({ id: `${account}-3`, account, operation: 'ListQueues', kind: 'deny_scp' });
  await t.throwsAsync(sqs.send(new ListQueuesCommand({})), {
    message: /explicit deny in a service control policy/,
  });
  await clearFaults(account);
  await sqs.send(new ListQueuesCommand({}));
  const counted = await countedCalls(account);
  t.is(
    counted.filter(({ operation }) => operation === 'ListQueues').reduce((sum, { calls }) => sum + calls, 0),
    6,
  );
});

test('returns write events newest first, per account and region', async (t) => {
  const account = randomAwsAccountNumber();
  const sqs = new SQSClient(rootOf(account));
  await sqs.send(new CreateQueueCommand({ QueueName: 'orders' }));
  await sqs.send(new ListQueuesCommand({}));
  await new EC2Client(rootOf(account)).send(new CreateVpcCommand({ CidrBlock: '10.0.0.0/16' }));
  const trail = new CloudTrailClient(rootOf(account));
  const { Events = [] } = await trail.send(new LookupEventsCommand({}));
  t.deepEqual(
    Events.map(({ EventName }) => EventName),
    ['CreateVpc', 'CreateQueue'],
  );
  t.true(Events[1]?.CloudTrailEvent?.includes('orders'));
  t.true(Events[0]?.Resources?.some(({ ResourceName }) => ResourceName?.startsWith('vpc-')));
  const elsewhere = new CloudTrailClient(rootOf(account, 'us-east-1'));
  t.deepEqual((await elsewhere.send(new LookupEventsCommand({}))).Events, []);
});
