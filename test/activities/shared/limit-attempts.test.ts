import { MockActivityEnvironment } from '@temporalio/testing';
import { ApplicationFailure } from '@temporalio/common';
import test from 'ava';
import { limitAttempts } from '../../../activities/shared/limit-attempts.ts';
import { maintenanceWork } from '../../../activities/maintenance/maintenance-work.ts';
import { withHeartbeat } from '../../../activities/shared/with-heartbeat.ts';
import { createConnectionShares } from '../../../db/pool/connection-shares.ts';
import { toCatalogueError } from '../../../db/database-errors.ts';
import { workBudgets } from '../../../db/work-budgets.ts';
import { errors } from '../../../domain/errors.ts';

/** Runs a failing activity after a number of own failures, and returns the error that Temporal receives. */
async function failureOf(error: Error, ownFailures: number, attempt = 1000): Promise<unknown> {
  const environment = new MockActivityEnvironment({ attempt, heartbeatDetails: { ownFailures } });
  return environment.run(() => limitAttempts(() => Promise.reject(error))).catch((thrown: unknown) => thrown);
}

const postgresError = (code: string) => Object.assign(new Error(code), { code, severity: 'ERROR' });
const refusedByPostgres = errors.providerUnavailable('The database is unavailable.', postgresError('57P03'));
const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

test('an activity is retried without limit while Postgres is unavailable or aborts its transaction', async (t) => {
  const unavailable = errors.providerUnavailable('The database is unavailable.', refused);
  for (const error of [
    unavailable,
    postgresError('40P01'),
    postgresError('57014'),
    postgresError('53300'),
    postgresError('25006'),
    postgresError('53100'),
  ])
    t.is(await failureOf(error, 1000), error, error.message);
});

test('an activity is retried without limit after a timeout or a conflict that the database layer converted', async (t) => {
  for (const code of ['57014', '55P03', '25P03', '25P04', '40001', '40P01']) {
    const error = toCatalogueError(postgresError(code)) as Error;
    t.is(await failureOf(error, 1000), error, code);
  }
});

test('an activity is retried without limit while its organization uses its whole share of the pool', async (t) => {
  const background = { ...workBudgets.background, maximumWaiting: 1, waitSeconds: 0.001 };
  const budgets = { ...workBudgets, background };
  const pool = createConnectionShares({ poolSize: 1, tenantFraction: 1, budgets });
  const release = await pool.acquire('one', 'background');
  const error = await t.throwsAsync(pool.acquire('one', 'background'));
  t.is(await failureOf(error, 1000), error);
  release();
});

test('an activity fails for good with its fifth failure of any other kind, whatever the number of the attempt', async (t) => {
  const others = [
    new Error('a bug'),
    Object.assign(new Error('socket hang up'), { name: 'TimeoutError', code: 'ECONNRESET', $metadata: {} }),
    postgresError('23505'),
    errors.providerUnavailable('This service has no valid AWS credentials.', new Error('ExpiredToken')),
  ];
  for (const error of others) {
    const [fourth, fifth] = [await failureOf(error, 3), await failureOf(error, 4)];
    t.true(fourth instanceof ApplicationFailure && fourth.nonRetryable !== true, error.message);
    t.true(fifth instanceof ApplicationFailure && fifth.nonRetryable === true, error.message);
  }
});

/** Runs attempts of an activity as Temporal does: each gets the details of the last heartbeat before it. */
async function attempts(outcomes: readonly ('lost' | 'failed')[]): Promise<unknown> {
  let heartbeatDetails: unknown;
  for (const outcome of outcomes) {
    const environment = new MockActivityEnvironment({ heartbeatDetails });
    environment.on('heartbeat', (details: unknown) => (heartbeatDetails = details));
    const work = () => {
      // A process that ends sends no more heartbeats.
      if (outcome === 'lost') environment.removeAllListeners('heartbeat');
      return Promise.reject(new Error('failed'));
    };
    await environment.run(() => withHeartbeat(work, { reads: 'foreign content' })).catch(() => undefined);
  }
  const last = new MockActivityEnvironment({ heartbeatDetails });
  return last
    .run(() => withHeartbeat(() => Promise.resolve('done'), { reads: 'foreign content' }))
    .catch((thrown: unknown) => thrown);
}

test('an activity fails after two attempts that lost their worker, whatever other attempts there were', async (t) => {
  t.is(await attempts([]), 'done');
  t.is(await attempts(['lost', 'failed', 'failed']), 'done');
  t.like(await attempts(['lost', 'lost']), { type: 'worker_lost', nonRetryable: true });
  t.like(await attempts(['lost', 'failed', 'lost', 'failed']), { type: 'worker_lost', nonRetryable: true });
});

test('the work of a schedule fails with its third failure, and waits for Postgres without limit', async (t) => {
  const failureOfWork = (error: Error) => {
    const environment = new MockActivityEnvironment({
      attempt: 1000,
      heartbeatDetails: { ownFailures: 2, ended: true },
    });
    return environment
      .run(() => maintenanceWork(() => Promise.reject(error)))
      .catch((thrown: unknown) => thrown);
  };
  t.like(await failureOfWork(new Error('a bug')), { nonRetryable: true });
  for (const outage of [
    postgresError('57P01'),
    new AggregateError([postgresError('53300'), refusedByPostgres]),
  ])
    t.is(await failureOfWork(outage), outage);
  t.like(await failureOfWork(new AggregateError([postgresError('53300'), new Error('a bug')])), {
    nonRetryable: true,
  });
});
