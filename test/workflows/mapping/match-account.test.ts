import test from 'ava';
import { requestSyncsOfProject } from '../../../commands/mapping/request-syncs-of-project.ts';
import { requestStateDetection } from '../../../commands/mapping/request-state-detection.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { useScanFixture } from '../../support/discovery/use-scan-fixture.ts';
import { clearFaults, countedCalls, injectFault } from '../../support/aws-emulator-proxy.ts';
import { eventually } from '../../support/eventually.ts';
import { connectStateAccount, untilSynced } from '../../support/mapping/state-fixture.ts';
import { insertRepository, insertS3Project } from '../../support/mapping/stored-projects.ts';
import { stateQueue, terraformState } from '../../support/mapping/terraform-state.ts';

const fixture = useScanFixture();

const queueType = 'AWS::SQS::Queue';

test('matches the resources of an account after a scan of it, and syncs the sources of deleted ones', async (t) => {
  t.timeout(300_000);
  const own = await fixture.signUpOther();
  const account = await connectStateAccount(own);
  const { QueueUrl } = (await account.call('sqs', 'CreateQueue', { QueueName: 'managed' })) as {
    QueueUrl: string;
  };
  await account.call('sqs', 'CreateQueue', { QueueName: 'other' });
  await account.putState('a', terraformState([stateQueue('managed', account.awsAccountNumber)]));
  const body = { bucket: account.bucket, key: 'a' };
  const { id } = await dataOf(own.client.POST('/api/v1/state-sources', { body }));
  await untilSynced(own, id);
  const scan = () => own.scan({ aws_account_id: account.id, resource_types: [queueType] });
  await scan();
  const states = () =>
    own.owner.query<{ name: string; management_state: string }>(
      `select name, management_state from resources where aws_account_id = $1 and resource_type = $2 order by name`,
      [account.id, queueType],
    );
  await eventually('the queues to be matched', async () => {
    const [managed, other] = await states();
    return managed?.management_state === 'managed' && other?.management_state === 'unmanaged';
  });
  await account.call('sqs', 'DeleteQueue', { QueueUrl });
  const [before] = await own.owner.query<{ count: number }>(
    'select count(*)::int as count from runs where subject_id = $1',
    [id],
  );
  await scan();
  await eventually('a sync of the source', async () => {
    const [runs] = await own.owner.query<{ count: number }>(
      'select count(*)::int as count from runs where subject_id = $1',
      [id],
    );
    return (runs?.count ?? 0) > (before?.count ?? 0);
  });
  t.pass();
});

test('knows the resources of stacks after a scan, and by their tags while the role may not list them', async (t) => {
  t.timeout(300_000);
  const own = await fixture.signUpOther();
  const account = await own.connectAccount();
  await own.owner.query('update aws_accounts set code_complete = true where id = $1', [account.id]);
  await account.call('cloudformation', 'CreateStack', {
    StackName: 'shop',
    TemplateBody: JSON.stringify({
      Resources: {
        Queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'of-stack' } },
        Role: {
          Type: 'AWS::IAM::Role',
          Properties: {
            RoleName: 'of-stack',
            AssumeRolePolicyDocument: { Version: '2012-10-17', Statement: [] },
          },
        },
      },
    }),
  });
  await account.call('sqs', 'CreateQueue', { QueueName: 'by-hand' });
  const scan = () =>
    own.scan({
      aws_account_id: account.id,
      resource_types: [queueType, 'AWS::IAM::Role', 'AWS::CloudFormation::Stack'],
    });
  const states = async () => {
    const rows = await own.owner.query<{ name: string; state: string }>(
      `select name, management_state as state from resources where aws_account_id = $1 and status = 'active'
         and name in ('of-stack', 'by-hand')`,
      [account.id],
    );
    return [...new Set(rows.map(({ name, state }) => `${name} ${state}`))].toSorted();
  };
  const summary = () => dataOf(own.client.GET('/api/v1/mapping/summary'));
  const callsOf = async () => {
    const calls = await countedCalls(account.awsAccountNumber);
    return calls.find(({ operation }) => operation === 'ListStackResources')?.calls ?? 0;
  };
  await injectFault({
    id: `deny-stack-resources-${account.awsAccountNumber}`,
    account: account.awsAccountNumber,
    service: 'cloudformation',
    operation: 'ListStackResources',
    kind: 'deny',
  });
  await scan();
  await eventually('the account to be matched', async () => (await states()).includes('by-hand unmanaged'));
  t.is((await summary()).accounts_without_stack_resources, 1);
  await clearFaults(account.awsAccountNumber);
  await scan();
  await eventually(
    'the resources of the stack',
    async () => (await states()).join() === 'by-hand unmanaged,of-stack child',
  );
  t.is((await summary()).accounts_without_stack_resources, 0);
  const before = await callsOf();
  await scan();
  t.is(await callsOf(), before, 'an unchanged stack is not read again');
  t.deepEqual(await states(), ['by-hand unmanaged', 'of-stack child']);
});

test('syncs a source without a reader when a scan of an account finds its bucket', async (t) => {
  t.timeout(300_000);
  const own = await fixture.signUpOther();
  const account = await own.connectAccount();
  const bucket = `found-${account.awsAccountNumber}`;
  await account.call('s3', 'CreateBucket', {
    Bucket: bucket,
    CreateBucketConfiguration: { LocationConstraint: 'eu-west-1' },
  });
  await account.call('s3', 'PutObject', { Bucket: bucket, Key: 'a', Body: terraformState([]) });
  const { id } = await dataOf(own.client.POST('/api/v1/state-sources', { body: { bucket, key: 'a' } }));
  const unread = await untilSynced(own, id);
  t.regex(unread.last_error ?? '', /^no_account: /);
  await own.scan({ aws_account_id: account.id, resource_types: ['AWS::S3::Bucket'] });
  await eventually('the source to be synced', async () => (await untilSynced(own, id)).status === 'synced');
  t.pass();
});

test('detects the workspaces of a backend from its bucket, and syncs the sources of a project after an apply', async (t) => {
  t.timeout(300_000);
  const own = await fixture.signUpOther();
  const account = await connectStateAccount(own);
  const state = terraformState([stateQueue('one', account.awsAccountNumber)]);
  for (const key of ['app/a', 'env:/prod/app/a', 'env:/prod/app/a.tflock', 'env:/x/other'])
    await account.putState(key, state);
  const repositoryId = await insertRepository(own.owner, own.organizationId);
  const backend = { bucket: account.bucket, key: 'app/a' };
  const projectId = await insertS3Project(own.owner, own.organizationId, repositoryId, {
    path: 'a',
    backend,
    workspaces: ['ignored'],
  });
  const { database } = own.api.services;
  await database.withTenant(own.organizationId, (tenant) =>
    requestStateDetection(tenant, own.api.services, { id: repositoryId, fullName: 'acme/infra' }),
  );
  const sources = async () =>
    (await dataOf(own.client.GET('/api/v1/state-sources', { params: { query: { origin: 'detected' } } })))
      .items;
  const found = await eventually('the sources', async () => {
    const items = await sources();
    return items.length === 2 && items.every(({ status }) => status === 'synced') ? items : undefined;
  });
  t.deepEqual(found.map(({ config }) => `${config.key} ${config.workspace ?? ''}`).toSorted(), [
    'app/a ',
    'env:/prod/app/a prod',
  ]);
  const runsOf = async () => {
    const rows = await own.owner.query<{ key: string }>(
      `select s.key from runs r join state_sources s on s.id = r.subject_id
       where r.organization_id = $1 and r.kind = 'sync_state_source' order by r.created_at`,
      [own.organizationId],
    );
    return rows.map(({ key }) => key);
  };
  const before = await runsOf();
  await database.withTenant(own.organizationId, (tenant) =>
    requestSyncsOfProject(tenant, own.api.services, projectId, 'prod'),
  );
  t.deepEqual((await runsOf()).slice(before.length), ['env:/prod/app/a'], 'the source of the workspace');
  for (const { id } of found) await untilSynced(own, id);
  const middle = await runsOf();
  await database.withTenant(own.organizationId, (tenant) =>
    requestSyncsOfProject(tenant, own.api.services, projectId),
  );
  t.is((await runsOf()).length, middle.length + 2, 'all sources of the project');

  // Workspaces with another prefix can have states that the list does not find.
  const reasons = async () =>
    (await dataOf(own.client.GET('/api/v1/mapping/evidence', {}))).items.map(({ kind }) => kind);
  t.false((await reasons()).includes('project_without_state'));
  await own.owner.query('update iac_projects set backend_config = $2 where organization_id = $1', [
    own.organizationId,
    JSON.stringify({ ...backend, workspace_key_prefix: { expr: 'var.prefix' } }),
  ]);
  await database.withTenant(own.organizationId, (tenant) =>
    requestStateDetection(tenant, own.api.services, { id: repositoryId, fullName: 'acme/infra' }),
  );
  await eventually('the project to be a gap', async () =>
    (await reasons()).includes('project_without_state'),
  );
  const path = { id: projectId };
  const project = await dataOf(own.client.GET('/api/v1/iac-projects/{id}', { params: { path } }));
  t.regex(project.state_reason ?? '', /^too_many_workspaces: /);
});
