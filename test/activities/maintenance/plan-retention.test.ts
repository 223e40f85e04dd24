import { randomUUID } from 'node:crypto';
import test from 'ava';
import { deleteOldHistory } from '../../../activities/maintenance/delete-old-history.ts';
import { openDatabase } from '../../../db/tenant.ts';
import { readConfiguration } from '../../../runtime/configuration.ts';
import { createLogger } from '../../../runtime/logger.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useTestDatabase } from '../../support/use-test-database.ts';

const owned = useTestDatabase();

/** Inserts an execution with a plan of `changes` changes, both as old as `days`. */
async function insertPlan(organizationId: string, days: number, changes: number): Promise<void> {
  await queryAsOwner(
    owned.url,
    `with execution as (
       insert into executions (organization_id, external_id, kind, provider, status, created_at, updated_at)
       values ($1, 'days-' || $2::integer, 'plan', 'unknown', 'succeeded', now() - make_interval(days => $2::integer),
         now() - make_interval(days => $2::integer)) returning *
     ), plan as (
       insert into plans (organization_id, execution_id, hash, format_version, is_errored, summary, impact, change_count,
         workspace, created_at)
       select organization_id, id, 'h', '1.2', false, '{}', '{}', $3, external_id, created_at from execution returning *
     )
     insert into plan_changes (organization_id, plan_id, position, address, resource_type, provider, actions, changed_paths,
       before, after)
     select organization_id, id, n, 'aws_sqs_queue.q' || n, 'aws_sqs_queue', 'aws', '{update}', '["/a"]', 'null', '{"a": 1}'
     from plan, generate_series(1, $3) n`,
    [organizationId, days, changes],
  );
}

async function deleteAll(environment: Record<string, string> = {}): Promise<void> {
  const database = openDatabase({ url: owned.url, poolSize: 2 });
  const configuration = readConfiguration({ DATABASE_URL: owned.url, ...environment });
  try {
    await deleteOldHistory({ database, configuration, logger: createLogger('worker', 'silent') });
  } finally {
    await database.close();
  }
}

test.serial(
  'deletes values after 90 days, plans, changes and executions after PLAN_RETENTION_DAYS',
  async (t) => {
    const organizationId = randomUUID();
    await queryAsOwner(owned.url, 'insert into organizations (id, name, slug) values ($1, $2, $2)', [
      organizationId,
      'acme',
    ]);
    await insertPlan(organizationId, 89, 2);
    await insertPlan(organizationId, 91, 5_001);
    await insertPlan(organizationId, 399, 1);
    await insertPlan(organizationId, 401, 5_001);
    const rows = () =>
      queryAsOwner(
        owned.url,
        `select p.workspace, p.values_deleted_at is not null as deleted, count(*)::int as changes,
         count(c.after)::int as values, count(c.before)::int as before
       from plans p join plan_changes c on c.plan_id = p.id where p.organization_id = $1 group by p.organization_id, p.id, p.workspace, p.values_deleted_at, p.created_at
       order by p.created_at desc`,
        [organizationId],
      );
    await deleteAll();
    t.deepEqual(await rows(), [
      { workspace: 'days-89', deleted: false, changes: 2, values: 2, before: 2 },
      { workspace: 'days-91', deleted: true, changes: 5_001, values: 0, before: 0 },
      { workspace: 'days-399', deleted: true, changes: 1, values: 0, before: 0 },
    ]);
    await deleteAll({ PLAN_RETENTION_DAYS: '90' });
    t.deepEqual(await rows(), [{ workspace: 'days-89', deleted: false, changes: 2, values: 2, before: 2 }]);
    const executions = await queryAsOwner(
      owned.url,
      'select external_id from executions where organization_id = $1',
      [organizationId],
    );
    t.deepEqual(executions, [{ external_id: 'days-89' }]);
  },
);
