import test from 'ava';
import { documentationSections } from '../../../../commands/assistant/documentation/documentation-sections.ts';
import { byCodeUnit } from '../../../../domain/json/canonical.ts';
import { openIssue } from '../../../../db/ownership/issues/issue-store.ts';
import { countsOf, makeToolWorld, readTool, valuesOf } from '../../../support/assistant/tool-world.ts';
import type { Arguments, ToolWorld } from '../../../support/assistant/tool-world.ts';
import { useInventoryApi } from '../../../support/inventory/inventory-api.ts';

const fixture = useInventoryApi();
let world: ToolWorld;
test.before(async () => {
  world = await makeToolWorld(fixture);
  const { organizationId, account, sandbox, sourceId, shop, payments, idOf, userId } = world;
  const { inventory } = fixture;
  await inventory.query(
    `with run as (
       insert into runs (organization_id, id, kind, subject_id, status)
       select $1, id, 'scan', id, 'succeeded' from unnest(array[uuidv7(interval '-1 hour'), uuidv7()]) id returning id
     ), scan as (
       insert into scans (organization_id, id, trigger, status, aws_account_id)
       select $1, id, case n when 1 then 'schedule' else 'manual' end, case n when 1 then 'succeeded' else 'partial' end,
         case n when 2 then $2::uuid end
       from (select id, row_number() over (order by id) as n from run) numbered returning id, aws_account_id
     ), last as (
       select id from scan where aws_account_id is not null
     ), covered as (
       insert into scan_accounts (organization_id, scan_id, aws_account_id, active, region_set, resource_type_set)
       select $1, id, $2, false, '{(,)}', '{(,)}' from last
     ), failed as (
       insert into scan_tasks (organization_id, scan_id, aws_account_id, region, service, resource_types, status, failures)
       select $1, id, $2, 'eu-west-1', 'sqs', '{AWS::SQS::Queue}', 'failed',
         '[{"resource_type": "AWS::SQS::Queue", "outcome": "denied", "error_code": "AccessDenied", "error": "sqs:ListQueues"}]'
       from last
     )
     insert into coverage_cells (organization_id, aws_account_id, region, resource_type, outcome, error_code, last_attempt_at)
     values ($1, $3, 'eu-west-1', 'AWS::SQS::Queue', 'blocked_by_scp', 'AccessDenied', now()),
       ($1, $3, 'eu-west-1', 'AWS::SNS::Topic', 'complete', null, now())`,
    [organizationId, account, sandbox],
  );
  await inventory.query(
    `update state_sources set status = 'error', last_error = 'access_denied: The role may not read the object.' where id = $1`,
    [sourceId],
  );
  await inventory.query(
    `insert into application_owners (organization_id, application_id, kind, team_id) values ($1, $2, 'on_call', $3)`,
    [organizationId, shop, payments],
  );
  await inventory.query(
    `insert into team_members (organization_id, team_id, user_id, role) values ($1, $2, $3, 'lead')`,
    [organizationId, payments, userId],
  );
  await inventory.query(
    `insert into applications (organization_id, name, slug, criticality, lifecycle) values ($1, 'Nobody', 'nobody', 'low', 'active')`,
    [organizationId],
  );
  await inventory.write(organizationId, (tenant) =>
    openIssue(tenant, 'unowned_resource', 'resource', idOf('mail'), 'No owner.'),
  );
  await inventory.query(
    `insert into resource_drift (organization_id, resource_id, outcome, checked_at) values ($1, $2, 'drifted', now())`,
    [organizationId, idOf('orders')],
  );
  await inventory.query(
    `insert into drift_differences (organization_id, resource_id, state_source_id, key, terraform_type, address, expected,
       actual, since)
     values ($1, $2, $3, 'VisibilityTimeout', 'aws_sqs_queue', 'aws_sqs_queue.orders', '30', '60', now())`,
    [organizationId, idOf('orders'), sourceId],
  );
  await inventory.query(
    `insert into exposures (organization_id, resource_id, kind, aws_account_id, region, state, path)
     values ($1, $2, 'policy', $4, 'eu-west-1', 'exposed', $3)`,
    [organizationId, idOf('orders'), [idOf('orders')], account],
  );
  await inventory.query(
    `insert into property_statistics (organization_id, resource_type, properties, counted_at)
     values ($1, 'AWS::SQS::Queue', $2, now())`,
    [
      organizationId,
      JSON.stringify([
        { path: 'VisibilityTimeout', types: ['number'], count: 3, examples: [30, 60] },
        { path: 'KmsMasterKeyId', types: ['string'], count: 1, examples: ['alias/aws/sqs'] },
      ]),
    ],
  );
  await inventory.query(
    `update resource_documents set configuration = '{"VisibilityTimeout": 60}' where resource_id = $1`,
    [idOf('orders')],
  );
});

const read = (name: string, args: Arguments = {}) => readTool(fixture, world.organizationId, name, args);

test('get_discovery lists scans, newest first', async (t) => {
  const { rows, total } = await read('get_discovery', { section: 'scans' });
  t.is(total, rows.length);
  t.like(rows[0]?.fields, { status: 'partial', trigger: 'manual', account: 'Main' });
  t.is(rows[0]?.entity.url, `/api/v1/scans/${rows[0]?.entity.id}`);
  const scheduled = await read('get_discovery', { section: 'scans', trigger: 'schedule' });
  t.deepEqual(valuesOf(scheduled, 'status'), ['succeeded']);
  t.is((await read('get_discovery', { section: 'scans', account: 'Sandbox' })).total, 0);
});

test('get_discovery returns why the last scan, or a given one, could not read cells', async (t) => {
  const { rows, total, subject, summary } = await read('get_discovery', { section: 'failures' });
  t.is(total, 1);
  t.is(subject?.type, 'scan');
  t.deepEqual(summary, { scan_status: 'partial' });
  t.like(rows[0]?.fields, {
    account: 'Main',
    region: 'eu-west-1',
    outcome: 'denied',
    error_code: 'AccessDenied',
  });
  const scans = await read('get_discovery', { section: 'scans', trigger: 'schedule' });
  t.is((await read('get_discovery', { section: 'failures', scan: scans.rows[0]?.entity.id })).total, 0);
});

test('get_discovery returns the cells of the ledger that are incomplete, with the reason and counts', async (t) => {
  const {
    rows,
    total,
    summary = {},
  } = await read('get_discovery', {
    section: 'coverage',
    account: 'Sandbox',
    outcome: ['blocked_by_scp', 'complete'],
  });
  t.is(total, 2);
  t.deepEqual(summary, { blocked_by_scp: 1, complete: 1 });
  t.deepEqual(valuesOf({ rows, total, truncated: false, freshness: await freshness() }, 'outcome'), [
    'complete',
    'blocked_by_scp',
  ]);
  const all = await read('get_discovery', {
    section: 'coverage',
    account: 'Sandbox',
    resource_type: 'AWS::SQS::Queue',
  });
  t.true(all.rows.every(({ fields }) => fields['outcome'] !== 'complete'));
});
const freshness = async () => (await read('list_teams')).freshness;

test('get_discovery lists the reading of CloudTrail, errors first, with counts of all', async (t) => {
  const { organizationId, account, sandbox } = world;
  await fixture.inventory.query(
    `insert into cloudtrail_feeds (organization_id, aws_account_id, region, status, last_error)
     values ($1, $2, 'eu-west-1', 'ok', null), ($1, $2, 'us-east-1', 'ok', null),
       ($1, $3, 'us-east-1', 'denied', 'AccessDenied: cloudtrail:LookupEvents')`,
    [organizationId, account, sandbox],
  );
  const { rows, total, truncated, summary } = await read('get_discovery', { section: 'events', limit: 2 });
  t.is(total, 3);
  t.true(truncated);
  t.is(rows.length, 2);
  t.like(rows[0]?.fields, {
    account: 'Sandbox',
    status: 'denied',
    error: 'AccessDenied: cloudtrail:LookupEvents',
  });
  t.like(summary, { ok: 2, denied: 1, never: 0, with_error: 1 });
  const sandboxOnly = await read('get_discovery', { section: 'events', account: 'Sandbox' });
  t.is(sandboxOnly.total, 1);
  t.false(sandboxOnly.truncated);
});

test('get_access lists who may use a resource, and filters decisions before it limits rows', async (t) => {
  const { idOf } = world;
  const of = (principal: string, effect: string, index: number) => ({
    role: 'resource',
    policy: 'Policy',
    index,
    effect,
    actions: ['sqs:sendmessage'],
    written: ['sqs:SendMessage'],
    resources: ['*'],
    principals: [principal],
    conditions: [],
  });
  const denied = ['111100000001', '111100000002'];
  const allowed = ['111100000003', '111100000004'];
  const statements = [
    ...denied.flatMap((one, index) => [of(one, 'Allow', 2 * index), of(one, 'Deny', 2 * index + 1)]),
    ...allowed.map((one, index) => of(one, 'Allow', 4 + index)),
  ];
  await fixture.inventory.query(
    `insert into access_policies (organization_id, resource_id, aws_account_id, parties, statements)
     select organization_id, id, aws_account_id, $2, $3 from resources where id = $1`,
    [idOf('invoices'), [...denied, ...allowed], JSON.stringify(statements)],
  );
  const all = await read('get_access', { resource: 'invoices' });
  t.deepEqual(
    all.rows.map(({ fields }) => [fields['name'], fields['decision']]),
    [...denied, ...allowed].map((one) => [one, denied.includes(one) ? 'denied' : 'conditional']),
  );
  t.false(all.truncated);
  const some = await read('get_access', {
    resource: 'invoices',
    decision: ['allowed', 'conditional'],
    limit: 1,
  });
  t.deepEqual(valuesOf(some, 'name'), ['111100000003']);
  t.true(some.truncated);
});

test('rules are listed with a limit, and by whether they are enabled', async (t) => {
  const { organizationId, shop } = world;
  await fixture.inventory.query(
    `insert into drift_rules (organization_id, name, conditions, reason, enabled)
     values ($1, 'a', '{}', 'autoscaling', true), ($1, 'b', '{}', 'autoscaling', true), ($1, 'c', '{}', 'old', false)`,
    [organizationId],
  );
  await fixture.inventory.query(
    `insert into inference_rules (organization_id, name, conditions, outcome, application_id, enabled)
     select $1, name, '[]', jsonb_build_object('application', jsonb_build_object('id', $2::text)), $2::uuid, name <> 'c'
     from unnest(array['a', 'b', 'c']) name`,
    [organizationId, shop],
  );
  for (const tool of ['list_drift_rules', 'list_inference_rules']) {
    const enabled = await read(tool, { enabled: true, limit: 1 });
    t.is(enabled.total, 2, tool);
    t.is(enabled.rows.length, 1, tool);
    t.true(enabled.truncated, tool);
    t.deepEqual(valuesOf(await read(tool, { enabled: false }), 'name'), ['c'], tool);
  }
  const [first] = (await read('list_inference_rules', { limit: 1 })).rows;
  t.is(first?.fields['outcome'], 'application Shop');
});

test('list_state_sources returns the error of the last sync', async (t) => {
  const { rows, total } = await read('list_state_sources', { state_status: 'error' });
  t.is(total, 1);
  t.like(rows[0]?.fields, {
    status: 'error',
    project: 'acme/infra/live',
    last_error: 'access_denied: The role may not read the object.',
  });
  t.is((await read('list_state_sources', { state_status: 'synced' })).total, 0);
});

test('get_ownership returns who is on call for an application, and list_teams the members of a team', async (t) => {
  const owners = await read('get_ownership', { application: 'Shop' });
  t.deepEqual(
    owners.rows.map(({ fields }) => [fields['relation'], fields['name']]),
    [
      ['owner', 'Payments'],
      ['on_call', 'Payments'],
    ],
  );
  t.is(owners.summary?.['owners'], 1);
  const members = await read('list_teams', { team: 'Payments' });
  t.is(members.total, 1);
  t.is(members.subject?.id, world.payments);
  t.like(members.rows[0], {
    entity: { type: 'user', id: world.userId },
    fields: { role: 'lead', status: 'active' },
  });
});

test('list_applications finds the ones without an owner', async (t) => {
  t.deepEqual(valuesOf(await read('list_applications', { owned: false }), 'name'), ['Nobody']);
  t.deepEqual(valuesOf(await read('list_applications', { owned: true }), 'name'), ['Shop']);
});

test('list_ownership_issues lists and counts open issues', async (t) => {
  const { rows, total } = await read('list_ownership_issues');
  t.is(total, 1);
  t.like(rows[0]?.fields, { kind: 'unowned_resource', target: 'mail', status: 'open' });
  t.deepEqual(countsOf(await read('list_ownership_issues', { group_by: 'kind' })), { unowned_resource: 1 });
  t.is((await read('list_ownership_issues', { issue_status: 'resolved' })).total, 0);
});

test('list_drift returns expected and actual values, also of one resource', async (t) => {
  const { rows, total } = await read('list_drift', { resource: 'orders' });
  t.is(total, 1);
  t.like(rows[0]?.fields, { name: 'orders', address: 'aws_sqs_queue.orders', attribute_count: 1 });
  t.like(rows[0]?.fields['attributes'], [{ expected: '30', actual: '60' }]);
  t.is((await read('list_drift', { resource: 'mail' })).total, 0);
  t.is((await read('list_drift', { muted: true })).total, 0);
  t.deepEqual(countsOf(await read('list_drift', { group_by: 'account' })), { [world.account]: 1 });
  t.is((await read('count_resources', { drift: 'drifted' })).total, 1);
});

test('get_exposure returns what can be reached from outside', async (t) => {
  const { rows, total } = await read('get_exposure', { resource: 'orders' });
  t.is(total, 1);
  t.like(rows[0]?.fields, { name: 'orders', kind: 'policy', state: 'exposed', path: ['orders'] });
  t.is((await read('get_exposure', { resource: 'mail' })).total, 0);
  t.is((await read('get_exposure', { account: 'Sandbox' })).total, 0);
  t.is((await read('count_resources', { exposure: 'exposed' })).total, 1);
});

test('list_properties has the paths for the filter property', async (t) => {
  const { groups, total } = await read('list_properties', {
    resource_type: 'AWS::SQS::Queue',
    contains: 'kms',
  });
  t.is(total, 1);
  t.deepEqual(groups, [{ key: 'KmsMasterKeyId', count: 1, examples: ['alias/aws/sqs'] }]);
  const args = { resource_type: 'AWS::SQS::Queue', property: 'VisibilityTimeout>=60' };
  t.deepEqual(valuesOf(await read('search_resources', args), 'name'), ['orders']);
  await t.throwsAsync(read('search_resources', { property: 'VisibilityTimeout>=60' }), {
    message: 'property: requires resource_type',
  });
});

test('list_saved_queries lists the queries and runs one', async (t) => {
  const { rows, total } = await read('list_saved_queries');
  t.is(total, rows.length);
  t.true(
    valuesOf({ rows, total, truncated: false, freshness: await freshness() }, 'name').includes(
      'volumes-unencrypted',
    ),
  );
  await fixture.inventory.query(
    `insert into saved_queries (organization_id, name, filter) values ($1, 'Queues', '{"resource_type": "AWS::SQS::Queue"}')`,
    [world.organizationId],
  );
  const queues = await read('list_saved_queries', { saved_query: 'queues' });
  t.is(queues.total, 3);
  t.is(queues.subject?.name, 'Queues');
  t.deepEqual(valuesOf(queues, 'name').map(String).toSorted(byCodeUnit), ['invoices', 'mail', 'orders']);
  await t.throwsAsync(read('list_saved_queries', { saved_query: 'nothing' }), {
    message: 'saved_query: matches no saved query',
  });
});

test('get_code_mapping returns the import block of an unmanaged resource when it is asked for', async (t) => {
  await fixture.inventory.query(`update resources set management_state = 'unmanaged' where id = $1`, [
    world.idOf('invoices'),
  ]);
  const { rows } = await read('get_code_mapping', { resource: 'invoices', import_block: true });
  const lines = rows.flatMap(({ fields }) => fields['import_block'] ?? []);
  t.true(lines.some((line) => JSON.stringify(line).includes('aws_sqs_queue.invoices')));
});

test('get_relationships returns those of an application with others', async (t) => {
  const { rows, subject } = await read('get_relationships', { application: 'Shop' });
  t.is(subject?.id, world.shop);
  t.deepEqual(
    rows.map(({ fields }) => [fields['name'], fields['relationship_type'], fields['direction']]),
    [['worker', 'invokes', 'incoming']],
  );
});

test('list_members and list_audit_entries return who is in the organization and what they did', async (t) => {
  const members = await read('list_members', { role: 'platform_admin' });
  t.deepEqual(
    members.rows.map(({ entity }) => entity.id),
    [world.userId],
  );
  t.is((await read('list_members', { user_status: 'deactivated' })).total, 0);
  await world.client.request('POST', '/teams', { body: { name: 'New', slug: 'new' } });
  const { rows } = await read('list_audit_entries', { action: 'team.created' });
  t.is(rows.length, 1);
  t.like(rows[0]?.fields, { action: 'team.created', actor_type: 'user', target: 'New' });
});

test('search_documentation answers with sections and links that the API serves', async (t) => {
  const { rows } = await read('search_documentation', {
    documentation_query: 'how do I connect an AWS account?',
  });
  t.true(rows.length > 0);
  const [first] = rows;
  t.regex(first?.entity.url ?? '', /^\/api\/v1\/docs\/pages\/[\w/-]+\.md(?:#[\w-]+)?$/);
  const pages = new Set(documentationSections().map(({ url }) => url.replace(/#.*$/, '')));
  t.true(pages.size > 10);
  for (const page of pages) {
    const response = await fetch(`${fixture.api.url}${page}`);
    t.is(response.status, 200, page);
    t.regex(response.headers.get('content-type') ?? '', /^text\/markdown/);
    await response.body?.cancel();
  }
});

test('a page begins after `offset` rows', async (t) => {
  const names = async (args: Arguments) =>
    valuesOf(await read('search_resources', { sort: 'name', ...args }), 'name');
  const all = await names({});
  t.deepEqual([...(await names({ limit: 2 })), ...(await names({ limit: 50, offset: 2 }))], all);
  t.deepEqual(await names({ offset: all.length }), []);
});
