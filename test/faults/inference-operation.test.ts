import test from 'ava';
import { requestInference } from '../../commands/ownership/request-inference.ts';
import { useScanFixture } from '../support/discovery/use-scan-fixture.ts';
import { eventually } from '../support/eventually.ts';
import { insertAccount, insertResource } from '../support/mapping/stored-resource.ts';
import { createRule, getRule } from '../support/ownership/rule-fixture.ts';
import { storedOwnership } from '../support/ownership/stored-ownership.ts';
import { queryAsOwner } from '../support/query-as-owner.ts';
import { startWorkerProcess } from './support/worker-process.ts';

const fixture = useScanFixture({ worker: false });

type LogLine = Readonly<Record<string, unknown>> & { readonly msg?: string };

/** Starts a worker process. `lines` returns what it has logged, of the messages of inference runs. */
function startLoggedWorker() {
  let output = '';
  const worker = startWorkerProcess(fixture.api.configuration, process.env, (text) => (output += text));
  return {
    kill: () => worker.kill(),
    lines: (organizationId: string) =>
      output
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as LogLine)
        .filter(
          ({ msg, organization_id: id }) =>
            id === organizationId &&
            (msg === 'inferred memberships' || msg === 'failed to infer memberships'),
        ),
  };
}

/** Signs up an organization with a resource. */
async function withResource() {
  const { client, organizationId } = await fixture.api.signUp();
  const { url } = fixture.api.database;
  const account = await insertAccount(url, organizationId, '111122223333');
  const resource = await insertResource(url, organizationId, account, { nativeId: 'web' });
  const request = () =>
    fixture.api.services.database.withTenant(organizationId, (tenant) =>
      requestInference(tenant, fixture.api.services, 'all'),
    );
  const runs = () =>
    fixture.owner.query<{ id: string; status: string; error: string | null }>(
      "select id, status, error from runs where organization_id = $1 and kind = 'infer_memberships' order by id",
      [organizationId],
    );
  return {
    client,
    organizationId,
    resource,
    request,
    runs,
    store: storedOwnership(fixture.owner, organizationId),
  };
}

test.serial('a run is repeated after records that it read are deleted during the run', async (t) => {
  t.timeout(300_000);
  const { client, organizationId, resource, request, runs, store } = await withResource();
  await fixture.owner.query(
    `insert into resource_tags (organization_id, resource_id, key, value, valid_from)
     values ($1, $2, 'env', 'live', now())`,
    [organizationId, resource],
  );
  const [shop, environment, team] = [
    await store.application('shop'),
    await store.environment('live'),
    await store.team('payments'),
  ];
  const conditions = { name: { equals: 'web' } };
  const byTeam = await createRule(client, { conditions, outcome: { team: { id: team } } });
  await createRule(client, { conditions, outcome: { application: { id: shop } } });
  // The run waits at the check of a foreign key, after it has evaluated the rules.
  const lock = await queryAsOwner.hold(
    fixture.api.database.url,
    'select from resources where organization_id = $1 for update',
    [organizationId],
  );
  const worker = startLoggedWorker();
  const change = async () => {
    await request();
    await lock.untilWaiting(1);
    for (const [method, path, body] of [
      ['DELETE', `/environments/${environment}`, undefined],
      ['PATCH', `/applications/${shop}`, { archived: true }],
      ['DELETE', `/inference-rules/${byTeam.id}`, undefined],
      ['DELETE', `/teams/${team}`, undefined],
    ] as const) {
      const response = await client.request(method, path, { body });
      t.is(response.status, 200, `${path} ${JSON.stringify(response.body)}`);
    }
  };
  try {
    await change().finally(() => lock.release());
    await eventually(
      'the runs to end',
      async () => (await runs()).every(({ status }) => status === 'succeeded'),
      120,
    );
    const stored = await fixture.owner.query(
      `select status from memberships where organization_id = $1 and status <> 'stale'
       union all select 'environment' from resource_environments where organization_id = $1
       union all select 'team' from resource_teams where organization_id = $1`,
      [organizationId],
    );
    t.deepEqual(stored, []);
    // The worker's output can arrive after the status of its run.
    const succeeded = () => worker.lines(organizationId).at(-1)?.msg === 'inferred memberships';
    await eventually('the line of the last run', () => Promise.resolve(succeeded()));
    const lines = worker.lines(organizationId);
    t.like(lines[0], {
      level: 'warn',
      msg: 'failed to infer memberships',
      weight: 'heavy',
      limit_seconds: 600,
      run_id: (await runs())[0]?.id,
    });
    t.regex(JSON.stringify(lines[0]), /violates foreign key constraint/);
  } finally {
    await worker.kill();
  }
});

test.serial('a run whose workflow an operator terminates ends in Postgres, and users see why', async (t) => {
  t.timeout(300_000);
  const { client, organizationId, request, runs } = await withResource();
  const rule = await createRule(client);
  const worker = startLoggedWorker();
  const lock = await queryAsOwner.hold(fixture.api.database.url, 'lock table memberships in share mode', []);
  try {
    await request();
    await lock.untilWaiting(1);
    const [run] = await runs();
    const { workflow } = fixture.api.services.temporal.client;
    await workflow.getHandle(`infer_memberships:${run?.id}`).terminate('by an operator');
    await eventually(
      'Postgres to cancel the statement',
      async () =>
        (
          await fixture.owner.query(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          )
        ).length === 0,
      // Sooner than `lock_timeout` of background work.
      50,
    );
    await eventually('the run to end', async () => (await runs())[0]?.status === 'cancelled');
    await request();
    t.is((await runs()).length, 1, 'no run starts during the pause');
    const { data } = await getRule(client, rule.id);
    t.is(data?.inference_pause?.reason, 'The workflow closed with status TERMINATED.');
    const failed = () => worker.lines(organizationId).at(-1)?.msg === 'failed to infer memberships';
    await eventually('the line of the failed run', () => Promise.resolve(failed()));
  } finally {
    await lock.release();
    await worker.kill();
  }
});
