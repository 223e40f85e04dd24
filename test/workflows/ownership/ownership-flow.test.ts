import test from 'ava';
import type { ExecutionContext } from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { eventually } from '../../support/eventually.ts';
import { untilMatched } from '../../support/mapping/assert-shop.ts';
import { applyRecordedShop } from '../../support/mapping/recorded-shop.ts';
import { beforeTheMove } from '../../support/mapping/shop-code.ts';
import {
  connectShop,
  createShopAccount,
  rescan,
  useShopFixture,
} from '../../support/mapping/shop-fixture.ts';
import type { Shop, ShopAccount } from '../../support/mapping/shop-fixture.ts';
import {
  assignOwner,
  createEnvironment,
  createRule,
  createTeam,
  findResource,
  getRule,
  issuesOf,
  ownershipOf,
  searchIds,
  waitForApplication,
  waitForIssue,
  waitForMembership,
} from '../../support/ownership/follow-ownership.ts';

const fixture = useShopFixture();

const queue = 'AWS::SQS::Queue';
const table = 'AWS::DynamoDB::Table';

test('scans, infers, reviews, learns a rule and returns the owners of resources', async (t) => {
  t.timeout(600_000);
  const account = await createShopAccount();
  const apply = await applyRecordedShop(account);
  await apply(beforeTheMove(account.code));
  await tagQueue(account, 'orders', { Application: 'Orders', stage: 'stg' });
  await tagQueue(account, 'payments', { application: 'Payments' });
  await account.call('sqs', 'CreateQueue', { QueueName: 'made-by-hand' });
  const shop = await connectShop(fixture, account);
  await untilMatched(shop);
  const { client, projectId, accountId } = shop;

  const production = await createEnvironment(client, 'Production', 'production');
  const staging = await createEnvironment(client, 'Staging', 'staging');
  const shared = await createEnvironment(client, 'Shared', 'shared');
  await dataOf(
    client.PATCH('/api/v1/iac-projects/{id}', {
      params: { path: { id: projectId } },
      body: { environment_id: production },
    }),
  );
  await dataOf(
    client.PUT('/api/v1/aws-accounts/{id}/default-environment', {
      params: { path: { id: accountId } },
      body: { environment_id: shared },
    }),
  );

  // A rule with name_from_tag creates the applications.
  const tagRule = await createRule(client, {
    name: 'Application tag',
    conditions: { tag: { key: 'APPLICATION', exists: true } },
    outcome: { application: { name_from_tag: 'application' }, confidence: 'high' },
  });
  const orders = await waitForApplication(client, 'Orders');
  const payments = await waitForApplication(client, 'Payments');
  t.deepEqual([orders.source, payments.source], ['inferred', 'inferred']);
  const ordersQueue = await findResource(client, queue, 'orders');
  const tagged = await waitForMembership(client, ordersQueue.id, orders.id, 'inferred');
  t.like(tagged, {
    rule_id: tagRule.id,
    source: 'rule',
    confidence: 'high',
    evidence: [{ kind: 'tag', key: 'Application', value: 'Orders' }],
  });
  await waitForIssue(client, 'unowned_application', orders.id, 'open');
  const byHand = await findResource(client, queue, 'made-by-hand');
  await waitForIssue(client, 'unowned_resource', byHand.id, 'open');

  // A condition on the Terraform project.
  const tableRule = await createRule(client, {
    name: 'Tables in Terraform',
    conditions: { all: [{ project: { in: [projectId] } }, { resource_type: { in: [table] } }] },
    outcome: { application: { id: orders.id } },
  });
  const ordersTable = await findResource(client, table, 'shop-orders');
  const managed = await waitForMembership(client, ordersTable.id, orders.id, 'inferred');
  t.is(managed.rule_id, tableRule.id);
  t.deepEqual(managed.evidence.map(({ kind }) => kind).toSorted(), ['project', 'type']);
  t.is(managed.evidence.find(({ kind }) => kind === 'project')?.reference?.id, projectId);

  // The application's owner owns its members.
  const shopTeam = await createTeam(client, 'Shop');
  const platformTeam = await createTeam(client, 'Platform');
  await assignOwner(client, orders.id, shopTeam.id);
  t.is((await issuesOf(client, 'unowned_application', orders.id))[0]?.status, 'resolved');
  const answer = await ownershipOf(client, ordersTable.id);
  t.like(answer, {
    owners: [{ team_id: shopTeam.id, source: 'application', confidence: 'medium' }],
    applications: [{ application_id: orders.id, membership_id: managed.id, status: 'inferred' }],
    environment: { id: production, name: 'Production', source: 'project' },
  });
  t.deepEqual(answer.owners.length, 1);
  t.deepEqual(answer.owners[0]?.evidence[0], {
    kind: 'declared',
    reference: { entity_type: 'application', id: orders.id, name: 'Orders' },
  });
  // The tag of the queue has precedence over its project.
  t.like(await ownershipOf(client, ordersQueue.id), {
    environment: { id: staging, name: 'Staging', source: 'tag' },
  });
  t.like(await ownershipOf(client, byHand.id), {
    owners: [],
    applications: [],
    environment: { id: shared, source: 'account_default' },
  });

  const learned = await reviewJobs(t, shop, orders.id);
  await account.call('sqs', 'CreateQueue', { QueueName: 'job-billing-weekly' });
  await rescan(shop, queue);
  const weekly = await findResource(client, queue, 'job-billing-weekly');
  const inferred = await waitForMembership(client, weekly.id, orders.id, 'inferred');
  t.is(inferred.rule_id, learned);

  // Teams of a repository own the resources that no application owns.
  const [repository] = (await dataOf(client.GET('/api/v1/repositories'))).items;
  const link = (applicationIds: string[]) =>
    dataOf(
      client.PUT('/api/v1/repositories/{id}/associations', {
        params: { path: { id: repository?.id ?? '' } },
        body: { application_ids: applicationIds, team_ids: [platformTeam.id] },
      }),
    );
  await link([]);
  const paymentsQueue = await findResource(client, queue, 'payments');
  t.like(await ownershipOf(client, paymentsQueue.id), {
    owners: [{ team_id: platformTeam.id, source: 'repository' }],
    applications: [{ application_id: payments.id }],
  });

  // While its team is inactive, the next level decides.
  await setActive(shop, shopTeam.id, false);
  await waitForIssue(client, 'inactive_team', shopTeam.id, 'open');
  await waitForIssue(client, 'unowned_application', orders.id, 'open');
  t.like(await ownershipOf(client, ordersTable.id), {
    owners: [{ team_id: platformTeam.id, source: 'repository' }],
  });
  t.deepEqual((await ownershipOf(client, weekly.id)).owners, []);
  await setActive(shop, shopTeam.id, true);
  await waitForIssue(client, 'inactive_team', shopTeam.id, 'resolved');
  await waitForIssue(client, 'unowned_application', orders.id, 'resolved');

  // A repository with one application infers it, without a rule.
  await link([payments.id]);
  const linked = await waitForMembership(client, ordersTable.id, payments.id, 'inferred');
  t.is(linked.source, 'repository');
  t.is(linked.rule_id, undefined);
  await link([]);
  await waitForMembership(client, ordersTable.id, payments.id, 'stale');

  await assertFilters(t, shop, {
    applicationIds: [orders.id, payments.id],
    teamIds: [shopTeam.id, platformTeam.id],
    environmentIds: [production, staging, shared],
  });
  await assertEvents(t, shop, orders.id);
});

/**
 * Creates a rule that matches too much, confirms one of its memberships, rejects another and disables it. Returns the id of
 * the learned rule.
 */
async function reviewJobs(t: ExecutionContext, { client }: Shop, applicationId: string): Promise<string> {
  const body = {
    name: 'Jobs',
    conditions: { name: { matches: 'job-*' } },
    outcome: { application: { id: applicationId }, confidence: 'low' as const },
  };
  const preview = () => dataOf(client.POST('/api/v1/inference-rules/preview', { body }));
  const before = await preview();
  t.is(before.matched, 3);
  t.like(before.would_add, { memberships: 3 });
  t.deepEqual(
    before.sample.map(({ name }) => name),
    ['job-billing-daily', 'job-quotes', 'job-reports'],
  );
  const rule = await createRule(client, body);
  const [billing, reports, quotes] = await Promise.all(
    ['job-billing-daily', 'job-reports', 'job-quotes'].map(async (name) => {
      const { id } = await findResource(client, queue, name);
      return waitForMembership(client, id, applicationId, 'inferred');
    }),
  );
  if (billing === undefined || reports === undefined || quotes === undefined)
    throw new Error('a membership is missing');
  const rejected = await dataOf(
    client.POST('/api/v1/memberships/{id}/reject', {
      params: { path: { id: reports.id } },
      body: { reason: 'Belongs to reporting' },
    }),
  );
  t.like(rejected, { status: 'rejected', reason: 'Belongs to reporting', rule_id: rule.id });
  const { rule: learned, ...confirmed } = await dataOf(
    client.POST('/api/v1/memberships/{id}/confirm', {
      params: { path: { id: billing.id } },
      body: { learn_rule: true },
    }),
  );
  t.like(confirmed, { status: 'confirmed', confidence: 'high', rule_id: rule.id });
  t.like(learned, {
    name: 'Learned: name job-billing-*',
    enabled: true,
    priority: 500,
    learned_from: billing.id,
    conditions: { all: [{ name: { matches: 'job-billing-*' } }] },
    outcome: { application: { id: applicationId } },
  });
  t.like(await getRule(client, rule.id), { confirmed: 1, rejected: 1, precision: 0.5 });
  t.like((await preview()).backtest, { confirmed: 1, rejected: 1, precision: 0.5 });

  await dataOf(
    client.PATCH('/api/v1/inference-rules/{id}', {
      params: { path: { id: rule.id } },
      body: { enabled: false },
    }),
  );
  await waitForMembership(client, quotes.resource_id, applicationId, 'stale');
  await waitForMembership(client, billing.resource_id, applicationId, 'confirmed');
  await waitForMembership(client, reports.resource_id, applicationId, 'rejected');
  t.deepEqual((await ownershipOf(client, reports.resource_id)).applications, []);
  return learned?.id ?? '';
}

/** Asserts that the filters of the search agree with the ownership of every resource. */
async function assertFilters(
  t: ExecutionContext,
  { client, accountId }: Shop,
  ids: Readonly<Record<'applicationIds' | 'teamIds' | 'environmentIds', readonly string[]>>,
): Promise<void> {
  const all = await searchIds(client, { aws_account_id: [accountId] });
  const answers: { readonly id: string; readonly answer: Awaited<ReturnType<typeof ownershipOf>> }[] = [];
  for (const id of all) answers.push({ id, answer: await ownershipOf(client, id) });
  type Answer = (typeof answers)[number]['answer'];
  const idsWhere = (matches: (answer: Answer) => boolean) =>
    answers.filter(({ answer }) => matches(answer)).map(({ id }) => id);
  for (const id of ids.applicationIds) {
    const members = idsWhere(({ applications }) =>
      applications.some((one) => one.application_id === id && one.status !== 'stale'),
    );
    t.true(members.length > 0);
    t.deepEqual(await searchIds(client, { application_id: [id] }), members, `application ${id}`);
  }
  for (const id of ids.teamIds) {
    const owned = idsWhere(({ owners }) => owners.some((owner) => owner.team_id === id));
    t.true(owned.length > 0);
    t.deepEqual(await searchIds(client, { team_id: [id] }), owned, `team ${id}`);
  }
  for (const id of ids.environmentIds) {
    const inside = idsWhere(({ environment }) => environment?.id === id);
    t.true(inside.length > 0);
    t.deepEqual(await searchIds(client, { environment_id: [id] }), inside, `environment ${id}`);
  }
}

async function assertEvents(t: ExecutionContext, { client }: Shop, applicationId: string): Promise<void> {
  const { items } = await dataOf(
    client.GET('/api/v1/ownership/events', { params: { query: { limit: 200 } } }),
  );
  const ofApplication = items.filter(({ target }) => target.id === applicationId).map(({ kind }) => kind);
  t.true(ofApplication.includes('inferred'));
  t.true(ofApplication.includes('assigned'));
  const ofResources = items.filter(({ target }) => target.entity_type === 'resource');
  t.deepEqual(ofResources.map(({ kind, target }) => [kind, target.name]).toReversed(), [
    ['rejected', 'job-reports'],
    ['confirmed', 'job-billing-daily'],
  ]);
  t.true(items.some(({ kind, target }) => kind === 'inherited_changed' && target.entity_type === 'team'));
}

async function setActive({ client }: Shop, teamId: string, active: boolean): Promise<void> {
  await dataOf(
    client.PATCH('/api/v1/teams/{id}', { params: { path: { id: teamId } }, body: { is_active: active } }),
  );
}

async function tagQueue(
  account: ShopAccount,
  name: string,
  tags: Readonly<Record<string, string>>,
): Promise<void> {
  const QueueUrl = await eventually('the queue', () =>
    account.text('sqs', 'GetQueueUrl', { QueueName: name }, 'QueueUrl'),
  );
  await account.call('sqs', 'TagQueue', { QueueUrl, Tags: tags });
}
