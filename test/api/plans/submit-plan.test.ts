import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { fixture, fixtureText, planOf, queueChange } from '../../commands/plans/read/support.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { signUpSender } from '../../support/plans/plan-sender.ts';
import type { PlanSender } from '../../support/plans/plan-sender.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();
const sender = () => signUpSender(api);

const plan = planOf([queueChange({ before: { delay_seconds: 0 }, after: { delay_seconds: 5 } })]);
const otherPlan = planOf([queueChange({ before: { delay_seconds: 0 }, after: { delay_seconds: 9 } })]);

const plansOf = async ({ client }: PlanSender) => (await dataOf(client.GET('/api/v1/plans'))).items;
const executionsOf = async ({ client }: PlanSender) => (await dataOf(client.GET('/api/v1/executions'))).items;
const actionsOf = async ({ client }: PlanSender) =>
  (await dataOf(client.GET('/api/v1/organization/audit-log', { params: { query: {} } }))).items.map(
    ({ action }) => action,
  );
const report = (from: PlanSender, body: object) =>
  from.ci.request<{ id: string }>('POST', '/ingest/executions', { body });

test('stores the plan of an envelope and creates its execution', async (t) => {
  const from = await sender();
  const { status, body } = await from.send({
    external_id: 'run-1',
    repository: { provider: 'github', full_name: 'acme/infra' },
    project_path: './infra//prod/',
    workspace: 'prod',
    commit_sha: 'ABCDEF1234',
    pull_request_number: 7,
    plan: fixture('terraform-1.11-update'),
  });
  t.is(status, 201, JSON.stringify(body));
  t.deepEqual(
    [body.tool, body.tool_version, body.commit_sha, body.summary['update'], body.summary['forget']],
    ['terraform', fixture('terraform-1.11-update')['terraform_version'] as string, 'abcdef1234', 3, 1],
  );
  t.true((body.outputs ?? []).length > 0);
  const [execution] = await executionsOf(from);
  t.like(execution, {
    id: body.execution_id,
    external_id: 'run-1',
    kind: 'plan',
    status: 'succeeded',
    project_path: 'infra/prod',
    workspace: 'prod',
    commit_sha: 'abcdef1234',
    plan_id: body.id,
  });
  t.deepEqual((await plansOf(from))[0], JSON.parse(JSON.stringify(body)));
  t.true((await actionsOf(from)).includes('plan.submitted'));
  const [event] = await queryAsOwner<{ data: object }>(
    api.database.url,
    "select data from events where type = 'plan.reported' and data -> 'plan' ->> 'id' = $1",
    [body.id],
  );
  t.like(event?.data, {
    plan: { id: body.id, name: 'acme/infra · infra/prod · prod', url: `/api/v1/plans/${body.id}` },
    impact: { resources: 0, applications: 0, teams: 0, environments: 0 },
    risks: { high: 1, medium: 3, low: 0 },
  });
});

test('stores a plan that is the body itself, with the other fields in the query, with and without gzip', async (t) => {
  for (const gzip of [false, true]) {
    const from = await sender();
    const { status, body } = await from.send(fixtureText('terraform-1.11-create'), {
      query:
        '?external_id=run%201&repository=acme/infra&repository_provider=gitlab&project_path=a&pull_request_number=3',
      gzip,
    });
    t.is(status, 201, JSON.stringify(body));
    const [execution] = await executionsOf(from);
    t.like(execution, { external_id: 'run 1', project_path: 'a', plan_id: body.id });
    const [row] = await queryAsOwner(
      api.database.url,
      'select repository_name, repository_provider, pull_request_number from executions where id = $1',
      [body.execution_id],
    );
    t.deepEqual(row, {
      repository_name: 'acme/infra',
      repository_provider: 'gitlab',
      pull_request_number: 3,
    });
  }
});

test('an errored plan creates a failed execution', async (t) => {
  const from = await sender();
  t.is((await from.send({ external_id: '1', plan: { ...plan, errored: true } })).status, 201);
  t.is((await executionsOf(from))[0]?.status, 'failed');
});

test('returns the stored plan for the same plan with other white space, and writes no audit entry', async (t) => {
  const from = await sender();
  const first = await from.send({ external_id: '1', plan });
  const again = await from.send(JSON.stringify(plan, null, 4), { query: '?external_id=1' });
  t.deepEqual([first.status, again.status], [201, 200]);
  t.deepEqual(again.body, first.body);
  t.is((await plansOf(from)).length, 1);
  t.is((await actionsOf(from)).filter((action) => action === 'plan.submitted').length, 1);
});

test('refuses another plan of the same execution, project path and workspace', async (t) => {
  const from = await sender();
  const send = (given: object, workspace?: string, path?: string) =>
    from.send({ external_id: '1', workspace, project_path: path, plan: given });
  t.is((await send(plan)).status, 201);
  const other = await send(otherPlan);
  t.deepEqual([other.status, other.body.code], [409, 'conflict']);
  const ofWorkspace = await send(otherPlan, 'prod');
  const ofPath = await send(otherPlan, undefined, 'b');
  t.deepEqual([ofWorkspace.status, ofPath.status], [201, 201]);
  t.is((await executionsOf(from))[0]?.plan_id, ofPath.body.id);
  t.is((await plansOf(from)).length, 3);
});

test('stores one of two equal plans that are sent at the same time', async (t) => {
  const from = await sender();
  const responses = await Promise.all([
    from.send({ external_id: '1', plan }),
    from.send({ external_id: '1', plan }),
  ]);
  t.deepEqual(
    responses.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 201],
  );
  t.is(new Set(responses.map(({ body }) => body.id)).size, 1);
});

test('joins the execution of the first kind of plan, drift, apply and destroy with the id', async (t) => {
  const from = await sender();
  for (const kind of ['destroy', 'apply', 'drift'] as const) {
    const { body: execution } = await report(from, { external_id: '1', kind, status: 'running' });
    const { status, body } = await from.send({ execution_external_id: '1', plan });
    t.is(status, 201, JSON.stringify(body));
    t.is(body.execution_id, execution.id);
  }
  t.deepEqual(
    (await executionsOf(from)).map(({ status }) => status),
    ['running', 'running', 'running'],
  );
});

test('external_id joins the execution of the kind plan and adds what it does not have', async (t) => {
  const from = await sender();
  await report(from, { external_id: '1', kind: 'apply', status: 'running' });
  const { body: execution } = await report(from, { external_id: '1', kind: 'plan', status: 'running' });
  const fields = { repository: 'acme/infra', commit_sha: 'abcdef1', pull_request_number: 4 };
  const { body } = await from.send({ external_id: '1', ...fields, plan });
  t.is(body.execution_id, execution.id);
  const [row] = await queryAsOwner(
    api.database.url,
    'select status, repository_name, commit_sha, pull_request_number from executions where id = $1',
    [body.execution_id],
  );
  t.deepEqual(row, {
    status: 'running',
    repository_name: 'acme/infra',
    commit_sha: 'abcdef1',
    pull_request_number: 4,
  });
  const other = await from.send({ external_id: '1', repository: 'acme/other', plan });
  t.deepEqual([other.status, other.body.code], [409, 'conflict']);
});

test('rejects an unknown execution, both ids, neither, and a mixture of the forms', async (t) => {
  const from = await sender();
  const cases: readonly (readonly [string, object, string, RegExp])[] = [
    ['unknown', { execution_external_id: 'x', plan }, '', /^execution_external_id: no execution/],
    ['both', { external_id: 'x', execution_external_id: 'x', plan }, '', /^execution_external_id: cannot/],
    ['both in the query', plan, '?external_id=x&execution_external_id=x', /^execution_external_id: cannot/],
    ['neither', { plan }, '', /^external_id: is required/],
    ['null', { external_id: null, plan }, '', /^external_id: is required/],
    ['plan without id', plan, '', /^plan: is required: the body is the plan itself/],
    ['both forms', { external_id: 'x', plan }, '?external_id=x', /^plan: the body is an envelope/],
    ['query with envelope', { external_id: 'x', plan }, '?workspace=a', /^workspace: requires/],
    ['unknown field', { external_id: 'x', color: 1, plan }, '', /^color: is not a known field/],
    ['unknown parameter', plan, '?external_id=x&color=1', /^color: is not a known field/],
    ['path', { external_id: 'x', project_path: '../x', plan }, '', /^project_path: must be/],
    ['commit', { external_id: 'x', commit_sha: 'main', plan }, '', /^commit_sha: must be/],
    ['number', { external_id: 'x', pull_request_number: 0, plan }, '', /^pull_request_number: /],
    ['plan as text', { external_id: 'x', plan: JSON.stringify(plan) }, '', /^plan: must be a JSON object/],
  ];
  for (const [title, body, query, message] of cases) {
    const response = await from.send(body, { query });
    t.deepEqual([response.status, response.body.code], [400, 'validation_failed'], title);
    t.regex(response.body.message ?? '', message, title);
  }
  t.deepEqual([await plansOf(from), await executionsOf(from)], [[], []]);
});

test('null fields of an envelope are the same as absent fields', async (t) => {
  const from = await sender();
  const nothing = {
    execution_external_id: null,
    repository: null,
    project_path: null,
    workspace: null,
    commit_sha: null,
    pull_request_number: null,
  };
  t.is((await from.send({ ...nothing, external_id: '1', plan })).status, 201);
});

test('an Idempotency-Key returns the first response for the same plan, and conflict for another one', async (t) => {
  const from = await sender();
  const headers = { 'idempotency-key': 'k' };
  const first = await from.send(JSON.stringify(plan), { query: '?external_id=1', headers });
  const replayed = await from.send(JSON.stringify(plan, null, 2), { query: '?external_id=1', headers });
  t.deepEqual([first.status, replayed.status], [201, 201]);
  t.is(replayed.headers.get('idempotent-replayed'), 'true');
  t.deepEqual(replayed.body, first.body);
  const other = await from.send(JSON.stringify(otherPlan), { query: '?external_id=1', headers });
  t.deepEqual([other.status, other.body.code], [409, 'conflict']);
  const otherField = await from.send(JSON.stringify(plan), { query: '?external_id=2', headers });
  t.deepEqual([otherField.status, otherField.body.code], [409, 'conflict']);
});

test('accepts no credential but an ingest token', async (t) => {
  const from = await sender();
  const response = await from.client.request('POST', '/ingest/plans', { body: { external_id: '1', plan } });
  t.is(response.status, 401);
});
