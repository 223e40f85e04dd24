import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import test from 'ava';
import { limitAttempts } from '../../../activities/shared/limit-attempts.ts';
import { inferQueuedMemberships } from '../../../activities/ownership/infer-queued-memberships.ts';
import { createInferenceSlots } from '../../../activities/ownership/inference-slots.ts';
import { queueInference } from '../../../db/ownership/inference/inference-queue.ts';
import { runInference } from '../../../db/ownership/inference/run-inference.ts';
import { isHeavyInference } from '../../../db/ownership/inference/take-inference-queue.ts';
import { userMessage } from '../../../domain/text/user-message.ts';
import { createLogger } from '../../../runtime/logger.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();

const query = (text: string, values: readonly unknown[]) => queryAsOwner(api.database.url, text, values);
const inputOf = (organizationId: string) => ({
  organizationId,
  runId: organizationId,
  subjectId: organizationId,
});

test('a full run waits for the heavy slot of its worker, and a run of few resources does not', async (t) => {
  const [full, small] = [await api.signUp(), await api.signUp()];
  const { database } = api.services;
  await database.withTenant(full.organizationId, (tenant) => queueInference(tenant, 'all'));
  await database.withTenant(small.organizationId, (tenant) =>
    queueInference(tenant, 'resource', [small.organizationId]),
  );
  const slots = createInferenceSlots();
  const infer = ({ organizationId }: { readonly organizationId: string }) =>
    inferQueuedMemberships(api.services, slots, inputOf(organizationId));
  let isFullDone = false;
  let fullRun: Promise<boolean> = Promise.resolve(true);
  await slots.run('heavy', 'another organization', async () => {
    fullRun = infer(full).finally(() => (isFullDone = true));
    t.false(await infer(small));
    t.false(isFullDone);
  });
  t.false(await fullRun);
});

test('a run for a changed record is heavy if the organization has more than 200,000 resources', async (t) => {
  const { database } = api.services;
  const { organizationId } = await api.signUp();
  const queueOnly = async (kind: 'rule' | 'resource') => {
    await query('delete from inference_queue where organization_id = $1', [organizationId]);
    await database.withTenant(organizationId, (tenant) => queueInference(tenant, kind, [organizationId]));
  };
  const isHeavy = () => database.withTenant(organizationId, (tenant) => isHeavyInference(tenant, 10));
  await query(
    `insert into resource_pair_counts
       (organization_id, facet, value, other, other_value, active, deleted, unobserved)
     values ($1, 0, '', 0, '', 200000, 1000000, 0)`,
    [organizationId],
  );
  await queueOnly('rule');
  t.false(await isHeavy());
  await query('update resource_pair_counts set unobserved = 1 where organization_id = $1', [organizationId]);
  t.true(await isHeavy());
  await queueOnly('resource');
  t.false(await isHeavy());
});

test('a run ends at its time limit, with all of its statements together', async (t) => {
  const { organizationId } = await api.signUp();
  const { database } = api.services;
  await database.withTenant(organizationId, (tenant) => queueInference(tenant, 'all'));
  const lock = await queryAsOwner.hold(
    api.database.url,
    'lock table inference_rules in access exclusive mode',
    [],
  );
  try {
    await t.throwsAsync(
      database.withTenant(organizationId, (tenant) => runInference(tenant, 1)),
      { message: /did not finish the request in time/ },
    );
  } finally {
    await lock.release();
  }
  t.deepEqual(
    await query('select kind from inference_queue where organization_id = $1', [organizationId]),
    [{ kind: 'all' }],
    'the queue stays',
  );
});

test('an aborted run is rolled back at once, and its slot is free', async (t) => {
  const { organizationId } = await api.signUp();
  const { database } = api.services;
  await database.withTenant(organizationId, (tenant) => queueInference(tenant, 'all'));
  const lock = await queryAsOwner.hold(api.database.url, `select pg_advisory_xact_lock(12, hashtext($1))`, [
    organizationId,
  ]);
  const controller = new AbortController();
  const slots = createInferenceSlots();
  const run = inferQueuedMemberships(api.services, slots, inputOf(organizationId), controller.signal);
  await lock.untilWaiting(1);
  controller.abort(new Error('stopping'));
  await t.throwsAsync(run, { message: 'stopping' });
  await lock.release();
  t.false(await inferQueuedMemberships(api.services, slots, inputOf(organizationId)));
});

test('two attempts of one activity in different workers evaluate the queue once', async (t) => {
  const { organizationId } = await api.signUp();
  const { database } = api.services;
  await database.withTenant(organizationId, (tenant) => queueInference(tenant, 'all'));
  const lines: unknown[] = [];
  const logger = createLogger('test', 'info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const attempt = () =>
    inferQueuedMemberships({ ...api.services, logger }, createInferenceSlots(), inputOf(organizationId));
  t.deepEqual(await Promise.all([attempt(), attempt()]), [false, false]);
  t.is(lines.length, 1);
  t.like(lines[0], {
    msg: 'inferred memberships',
    organization_id: organizationId,
    weight: 'heavy',
    scope: 'all',
  });
});

const postgresError = (code: string) => Object.assign(new Error(code), { code, severity: 'ERROR' });

test('a timeout fails the activity with a message for users, and other errors of Postgres are retried', async (t) => {
  const { organizationId } = await api.signUp();
  /** Returns the error that Temporal receives from the n-th attempt, when the run throws `error`. */
  const failureOf = (error: unknown, attempt: number) => {
    const { services } = api;
    let calls = 0;
    const database = {
      ...services.database,
      // The run is the third transaction.
      withTenant: ((...given: Parameters<typeof services.database.withTenant>) => {
        calls += 1;
        return calls === 3 ? Promise.reject(error) : services.database.withTenant(...given);
      }) as typeof services.database.withTenant,
    };
    const infer = () =>
      inferQueuedMemberships({ ...services, database }, createInferenceSlots(), inputOf(organizationId));
    return new MockActivityEnvironment({ attempt })
      .run(() => limitAttempts(infer))
      .catch((thrown: unknown) => thrown);
  };
  for (const code of ['57014', '25P04']) {
    const failure = await failureOf(postgresError(code), 1);
    t.true(failure instanceof ApplicationFailure && failure.nonRetryable === true, code);
    const { type, message } = failure as ApplicationFailure;
    t.is(type, 'inference_timeout');
    t.is(userMessage(type ?? '', message), message);
    t.regex(message, /exceeded the time limit of 10 minutes/);
  }
  for (const code of ['55P03', '40P01', '57P01']) {
    const error = postgresError(code);
    t.is(await failureOf(error, 1000), error, code);
  }
});
