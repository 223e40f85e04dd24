import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { planOf, queueChange } from '../../commands/plans/read/support.ts';
import { expectError } from '../../support/expect-error.ts';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';
import { ownerOf } from '../../support/inventory/owner-of.ts';
import { insertRepository, insertS3Project } from '../../support/mapping/stored-projects.ts';
import { insertResource } from '../../support/mapping/stored-resource.ts';
import { signUpSender } from '../../support/plans/plan-sender.ts';
import type { PlanSender } from '../../support/plans/plan-sender.ts';

const fixture = useInventoryApi();

const arn = 'arn:aws:sqs:eu-west-1:123456789012:jobs';
const change = (name: string, given: object, fields: object = {}) =>
  queueChange(given, { address: `aws_sqs_queue.${name}`, ...fields });
const plan = planOf(
  [
    change('z', { actions: ['update'], before: { arn, delay_seconds: 0 }, after: { arn, delay_seconds: 5 } }),
    change('y', { actions: ['create'], before: null, after: { name: 'y' } }),
    change(
      'x',
      { actions: ['delete', 'create'], before: {}, after: {} },
      { action_reason: 'replace_because_tainted' },
    ),
    change('w', { actions: ['no-op'] }, { previous_address: 'aws_sqs_queue.Old%Name' }),
    change('v', { actions: ['no-op'], importing: { id: 'v' } }),
    change('u', { actions: ['forget'], after: null }),
    change('t', { actions: ['delete'], after: null }, { deposed: 'deadbeef' }),
    change('s', { actions: ['no-op'] }),
    queueChange({ actions: ['create'] }, { address: 'aws_sns_topic.a', type: 'aws_sns_topic' }),
  ],
  {
    resource_drift: [change('z', { actions: ['update'], before: { tags: {} }, after: { tags: { a: 'b' } } })],
  },
);

async function withPlan() {
  const signedUp = await fixture.withResources(() => []);
  const sender = await signUpSender(fixture.api, signedUp);
  const { url } = fixture.api.database;
  await ownerOf(fixture.inventory).query(
    "update aws_accounts set account_id = '123456789012' where id = $1",
    [signedUp.account],
  );
  const resourceId = await insertResource(url, signedUp.organizationId, signedUp.account, {
    type: 'AWS::SQS::Queue',
    nativeId: 'https://sqs.eu-west-1.amazonaws.com/123456789012/jobs',
    arn,
  });
  const { status, body } = await sender.send({ external_id: '1', plan });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return { ...sender, id: body.id, resourceId };
}

type Query = Readonly<Record<string, unknown>>;
const changesOf = async ({ client }: PlanSender, id: string, query: Query = {}) =>
  dataOf(client.GET('/api/v1/plans/{id}/resource-changes', { params: { path: { id }, query } }));
const listOf = async ({ client }: PlanSender, query: Query = {}) =>
  dataOf(client.GET('/api/v1/plans', { params: { query } }));

test('returns the resource changes in the order of the plan', async (t) => {
  const stored = await withPlan();
  const { items } = await changesOf(stored, stored.id);
  t.deepEqual(
    items.map(({ address }) => address.split('.')[1]),
    ['z', 'y', 'x', 'w', 'v', 'u', 't', 'a', 'z'],
  );
  t.like(items[0], {
    resource_type: 'aws_sqs_queue',
    provider: 'registry.terraform.io/hashicorp/aws',
    actions: ['update'],
    resource_id: stored.resourceId,
    changed_paths: ['/delay_seconds'],
    before: { arn, delay_seconds: 0 },
    after: { arn, delay_seconds: 5 },
  });
  t.is(items[0]?.unmapped_reason, undefined);
  t.like(items[1], { unmapped_reason: 'not_created_yet', before: null });
  t.like(items[2], { actions: ['delete', 'create'], action_reason: 'replace_because_tainted' });
  t.like(items[3], { previous_address: 'aws_sqs_queue.Old%Name' });
  t.like(items[4], { import_id: 'v' });
  t.like(items[6], { deposed: 'deadbeef' });
  t.like(items[8], { origin: 'drift' });
});

test('pages through the resource changes', async (t) => {
  const stored = await withPlan();
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await changesOf(stored, stored.id, {
      limit: 4,
      ...(cursor === undefined ? {} : { cursor }),
    });
    seen.push(...page.items.map(({ address }) => address));
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  t.deepEqual(
    seen,
    (await changesOf(stored, stored.id)).items.map(({ address }) => address),
  );
});

test('filters the resource changes', async (t) => {
  const stored = await withPlan();
  const cases: readonly (readonly [Query, string])[] = [
    [{ action: 'create' }, 'ya'],
    [{ action: 'update' }, 'z'],
    [{ action: 'delete' }, 't'],
    [{ action: 'replace' }, 'x'],
    [{ action: 'import' }, 'v'],
    [{ action: 'move' }, 'w'],
    [{ action: 'forget' }, 'u'],
    [{ action: 'no_op' }, 'wv'],
    [{ action: 'read' }, ''],
    [{ action: 'drift' }, 'z'],
    [{ action: ['create', 'import'] }, 'yva'],
    [{ resource_type: 'aws_sns_topic' }, 'a'],
    [{ resource_id: stored.resourceId }, 'z'],
    [{ mapped: 'true' }, 'z'],
    [{ mapped: 'false' }, 'yxwvutaz'],
    [{ q: 'SNS' }, 'a'],
    [{ q: 'old%' }, 'w'],
    [{ q: '%' }, 'w'],
    [{ action: 'create', q: 'queue' }, 'y'],
  ];
  for (const [query, expected] of cases) {
    const { items } = await changesOf(stored, stored.id, query);
    t.is(items.map(({ address }) => address.split('.')[1]).join(''), expected, JSON.stringify(query));
  }
});

test('the summary counts what the filters of action select', async (t) => {
  const stored = await withPlan();
  const { summary } = await dataOf(
    stored.client.GET('/api/v1/plans/{id}', { params: { path: { id: stored.id } } }),
  );
  for (const action of [
    'create',
    'update',
    'delete',
    'replace',
    'import',
    'move',
    'forget',
    'drift',
  ] as const) {
    const { items } = await changesOf(stored, stored.id, { action });
    t.is(items.length, summary[action], action);
  }
});

test('lists plans newest first, with filters and pages', async (t) => {
  const sender = await signUpSender(fixture.api);
  const owner = ownerOf(fixture.inventory);
  const repositoryId = await insertRepository(owner, sender.organizationId);
  const projectId = await insertS3Project(owner, sender.organizationId, repositoryId, {
    path: 'a',
    backend: {},
  });
  const [repository] = await owner.query<{ full_name: string }>(
    'select full_name from repositories where id = $1',
    [repositoryId],
  );
  const [pull] = await owner.query<{ id: string }>(
    `insert into pull_requests (organization_id, repository_id, number, title, author_login, state, source_branch,
       target_branch, head_sha, url, opened_at, provider_updated_at, observed_at)
     values ($1, $2, 7, 't', 'a', 'open', 's', 'main', 'abcdef1', 'https://a.example', now(), now(), now()) returning id`,
    [sender.organizationId, repositoryId],
  );
  const ids: string[] = [];
  const sent: (readonly [string, object])[] = [
    [
      '1',
      {
        repository: repository?.full_name,
        project_path: './a/',
        commit_sha: 'abcdef1',
        pull_request_number: 7,
      },
    ],
    ['2', { repository: repository?.full_name, project_path: 'b', commit_sha: 'abcdef2' }],
    ['3', {}],
  ];
  for (const [externalId, fields] of sent) {
    const { status, body } = await sender.send({ external_id: externalId, ...fields, plan });
    t.is(status, 201, JSON.stringify(body));
    ids.push(body.id);
  }
  const listed = await listOf(sender);
  t.deepEqual(
    listed.items.map(({ id }) => id),
    ids.toReversed(),
  );
  t.like(listed.items[2], {
    iac_project_id: projectId,
    repository_id: repositoryId,
    pull_request_id: pull?.id,
    commit_sha: 'abcdef1',
  });
  const [third, second, first] = listed.items;
  const cases: readonly (readonly [Query, string])[] = [
    [{ iac_project_id: projectId }, '1'],
    [{ repository_id: repositoryId }, '21'],
    [{ pull_request_id: pull?.id }, '1'],
    [{ execution_id: second?.execution_id }, '2'],
    [{ commit_sha: ['ABCDEF1', 'abcdef2'] }, '21'],
    [{ since: third?.created_at }, '3'],
    [{ until: '2000-01-01T00:00:00Z' }, ''],
    [{ since: '2000-01-01T00:00:00Z', commit_sha: 'abcdef1' }, '1'],
  ];
  for (const [query, expected] of cases) {
    const { items } = await listOf(sender, query);
    t.is(items.map(({ id }) => ids.indexOf(id) + 1).join(''), expected, JSON.stringify(query));
  }
  const page = await listOf(sender, { limit: 2 });
  const rest = await listOf(sender, { limit: 2, cursor: page.next_cursor });
  t.deepEqual(
    rest.items.map(({ id }) => id),
    [first?.id],
  );
  t.is(rest.next_cursor, undefined);
});

test('returns not_found for a plan of another organization', async (t) => {
  const [stored, other] = [await withPlan(), await signUpSender(fixture.api)];
  const params = { params: { path: { id: stored.id } } };
  await expectError(t, other.client.GET('/api/v1/plans/{id}', params), 404, 'not_found');
  await expectError(t, other.client.GET('/api/v1/plans/{id}/resource-changes', params), 404, 'not_found');
  t.deepEqual((await listOf(other)).items, []);
});
