import { randomUUID } from 'node:crypto';
import test from 'ava';
import { Registry } from 'prom-client';
import { createWorkMetrics } from '../../runtime/metrics/work-metrics.ts';
import { openDatabase } from '../../db/tenant.ts';
import type { Database } from '../../db/tenant.ts';
import { createLogger } from '../../runtime/logger.ts';
import type { RunToStart, Temporal } from '../../runtime/temporal.ts';
import { sweepRuns } from '../../worker/sweep-runs.ts';
import { queryAsOwner } from '../support/query-as-owner.ts';
import { createTestDatabase } from '../support/test-database.ts';
import type { TestDatabase } from '../support/test-database.ts';

type Status = Awaited<ReturnType<Temporal['runWorkflowStatus']>>;

/** A database with one organization, and a logger and a Temporal server of the sweeper. */
async function withSweeper(
  use: (sweeper: {
    readonly url: string;
    readonly organizationId: string;
    readonly insertRuns: (count: number, status: string, ageSeconds: number) => Promise<readonly string[]>;
    /** Sweeps with a Temporal server that returns `statusOf` for each run. */
    readonly sweep: (statusOf: (runId: string) => Promise<Status>) => Promise<Swept>;
  }) => Promise<void>,
): Promise<void> {
  const testDatabase: TestDatabase = await createTestDatabase();
  const { url } = testDatabase;
  const database: Database = openDatabase({ url, poolSize: 8 });
  const organizationId = randomUUID();
  try {
    await queryAsOwner(url, "insert into organizations (id, name, slug) values ($1, 'o', 'o')", [
      organizationId,
    ]);
    await use({
      url,
      organizationId,
      insertRuns: async (count, status, ageSeconds) => {
        const rows = await queryAsOwner<{ id: string }>(
          url,
          `insert into runs (organization_id, kind, subject_id, status, created_at)
           select $1, 'validate_account', uuidv7(), $2, now() - make_interval(secs => $3)
           from generate_series(1, $4::int) returning id`,
          [organizationId, status, ageSeconds, count],
        );
        return rows.map(({ id }) => id);
      },
      sweep: async (statusOf) => {
        const swept: Swept = {
          described: [],
          started: [],
          priorities: new Map(),
          warnings: [],
          error: undefined,
        };
        const lines = { write: (line: string) => void swept.warnings.push(line) };
        const temporal = {
          ping: () => Promise.resolve(),
          runWorkflowStatus: (_kind: string, runId: string) => {
            swept.described.push(runId);
            return statusOf(runId);
          },
          startRunWorkflow: ({ runId, priority = 'normal' }: RunToStart) => {
            swept.started.push(runId);
            swept.priorities.set(runId, priority);
            return Promise.resolve();
          },
        };
        swept.error = await sweepRuns({
          database,
          logger: createLogger('test', 'warn', lines),
          temporal,
          workMetrics: createWorkMetrics(new Registry()),
        }).then(
          () => undefined,
          (error: unknown) => error,
        );
        return swept;
      },
    });
  } finally {
    await database.close();
    await testDatabase.drop();
  }
}

interface Swept {
  readonly described: string[];
  readonly started: string[];
  readonly priorities: Map<string, string>;
  readonly warnings: string[];
  error: unknown;
}

test('reaches queued runs behind more than two pages of older running runs, and reads the queued ones first', (t) =>
  withSweeper(async ({ insertRuns, sweep }) => {
    const running = await insertRuns(450, 'running', 3600);
    const queued = await insertRuns(450, 'queued', 60);
    const isQueued = new Set(queued);
    const { described, started, error } = await sweep((id) =>
      Promise.resolve(isQueued.has(id) ? 'absent' : 'RUNNING'),
    );
    t.is(error, undefined);
    t.deepEqual(started.toSorted(), queued.toSorted());
    t.deepEqual(described.toSorted(), [...running, ...queued].toSorted());
    t.true(described.slice(0, 450).every((id) => isQueued.has(id)));
  }));

test('leaves runs that were created a moment ago to the process that created them', (t) =>
  withSweeper(async ({ insertRuns, sweep }) => {
    await insertRuns(1, 'queued', 0);
    t.deepEqual((await sweep(() => Promise.resolve('absent'))).described, []);
  }));

test('a failure for one run does not stop the others, and is reported after them', (t) =>
  withSweeper(async ({ insertRuns, sweep }) => {
    const [failing = ''] = await insertRuns(1, 'queued', 3600);
    const others = [...(await insertRuns(300, 'queued', 60)), ...(await insertRuns(1, 'running', 60))];
    const { started, warnings, error } = await sweep((id) =>
      id === failing ? Promise.reject(new Error('deadline exceeded')) : Promise.resolve('absent'),
    );
    t.deepEqual(started.toSorted(), others.toSorted());
    t.true(error instanceof AggregateError);
    t.is(warnings.length, 1);
    t.regex(warnings[0] ?? '', new RegExp(failing));
  }));

test('finishes a run whose workflow closed without finishing it, and logs it', (t) =>
  withSweeper(async ({ url, insertRuns, sweep }) => {
    const [terminated, failed] = await insertRuns(2, 'running', 60);
    const { warnings } = await sweep((id) => Promise.resolve(id === terminated ? 'TERMINATED' : 'FAILED'));
    const rows = await queryAsOwner<{ id: string; status: string; error: string }>(
      url,
      'select id, status, error from runs',
    );
    const byId = new Map(rows.map(({ id, ...row }) => [id, row]));
    t.deepEqual(byId.get(terminated ?? ''), {
      status: 'cancelled',
      error: 'The workflow closed with status TERMINATED.',
    });
    t.like(byId.get(failed ?? ''), { status: 'failed' });
    t.is(warnings.length, 2);
  }));

test('neither logs nor changes a run whose workflow finished it between the two reads', (t) =>
  withSweeper(async ({ url, insertRuns, sweep }) => {
    const [id] = await insertRuns(1, 'running', 60);
    const { warnings, error } = await sweep(async () => {
      await queryAsOwner(url, "update runs set status = 'succeeded', finished_at = now() where id = $1", [
        id,
      ]);
      return 'COMPLETED';
    });
    t.is(error, undefined);
    t.deepEqual(warnings, []);
    const [run] = await queryAsOwner(url, 'select status, error from runs');
    t.deepEqual(run, { status: 'succeeded', error: null });
  }));

test('a run in the background that the sweeper starts stays in the background', (t) =>
  withSweeper(async ({ url, insertRuns, sweep }) => {
    const [full = '', other = ''] = await insertRuns(2, 'queued', 60);
    await queryAsOwner(url, 'update runs set in_background = true where id = $1', [full]);
    const { priorities } = await sweep(() => Promise.resolve('absent'));
    t.deepEqual([priorities.get(full), priorities.get(other)], ['background', 'normal']);
  }));
