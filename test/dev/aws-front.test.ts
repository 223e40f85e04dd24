import { CloudTrailClient, LookupEventsCommand } from '@aws-sdk/client-cloudtrail';
import { CreateVpcCommand, DescribeVpcsCommand, EC2Client } from '@aws-sdk/client-ec2';
import { CreateRoleCommand, IAMClient, ListUsersCommand, PutRolePolicyCommand } from '@aws-sdk/client-iam';
import { LambdaClient, ListFunctionsCommand } from '@aws-sdk/client-lambda';
import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';
import { CreateQueueCommand, ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { AssumeRoleCommand, GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import test from 'ava';
import { serviceAccountId } from '../../dev/aws-front/identities.ts';
import { clearFaults, countedCalls, injectFault, randomAccountId, rootOf } from '../support/front.ts';
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

async function makeRole(account: string, actions: readonly string[]): Promise<string> {
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
  const policy = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: actions, Resource: '*' }] };
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

test('a role is assumed only with its external id, and only when it exists', async (t) => {
  const account = randomAccountId();
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

test("an action that the role's policy does not allow is denied in the service's own protocol", async (t) => {
  const account = randomAccountId();
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

test('faults hit the calls that they name, and calls are counted', async (t) => {
  const account = randomAccountId();
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

test('what changed something can be looked up, newest first, in its own account and region', async (t) => {
  const account = randomAccountId();
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
