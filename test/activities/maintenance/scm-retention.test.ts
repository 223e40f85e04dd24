import { randomUUID } from 'node:crypto';
import test from 'ava';
import { deleteExpiredRows } from '../../../activities/maintenance/delete-expired-rows.ts';
import { openDatabase } from '../../../db/tenant.ts';
import { readConfiguration } from '../../../runtime/configuration.ts';
import { createLogger } from '../../../runtime/logger.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useTestDatabase } from '../../support/use-test-database.ts';

const owned = useTestDatabase();

test('deletes deliveries after 14 days, and states of installations a day after they expired', async (t) => {
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
  const database = openDatabase({ url, poolSize: 4 });
  try {
    const logger = createLogger('worker', 'silent');
    await deleteExpiredRows({ database, logger, configuration: readConfiguration({ DATABASE_URL: url }) });
  } finally {
    await database.close();
  }
  const left = await queryAsOwner<{ delivery_id: string }>(url, 'select delivery_id from scm_deliveries');
  t.deepEqual(left, [{ delivery_id: 'days-13' }]);
  t.is((await queryAsOwner(url, 'select from scm_install_states')).length, 1);
});
