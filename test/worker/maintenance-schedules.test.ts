import { randomUUID } from 'node:crypto';
import { ScheduleAlreadyRunning, ScheduleNotFoundError } from '@temporalio/client';
import test from 'ava';
import {
  maintenanceKind,
  maintenanceScheduleId,
  maintenanceSchedules,
} from '../../domain/runs/maintenance-schedules.ts';
import { searchAttributeKeys } from '../../runtime/temporal.ts';
import { deleteExpiredRows } from '../../activities/maintenance/delete-expired-rows.ts';
import type { MaintenanceSchedule } from '../../domain/runs/maintenance-schedules.ts';
import { ensureSchedules } from '../../worker/ensure-schedules.ts';
import type { RunningWorker } from '../../worker/start-worker.ts';
import type { Tenant } from '../../db/tenant.ts';
import { startWorkerProcess } from '../faults/support/worker-process.ts';
import { useScanFixture } from '../support/discovery/use-scan-fixture.ts';
import { eventually } from '../support/eventually.ts';

// Declared before the fixture's hook: AVA runs hooks in the order of their declaration.
test.after.always(async () => {
  for (const { id } of maintenanceSchedules)
    await scheduleOf(id)
      .delete()
      .catch(() => undefined);
});

const fixture = useScanFixture({ worker: false });
let worker: RunningWorker;
test.before(async () => {
  worker = await fixture.api.startWorker();
});

const scheduler = () => worker.dependencies;
const minutesOf = ({ everyMinutes }: MaintenanceSchedule) =>
  typeof everyMinutes === 'number' ? everyMinutes : fixture.api.configuration[everyMinutes];
const prefix = () => fixture.api.configuration.taskQueuePrefix;
const scheduleClient = () => fixture.api.services.temporal.client.schedule;
const scheduleOf = (id: string) => scheduleClient().getHandle(maintenanceScheduleId(prefix(), id));

/** Inserts an expired and a valid idempotency key. */
async function insertKeys(organizationId: string): Promise<void> {
  await fixture.owner.query(
    `insert into idempotency_keys (organization_id, principal_id, operation, key, request_hash, expires_at)
     values ($1, $2, 'POST /teams', 'expired', '', now() - interval '1 minute'),
            ($1, $2, 'POST /teams', 'valid', '', now() + interval '1 hour')`,
    [organizationId, randomUUID()],
  );
}

async function keysOf(organizationId: string): Promise<readonly string[]> {
  const rows = await fixture.owner.query<{ key: string }>(
    'select key from idempotency_keys where organization_id = $1 order by key',
    [organizationId],
  );
  return rows.map(({ key }) => key);
}

async function exists(id: string): Promise<boolean> {
  try {
    await scheduleOf(id).describe();
    return true;
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return false;
    throw error;
  }
}

test.serial('a worker process creates every maintenance schedule as declared', async (t) => {
  const process = startWorkerProcess(fixture.api.configuration);
  try {
    await eventually('the schedules', async () => {
      const created = await Promise.all(maintenanceSchedules.map(({ id }) => exists(id)));
      return created.every(Boolean);
    });
  } finally {
    await process.kill();
  }
  for (const schedule of maintenanceSchedules) {
    const { id, workflowType, taskQueue, summary } = schedule;
    const everyMinutes = minutesOf(schedule);
    const { spec, policies, action } = await scheduleOf(id).describe();
    t.is(spec.intervals?.[0]?.every, everyMinutes * 60_000, id);
    t.like(policies, { overlap: 'SKIP', catchupWindow: everyMinutes * 60_000 }, id);
    t.like(action, { workflowType, taskQueue: `${prefix()}${taskQueue}`, staticSummary: summary }, id);
  }
});

test.serial('several workers can ensure the schedules at once', async (t) => {
  const ensure = async () => {
    try {
      await ensureSchedules(scheduler());
      return true;
    } catch (error) {
      // Workers repeat a call that Temporal failed, for example under load. The race itself is no failure.
      const errors = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
      t.false(errors.some((each) => each instanceof ScheduleAlreadyRunning));
      return false;
    }
  };
  await Promise.all(Array.from({ length: 4 }, () => eventually('the schedules', ensure)));
  for (const { id } of maintenanceSchedules) t.true(await exists(id), id);
});

test.serial('a changed interval updates the schedule and keeps it paused', async (t) => {
  const [declared] = maintenanceSchedules;
  if (declared === undefined) throw new Error('no schedules');
  await ensureSchedules(scheduler());
  await scheduleOf(declared.id).pause('by an operator');
  const changed = maintenanceSchedules.map((schedule) =>
    schedule.id === declared.id ? { ...schedule, everyMinutes: 7, summary: 'Changed' } : schedule,
  );
  await ensureSchedules(scheduler(), changed);
  const { spec, action, state } = await scheduleOf(declared.id).describe();
  t.is(spec.intervals?.[0]?.every, 7 * 60_000);
  t.is(action.staticSummary, 'Changed');
  t.like(state, { paused: true, note: 'by an operator' });
  await ensureSchedules(scheduler());
  t.is((await scheduleOf(declared.id).describe()).spec.intervals?.[0]?.every, minutesOf(declared) * 60_000);
});

test.serial('a poll interval of less than a minute shortens the interval of its schedule', async (t) => {
  const { configuration, ...others } = scheduler();
  const everyFiveSeconds = { ...others, configuration: { ...configuration, changesPollSeconds: 5 } };
  await ensureSchedules(everyFiveSeconds);
  t.is((await scheduleOf('poll-changes').describe()).spec.intervals?.[0]?.every, 5000);
  await ensureSchedules(scheduler());
  t.is((await scheduleOf('poll-changes').describe()).spec.intervals?.[0]?.every, 60_000);
});

test.serial(
  'a schedule that is no longer declared is deleted, another installation keeps its own',
  async (t) => {
    const other = `other-${randomUUID()}-`;
    const ids = [
      maintenanceScheduleId(prefix(), 'no-longer-declared'),
      maintenanceScheduleId(other, 'no-longer-declared'),
    ];
    for (const scheduleId of ids)
      await scheduleClient().create({
        scheduleId,
        spec: { intervals: [{ every: '30 days' }] },
        action: { type: 'startWorkflow', workflowType: 'deleteExpiredRows', taskQueue: 'none', args: [] },
        typedSearchAttributes: [{ key: searchAttributeKeys.kind, value: maintenanceKind }],
      });
    // Temporal's list of schedules is eventually consistent.
    await eventually('the deletion', async () => {
      await ensureSchedules(scheduler());
      return !(await exists('no-longer-declared'));
    });
    const foreign = scheduleClient().getHandle(ids[1] ?? '');
    await t.notThrowsAsync(() => foreign.describe());
    await foreign.delete();
  },
);

test.serial('a triggered schedule deletes expired rows of every organization', async (t) => {
  await ensureSchedules(scheduler());
  const organizations = [fixture.organizationId, (await fixture.signUpOther()).organizationId];
  for (const organizationId of organizations) await insertKeys(organizationId);
  await scheduleOf('delete-expired-rows').trigger();
  await eventually('the deletion', async () => {
    const keys = await Promise.all(organizations.map(keysOf));
    return keys.flat().every((key) => key !== 'expired');
  });
  for (const organizationId of organizations) t.deepEqual(await keysOf(organizationId), ['valid']);
});

test.serial('a failure in one organization does not stop the deletion in the others', async (t) => {
  const [failing, other] = [await fixture.signUpOther(), await fixture.signUpOther()];
  for (const { organizationId } of [failing, other]) await insertKeys(organizationId);
  const { database } = worker.dependencies;
  const dependencies = {
    ...worker.dependencies,
    database: {
      ...database,
      withTenant: <T>(organizationId: string, work: (tenant: Tenant) => Promise<T>) =>
        organizationId === failing.organizationId
          ? Promise.reject(new Error('deadlock'))
          : database.withTenant(organizationId, work),
    },
  };
  const error = await t.throwsAsync(deleteExpiredRows(dependencies), { instanceOf: AggregateError });
  t.regex(error?.message ?? '', /^\d+ deletions failed$/);
  t.deepEqual(await keysOf(other.organizationId), ['valid']);
  t.deepEqual(await keysOf(failing.organizationId), ['expired', 'valid']);
});

test.serial('a triggered schedule launches the sync of an AWS organization that is due', async (t) => {
  await ensureSchedules(scheduler());
  const [connection] = await fixture.owner.query<{ id: string }>(
    `insert into aws_connections (organization_id, name, kind, external_id, role_name, status, management_account_id,
       last_synced_at)
     values ($1, 'Main', 'organization', 'external-id-of-a-due-connection', 'inventory', 'active', '111122223333',
       now() - interval '30 days')
     returning id`,
    [fixture.organizationId],
  );
  await scheduleOf('sync-aws-organizations').trigger();
  const run = await eventually('the run', async () => {
    const [row] = await fixture.owner.query<{ kind: string }>('select kind from runs where subject_id = $1', [
      connection?.id,
    ]);
    return row;
  });
  t.is(run.kind, 'sync_accounts');
});

for (const id of [
  'delete-old-history',
  'check-sso-domains',
  'log-audit-heads',
  'reconcile-scan-schedules',
  'refresh-planner-statistics',
  'poll-changes',
]) {
  test.serial(`the workflow of the schedule ${id} completes`, async (t) => {
    await ensureSchedules(scheduler());
    await scheduleOf(id).trigger();
    const workflowId = await eventually('the workflow', async () => {
      const { info } = await scheduleOf(id).describe();
      return info.recentActions.at(-1)?.action.workflow.workflowId;
    });
    const workflow = fixture.api.services.temporal.client.workflow.getHandle(workflowId);
    await workflow.result();
    const { status, typedSearchAttributes } = await workflow.describe();
    t.is(status.name, 'COMPLETED');
    t.is(typedSearchAttributes.get(searchAttributeKeys.kind), id.replaceAll('-', '_'));
  });
}
