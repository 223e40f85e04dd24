import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { ConnectedAccount } from '../../support/discovery/scan-fixture.ts';
import { useScanFixture } from '../../support/discovery/use-scan-fixture.ts';
import { eventually } from '../../support/eventually.ts';
import { expectError } from '../../support/expect-error.ts';
import {
  assignOwner,
  createEnvironment,
  createRule,
  createTeam,
  findMembership,
  findResource,
  issuesOf,
  ownershipOf,
  waitForApplication,
  waitForIssue,
  waitForMembership,
} from '../../support/ownership/follow-ownership.ts';

const fixture = useScanFixture();

const queue = 'AWS::SQS::Queue';

/** Creates queues in a new account of the organization and scans them. */
async function scanQueues(names: readonly string[]): Promise<ConnectedAccount> {
  const account = await fixture.connectAccount();
  for (const QueueName of names) await account.call('sqs', 'CreateQueue', { QueueName });
  await rescan(account);
  return account;
}

async function rescan({ id }: ConnectedAccount): Promise<void> {
  // 409 while the scan of another test covers the account.
  const scan = await eventually('the scan', () =>
    fixture.scan({ aws_account_id: id, resource_types: [queue] }),
  );
  if (scan.status !== 'succeeded') throw new Error(JSON.stringify(scan.failures));
}

test('a team that becomes inactive leaves its resources to the next level', async (t) => {
  const { client } = fixture;
  await scanQueues(['next-level']);
  const { id } = await findResource(client, queue, 'next-level');
  const byRule = await createTeam(client, 'Next-level-rule');
  const byApplication = await createTeam(client, 'Next-level-application');
  const application = await dataOf(client.POST('/api/v1/applications', { body: { name: 'Next level' } }));
  await assignOwner(client, application.id, byApplication.id);
  await createRule(client, {
    name: 'Next level',
    conditions: { name: { equals: 'next-level' } },
    outcome: { application: { id: application.id }, team: { id: byRule.id } },
  });
  await waitForMembership(client, id, application.id, 'inferred');
  t.like(await ownershipOf(client, id), { owners: [{ team_id: byRule.id, source: 'rule' }] });

  const params = { path: { id: byRule.id } };
  await dataOf(client.PATCH('/api/v1/teams/{id}', { params, body: { is_active: false } }));
  t.like(await ownershipOf(client, id), { owners: [{ team_id: byApplication.id, source: 'application' }] });
  await waitForIssue(client, 'inactive_team', byRule.id, 'open');
  await expectError(
    t,
    client.POST('/api/v1/applications/{id}/owners', {
      params: { path: { id: application.id } },
      body: { team_id: byRule.id },
    }),
    409,
    'conflict',
  );
  await expectError(t, client.DELETE('/api/v1/teams/{id}', { params }), 409, 'conflict');

  await dataOf(client.PATCH('/api/v1/teams/{id}', { params, body: { is_active: true } }));
  await waitForIssue(client, 'inactive_team', byRule.id, 'resolved');
  await eventually('the team of the rule to own again', async () => {
    const { owners } = await ownershipOf(client, id);
    return owners[0]?.team_id === byRule.id;
  });
});

test('an environment that a rule and an account use is not deleted', async (t) => {
  const { client } = fixture;
  const account = await scanQueues(['in-use']);
  const { id } = await findResource(client, queue, 'in-use');
  const environment = await createEnvironment(client, 'In use', 'test');
  const rule = await createRule(client, {
    name: 'Uses the environment',
    conditions: { name: { equals: 'in-use' } },
    outcome: { environment: { id: environment } },
  });
  const setDefault = (environmentId: string | null) =>
    dataOf(
      client.PUT('/api/v1/aws-accounts/{id}/default-environment', {
        params: { path: { id: account.id } },
        body: { environment_id: environmentId },
      }),
    );
  await setDefault(environment);
  const source = () => ownershipOf(client, id).then((answer) => answer.environment?.source);
  await eventually('the environment of the rule', async () => (await source()) === 'rule');
  const params = { path: { id: environment } };
  const remove = () => client.DELETE('/api/v1/environments/{id}', { params });
  const message = await expectError(t, remove(), 409, 'conflict');
  t.regex(message, /Uses the environment/);
  t.true(message.includes(account.awsAccountNumber), message);

  await dataOf(client.DELETE('/api/v1/inference-rules/{id}', { params: { path: { id: rule.id } } }));
  await eventually('the default of the account', async () => (await source()) === 'account_default');
  await expectError(t, remove(), 409, 'conflict');
  await setDefault(null);
  t.deepEqual(await dataOf(remove()), { id: environment, deleted: true });
  t.is(await source(), undefined);
});

test('a stale membership that is confirmed and rejected at once ends rejected', async (t) => {
  const { client } = fixture;
  await scanQueues(['reviewed-at-once']);
  const { id } = await findResource(client, queue, 'reviewed-at-once');
  const application = await dataOf(client.POST('/api/v1/applications', { body: { name: 'At once' } }));
  const rule = await createRule(client, {
    name: 'At once',
    conditions: { name: { matches: 'reviewed-at-*' } },
    outcome: { application: { id: application.id } },
  });
  const membership = await waitForMembership(client, id, application.id, 'inferred');
  await dataOf(client.DELETE('/api/v1/inference-rules/{id}', { params: { path: { id: rule.id } } }));
  await waitForMembership(client, id, application.id, 'stale');

  const params = { path: { id: membership.id } };
  const [, rejection] = await Promise.all([
    client.POST('/api/v1/memberships/{id}/confirm', { params, body: {} }),
    client.POST('/api/v1/memberships/{id}/reject', { params, body: {} }),
  ]);
  t.is(rejection.response.status, 200);
  t.is((await findMembership(client, id, application.id))?.status, 'rejected');
  await expectError(
    t,
    client.POST('/api/v1/memberships/{id}/confirm', { params, body: {} }),
    409,
    'conflict',
  );
});

test('a confirmed member that is deleted opens an issue of its application', async (t) => {
  const { client } = fixture;
  const account = await scanQueues(['orphaned', 'orphaned-inferred']);
  const { id } = await findResource(client, queue, 'orphaned');
  const other = await findResource(client, queue, 'orphaned-inferred');
  const application = await dataOf(client.POST('/api/v1/applications', { body: { name: 'Orphaned' } }));
  await createRule(client, {
    name: 'Orphaned',
    conditions: { name: { matches: 'orphaned*' } },
    outcome: { application: { id: application.id } },
  });
  const membership = await waitForMembership(client, id, application.id, 'inferred');
  await waitForMembership(client, other.id, application.id, 'inferred');
  await dataOf(
    client.POST('/api/v1/memberships/{id}/confirm', { params: { path: { id: membership.id } }, body: {} }),
  );
  for (const QueueName of ['orphaned', 'orphaned-inferred'])
    await account.call('sqs', 'DeleteQueue', {
      QueueUrl: await account.text('sqs', 'GetQueueUrl', { QueueName }, 'QueueUrl'),
    });
  await rescan(account);
  await waitForMembership(client, other.id, application.id, 'stale');
  await waitForIssue(client, 'orphaned_membership', application.id, 'open');
  t.is((await findMembership(client, id, application.id))?.status, 'confirmed');

  await dataOf(
    client.POST('/api/v1/memberships/{id}/reject', {
      params: { path: { id: membership.id } },
      body: { reason: 'Deleted' },
    }),
  );
  t.is((await issuesOf(client, 'orphaned_membership', application.id))[0]?.status, 'resolved');
});

test('an archived application owns nothing and its rule infers nothing', async (t) => {
  const { client } = fixture;
  await scanQueues(['archived-by-tag']);
  const { id } = await findResource(client, queue, 'archived-by-tag');
  const application = await dataOf(client.POST('/api/v1/applications', { body: { name: 'Archived' } }));
  const team = await createTeam(client, 'Archived-team');
  await assignOwner(client, application.id, team.id);
  await createRule(client, {
    name: 'Archived',
    conditions: { name: { equals: 'archived-by-tag' } },
    outcome: { application: { id: application.id } },
  });
  await waitForMembership(client, id, application.id, 'inferred');
  const archive = (archived: boolean) =>
    dataOf(
      client.PATCH('/api/v1/applications/{id}', {
        params: { path: { id: application.id } },
        body: { archived },
      }),
    );
  await archive(true);
  const membership = await waitForMembership(client, id, application.id, 'stale');
  t.deepEqual((await ownershipOf(client, id)).owners, []);
  await waitForIssue(client, 'unowned_resource', id, 'open');
  await expectError(
    t,
    client.POST('/api/v1/memberships/{id}/confirm', { params: { path: { id: membership.id } }, body: {} }),
    409,
    'conflict',
  );
  await archive(false);
  await waitForMembership(client, id, application.id, 'inferred');
  await waitForIssue(client, 'unowned_resource', id, 'resolved');
  t.is((await waitForApplication(client, 'Archived')).archived_at, undefined);
});
