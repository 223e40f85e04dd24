import test from 'ava';
import { createCorrection } from '../../../db/mapping/match/mapping-correction-store.ts';
import { matchSource, rematchAccount } from '../../../db/mapping/match/match-entries.ts';
import { replaceStateEntries } from '../../../db/mapping/states/state-entry-store.ts';
import { eventually } from '../../support/eventually.ts';
import { gate } from '../../support/gate.ts';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';
import { makeMappedOrganization } from '../../support/mapping/mapping-fixture.ts';
import type { MappedOrganization } from '../../support/mapping/mapping-fixture.ts';

const mapping = useInventoryApi();

const stateOf = async ({ queue }: MappedOrganization, name: string) => {
  const [row] = await mapping.inventory.query<{ management_state: string }>(
    'select management_state from resources where id = $1',
    [queue(name)],
  );
  return row?.management_state;
};

test('a match that ends before its commit changes nothing, and its retry gives the same result', async (t) => {
  const organization = await makeMappedOrganization(mapping, ['a', 'b']);
  const { organizationId, sourceId, entry } = organization;
  const sync = (fails: boolean) =>
    mapping.inventory.write(organizationId, async (tenant) => {
      const { releasedResourceIds } = await replaceStateEntries(tenant, sourceId, [entry('a')]);
      await matchSource(tenant, sourceId, releasedResourceIds);
      if (fails) throw new Error('the worker was killed');
    });
  await t.throwsAsync(sync(true), { message: 'the worker was killed' });
  t.deepEqual([await stateOf(organization, 'a'), await stateOf(organization, 'b')], ['unknown', 'unknown']);
  await sync(false);
  await sync(false);
  t.deepEqual([await stateOf(organization, 'a'), await stateOf(organization, 'b')], ['managed', 'unmanaged']);
});

test('a correction during a match is not overwritten by the match', async (t) => {
  const organization = await makeMappedOrganization(mapping, ['a']);
  const { organizationId, account, queue, userId, entry } = organization;
  await organization.sync([entry('a')]);
  const [matched, isWaiting] = [gate(), gate()];
  const match = mapping.inventory.write(organizationId, async (tenant) => {
    await rematchAccount(tenant, account);
    matched.open();
    await isWaiting.opened;
  });
  await matched.opened;
  const correction = mapping.inventory.write(organizationId, (tenant) =>
    createCorrection(tenant, queue('a'), {
      action: 'ignore',
      iacProjectId: undefined,
      address: undefined,
      reason: undefined,
      createdBy: userId,
    }),
  );
  await eventually('the correction to wait for the lock of the match', async () => {
    const [waiting] = await mapping.inventory.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return waiting !== undefined;
  }).finally(isWaiting.open);
  await Promise.all([match, correction]);
  t.is(await stateOf(organization, 'a'), 'ignored');
  await mapping.inventory.write(organizationId, (tenant) => rematchAccount(tenant, account));
  t.is(await stateOf(organization, 'a'), 'ignored');
});
