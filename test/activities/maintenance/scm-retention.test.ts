import { randomUUID } from 'node:crypto';
import test from 'ava';
import { deleteExpiredRows } from '../../../activities/maintenance/delete-expired-rows.ts';
import { openDatabase } from '../../../db/tenant.ts';
import { readConfiguration } from '../../../runtime/configuration.ts';
import { createLogger } from '../../../runtime/logger.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useTestDatabase } from '../../support/use-test-database.ts';

const owned = useTestDatabase();

test.serial(
  'deletes deliveries after 14 days, and states of installations a day after they expired',
  async (t) => {
    const { url } = owned;
    const organizationId = randomUUID();
    await queryAsOwner(url, 'insert into organizations (id, name, slug) values ($1, $2, $2)', [
      organizationId,
      'acme',
    ]);
    await queryAsOwner(
      url,
      `with connection as (
       insert into scm_connections (organization_id, provider, external_org_id, external_org_slug, external_org_kind,
         base_url, installation_id)
       values ($1, 'github', '1', 'acme', 'organization', 'https://github.com', 1) returning organization_id, id)
     insert into scm_deliveries (organization_id, scm_connection_id, delivery_id, event, effects, received_at)
     select organization_id, id, 'days-' || n, 'push', '[]', now() - make_interval(days => n)
     from connection, unnest(array[13, 15]) n`,
      [organizationId],
    );
    await queryAsOwner(
      url,
      `with person as (
       insert into users (organization_id, name, email, password_hash, roles, status)
       values ($1, 'Ada', 'ada@example.com', 'x', '{platform_admin}', 'active') returning organization_id, id)
     insert into scm_install_states (organization_id, user_id, expires_at)
     select organization_id, id, now() - make_interval(hours => n) from person, unnest(array[1, 25]) n`,
      [organizationId],
    );
    await deleteAll(url);
    const left = await queryAsOwner<{ delivery_id: string }>(url, 'select delivery_id from scm_deliveries');
    t.deepEqual(left, [{ delivery_id: 'days-13' }]);
    t.is((await queryAsOwner(url, 'select from scm_install_states')).length, 1);
  },
);

test.serial(
  'deletes the runs of deliveries and state syncs after 14 days, and keeps younger, active and other runs',
  async (t) => {
    const { url } = owned;
    const organizationId = randomUUID();
    await queryAsOwner(url, 'insert into organizations (id, name, slug) values ($1, $2, $2)', [
      organizationId,
      'runs',
    ]);
    const insertRun = (kind: string, days: number, status: string) =>
      queryAsOwner(
        url,
        `insert into runs (organization_id, kind, subject_id, status, description, created_at, finished_at)
       values ($1, $2, $3, $4, $5, now() - make_interval(days => $6),
         case when $4 <> 'running' then now() - make_interval(days => $6) end)`,
        [organizationId, kind, randomUUID(), status, `${kind} ${days} ${status}`, days],
      );
    await insertRun('handle_delivery', 15, 'succeeded');
    await insertRun('handle_delivery', 15, 'failed');
    await insertRun('handle_delivery', 13, 'succeeded');
    await insertRun('handle_delivery', 15, 'running');
    await insertRun('sync_state_source', 15, 'succeeded');
    await insertRun('scan_repository', 15, 'succeeded');
    await deleteAll(url);
    const left = await queryAsOwner<{ description: string }>(
      url,
      'select description from runs where organization_id = $1 order by description',
      [organizationId],
    );
    t.deepEqual(
      left.map(({ description }) => description),
      ['handle_delivery 13 succeeded', 'handle_delivery 15 running', 'scan_repository 15 succeeded'],
    );
  },
);

async function deleteAll(url: string): Promise<void> {
  const database = openDatabase({ url, poolSize: 4 });
  try {
    const logger = createLogger('worker', 'silent');
    const temporal = { startRunWorkflow: () => Promise.resolve() };
    const configuration = readConfiguration({ DATABASE_URL: url });
    await deleteExpiredRows({ database, logger, temporal, configuration });
  } finally {
    await database.close();
  }
}
