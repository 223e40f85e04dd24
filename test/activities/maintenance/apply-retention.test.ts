import { randomUUID } from 'node:crypto';
import test from 'ava';
import { applyRetention, stepsOf } from '../../../activities/maintenance/apply-retention.ts';
import { deleteExpiredRows } from '../../../activities/maintenance/delete-expired-rows.ts';
import { deleteOldHistory } from '../../../activities/maintenance/delete-old-history.ts';
import { oldHistory } from '../../../db/maintenance/retention-rules.ts';
import { rowsOf } from '../../../db/query.ts';
import { sql } from '../../../db/sql.ts';
import { openDatabase } from '../../../db/tenant.ts';
import type { Database, Tenant } from '../../../db/tenant.ts';
import { errors } from '../../../domain/errors.ts';
import { readConfiguration } from '../../../runtime/configuration.ts';
import { createLogger } from '../../../runtime/logger.ts';
import { insertResource } from '../../support/mapping/stored-resource.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import type { TestDatabase } from '../../support/test-database.ts';

let owned: TestDatabase;
let database: Database;
test.before(async () => {
  owned = await createTestDatabase();
  database = openDatabase({ url: owned.url, poolSize: 4 });
});
test.after.always(async () => {
  await database?.close();
  await owned?.drop();
});

const dependencies = () => ({
  database,
  temporal: { startRunWorkflow: () => Promise.resolve() },
  logger: createLogger('worker', 'silent'),
  configuration: readConfiguration({ DATABASE_URL: owned.url }),
});

const owner = <Row extends Record<string, unknown>>(sql: string, values: readonly unknown[] = []) =>
  queryAsOwner<Row>(owned.url, sql, values);

async function insertOrganization(): Promise<{ organizationId: string; accountId: string }> {
  const [organizationId, accountId] = [randomUUID(), randomUUID()];
  await owner('insert into organizations (id, name, slug) values ($1, $2, $2)', [
    organizationId,
    `o-${organizationId}`,
  ]);
  await owner(
    `with connection as (
       insert into aws_connections (organization_id, name, kind, external_id, role_name)
       values ($1, 'Main', 'standalone', $2, 'inventory') returning organization_id, id)
     insert into aws_accounts (organization_id, id, connection_id, account_id, role_arn)
     select organization_id, $3, id, '111122223333', 'arn' from connection`,
    [organizationId, randomUUID(), accountId],
  );
  return { organizationId, accountId };
}

/** Inserts a scan with its run, its account and `tasks` tasks. `age`: days since it ended; an active scan has no end. */
async function insertScan(
  { organizationId, accountId }: { organizationId: string; accountId: string },
  { age, status, tasks }: { age: number; status: 'succeeded' | 'running'; tasks: number },
): Promise<string> {
  const id = randomUUID();
  await owner(
    `with run as (
       insert into runs (organization_id, id, kind, subject_id, status, created_at, finished_at)
       values ($1, $2, 'scan', $2, $3, now() - make_interval(days => $4),
         case when $3 = 'succeeded' then now() - make_interval(days => $4) end)
       returning organization_id, id, status, created_at, finished_at
     ), scan as (
       insert into scans (organization_id, id, trigger, status, created_at, finished_at)
       select organization_id, id, 'manual', status, created_at, finished_at from run
     ), account as (
       insert into scan_accounts (organization_id, scan_id, aws_account_id, active, region_set, resource_type_set)
       select organization_id, id, $5, false, '{}', '{}' from run)
     insert into scan_tasks (organization_id, scan_id, aws_account_id, region, service, resource_types, status)
     select organization_id, id, $5, 'eu-west-1', 's' || n, '{}', status from run, generate_series(1, $6) n`,
    [organizationId, id, status, age, accountId, tasks],
  );
  return id;
}

async function countOf(table: string, organizationId: string): Promise<number> {
  const [row] = await owner<{ rows: number }>(
    `select count(*)::int as rows from ${table} where organization_id = $1`,
    [organizationId],
  );
  return row?.rows ?? -1;
}

const scansOf = async (organizationId: string) =>
  (await owner<{ id: string }>('select id from scans where organization_id = $1', [organizationId]))
    .map(({ id }) => id)
    .toSorted();

test.serial(
  'deletes ended scans, tasks and runs after the retention, and keeps active and younger ones',
  async (t) => {
    const organization = await insertOrganization();
    const { organizationId } = organization;
    // More tasks than a batch of tasks, and more scans than a batch of runs.
    await insertScan(organization, { age: 91, status: 'succeeded', tasks: 6000 });
    for (let count = 0; count < 120; count += 1)
      await insertScan(organization, { age: 100, status: 'succeeded', tasks: 2 });
    const young = await insertScan(organization, { age: 89, status: 'succeeded', tasks: 1 });
    const active = await insertScan(organization, { age: 200, status: 'running', tasks: 1 });
    await owner(
      `insert into runs (organization_id, kind, subject_id, status, finished_at)
     values ($1, 'validate_account', $2, 'failed', now() - interval '91 days'),
            ($1, 'validate_account', $2, 'failed', now() - interval '89 days')`,
      [organizationId, randomUUID()],
    );
    await deleteOldHistory(dependencies());
    t.deepEqual(await scansOf(organizationId), [young, active].toSorted());
    t.is(
      await countOf('scan_tasks', organizationId),
      1,
      'tasks are kept for a week after the end of their scan',
    );
    t.is(await countOf('scan_accounts', organizationId), 2);
    t.is(await countOf('runs', organizationId), 3);
  },
);

test.serial('deletes scans of due cells that found nothing after a day', async (t) => {
  const organization = await insertOrganization();
  const { organizationId } = organization;
  const scan = async (age: number, columns: string) => {
    const id = await insertScan(organization, { age, status: 'succeeded', tasks: 2 });
    await owner(`update scans set ${columns} where id = $1`, [id]);
    return id;
  };
  await scan(2, "trigger = 'event'");
  const kept = [
    await scan(0, "trigger = 'event'"),
    await scan(2, "trigger = 'event', updated = 1"),
    await scan(2, "trigger = 'manual'"),
  ];
  await deleteExpiredRows(dependencies());
  t.deepEqual(await scansOf(organizationId), kept.toSorted());
  t.is(await countOf('scan_tasks', organizationId), 6);
});

test.serial(
  'deletes CloudTrail events with their keys, and freshness that is no longer current',
  async (t) => {
    const { organizationId, accountId } = await insertOrganization();
    await owner(
      `with event as (
       insert into cloudtrail_events (organization_id, aws_account_id, region, event_id, event_name, event_source,
         occurred_at, keys)
       select $1::uuid, $2::uuid, 'eu-west-1', 'e' || n, 'CreateQueue', 'sqs', now() - make_interval(days => n), '{}'
         from generate_series(89, 91) n
       returning organization_id, aws_account_id, id)
     insert into cloudtrail_event_keys (organization_id, aws_account_id, key, event_row_id)
     select organization_id, aws_account_id, 'key', id from event`,
      [organizationId, accountId],
    );
    await owner(
      `insert into account_freshness (organization_id, aws_account_id, recorded_at, last_successful_scan_at)
     select $1, $2, now() - make_interval(days => n), now() - make_interval(days => n)
       from unnest(array[500, 401, 399]) n`,
      [organizationId, accountId],
    );
    await deleteOldHistory(dependencies());
    t.is(await countOf('cloudtrail_events', organizationId), 1);
    t.is(await countOf('cloudtrail_event_keys', organizationId), 1);
    t.is(
      await countOf('account_freshness', organizationId),
      2,
      'keeps the time that was current 400 days ago',
    );
  },
);

test.serial('deletes the seen-sets of tasks that have ended or are deleted', async (t) => {
  const organization = await insertOrganization();
  const { organizationId } = organization;
  await insertScan(organization, { age: 1, status: 'running', tasks: 1 });
  await insertScan(organization, { age: 1, status: 'succeeded', tasks: 1 });
  await owner(
    `insert into seen_resources (organization_id, task_id, attempt, resource_id)
     select organization_id, id, 1, uuidv7() from scan_tasks where organization_id = $1
     union all select $1, uuidv7(), 1, uuidv7()`,
    [organizationId],
  );
  await deleteExpiredRows(dependencies());
  const rows = await owner<{ status: string }>(
    `select t.status from seen_resources s left join scan_tasks t on t.id = s.task_id where s.organization_id = $1`,
    [organizationId],
  );
  t.deepEqual(rows, [{ status: 'running' }]);
});

test.serial('an interrupted pass keeps its finished batches, and the next pass continues', async (t) => {
  const organization = await insertOrganization();
  const { organizationId } = organization;
  await insertScan(organization, { age: 91, status: 'succeeded', tasks: 7000 });
  const stopping = new AbortController();
  const steps = stepsOf(oldHistory, dependencies().configuration, Date.now()).map(
    (step) => async (tenant: Tenant) => {
      const more = await step(tenant, 1);
      if (more) stopping.abort(new Error('the worker stops'));
      return more;
    },
  );
  await t.throwsAsync(applyRetention(dependencies(), steps, stopping.signal), {
    message: 'the worker stops',
  });
  t.is(await countOf('scan_tasks', organizationId), 2000, 'after one batch of 5,000');
  await deleteOldHistory(dependencies());
  t.is(await countOf('scan_tasks', organizationId), 0);
  t.deepEqual(await scansOf(organizationId), []);
});

test.serial('a failing step stops neither the other steps nor the other organizations', async (t) => {
  const [failing, other] = [await insertOrganization(), await insertOrganization()];
  for (const organization of [failing, other])
    await insertScan(organization, { age: 91, status: 'succeeded', tasks: 1 });
  const fail = (tenant: Tenant) =>
    tenant.organizationId === failing.organizationId
      ? Promise.reject(new Error('deadlock detected'))
      : Promise.resolve(false);
  const steps = [fail, ...stepsOf(oldHistory, dependencies().configuration, Date.now())];
  await t.throwsAsync(applyRetention(dependencies(), steps), { message: '1 deletions failed' });
  t.deepEqual(await scansOf(failing.organizationId), []);
  t.deepEqual(await scansOf(other.organizationId), []);
});

test.serial('a locked organization and a slow batch stop no other organization', async (t) => {
  const [locked, slow, other] = [
    await insertOrganization(),
    await insertOrganization(),
    await insertOrganization(),
  ];
  for (const organization of [locked, slow, other])
    await insertScan(organization, { age: 91, status: 'succeeded', tasks: 1 });
  const lock = await queryAsOwner.hold(
    owned.url,
    'select from scan_tasks where organization_id = $1 for update',
    [locked.organizationId],
  );
  const shares: number[] = [];
  // Too slow for more than a quarter of its rows.
  const slowStep = async (tenant: Tenant, share: number) => {
    if (tenant.organizationId !== slow.organizationId) return false;
    shares.push(share);
    await rowsOf(tenant, sql`select pg_sleep(${share > 0.25 ? 30 : 0})`);
    return false;
  };
  const steps = [slowStep, ...stepsOf(oldHistory, dependencies().configuration, Date.now())];
  const limits = { statementSeconds: 2, lockSeconds: 0.2 };
  try {
    await t.throwsAsync(applyRetention(dependencies(), steps, undefined, limits), {
      message: /deletions failed/,
    });
  } finally {
    await lock.release();
  }
  t.deepEqual(shares.slice(0, 3), [1, 0.5, 0.25]);
  t.is((await scansOf(locked.organizationId)).length, 1);
  t.deepEqual(await scansOf(slow.organizationId), []);
  t.deepEqual(await scansOf(other.organizationId), []);
});

test.serial(
  'deletes old deleted resources with their rows, and keeps the text of entries that refer to them',
  async (t) => {
    const { organizationId, accountId } = await insertOrganization();
    const insert = async (nativeId: string, status: string, days: number) => {
      const id = await insertResource(owned.url, organizationId, accountId, { nativeId, status });
      await owner(
        `update resources set last_changed_at = now() - make_interval(days => $2),
         deleted_at = case when status = 'deleted' then now() - make_interval(days => $2) end where id = $1`,
        [id, days],
      );
      return id;
    };
    const old = await insert('old', 'deleted', 401);
    const kept = [await insert('recent', 'deleted', 399), await insert('active', 'active', 500)].toSorted();
    await deleteOldHistory(dependencies());
    const idsOf = async (table: string, column: string) =>
      (
        await owner<{ id: string }>(
          `select distinct ${column} as id from ${table} where organization_id = $1`,
          [organizationId],
        )
      )
        .map(({ id }) => id)
        .toSorted();
    t.deepEqual(await idsOf('resources', 'id'), kept);
    for (const table of ['resource_documents', 'resource_search', 'resource_history'])
      t.false((await idsOf(table, 'resource_id')).includes(old), table);
  },
);

test.serial('starts an interrupted deletion of a connection again, once', async (t) => {
  const { organizationId } = await insertOrganization();
  const [connection] = await owner<{ id: string }>(
    "update aws_connections set status = 'deleting' where organization_id = $1 returning id",
    [organizationId],
  );
  const [scm] = await owner<{ id: string }>(
    `insert into scm_connections (organization_id, provider, external_org_id, external_org_slug, external_org_kind, base_url,
       access_token_sealed, webhook_secret_sealed, deleted_at)
     values ($1, 'gitlab', '1', 'acme', 'group', 'https://gitlab.com', 'x', 'x', now()) returning id`,
    [organizationId],
  );
  await owner(
    `insert into runs (organization_id, kind, subject_id, status, finished_at)
     values ($1, 'delete_scm_connection', $2, 'failed', now())`,
    [organizationId, scm?.id],
  );
  for (let pass = 0; pass < 2; pass += 1) {
    await deleteExpiredRows(dependencies());
    const runs = await owner<{ kind: string; subject_id: string }>(
      "select kind, subject_id from runs where organization_id = $1 and status = 'queued' order by kind",
      [organizationId],
    );
    t.deepEqual(runs, [
      { kind: 'delete_connection', subject_id: connection?.id ?? '' },
      { kind: 'delete_scm_connection', subject_id: scm?.id ?? '' },
    ]);
  }
});

test.serial('an outage of Postgres ends the pass', async (t) => {
  await insertOrganization();
  await insertOrganization();
  let calls = 0;
  const step = () => {
    calls += 1;
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    return Promise.reject(errors.providerUnavailable('The database is unavailable.', refused));
  };
  await t.throwsAsync(applyRetention(dependencies(), [step]), { message: 'The database is unavailable.' });
  t.is(calls, 1);
});

test.serial('deletes deliveries of GitHub App installations after seven days', async (t) => {
  await owner(`insert into github_installations (installation_id, account_id, account_login, sender_id, created_at)
    values (1, 10, 'old', 100, now() - interval '169 hours'), (2, 20, 'new', 200, now() - interval '167 hours')`);
  await deleteExpiredRows(dependencies());
  t.deepEqual(await owner('select account_login from github_installations'), [{ account_login: 'new' }]);
});

test.serial(
  'deletes stale memberships after 90 days, and ownership events and resolved issues with the history',
  async (t) => {
    const { organizationId, accountId } = await insertOrganization();
    const at = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
    const resourceId = await insertResource(owned.url, organizationId, accountId, { nativeId: 'web' });
    const membership = (status: string, days: number) =>
      owner(
        `with application as (
           insert into applications (organization_id, name, slug) values ($1, $2, gen_random_uuid()::text)
           returning organization_id, id)
         insert into memberships (organization_id, application_id, resource_id, status, source, confidence, updated_at)
         select organization_id, id, $3, $4, 'rule', 'high', $5 from application`,
        [organizationId, `${status} ${days}`, resourceId, status, at(days)],
      );
    for (const [status, days] of [
      ['stale', 91],
      ['stale', 89],
      ['rejected', 500],
      ['inferred', 500],
    ] as const)
      await membership(status, days);
    await owner(
      `insert into ownership_events (organization_id, kind, target_type, target_id, target_name, source, occurred_at)
       values ($1, 'inferred', 'application', $2, 'old', 'rule', $3), ($1, 'inferred', 'application', $2, 'new', 'rule', $4)`,
      [organizationId, randomUUID(), at(401), at(399)],
    );
    await owner(
      `insert into ownership_issues (organization_id, kind, target_type, target_id, detail, opened_at, resolved_at)
       values ($1, 'unowned_resource', 'resource', $2, 'old', $3, $3), ($1, 'unowned_resource', 'resource', $2, 'new', $3, $4),
         ($1, 'unowned_resource', 'resource', $2, 'open', $3, null)`,
      [organizationId, resourceId, at(401), at(399)],
    );
    await deleteOldHistory(dependencies());
    const texts = async (table: string, column: string) =>
      (
        await owner<{ text: string }>(
          `select ${column} as text from ${table} where organization_id = $1 order by 1`,
          [organizationId],
        )
      ).map(({ text }) => text);
    t.deepEqual(await texts('memberships', 'status'), ['inferred', 'rejected', 'stale']);
    t.deepEqual(await texts('ownership_events', 'target_name'), ['new']);
    t.deepEqual(await texts('ownership_issues', 'detail'), ['new', 'open']);
  },
);
