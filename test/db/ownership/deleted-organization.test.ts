import { randomUUID } from 'node:crypto';
import test from 'ava';
import { deleteOrganization } from '../../../db/organizations/delete-organization.ts';
import { runInference } from '../../../db/ownership/inference/run-inference.ts';
import { openDatabase } from '../../../db/tenant.ts';
import { insertAccount, insertResource } from '../../support/mapping/stored-resource.ts';
import { storedOwnership } from '../../support/ownership/stored-ownership.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useTestDatabase } from '../../support/use-test-database.ts';

const owned = useTestDatabase();

const query = <T extends object>(text: string, values: readonly unknown[] = []) =>
  queryAsOwner<T & Record<string, unknown>>(owned.url, text, values);

const tables = ['inference_queue', 'inference_scope', 'memberships', 'inference_rules', 'ownership_events'];

test('the deletion of an organization waits for its run, and a later run finds nothing', async (t) => {
  const organizationId = randomUUID();
  await query('insert into organizations (id, name, slug) values ($1, $2, $2)', [organizationId, 'deleted']);
  const accountId = await insertAccount(owned.url, organizationId, '111122223333');
  await insertResource(owned.url, organizationId, accountId, { nativeId: 'web' });
  const store = storedOwnership({ query }, organizationId);
  const shop = await store.application('shop');
  await store.rule({ name: { equals: 'web' } }, { application: { id: shop } });
  const database = openDatabase({ url: owned.url, poolSize: 2 });
  let deletion: Promise<unknown> = Promise.resolve();
  await database.withTenant(organizationId, async (tenant) => {
    t.is((await runInference(tenant))?.memberships.added, 1);
    deletion = deleteOrganization(owned.url, organizationId);
    const lock = await queryAsOwner.hold(owned.url, 'select 1', []);
    await lock.untilWaiting(1);
    await lock.release();
  });
  await deletion;
  for (const table of tables) {
    const rows = await query(`select from ${table} where organization_id = $1`, [organizationId]);
    t.is(rows.length, 0, table);
  }
  t.is(await database.withTenant(organizationId, runInference), undefined);
  await database.close();
});
