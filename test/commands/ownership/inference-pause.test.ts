import test from 'ava';
import { requestQueuedInferences } from '../../../activities/ownership/request-inferences.ts';
import { requestInference } from '../../../commands/ownership/request-inference.ts';
import { inferenceLimitSeconds } from '../../../db/ownership/inference/inference-pause.ts';
import {
  createRule,
  deleteRule,
  getRule,
  listRules,
  updateRule,
} from '../../support/ownership/rule-fixture.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useTestApi } from '../../support/use-test-api.ts';

// Serial: the schedule starts the runs of all organizations.
const api = useTestApi();

const query = <Row extends Record<string, unknown>>(text: string, values: readonly unknown[]) =>
  queryAsOwner<Row>(api.database.url, text, values);

/** Signs up an organization whose rule was created before its runs. */
async function withRule() {
  const { client, organizationId } = await api.signUp();
  const rule = await createRule(client);
  await query('delete from runs where organization_id = $1', [organizationId]);
  await query(
    `update inference_rules set judged_since = now() - interval '1 day' where organization_id = $1`,
    [organizationId],
  );
  const { database } = api.services;
  return {
    client,
    rule,
    /** Stores a run that ended so many minutes ago. */
    finish: (status: 'failed' | 'cancelled' | 'succeeded', minutesAgo: number, error: string | null = null) =>
      query(
        `insert into runs (organization_id, kind, subject_id, status, error, started_at, finished_at)
         values ($1, 'infer_memberships', $1, $2, $4, now() - make_interval(mins => $3 + 1),
           now() - make_interval(mins => $3))`,
        [organizationId, status, minutesAgo, error],
      ),
    hasActiveRun: async () =>
      (
        await query(
          `select from runs where organization_id = $1 and kind = 'infer_memberships'
             and status in ('queued', 'running')`,
          [organizationId],
        )
      ).length > 0,
    request: () =>
      database.withTenant(organizationId, (tenant) => requestInference(tenant, api.services, 'all')),
    limit: () => database.withTenant(organizationId, inferenceLimitSeconds),
  };
}

test.serial(
  'after a failed run, neither a request nor the schedule starts a run before the pause is over',
  async (t) => {
    const { finish, hasActiveRun, request, limit } = await withRule();
    const schedule = () => requestQueuedInferences(api.services, new AbortController().signal);
    await finish('failed', 15);
    await finish('failed', 9);
    await request();
    await schedule();
    t.false(await hasActiveRun(), '10 minutes after the second failure');
    t.is(await limit(), 120);
    await finish('failed', 21);
    await finish('succeeded', 8);
    await request();
    t.true(await hasActiveRun(), 'a run succeeded');
    t.is(await limit(), 120);
  },
);

test.serial('the schedule starts a run when the pause is over, with the whole time limit', async (t) => {
  const { finish, hasActiveRun, limit } = await withRule();
  await finish('failed', 6);
  t.false(await hasActiveRun());
  await requestQueuedInferences(api.services, new AbortController().signal);
  t.true(await hasActiveRun());
  t.is(await limit(), 600);
});

test.serial('a run that an operator terminates is followed by a pause', async (t) => {
  const { finish, hasActiveRun, request } = await withRule();
  await finish('cancelled', 1);
  await request();
  t.false(await hasActiveRun());
});

test.serial(
  'a change of a rule starts a run at once, and every read of a rule shows the pause before',
  async (t) => {
    const { client, rule, finish, hasActiveRun, request } = await withRule();
    await finish('failed', 1, 'The rules are slow.');
    await request();
    const read = await client.GET('/api/v1/inference-rules/{id}', { params: { path: { id: rule.id } } });
    const pause = read.data?.inference_pause;
    t.is(pause?.reason, 'The rules are slow.');
    const seconds = (Date.parse(pause?.until ?? '') - Date.now()) / 1000;
    t.true(seconds > 200 && seconds < 250, String(seconds));
    t.deepEqual((await listRules(client))[0]?.inference_pause, pause);
    const renamed = await updateRule(client, rule.id, { name: 'Renamed' });
    t.deepEqual(renamed.data?.inference_pause, pause);
    t.false(await hasActiveRun());

    const changed = await updateRule(client, rule.id, { enabled: false });
    t.true(await hasActiveRun());
    t.is(changed.data?.inference_pause, undefined, 'a run is active');
    const after = await getRule(client, rule.id);
    t.is(after.data?.inference_pause, undefined);
  },
);

test.serial(
  'after repeated failures, a change of a rule starts a run 5 minutes after the last one',
  async (t) => {
    const { client, rule, finish, hasActiveRun } = await withRule();
    await finish('failed', 30);
    await finish('failed', 2);
    await createRule(client);
    await deleteRule(client, rule.id);
    t.false(await hasActiveRun());
    const [left] = await listRules(client);
    const seconds = (Date.parse(left?.inference_pause?.until ?? '') - Date.now()) / 1000;
    t.true(seconds > 150 && seconds < 181, String(seconds));
    await query(
      `update runs set started_at = started_at - interval '4 minutes', finished_at = finished_at - interval '4 minutes'
     where organization_id = (select organization_id from inference_rules where id = $1)`,
      [left?.id],
    );
    await requestQueuedInferences(api.services, new AbortController().signal);
    t.true(await hasActiveRun());
  },
);
